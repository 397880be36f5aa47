import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
} from "graphql";

/** What an operation is read with. */
export type Selecting = Pick<GraphQLResolveInfo, "fragments" | "variableValues">;

/**
 * The fields below some fields, fragments written out, without what @skip and @include leave out. Every fragment's
 * condition is taken to hold: this schema has no abstract types. Expects a valid operation.
 */
export function selectedFields(parents: readonly FieldNode[], info: Selecting): FieldNode[] {
  const found: FieldNode[] = [];
  function collect(selections: readonly SelectionNode[]): void {
    for (const selection of selections) {
      if (isLeftOut(selection, info)) continue;
      if (selection.kind === Kind.FIELD) found.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet.selections);
      else collect(info.fragments[selection.name.value]?.selectionSet.selections ?? []);
    }
  }
  for (const { selectionSet } of parents) collect(selectionSet?.selections ?? []);
  return found;
}

function isLeftOut(selection: SelectionNode, { variableValues }: Selecting): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return false;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.["if"] === true || include?.["if"] === false;
}
