import { expect, test } from "vitest";
import { federate } from "../kit.js";

const users = {
  name: "users",
  sdl: `type Query { me: User other: User } type User @key(fields: "id") { id: ID! name: String friend: User }`,
  resolvers: {
    Query: {
      me: () => ({ id: "1", name: "Ann", friend: { id: "2", name: "Bob" } }),
      other: () => ({ id: "3", name: "Cay" }),
    },
  },
};

const mail = {
  name: "mail",
  sdl: `type User @key(fields: "id") { id: ID! inbox: Box } type Box { size: Int unread: Int }`,
  resolvers: {
    User: { __resolveReference: ({ id }: { id: string }) => ({ id, inbox: { size: Number(id), unread: 0 } }) },
  },
};

const QUERY = `
  query ($a: Boolean!, $b: Boolean = true) {
    me @include(if: $a) {
      name @skip(if: $b)
      ... @include(if: $b) { inbox { size @skip(if: $a) unread } }
      ...Friend @skip(if: $b)
    }
    other { inbox @include(if: $a) { size } ... on User @skip(if: $a) { name } }
  }
  fragment Friend on User { friend { name @include(if: $a) inbox @include(if: $b) { size } id } }
`;

test("@skip and @include hold at every level, with variables and their defaults", async () => {
  const { run } = federate([users, mail]);
  expect(await run(QUERY, { a: true })).toEqual({
    data: { me: { inbox: { unread: 0 } }, other: { inbox: { size: 3 } } },
  });
  expect(await run(QUERY, { a: true, b: false })).toEqual({
    data: { me: { name: "Ann", friend: { name: "Bob", id: "2" } }, other: { inbox: { size: 3 } } },
  });
  expect(await run(QUERY, { a: false, b: false })).toEqual({ data: { other: { name: "Cay" } } });
});

test("a subgraph that only left-out fields need is not asked", async () => {
  const { run, sent } = federate([users, mail]);
  await run("query ($a: Boolean!) { me { name inbox @include(if: $a) { size } } }", { a: false });
  expect(sent.map((request) => request.subgraph)).toEqual(["users"]);
});

test("an object of which everything is left out is empty, an operation without any field asks nobody", async () => {
  const { run, sent } = federate([users, mail]);
  expect(await run("query ($a: Boolean!) { me { inbox { size @include(if: $a) } } }", { a: false })).toEqual({
    data: { me: { inbox: {} } },
  });
  sent.length = 0;
  expect(await run("query ($a: Boolean!) { me @include(if: $a) { name } }", { a: false })).toEqual({ data: {} });
  expect(sent).toEqual([]);
});

test("the order of keys is that of the first field that is there", async () => {
  const { run } = federate([users, mail]);
  const query = "query ($a: Boolean!) { me { id @include(if: $a) name id } }";
  expect(JSON.stringify((await run(query, { a: true })).data)).toBe(`{"me":{"id":"1","name":"Ann"}}`);
  expect(JSON.stringify((await run(query, { a: false })).data)).toBe(`{"me":{"name":"Ann","id":"1"}}`);
});
