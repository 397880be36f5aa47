import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  typeFromAST,
  isInputType,
} from "graphql";
import type { Use } from "./finding.js";

/** An operation that somebody is known to ask for. */
export interface KnownOperation {
  name: string;
  source: string;
  document: DocumentNode;
  /** API clients that asked for it, each with the day of its last call. */
  clients: readonly string[];
  /** Whether the limits of clients' operations hold for it; not for those of the service's own adapters. */
  isClients: boolean;
}

/**
 * Who uses what, by keys:
 * `T.f` a field that is selected, `T.f(a:)` an argument that is given, `E.V` an enum value and `I.f` an input
 * field that is written out, `I{}` an input that is, `N=*` an input or enum of which any value may come in a
 * variable, `out:N` an enum or abstract type that is read, `N` a type that is named, `@d` a directive.
 */
export type UsageIndex = ReadonlyMap<string, readonly Use[]>;

export function indexUsage(schema: GraphQLSchema, operations: readonly KnownOperation[]): UsageIndex {
  const index = new Map<string, Use[]>();
  for (const operation of operations) {
    for (const [key, node] of keysOf(schema, operation.document)) {
      const uses = index.get(key) ?? [];
      uses.push({ operation: operation.name, source: operation.source, at: placeOf(node), clients: operation.clients });
      index.set(key, uses);
    }
  }
  return index;
}

function placeOf(node: ASTNode): string {
  return node.loc === undefined ? "" : `${node.loc.startToken.line}:${node.loc.startToken.column}`;
}

/** Each key of a document with the first place that makes it. */
function keysOf(schema: GraphQLSchema, document: DocumentNode): Map<string, ASTNode> {
  const keys = new Map<string, ASTNode>();
  const add = (key: string, node: ASTNode): void => {
    if (!keys.has(key)) keys.set(key, node);
  };
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: (node) => {
        const parent = info.getParentType();
        const type = getNamedType(info.getType());
        if (parent == null) return;
        add(`${parent.name}.${node.name.value}`, node);
        // Whoever asks an interface asks each type behind it.
        for (const member of isInterfaceType(parent) ? schema.getPossibleTypes(parent) : [])
          add(`${member.name}.${node.name.value}`, node);
        if (type != null) {
          add(type.name, node);
          if (isEnumType(type) || isAbstractType(type)) add(`out:${type.name}`, node);
        }
      },
      Argument: (node) => {
        const parent = info.getParentType();
        const field = info.getFieldDef();
        if (parent == null || field == null || info.getDirective() != null) return;
        const owners = isInterfaceType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
        for (const owner of owners) add(`${owner.name}.${field.name}(${node.name.value}:)`, node);
      },
      EnumValue: (node) => {
        const type = getNamedType(info.getInputType());
        if (isEnumType(type)) add(`${type.name}.${node.value}`, node);
      },
      ObjectValue: (node) => {
        const type = getNamedType(info.getInputType());
        if (!isInputObjectType(type)) return;
        add(`${type.name}{}`, node);
        for (const field of node.fields) add(`${type.name}.${field.name.value}`, field);
      },
      NamedType: (node) => add(node.name.value, node),
      VariableDefinition: (node) => {
        const type = typeFromAST(schema, node.type);
        if (isInputType(type)) addReachable(type, (name) => add(`${name}=*`, node), new Set());
      },
      Directive: (node) => add(`@${node.name.value}`, node),
    }),
  );
  for (const definition of document.definitions) {
    const root = definition.kind === Kind.OPERATION_DEFINITION ? schema.getRootType(definition.operation) : undefined;
    if (root != null) add(root.name, definition);
  }
  return keys;
}

/** Every input and enum of which a variable of this type can hold a value. */
function addReachable(type: GraphQLInputType, add: (name: string) => void, seen: Set<string>): void {
  const named = getNamedType(type);
  if (seen.has(named.name)) return;
  seen.add(named.name);
  add(named.name);
  if (isInputObjectType(named))
    for (const field of Object.values(named.getFields())) addReachable(field.type, add, seen);
}
