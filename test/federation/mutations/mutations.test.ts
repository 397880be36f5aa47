import { expect, test } from "vitest";
import { federate, type ToySubgraph } from "../kit.js";

function slowly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

function carts(log: string[]): ToySubgraph[] {
  return [
    {
      name: "carts",
      sdl: `
        type Query { cart: Cart }
        type Mutation { add(item: String!): Cart fail: Cart }
        type Cart @key(fields: "id") { id: ID! items: Int }
      `,
      resolvers: {
        Mutation: {
          add: async (_: unknown, { item }: { item: string }) => {
            await slowly();
            log.push(`add ${item}`);
            return { id: item, items: log.length };
          },
          fail: () => {
            throw new Error("secret detail");
          },
        },
      },
    },
    {
      name: "prices",
      sdl: `
        type Mutation { discount(percent: Int!): Int }
        type Cart @key(fields: "id") { id: ID! total: Int }
      `,
      resolvers: {
        Mutation: { discount: (_: unknown, { percent }: { percent: number }) => log.push(`discount ${percent}`) },
        Cart: {
          __resolveReference: async ({ id }: { id: string }) => {
            await slowly();
            log.push(`total ${id}`);
            return { id, total: log.length };
          },
        },
      },
    },
  ];
}

test("root fields run one after the other in document order, each with all that is selected of it", async () => {
  const log: string[] = [];
  const { run } = federate(carts(log));
  const query = `mutation ($p: Int!) { a: add(item: "a") { total } discount(percent: $p) ...More c: add(item: "c") { items } } fragment More on Mutation { b: add(item: "b") { total items } }`;
  const response = await run(query, { p: 5 });
  expect(log).toEqual(["add a", "total a", "discount 5", "add b", "total b", "add c"]);
  expect(JSON.stringify(response)).toBe(
    `{"data":{"a":{"total":2},"discount":3,"b":{"total":5,"items":4},"c":{"items":6}}}`,
  );
});

test("a field that fails does not keep the next ones from running, and what it threw is masked", async () => {
  const log: string[] = [];
  const response = await federate(carts(log)).run(`mutation { fail { total } add(item: "a") { id } }`);
  expect(response.data).toEqual({ fail: null, add: { id: "a" } });
  expect(response.errors).toMatchObject([
    { message: "Masked.", path: ["fail"], extensions: { code: "INTERNAL_SERVER_ERROR" } },
  ]);
  expect(response.errors).toHaveLength(1);
});
