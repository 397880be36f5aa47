import { expect, test } from "vitest";
import { federate } from "../kit.js";

const old = {
  name: "old",
  sdl: `
    type Query { product: Product }
    type Product @key(fields: "id") {
      id: ID!
      name: String @shareable
      stock: Int
      cost: Int @inaccessible
      color: Color
      size: Size @shareable
    }
    type Size @shareable { width: Int height: Int }
    enum Color { RED SECRET @inaccessible }
  `,
  resolvers: {
    Query: {
      product: () => ({
        id: "1",
        name: "from old",
        stock: -1,
        cost: 5,
        color: "SECRET",
        size: { width: 1, height: 2 },
      }),
    },
  },
};

const fresh = {
  name: "fresh",
  sdl: `
    type Product @key(fields: "id") {
      id: ID!
      name: String @shareable
      stock: Int @override(from: "old")
      cost: Int @external
      margin: Int @requires(fields: "cost")
      size: Size @shareable
    }
    type Size @shareable { width: Int height: Int }
  `,
  resolvers: {
    Product: {
      __resolveReference: (key: { id: string; cost?: number }) => ({ ...key, name: "from fresh", stock: 10 }),
      margin: ({ cost }: { cost: number }) => 10 - cost,
    },
  },
};

test("a shareable field is taken from the subgraph that is asked anyway", async () => {
  const { run, sent } = federate([old, fresh]);
  expect(await run("{ product { name size { width height } } }")).toEqual({
    data: { product: { name: "from old", size: { width: 1, height: 2 } } },
  });
  expect(sent).toHaveLength(1);
});

test("an overridden field is taken from its new owner", async () => {
  expect(await federate([old, fresh]).run("{ product { stock } }")).toEqual({ data: { product: { stock: 10 } } });
});

test("an inaccessible field can be required but not be selected", async () => {
  const { run, apiSdl } = federate([old, fresh]);
  expect(await run("{ product { margin } }")).toEqual({ data: { product: { margin: 5 } } });
  expect(apiSdl).not.toMatch(/cost|SECRET/);
  await expect(run("{ product { cost } }")).rejects.toThrow(/Cannot query field "cost"/);
});

test("an inaccessible enum value is null with an error that does not name it", async () => {
  const response = await federate([old, fresh]).run("{ product { color } }");
  expect(response.data).toEqual({ product: { color: null } });
  expect(response.errors).toEqual([
    {
      message: "The value of Product.color does not fit the schema.",
      path: ["product", "color"],
      extensions: { code: "INTERNAL_SERVER_ERROR" },
    },
  ]);
});
