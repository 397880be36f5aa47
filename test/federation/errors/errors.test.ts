import { parse } from "graphql";
import { expect, test } from "vitest";
import { AppError } from "../../../lib/errors.js";
import { federate } from "../kit.js";

const teams = {
  name: "teams",
  sdl: `
    type Query { teams: [Team!] team: Team }
    type Team { name: String! members: [[User]!]! lead: User }
    type User @key(fields: "id") { id: ID! }
  `,
  resolvers: {
    Query: {
      teams: () => [{ name: "red", members: [[{ id: "1" }, { id: "2" }], [{ id: "1" }]], lead: { id: "2" } }],
      team: () => ({ name: "blue" }),
    },
    Team: {
      name: ({ name }: { name: string }) => {
        if (name === "blue") throw new Error("password is hunter2");
        return name;
      },
    },
  },
};

const users = {
  name: "users",
  sdl: `
    type User @key(fields: "id") { id: ID! nick(style: String): String badge: Badge pets: [Pet] }
    type Badge { number: Int! color: String }
    union Pet = Cat | Dog
    type Cat { name: String! } type Dog { name: String }
  `,
  resolvers: {
    User: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      nick: ({ id }: { id: string }) => {
        if (id === "1") return "one";
        throw new AppError("BAD_USER_INPUT", "No such style.", {
          violations: [{ path: ["style"], code: "UNKNOWN", message: "No such style." }],
        });
      },
      badge: ({ id }: { id: string }) => ({ number: id === "1" ? 1 : null, color: "red" }),
      pets: () => [{ __typename: "Dog" }, { __typename: "Cat" }],
    },
    Dog: { name: () => "Rex" },
    Cat: { name: () => Promise.reject(new AppError("CONFLICT", "The cat is busy.")) },
  },
};

test("an error of an entity's field is at the path of every object of which it is, code and violations untouched", async () => {
  const { data, errors } = await federate([teams, users]).run(
    `{ t: teams { m: members { n: nick(style: "x") } lead { nick } } }`,
  );
  expect(data).toEqual({ t: [{ m: [[{ n: "one" }, { n: null }], [{ n: "one" }]], lead: { nick: null } }] });
  const extensions = {
    code: "BAD_USER_INPUT",
    violations: [{ path: ["style"], code: "UNKNOWN", message: "No such style." }],
  };
  expect(errors).toEqual(
    expect.arrayContaining([
      { message: "No such style.", path: ["t", 0, "m", 0, 1, "n"], extensions },
      { message: "No such style.", path: ["t", 0, "lead", "nick"], extensions },
    ]),
  );
  expect(errors).toHaveLength(2);
});

test("an error below a null in a subgraph keeps its full path", async () => {
  const { data, errors } = await federate([teams, users]).run("{ teams { lead { badge { nr: number } } } }");
  expect(data).toEqual({ teams: [{ lead: { badge: null } }] });
  expect(errors?.map((error) => error.path)).toEqual([["teams", 0, "lead", "badge", "nr"]]);
});

test("an error of a field that had to be renamed on the way has the name that the client knows", async () => {
  const more = {
    name: "more",
    sdl: `type Query { cat: Cat dog: Dog } type Cat { name: String @shareable } type Dog { name: String @shareable }`,
  };
  const shared = {
    ...users,
    sdl: users.sdl
      .replace("Cat { name: String! }", "Cat { name: String! @shareable }")
      .replace("Dog { name: String }", "Dog { name: String @shareable }"),
  };
  const { run, sent } = federate([teams, shared, more]);
  const { data, errors } = await run("{ teams { lead { pets { ... on Dog { name } ... on Cat { name } } } } }");
  expect(data).toEqual({ teams: [{ lead: { pets: [{ name: "Rex" }, null] } }] });
  expect(errors).toEqual([
    { message: "The cat is busy.", path: ["teams", 0, "lead", "pets", 1, "name"], extensions: { code: "CONFLICT" } },
  ]);
  expect(sent.at(-1)?.operation).toMatch(/_internal_qp_alias_0: name/);
});

test("what was not meant for clients is masked, here by the given function", async () => {
  const response = await federate([teams, users]).run("{ team { name } }");
  expect(response.data).toEqual({ team: null });
  expect(response.errors).toMatchObject([{ message: "Masked.", path: ["team", "name"] }]);
});

test("BAD_USER_INPUT: a variable that does not fit keeps the operation from starting", async () => {
  const query = "query ($s: String, $n: String!) { teams { lead { nick(style: $s) } } __type(name: $n) { name } }";
  const response = await federate([teams, users]).run(query, { s: 5 });
  expect(response).not.toHaveProperty("data");
  expect(response.errors).toMatchObject([
    { extensions: { code: "BAD_USER_INPUT" } },
    { extensions: { code: "BAD_USER_INPUT" } },
  ]);
});

test("BAD_USER_INPUT: an operation name that is not in the document", async () => {
  const response = await federate([teams, users]).run("query A { teams { name } } query B { teams { name } }", {}, "C");
  expect(response).toEqual({
    errors: [{ message: `There is no operation named "C".`, extensions: { code: "BAD_USER_INPUT" } }],
  });
});

test("DEADLINE_EXCEEDED: when the request's signal has fired, no further subgraph is asked", async () => {
  const { engine, sent } = federate([teams, users]);
  const response = await engine.execute({
    document: parse("{ teams { name } }"),
    context: {},
    signal: AbortSignal.abort(),
  });
  expect(response).toMatchObject({
    data: { teams: null },
    errors: [{ path: ["teams"], extensions: { code: "DEADLINE_EXCEEDED" } }],
  });
  expect(sent).toEqual([]);
});
