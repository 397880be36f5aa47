import { expect, test } from "vitest";
import { federate } from "../kit.js";

const catalog = {
  name: "catalog",
  sdl: `
    type Query { product: Product products: [Product!]! }
    type Product @key(fields: "id") {
      id: ID!
      name: String
      price(currency: String!): Int
      size: Size
      parts(first: Int!): [Part!]!
    }
    type Size { width: Int! height(unit: String!): Int! }
    type Part { weight(unit: String!): Int! }
  `,
  resolvers: {
    Query: { product: () => product("1"), products: () => [product("1"), product("2")] },
    Product: {
      price: ({ id }: { id: string }, { currency }: { currency: string }) =>
        (currency === "EUR" ? 100 : 120) * Number(id),
      parts: (_: unknown, { first }: { first: number }) => Array.from({ length: first }, (_item, index) => ({ index })),
    },
    Size: { height: (_: unknown, { unit }: { unit: string }) => (unit === "cm" ? 30 : 12) },
    Part: {
      weight: ({ index }: { index: number }, { unit }: { unit: string }) => (index + 1) * (unit === "g" ? 1000 : 1),
    },
  },
};

interface Representation {
  price?: number | null;
  size?: { width: number; height: number };
  parts?: { weight: number }[];
}

const shipping = {
  name: "shipping",
  sdl: `
    type Product @key(fields: "id") {
      id: ID!
      price(currency: String!): Int @external
      size: Size @external
      parts(first: Int!): [Part!]! @external
      euros: String @requires(fields: "price(currency: \\"EUR\\")")
      dollars: String @requires(fields: "price(currency: \\"USD\\")")
      area: Int @requires(fields: "size { width height(unit: \\"cm\\") }")
      inches: Int @requires(fields: "size { width height(unit: \\"in\\") }")
      grams: Int @requires(fields: "parts(first: 2) { weight(unit: \\"g\\") }")
    }
    type Size { width: Int! @external height(unit: String!): Int! @external }
    type Part { weight(unit: String!): Int! @external }
  `,
  resolvers: {
    Product: {
      __resolveReference: (representation: Representation) => representation,
      euros: ({ price }: Representation) => `${String(price)} EUR`,
      dollars: ({ price }: Representation) => `${String(price)} USD`,
      area: ({ size }: Representation) => (size?.width ?? 0) * (size?.height ?? 0),
      inches: ({ size }: Representation) => (size?.width ?? 0) * (size?.height ?? 0),
      grams: ({ parts }: Representation) => parts?.reduce((sum, part) => sum + part.weight, 0),
    },
  },
};

function product(id: string) {
  return { id, name: `Product ${id}`, size: { width: 10 } };
}

const subgraphs = [catalog, shipping];

test("a field gets the fields of another subgraph that it requires", async () => {
  expect(await federate(subgraphs).run("{ product { euros } }")).toEqual({ data: { product: { euros: "100 EUR" } } });
});

test("two fields that require the same field with different arguments each get their own", async () => {
  expect(await federate(subgraphs).run("{ product { euros dollars } products { dollars euros } }")).toEqual({
    data: {
      product: { euros: "100 EUR", dollars: "120 USD" },
      products: [
        { dollars: "120 USD", euros: "100 EUR" },
        { dollars: "240 USD", euros: "200 EUR" },
      ],
    },
  });
});

test("what the client selects of a required field, with whatever arguments, is its own", async () => {
  const query = `{ product { price(currency: "USD") euros size { height: width } area grams parts(first: 1) { weight(unit: "kg") } } }`;
  expect(await federate(subgraphs).run(query)).toEqual({
    data: {
      product: { price: 120, euros: "100 EUR", size: { height: 10 }, area: 300, grams: 3000, parts: [{ weight: 1 }] },
    },
  });
});

test("an alias that has the name of a required field does not take its place", async () => {
  expect(await federate(subgraphs).run("{ product { id: name price: name size: name euros area } }")).toEqual({
    data: { product: { id: "Product 1", price: "Product 1", size: "Product 1", euros: "100 EUR", area: 300 } },
  });
});

test("requirements that differ only in an argument deep below are kept apart", async () => {
  expect(await federate(subgraphs).run("{ products { area inches } }")).toEqual({
    data: {
      products: [
        { area: 300, inches: 120 },
        { area: 300, inches: 120 },
      ],
    },
  });
});

test("a required field that is null is sent as null", async () => {
  const free = {
    ...catalog,
    resolvers: { ...catalog.resolvers, Product: { ...catalog.resolvers.Product, price: () => null } },
  };
  expect(await federate([free, shipping]).run("{ product { euros } }")).toEqual({
    data: { product: { euros: "null EUR" } },
  });
});
