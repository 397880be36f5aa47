import { expect, test } from "vitest";
import { federate } from "../kit.js";

const byNumber = {
  name: "numbers",
  sdl: `type Query { part: Part parts: [Part] } type Part @key(fields: "number maker { id }") { number: Int! maker: Maker! } type Maker { id: ID! @shareable }`,
  resolvers: {
    Query: {
      part: () => ({ number: 1, maker: { id: "m" } }),
      parts: () => [{ number: 1, maker: { id: "m" } }, null, { number: 2, maker: { id: "m" } }],
    },
  },
};

const translator = {
  name: "translator",
  sdl: `type Part @key(fields: "number maker { id }") @key(fields: "code") { number: Int! maker: Maker! code: ID! } type Maker { id: ID! @shareable }`,
  resolvers: {
    Part: {
      __resolveReference: (part: { number: number; maker: { id: string } }) => ({
        ...part,
        code: `${part.maker.id}${part.number}`,
      }),
    },
  },
};

const prices = {
  name: "prices",
  sdl: `type Part @key(fields: "code") @key(fields: "sku") { code: ID! sku: ID! }`,
  resolvers: { Part: { __resolveReference: ({ code }: { code: string }) => ({ code, sku: `sku-${code}` }) } },
};

const weights = {
  name: "weights",
  sdl: `type Part @key(fields: "sku") { sku: ID! grams: Int }`,
  resolvers: { Part: { __resolveReference: ({ sku }: { sku: string }) => ({ sku, grams: sku.length }) } },
};

test("an object is followed over several keys to the subgraph that has the field", async () => {
  const { run, sent } = federate([byNumber, translator, prices, weights]);
  expect(await run("{ part { grams } }")).toEqual({ data: { part: { grams: 6 } } });
  expect(sent.map((request) => request.subgraph)).toEqual(["numbers", "translator", "prices", "weights"]);
});

test("a hop serves a whole list at once and keeps its nulls", async () => {
  const { run, sent } = federate([byNumber, translator, prices, weights]);
  expect(await run("{ parts { grams } }")).toEqual({ data: { parts: [{ grams: 6 }, null, { grams: 6 }] } });
  expect(sent).toHaveLength(4);
});
