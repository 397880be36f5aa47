import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type FragmentDefinitionNode,
} from "graphql";
import { selectedFields } from "./selected-fields.js";

/** Switches that concern universal campaigns. */
export const UNIVERSAL_FLAGS: ReadonlySet<string> = new Set(["universal_campaigns", "include_universal_campaigns"]);

/**
 * Whether an operation that fits the schema raises a flag for universal campaigns: all its fields see that, wherever in
 * the operation the flag stands.
 */
export function raisesUniversalFlag(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const operation = getOperationAST(document, operationName);
  const flags = schema.getQueryType()?.getFields()["flags"];
  if (operation == null || flags === undefined) return false;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  // Variables that do not fit are told where the operation is run.
  if (coerced === undefined) return false;
  const fragments: Record<string, FragmentDefinitionNode> = Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const root: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: "query" },
    selectionSet: operation.selectionSet,
  };
  try {
    return selectedFields([root], { fragments, variableValues: coerced })
      .filter(({ name }) => name.value === "flags")
      .some((node) => {
        const names: unknown = getArgumentValues(flags, node, coerced)["names"];
        return Array.isArray(names) && names.some((name) => typeof name === "string" && UNIVERSAL_FLAGS.has(name));
      });
  } catch {
    // A null in the place of a default is told there as well.
    return false;
  }
}
