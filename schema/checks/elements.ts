import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";

/** Something that has a coordinate. */
export interface Element {
  coordinate: string;
  name: string;
  kind: "type" | "field" | "argument" | "input field" | "enum value";
  description: string | null;
  deprecationReason: string | null;
  /** The named type of what it holds; null for types and enum values. */
  holds: GraphQLNamedType | null;
}

/** Everything of a schema that can be described; introspection and the specification's own scalars left out. */
export function elementsOf(schema: GraphQLSchema): Element[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .flatMap((type) => [element(type.name, type.name, "type", type), ...membersOf(type)]);
}

function membersOf(type: GraphQLNamedType): Element[] {
  if (isEnumType(type))
    return type.getValues().map((value) => element(`${type.name}.${value.name}`, value.name, "enum value", value));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) =>
      element(`${type.name}.${field.name}`, field.name, "input field", field),
    );
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const coordinate = `${type.name}.${field.name}`;
    const own = element(coordinate, field.name, "field", field);
    return [own, ...field.args.map((each) => element(`${coordinate}(${each.name}:)`, each.name, "argument", each))];
  });
}

type Definition =
  | GraphQLField<unknown, unknown>
  | GraphQLArgument
  | GraphQLInputField
  | { description?: string | null | undefined; deprecationReason?: string | null | undefined };

function element(coordinate: string, name: string, kind: Element["kind"], definition: Definition): Element {
  return {
    coordinate,
    name,
    kind,
    description: definition.description ?? null,
    deprecationReason: "deprecationReason" in definition ? (definition.deprecationReason ?? null) : null,
    holds: "type" in definition ? getNamedType(definition.type) : null,
  };
}
