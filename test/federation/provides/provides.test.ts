import { expect, test } from "vitest";
import { federate } from "../kit.js";

const users = {
  name: "users",
  sdl: `type Query { me: User } type User @key(fields: "id") { id: ID! name: String @shareable email: String @shareable }`,
  resolvers: {
    Query: { me: () => ({ id: "1", name: "Ann", email: "ann@example.com" }) },
    User: { __resolveReference: ({ id }: { id: string }) => ({ id, name: "Ann", email: "ann@example.com" }) },
  },
};

const reviews = {
  name: "reviews",
  sdl: `
    type Query { reviews: [Review!]! latest: Review @shareable }
    type Review { text: String author: User @provides(fields: "name") writer: User }
    type User @key(fields: "id") { id: ID! name: String @external }
  `,
  resolvers: {
    Query: { reviews: () => [{ text: "fine", author: { id: "1", name: "Ann" }, writer: { id: "1" } }] },
  },
};

test("a provided field is taken from the subgraph that provides it", async () => {
  const { run, sent } = federate([users, reviews]);
  expect(await run("{ reviews { author { name } } }")).toEqual({ data: { reviews: [{ author: { name: "Ann" } }] } });
  expect(sent.map((request) => request.subgraph)).toEqual(["reviews"]);
});

test("on a path that does not provide it the owner is asked", async () => {
  const { run, sent } = federate([users, reviews]);
  expect(await run("{ reviews { writer { name } author { email } } }")).toEqual({
    data: { reviews: [{ writer: { name: "Ann" }, author: { email: "ann@example.com" } }] },
  });
  expect(sent[0]?.subgraph).toBe("reviews");
  expect(sent.slice(1).every((request) => request.subgraph === "users")).toBe(true);
});
