import {
  type DocumentNode,
  execute,
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from "graphql";

/** One value of each scalar of the graph. */
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1.5,
  Boolean: true,
  Count: 1_000,
  Decimal: "12.50",
  CurrencyCode: "USD",
  Date: "2026-01-31",
  DateTime: "2026-01-31T12:00:00.000Z",
};

const EID = "2A6UQFBYK2222222222224";

/** Data that the graph could answer an operation with: one item in each list, nothing null. Undefined when it has no answer. */
export function exampleData(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const result = execute({
    schema,
    document,
    variableValues: variables,
    rootValue: {},
    fieldResolver: exampleField,
    typeResolver: (_value, _context, info, type) => info.schema.getPossibleTypes(type)[0]?.name,
  });
  if (result instanceof Promise || result.data == null) return undefined;
  return result.data;
}

const exampleField: GraphQLFieldResolver<unknown, unknown> = (_source, _arguments, _context, info) =>
  valueOf(info.fieldName, info.returnType);

function valueOf(field: string, type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return valueOf(field, type.ofType);
  if (isListType(type)) return [valueOf(field, type.ofType)];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.value;
  if (!isScalarType(named)) return {};
  if (named.name in SCALARS && field !== "hasNextPage") return SCALARS[named.name];
  if (named.name === "Boolean") return false;
  return textOf(field);
}

function textOf(field: string): string {
  if (/eid$/i.test(field) || field === "id") return EID;
  if (/e?mail/i.test(field)) return "someone@example.com";
  if (/url|link/i.test(field)) return "https://www.example.com/";
  if (/currency/i.test(field)) return "USD";
  // Identifiers of other platforms, which the old interface may write as numbers.
  if (/externalId$|ActorId$/.test(field)) return "1000000000000001";
  // Kept as JSON in a text, and read again for the old interface.
  if (field === "dayparting") return '{"monday":[[8,18]]}';
  return `Example ${field}`;
}
