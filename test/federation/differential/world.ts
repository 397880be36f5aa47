import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import { AppError } from "../../../lib/errors.js";

/** The graph as one plain schema. */
export const MERGED_SDL = `
  interface Named { id: ID! name: String stars(max: Int): Int fans: [Named!] rival: Named }
  union Thing = Author | Book | Shop
  enum Color { RED GREEN BLUE }
  type Query {
    author(id: ID!): Author
    authors: [Author!]!
    named: [Named]
    thing(n: Int): Thing
    things: [[Thing!]]
    book(id: ID = "1"): Book!
    books: [Book]!
    shop: Shop
    star: Named
  }
  type Author implements Named {
    id: ID!
    name: String
    color: Color!
    friend: Author
    address: Address
    books(first: Int = 2): [Book!]!
    best: Book!
    favourite: Thing
    score(max: Int, round: Boolean = true): Int
    stars(max: Int): Int
    fans: [Named!]
    rival: Named
  }
  type Address { city: String! zip: [Int]! next: Address }
  type Book {
    id: ID!
    title: String!
    author: Author
    pages(min: Int): Int
    price(cur: String = "EUR"): Int!
    double: Int
    dollars: Int!
    sold: [Shop!]
  }
  type Shop implements Named {
    id: ID!
    name: String
    books: [[Book]!]
    thing: Thing!
    owner: Author!
    stars(max: Int): Int
    fans: [Named!]
    rival: Named
  }
`;

/** The same graph over five subgraphs. */
export const SUBGRAPHS = [
  {
    name: "people",
    sdl: `
      interface Named @key(fields: "id") { id: ID! name: String }
      union Thing = Author | Book | Shop
      enum Color { RED GREEN BLUE }
      type Query { author(id: ID!): Author authors: [Author!]! named: [Named] thing(n: Int): Thing things: [[Thing!]] }
      type Author implements Named @key(fields: "id") { id: ID! name: String color: Color! friend: Author address: Address @shareable }
      type Address @shareable { city: String! zip: [Int]! next: Address }
      type Book @key(fields: "id", resolvable: false) { id: ID! }
      type Shop implements Named @key(fields: "id") { id: ID! name: String }
    `,
  },
  {
    name: "library",
    sdl: `
      union Thing = Author | Book | Shop
      type Query { book(id: ID = "1"): Book! books: [Book]! }
      type Author @key(fields: "id") { id: ID! books(first: Int = 2): [Book!]! best: Book! favourite: Thing }
      type Book @key(fields: "id") { id: ID! title: String! author: Author pages(min: Int): Int }
      type Shop @key(fields: "id", resolvable: false) { id: ID! }
    `,
  },
  {
    name: "trade",
    sdl: `
      union Thing = Author | Book | Shop
      type Query { shop: Shop }
      type Author @key(fields: "id") { id: ID! address: Address @shareable score(max: Int, round: Boolean = true): Int }
      type Address @shareable { city: String! zip: [Int]! next: Address }
      type Book @key(fields: "id") { id: ID! price(cur: String = "EUR"): Int! sold: [Shop!] }
      type Shop @key(fields: "id") { id: ID! books: [[Book]!] thing: Thing! owner: Author! }
    `,
  },
  {
    name: "sums",
    sdl: `
      type Book @key(fields: "id") {
        id: ID!
        price(cur: String = "EUR"): Int! @external
        double: Int @requires(fields: "price")
        dollars: Int! @requires(fields: "price(cur: \\"USD\\")")
      }
    `,
  },
  // Nullable all: of an @interfaceObject the planner fetches what is selected on any type for all types,
  // so that a null in a field that this object was not asked for could take the object along.
  {
    name: "ratings",
    sdl: `
      type Query { star: Named }
      type Named @key(fields: "id") @interfaceObject { id: ID! stars(max: Int): Int fans: [Named!] rival: Named }
    `,
  },
];

/** What the interface's subgraph has to do for those that know the interface only: find out the type. */
export const REFERENCES = {
  people: {
    Named: {
      __resolveReference: ({ id }: { id: string }) => ({ __typename: id.startsWith("A") ? "Author" : "Shop", id }),
    },
  },
};

const NAMED = new Set(["stars", "fans", "rival"]);

interface Thing {
  __typename: string;
  id: string;
  price?: number;
}

/**
 * Gives every field of a schema a value that depends only on type, id, field and arguments, so that
 * every schema with these types answers alike. Now and then a value is null, an error, or both:
 * null where null is not allowed.
 */
export function populate(schema: GraphQLSchema, worldSeed: number): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("_")) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.name.startsWith("_")) continue;
      field.resolve = (source: Thing | undefined, args: Record<string, unknown>) =>
        valueOf(schema, worldSeed, type, source ?? { __typename: type.name, id: "0" }, field.name, field.type, args);
    }
  }
  return schema;
}

function valueOf(
  schema: GraphQLSchema,
  worldSeed: number,
  type: GraphQLObjectType,
  source: Thing,
  name: string,
  fieldType: GraphQLOutputType,
  args: Record<string, unknown>,
): unknown {
  if (name === "id") return source.id;
  // A required field comes with the representation in one schema and must be worked out in the other.
  if (name === "double") return 2 * (source.price ?? price(worldSeed, source.id, "EUR"));
  if (name === "dollars") return source.price ?? price(worldSeed, source.id, "USD");
  if (name === "price") return price(worldSeed, source.id, String(args["cur"]));
  const random = randomFrom(
    `${worldSeed} ${NAMED.has(name) ? "Named" : type.name} ${source.id} ${name} ${JSON.stringify(args, Object.keys(args).toSorted())}`,
  );
  if (random() < 0.04) throw new AppError("CONFLICT", `${name} of ${source.id}`);
  return make(schema, fieldType, random, 0.9);
}

function price(worldSeed: number, id: string, currency: string): number {
  return Math.floor(randomFrom(`${worldSeed} price ${id} ${currency}`)() * 100);
}

function make(schema: GraphQLSchema, type: GraphQLOutputType, random: () => number, present: number): unknown {
  if (isNonNullType(type)) return make(schema, type.ofType, random, 0.98);
  if (random() > present) return null;
  if (isListType(type))
    return Array.from({ length: Math.floor(random() * 4) }, () => make(schema, type.ofType, random, 0.9));
  const named = getNamedType(type);
  if (named.name === "Named") {
    const name = random() < 0.5 ? "Author" : "Shop";
    return { __typename: isAbstractType(named) ? name : "Named", id: idFrom(name, random) };
  }
  if (isAbstractType(named)) {
    const possible = schema
      .getPossibleTypes(named)
      .map((member) => member.name)
      .toSorted();
    const name = possible[Math.floor(random() * possible.length)] ?? "";
    return { __typename: name, id: idFrom(name, random) };
  }
  if (isObjectType(named)) return { __typename: named.name, id: idFrom(named.name, random) };
  if (isEnumType(named)) return named.getValues()[Math.floor(random() * 3)]?.name;
  return named.name === "Int" ? Math.floor(random() * 1000) : `${named.name} ${Math.floor(random() * 1000)}`;
}

function idFrom(typeName: string, random: () => number): string {
  return `${typeName.charAt(0)}${1 + Math.floor(random() * 5)}`;
}

/** A small repeatable generator of numbers in [0, 1). */
export function randomFrom(seed: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
