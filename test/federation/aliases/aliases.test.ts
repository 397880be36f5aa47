import { expect, test } from "vitest";
import { federate } from "../kit.js";

const users = {
  name: "users",
  sdl: `
    type Query { user(id: ID!): User }
    type User @key(fields: "id") { id: ID! name(upper: Boolean): String friend: User }
  `,
  resolvers: {
    Query: { user: (_: unknown, { id }: { id: string }) => ({ id, friend: { id: `${id}f` } }) },
    User: {
      name: ({ id }: { id: string }, { upper }: { upper?: boolean }) => (upper === true ? `USER ${id}` : `user ${id}`),
    },
  },
};

const photos = {
  name: "photos",
  sdl: `
    type User @key(fields: "id") { id: ID! photos(first: Int!): [Photo!]! cover: Photo }
    type Photo { url(size: Int!): String owner: User }
  `,
  resolvers: {
    User: {
      __resolveReference: ({ id }: { id: string }) => ({ id, cover: { n: 0, owner: { id } } }),
      photos: ({ id }: { id: string }, { first }: { first: number }) =>
        Array.from({ length: first }, (_item, n) => ({ n, owner: { id } })),
    },
    Photo: { url: ({ n }: { n: number }, { size }: { size: number }) => `${n}@${size}` },
  },
};

test("aliases at every level, across subgraphs, with the same field in several arguments", async () => {
  const query = `{
    a: user(id: "1") { id: name, n: name(upper: true), p1: photos(first: 1) { s: url(size: 1) l: url(size: 9) } p2: photos(first: 2) { url(size: 5) } }
    b: user(id: "2") { friend { me: id you: cover { owner { hi: name } } } }
  }`;
  expect(await federate([users, photos]).run(query)).toEqual({
    data: {
      a: { id: "user 1", n: "USER 1", p1: [{ s: "0@1", l: "0@9" }], p2: [{ url: "0@5" }, { url: "1@5" }] },
      b: { friend: { me: "2f", you: { owner: { hi: "user 2f" } } } },
    },
  });
});

test("selections of one field that stand apart are merged, in the order of their first mention", async () => {
  const query = `{ user(id: "1") { friend { id } name ...F } } fragment F on User { friend { cover { url(size: 1) } name } id name }`;
  const response = await federate([users, photos]).run(query);
  expect(JSON.stringify(response.data)).toBe(
    `{"user":{"friend":{"id":"1f","cover":{"url":"0@1"},"name":"user 1f"},"name":"user 1","id":"1"}}`,
  );
});

test("names of Object.prototype are aliases like any other and pollute nothing", async () => {
  const query = `{
    __proto__: user(id: "1") { constructor: name toString: cover { __proto__: url(size: 1) hasOwnProperty: owner { __proto__: name } } }
    constructor: user(id: "2") { __proto__: friend { polluted: name } }
  }`;
  const { data, errors } = await federate([users, photos]).run(query);
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).toBe(
    `{"__proto__":{"constructor":"user 1","toString":{"__proto__":"0@1","hasOwnProperty":{"__proto__":"user 1"}}},` +
      `"constructor":{"__proto__":{"polluted":"user 2f"}}}`,
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
