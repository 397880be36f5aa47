import { expect, test } from "vitest";
import { federate } from "../kit.js";

const orders = {
  name: "orders",
  sdl: `
    type Query { order: Order }
    type Order @key(fields: "shop { id } number") { shop: Shop! number: Int! name: String }
    type Shop @key(fields: "id") { id: ID! }
  `,
  resolvers: { Query: { order: () => ({ shop: { id: "s1" }, number: 7, name: "seventh" }) } },
};

const billing = {
  name: "billing",
  sdl: `
    type Order @key(fields: "shop { id } number") { shop: Shop! number: Int! total: String }
    type Shop @key(fields: "id") { id: ID! title: String }
  `,
  resolvers: {
    Order: {
      __resolveReference: (key: { shop: { id: string }; number: number }) => ({
        ...key,
        total: `${key.shop.id}/${key.number}`,
      }),
    },
    Shop: { __resolveReference: ({ id }: { id: string }) => ({ id, title: `Shop ${id}` }) },
  },
};

test("a key of several fields, some of them nested, joins", async () => {
  const { run } = federate([orders, billing]);
  expect(await run("{ order { total name shop { title } } }")).toEqual({
    data: { order: { total: "s1/7", name: "seventh", shop: { title: "Shop s1" } } },
  });
});

test("aliases that hide the key fields do not disturb the join", async () => {
  const { run } = federate([orders, billing]);
  expect(await run("{ order { number: name shop: number id: total } }")).toEqual({
    data: { order: { number: "seventh", shop: 7, id: "s1/7" } },
  });
});
