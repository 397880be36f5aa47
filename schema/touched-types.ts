import {
  getNamedType,
  isInterfaceType,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";

/** The types of which two schemas say different things, fields that came aside: nobody asks for them yet. */
export function changedTypes(before: string, after: string): ReadonlySet<string> {
  const [old, now] = [definitionsOf(before), definitionsOf(after)];
  const isChanged = ([name, definition]: [string, DefinitionNode]): boolean => {
    const current = now.get(name);
    return current === undefined || print(withFieldsOf(definition, current)) !== print(definition);
  };
  return new Set([...old].filter(isChanged).map(([name]) => name));
}

function definitionsOf(sdl: string): Map<string, DefinitionNode> {
  const definitions = new Map<string, DefinitionNode>();
  for (const definition of parse(sdl, { noLocation: true }).definitions) {
    if ("name" in definition && definition.name !== undefined) definitions.set(definition.name.value, definition);
  }
  return definitions;
}

/** The later definition with those fields only that the earlier one has. */
function withFieldsOf(earlier: DefinitionNode, later: DefinitionNode): DefinitionNode {
  if (earlier.kind !== Kind.OBJECT_TYPE_DEFINITION || later.kind !== Kind.OBJECT_TYPE_DEFINITION) return later;
  const names = new Set(earlier.fields?.map(({ name }) => name.value));
  return { ...later, fields: later.fields?.filter(({ name }) => names.has(name.value)) };
}

/** Whether an operation comes by one of these types: another operation is planned and costs as before. */
export function touches(schema: GraphQLSchema, document: DocumentNode, types: ReadonlySet<string>): boolean {
  const info = new TypeInfo(schema);
  let isTouched = false;
  const check = (name: string | undefined): void => {
    if (name !== undefined && types.has(name)) isTouched = true;
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        const parent = info.getParentType();
        const members = isInterfaceType(parent) ? schema.getPossibleTypes(parent).map(({ name }) => name) : [];
        const names = [parent?.name, getNamedType(info.getType())?.name, ...members];
        check(names.find((name) => name !== undefined && types.has(name)));
      },
      NamedType: ({ name }) => {
        check(name.value);
      },
    }),
  );
  return isTouched;
}
