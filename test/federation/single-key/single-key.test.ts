import { expect, test } from "vitest";
import { federate } from "../kit.js";

const catalog = {
  name: "catalog",
  sdl: `
    type Query { products: [Product!]! }
    type Product @key(fields: "id") { id: ID! name: String! }
  `,
  resolvers: {
    Query: {
      products: () => [
        { id: "1", name: "one" },
        { id: "2", name: "two" },
        { id: "1", name: "one" },
      ],
    },
  },
};

const stock = {
  name: "stock",
  sdl: `type Product @key(fields: "id") { id: ID! inStock: Int }`,
  resolvers: { Product: { __resolveReference: ({ id }: { id: string }) => ({ id, inStock: Number(id) * 10 }) } },
};

test("fields of another subgraph are joined by the key", async () => {
  const { run } = federate([catalog, stock]);
  expect(await run("{ products { inStock name } }")).toEqual({
    data: {
      products: [
        { inStock: 10, name: "one" },
        { inStock: 20, name: "two" },
        { inStock: 10, name: "one" },
      ],
    },
  });
});

test("the same object is asked for once, however often it is in the list", async () => {
  const { run, sent } = federate([catalog, stock]);
  await run("{ products { inStock } }");
  expect(sent.map((request) => request.subgraph)).toEqual(["catalog", "stock"]);
  expect(JSON.parse(JSON.stringify(sent[1]?.variables))).toEqual({
    representations: [
      { __typename: "Product", id: "1" },
      { __typename: "Product", id: "2" },
    ],
  });
});
