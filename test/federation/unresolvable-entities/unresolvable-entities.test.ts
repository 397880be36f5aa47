import { expect, test } from "vitest";
import { notFound } from "../../../lib/errors.js";
import { federate, unreachable } from "../kit.js";

const posts = {
  name: "posts",
  sdl: `
    type Query { posts: [Post!]! post: Post }
    type Post { title: String author: User editor: User! readers: [User!] }
    type User @key(fields: "id") { id: ID! }
  `,
  resolvers: {
    Query: {
      post: () => post("1", "gone"),
      posts: () => [post("1", "gone"), post("gone", "2"), post("2", "1")],
    },
  },
};

const users = {
  name: "users",
  sdl: `type User @key(fields: "id") { id: ID! name: String! nick: String }`,
  resolvers: {
    User: {
      __resolveReference: ({ id }: { id: string }) => {
        if (id === "gone") throw notFound("User", id);
        return id === "null" ? null : { id, name: `User ${id}`, nick: `u${id}` };
      },
    },
  },
};

function post(author: string, editor: string) {
  return { title: "t", author: { id: author }, editor: { id: editor }, readers: [{ id: author }, { id: editor }] };
}

const NOT_FOUND = { message: "There is no User gone that you can see.", extensions: { code: "NOT_FOUND" } };

test("behind a nullable field a missing object is null, with one error at its path", async () => {
  expect(await federate([posts, users]).run("{ posts { author { name } } }")).toEqual({
    data: { posts: [{ author: { name: "User 1" } }, { author: null }, { author: { name: "User 2" } }] },
    errors: [{ ...NOT_FOUND, path: ["posts", 1, "author"] }],
  });
});

test("behind a non-null field it takes the object that holds it along, without a second error", async () => {
  expect(await federate([posts, users]).run("{ post { title e: editor { name } } }")).toEqual({
    data: { post: null },
    errors: [{ ...NOT_FOUND, path: ["post", "e"] }],
  });
});

test("nullable fields of a missing object are null and the object stays", async () => {
  expect(await federate([posts, users]).run("{ post { editor { id nick } } }")).toEqual({
    data: { post: { editor: { id: "gone", nick: null } } },
    errors: [{ ...NOT_FOUND, path: ["post", "editor"] }],
  });
});

test("every object that stands for the missing one has an error at its own path, aliases and indexes included", async () => {
  const { data, errors } = await federate([posts, users]).run(
    "{ list: posts { who: author { nick } readers { nick } } }",
  );
  expect(data).toEqual({
    list: [
      { who: { nick: "u1" }, readers: [{ nick: "u1" }, { nick: null }] },
      { who: { nick: null }, readers: [{ nick: null }, { nick: "u2" }] },
      { who: { nick: "u2" }, readers: [{ nick: "u2" }, { nick: "u1" }] },
    ],
  });
  expect(errors?.map((error) => error.path)).toEqual(
    expect.arrayContaining([
      ["list", 1, "who"],
      ["list", 0, "readers", 1],
      ["list", 1, "readers", 0],
    ]),
  );
  expect(errors).toHaveLength(3);
});

test("a null without a reason gets the reason that the schema forbids it", async () => {
  const nobody = { ...posts, resolvers: { Query: { post: () => post("null", "null") } } };
  expect(await federate([nobody, users]).run("{ post { author { name } } }")).toEqual({
    data: { post: { author: null } },
    errors: [
      {
        message: "Cannot return null for non-nullable field User.name.",
        path: ["post", "author", "name"],
        extensions: { code: "INTERNAL_SERVER_ERROR" },
      },
    ],
  });
});

test("a subgraph that is away is one SERVICE_UNAVAILABLE per object, without its address, and the rest is there", async () => {
  const response = await federate([posts, { ...users, client: unreachable() }]).run(
    "{ posts { title author { name } } }",
  );
  expect(response.data).toEqual({ posts: [1, 2, 3].map(() => ({ title: "t", author: null })) });
  expect(response.errors).toEqual(
    [0, 1, 2].map((index) => ({
      message: "A part of the service is away for the moment; try again.",
      path: ["posts", index, "author"],
      extensions: { code: "SERVICE_UNAVAILABLE" },
    })),
  );
});

test("when the first subgraph is away, each of its root fields has the error SERVICE_UNAVAILABLE", async () => {
  const response = await federate([{ ...posts, client: unreachable() }, users]).run(
    "{ one: post { title } two: post { title } }",
  );
  expect(response.data).toEqual({ one: null, two: null });
  expect(response.errors?.map(({ path, extensions }) => [path, extensions?.["code"]])).toEqual([
    [["one"], "SERVICE_UNAVAILABLE"],
    [["two"], "SERVICE_UNAVAILABLE"],
  ]);
});
