import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

/** Something deprecated that an operation touches. */
export interface TouchedDeprecation {
  /** `Type.field`, `Type.field(argument:)`, `Input.field` or `Enum.VALUE`. */
  coordinate: string;
  reason: string;
  /** YYYY-MM-DD, the last day on which it is there; null where the reason names none. */
  removal: string | null;
  /** Where the answer first has it, or has the field whose argument it is. */
  path: readonly string[];
}

/** What an operation's answers tell of what it touches that is deprecated. */
export interface OperationDeprecations {
  touched: readonly TouchedDeprecation[];
  /** The header Deprecation (RFC 9745): the earliest day since when anything touched is. */
  header: string;
}

/** Entries of one answer at most. */
const MAX_TOUCHED = 50;

const SINCE = /\bsince (\d{4}-\d{2}-\d{2})/i;
const REMOVAL = /\b(?:removed|goes|gone|until)\b\D{0,20}(\d{4}-\d{2}-\d{2})/i;

/** Undefined for an operation that touches nothing deprecated. Looks at a document with one operation that is valid. */
export function deprecationsOf(schema: GraphQLSchema, document: DocumentNode): OperationDeprecations | undefined {
  if (!hasDeprecations(schema)) return undefined;
  const touched = new Map<string, TouchedDeprecation>();
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);

  function touch(coordinate: string, reason: string | null | undefined, path: readonly string[]): void {
    if (reason == null || touched.has(coordinate) || touched.size >= MAX_TOUCHED) return;
    touched.set(coordinate, { coordinate, reason, removal: REMOVAL.exec(reason)?.[1] ?? null, path });
  }

  function readValue(value: ValueNode, type: GraphQLInputType, path: readonly string[]): void {
    const inner = isNonNullType(type) ? type.ofType : type;
    if (value.kind === Kind.LIST) {
      const item = isListType(inner) ? inner.ofType : inner;
      for (const each of value.values) readValue(each, item, path);
      return;
    }
    const named = getNamedType(inner);
    if (value.kind === Kind.ENUM && isEnumType(named))
      touch(`${named.name}.${value.value}`, named.getValue(value.value)?.deprecationReason, path);
    if (value.kind !== Kind.OBJECT || !isInputObjectType(named)) return;
    for (const { name, value: given } of value.fields) {
      const field = named.getFields()[name.value];
      if (field === undefined) continue;
      touch(`${named.name}.${name.value}`, field.deprecationReason, path);
      readValue(given, field.type, path);
    }
  }

  function readArguments(
    of: string,
    field: ArgumentsOwner,
    given: readonly ArgumentNode[],
    path: readonly string[],
  ): void {
    for (const { name, value } of given) {
      const argument = field.args.find((each) => each.name === name.value);
      if (argument === undefined) continue;
      touch(`${of}(${name.value}:)`, argument.deprecationReason, path);
      readValue(value, argument.type, path);
    }
  }

  function readSelections(selections: SelectionSetNode, type: GraphQLNamedType, path: readonly string[]): void {
    for (const selection of selections.selections) {
      if (selection.kind === Kind.FIELD) {
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
        if (field === undefined) continue;
        const coordinate = `${type.name}.${field.name}`;
        const at = [...path, selection.alias?.value ?? field.name];
        touch(coordinate, field.deprecationReason, at);
        readArguments(coordinate, field, selection.arguments ?? [], at);
        if (selection.selectionSet !== undefined) readSelections(selection.selectionSet, getNamedType(field.type), at);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition === undefined ? type : schema.getType(fragment.typeCondition.name.value);
      if (fragment !== undefined && on !== undefined) readSelections(fragment.selectionSet, on, path);
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(definition.operation);
    if (root != null) readSelections(definition.selectionSet, root, []);
  }
  if (touched.size === 0) return undefined;
  const days = [...touched.values()].flatMap(({ reason }) => SINCE.exec(reason)?.[1] ?? []).toSorted();
  // A reason without a day: it is deprecated, nobody says since when.
  const since = Date.parse(days[0] ?? "1970-01-01");
  return { touched: [...touched.values()], header: `@${Number.isNaN(since) ? 0 : since / 1_000}` };
}

interface ArgumentsOwner {
  readonly args: readonly {
    readonly name: string;
    readonly type: GraphQLInputType;
    readonly deprecationReason?: string | null | undefined;
  }[];
}

const known = new WeakMap<GraphQLSchema, boolean>();

/** Worked out once for a schema, since most have none and each new operation asks. */
function hasDeprecations(schema: GraphQLSchema): boolean {
  let has = known.get(schema);
  if (has === undefined) {
    has = Object.values(schema.getTypeMap()).some((type) => {
      if (type.name.startsWith("__")) return false;
      if (isEnumType(type)) return type.getValues().some(({ deprecationReason }) => deprecationReason != null);
      if (isInputObjectType(type))
        return Object.values(type.getFields()).some(({ deprecationReason }) => deprecationReason != null);
      if (!isObjectType(type) && !isInterfaceType(type)) return false;
      return Object.values(type.getFields()).some(
        ({ deprecationReason, args }) =>
          deprecationReason != null || args.some((each) => each.deprecationReason != null),
      );
    });
    known.set(schema, has);
  }
  return has;
}
