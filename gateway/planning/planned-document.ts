import {
  Kind,
  print,
  separateOperations,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { InternalNames } from "./internal-names.js";

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };
const ID: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "id" } };

/**
 * The text that is handed to the planner: the given root fields under their internal names.
 * `isNodeField` tells the root fields whose objects must be confirmed by their owner; those also
 * select `id`, which only the owner can give.
 */
export function plannedDocument(
  operation: OperationDefinitionNode,
  fields: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  names: InternalNames,
  isNodeField: (field: FieldNode) => boolean,
): string {
  const root: OperationDefinitionNode = {
    ...operation,
    directives: [],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: fields.map((field) => renamed(isNodeField(field) ? withId(field) : field, names)),
    },
  };
  const renamedFragments = [...fragments.values()].map((fragment) => renamed(fragment, names));
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [root, ...renamedFragments] };
  // Fragments that are no longer spread are left out.
  const [separated] = Object.values(separateOperations(document));
  return print(separated ?? document);
}

function renamed<T extends ASTNode>(node: T, names: InternalNames): T {
  return visit(node, {
    Field: {
      leave(field): FieldNode {
        const key = names.keyOf(field);
        const alias = key === field.name.value ? undefined : { kind: Kind.NAME as const, value: key };
        return { ...field, alias };
      },
    },
    SelectionSet: {
      leave: (set) => (needsTypename(set) ? { ...set, selections: [TYPENAME, ...set.selections] } : undefined),
    },
  });
}

/**
 * A set that @skip and @include have emptied must select something. And where fragments decide by
 * type, the planner forgets to fetch the key of an @interfaceObject whose type has yet to be found
 * out, unless the type itself is asked for.
 */
function needsTypename({ selections }: SelectionSetNode): boolean {
  return selections.length === 0 || selections.some((selection) => selection.kind !== Kind.FIELD);
}

function withId(field: FieldNode): FieldNode {
  const selections = [...(field.selectionSet?.selections ?? []), ID];
  return { ...field, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}
