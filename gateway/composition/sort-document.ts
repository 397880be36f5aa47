import { print, visit, type ASTNode, type DocumentNode, type NameNode } from "graphql";

interface Named extends ASTNodeLike {
  readonly name: NameNode;
}
type ASTNodeLike = { readonly kind: ASTNode["kind"] };

/**
 * The same document with definitions, fields, arguments, enum values, union members, interfaces and
 * directives in lexicographic order. graphql's own `lexicographicSortSchema` needs a schema and
 * drops the applied directives, which are all that a supergraph is about.
 */
export function sortDocument(document: DocumentNode): DocumentNode {
  return visit(document, {
    Document: { leave: (node) => ({ ...node, definitions: sorted(node.definitions, kindAndName) }) },
    SchemaDefinition: { leave: (node) => ({ ...node, directives: sorted(node.directives, print) }) },
    ScalarTypeDefinition: { leave: (node) => ({ ...node, directives: sorted(node.directives, print) }) },
    ObjectTypeDefinition: {
      leave: (node) => ({
        ...node,
        interfaces: sorted(node.interfaces, name),
        directives: sorted(node.directives, print),
        fields: sorted(node.fields, name),
      }),
    },
    InterfaceTypeDefinition: {
      leave: (node) => ({
        ...node,
        interfaces: sorted(node.interfaces, name),
        directives: sorted(node.directives, print),
        fields: sorted(node.fields, name),
      }),
    },
    UnionTypeDefinition: {
      leave: (node) => ({ ...node, directives: sorted(node.directives, print), types: sorted(node.types, name) }),
    },
    EnumTypeDefinition: {
      leave: (node) => ({ ...node, directives: sorted(node.directives, print), values: sorted(node.values, name) }),
    },
    EnumValueDefinition: { leave: (node) => ({ ...node, directives: sorted(node.directives, print) }) },
    InputObjectTypeDefinition: {
      leave: (node) => ({ ...node, directives: sorted(node.directives, print), fields: sorted(node.fields, name) }),
    },
    FieldDefinition: {
      leave: (node) => ({
        ...node,
        arguments: sorted(node.arguments, name),
        directives: sorted(node.directives, print),
      }),
    },
    InputValueDefinition: { leave: (node) => ({ ...node, directives: sorted(node.directives, print) }) },
    DirectiveDefinition: {
      leave: (node) => ({
        ...node,
        arguments: sorted(node.arguments, name),
        locations: sorted(node.locations, (location) => location.value),
      }),
    },
    Directive: { leave: (node) => ({ ...node, arguments: sorted(node.arguments, name) }) },
  });
}

function name(node: Named): string {
  return node.name.value;
}

function kindAndName(node: ASTNodeLike & { readonly name?: NameNode | undefined }): string {
  return `${node.kind} ${node.name?.value ?? ""}`;
}

function sorted<T>(nodes: readonly T[], key: (node: T) => string): T[];
function sorted<T>(nodes: readonly T[] | undefined, key: (node: T) => string): T[] | undefined;
function sorted<T>(nodes: readonly T[] | undefined, key: (node: T) => string): T[] | undefined {
  // By code unit, not by locale: the order must not depend on the machine.
  return nodes
    ?.map((node) => ({ node, key: key(node) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((entry) => entry.node);
}
