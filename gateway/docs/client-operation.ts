import { type GraphQLSchema, parse } from "graphql";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { createOperationGate } from "../planning/operation-gate.js";
import { checkVariables } from "../planning/operation-rules.js";

/** Page sizes that are tried: adapters ask for more at once than clients may. */
const PAGE_SIZES = [100, 50, 25, 10, 5, 2, 1];

type Variables = Readonly<Record<string, unknown>>;

interface ClientOperation {
  operation: string;
  variables: Variables;
}

/** An adapter's operation as a client may ask it: with the longest pages that the limits of clients let pass. */
export function clientOperation(
  { operation, variables }: ClientOperation,
  schema: GraphQLSchema,
  limits: OperationLimits,
): ClientOperation {
  const gate = createOperationGate(schema, limits);
  let shorter: ClientOperation = { operation, variables };
  for (const size of PAGE_SIZES) {
    const text = operation.replaceAll(
      /\bfirst: ?(\d+)/g,
      (_, given: string) => `first: ${Math.min(Number(given), size)}`,
    );
    shorter = { operation: text, variables };
    const rules =
      gate.refusalOf(text) === undefined ? gate.rulesOf(parse(text, { noLocation: true }), undefined) : undefined;
    // Shorter pages make it neither flatter nor fewer words.
    if (rules === undefined) break;
    const capped = rules.pageSizes.map((name): [string, unknown] => {
      const given = variables[name];
      return [name, typeof given === "number" ? Math.min(given, size) : given];
    });
    shorter = { operation: text, variables: { ...variables, ...Object.fromEntries(capped) } };
    if (checkVariables(rules, shorter.variables).length === 0) break;
  }
  return shorter;
}
