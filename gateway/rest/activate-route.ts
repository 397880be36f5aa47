import { present } from "./entities.js";
import type { Input, Parameters } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

interface ActivateMutation<P extends Parameters, D> {
  area: "strategies" | "universal";
  method: "POST" | "PUT";
  path: string;
  permission: RestRoute["permission"];
  description: string;
  parameters: P;
  names?: Readonly<Record<string, string>>;
  /** The mutation of the graph, and the type of its one argument `input`. */
  mutation: string;
  inputType: string;
  /** What is asked of its payload, and the fragment that this needs. */
  selection: string;
  fragment?: string;
  input(input: Input<P>): Readonly<Record<string, unknown>>;
  /** What the answer has as its data. */
  data(payload: D): unknown;
}

/** A route of /activate that one mutation of the graph answers: `{data}` (decisions, section 2). */
export function activateMutation<P extends Parameters, D>(spec: ActivateMutation<P, D>): RestRoute {
  const { mutation, inputType, selection, fragment = "" } = spec;
  return defineRoute({
    ...spec,
    operation: `mutation Change($input: ${inputType}!) { done: ${mutation}(input: $input) { ${selection} } } ${fragment}`,
    variables: (given) => ({ input: spec.input(given) }),
    body: ({ done }: { done: D | null }) => ({ data: spec.data(present(done)) }),
  });
}

/** A date-time as /activate writes it: UTC with microseconds, without zone (decisions, section 3). */
export function activateDateTime(iso: string): string {
  return `${iso.slice(0, 23)}000`;
}
