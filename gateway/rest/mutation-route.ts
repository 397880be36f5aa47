import { present } from "./entities.js";
import type { Input, Parameters } from "./parameter.js";
import { defineRoute, type Method, type RestRoute } from "./route.js";

interface MutationRoute<P extends Parameters, D> {
  method: Method;
  path: string;
  permission: RestRoute["permission"];
  description: string;
  parameters: P;
  names?: Readonly<Record<string, string>>;
  bodyLimit?: number;
  /** The mutation of the graph, and the type of its one argument `input`. */
  mutation: string;
  inputType: string;
  /** What is asked of its payload, and the fragment that this needs. */
  selection: string;
  fragment?: string;
  input(input: Input<P>): Readonly<Record<string, unknown>>;
  /** What the answer has as its results. */
  results(payload: D, input: Input<P>): unknown;
}

/** A route of /api/v1 that one mutation of the graph answers. */
export function mutationRoute<P extends Parameters, D>(spec: MutationRoute<P, D>): RestRoute {
  const { mutation, inputType, selection, fragment = "", ...facts } = spec;
  return defineRoute({
    ...facts,
    area: "entities",
    names: { RESUME: "unpause", ...facts.names },
    operation: `mutation Change($input: ${inputType}!) { done: ${mutation}(input: $input) { ${selection} } } ${fragment}`,
    variables: (given) => ({ input: spec.input(given) }),
    body: ({ done }: { done: D | null }, given) => ({ results: spec.results(present(done), given) }),
  });
}
