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

/**
 * What two schemas say different things of: `Type.field` for a field, `Type` for all else of a type. A field that areas
 * look each other's objects up by stands for its whole type. Types and fields that came are no matter: nobody asks for them yet.
 */
export function changedParts(before: string, after: string): ReadonlySet<string> {
  const [old, now] = [definitionsOf(before), definitionsOf(after)];
  const lookedUpBy = new Set([...old.values(), ...now.values()].flatMap(fieldSetWords));
  return new Set(
    [...old].flatMap(([name, definition]) => partsThatDiffer(name, definition, now.get(name), lookedUpBy)),
  );
}

function partsThatDiffer(
  name: string,
  earlier: DefinitionNode,
  later: DefinitionNode | undefined,
  lookedUpBy: ReadonlySet<string>,
): string[] {
  if (earlier.kind !== Kind.OBJECT_TYPE_DEFINITION || later?.kind !== Kind.OBJECT_TYPE_DEFINITION)
    return later !== undefined && print(earlier) === print(later) ? [] : [name];
  if (print({ ...earlier, fields: [] }) !== print({ ...later, fields: [] })) return [name];
  const fields = new Map(later.fields?.map((field) => [field.name.value, field]));
  const changed = (earlier.fields ?? []).filter((field) => {
    const current = fields.get(field.name.value);
    return current === undefined || print(field) !== print(current);
  });
  return changed.map((field) => (lookedUpBy.has(field.name.value) ? name : `${name}.${field.name.value}`));
}

const FIELD_SETS = new Set(["key", "requires", "provides"]);

/** The fields that stand in keys and in what areas require of each other. */
function fieldSetWords(definition: DefinitionNode): string[] {
  const words: string[] = [];
  visit(definition, {
    Argument: ({ name, value }) => {
      if (FIELD_SETS.has(name.value) && value.kind === Kind.STRING) words.push(...(value.value.match(/\w+/g) ?? []));
    },
  });
  return words;
}

function definitionsOf(sdl: string): Map<string, DefinitionNode> {
  const definitions = new Map<string, DefinitionNode>();
  for (const definition of parse(sdl, { noLocation: true }).definitions) {
    if ("name" in definition && definition.name !== undefined) definitions.set(definition.name.value, definition);
  }
  return definitions;
}

/** Whether an operation comes by one of these parts: another operation is planned and costs as before. */
export function touches(schema: GraphQLSchema, document: DocumentNode, parts: ReadonlySet<string>): boolean {
  const info = new TypeInfo(schema);
  let isTouched = false;
  const check = (name: string | undefined): void => {
    if (name !== undefined && parts.has(name)) isTouched = true;
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ name }) => {
        const parent = info.getParentType();
        const owners = isInterfaceType(parent)
          ? [parent, ...schema.getPossibleTypes(parent)]
          : parent == null
            ? []
            : [parent];
        for (const owner of owners) {
          check(owner.name);
          check(`${owner.name}.${name.value}`);
        }
        check(getNamedType(info.getType())?.name);
      },
      NamedType: ({ name }) => {
        check(name.value);
      },
    }),
  );
  return isTouched;
}
