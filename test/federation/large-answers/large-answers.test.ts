import { expect, test } from "vitest";
import { federate } from "../kit.js";

interface Item {
  name: null;
  number: null;
  self: Item;
}

const item: Item = {
  name: null,
  number: null,
  get self() {
    return item;
  },
};

const items = {
  name: "items",
  sdl: `
    type Query { items(count: Int!): [Item] grid(count: Int!): [[Item]] }
    type Item { name: String number: Int self: Item }
  `,
  resolvers: {
    Query: {
      items: (_source: unknown, { count }: { count: number }) => Array.from({ length: count }, () => item),
      grid: (_source: unknown, { count }: { count: number }) => Array.from({ length: count }, () => [null, item, null]),
    },
  },
};

/** As long as a name may be without anybody minding. */
const ALIASES = Array.from({ length: 8 }, (_, i) => `${"abcdefgh".charAt(i).repeat(100)}: __typename`).join(" ");

test.each([
  ["objects that hold nothing but null", "{ items(count: 12000) { name number } }", 12_000],
  ["objects that hold nothing but their type, under long names", `{ items(count: 400) { ${ALIASES} } }`, 400],
  [
    "such objects in each other",
    `{ items(count: 100) { ${"self { ".repeat(8)} ${ALIASES} ${`${ALIASES} } `.repeat(8)} } }`,
    100,
  ],
  ["lists of lists of them", `{ items: grid(count: 5000) { name number } }`, 5_000],
])("a long answer of %s is whole, from plain and from compiled code", async (_name, query, count) => {
  const { run } = federate([items]);
  // The kit runs the query until it is compiled, and compares the bytes.
  const { data = {}, errors } = await run(query);
  expect(errors).toBeUndefined();
  expect(data?.["items"]).toHaveLength(count);
});
