import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/**
 * The root fields of an operation in document order, fragments on the root type taken apart.
 * Expects that @skip and @include are applied already, so that a fragment met twice adds nothing.
 */
export function rootFields(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const met = new Set<string>();
  function collect(selectionSet: SelectionSetNode): void {
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        fields.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet);
      } else if (!met.has(selection.name.value)) {
        met.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) collect(fragment.selectionSet);
      }
    }
  }
  collect(operation.selectionSet);
  return fields;
}
