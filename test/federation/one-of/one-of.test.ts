import { GraphQLScalarType, isInputObjectType } from "graphql";
import { expect, test } from "vitest";
import { federate } from "../kit.js";

const search = {
  name: "search",
  sdl: `
    scalar Day
    type Query { find(by: By!, in: [By!]): String on(day: Day): String }
    "Exactly one of them." input By @oneOf { "The number." id: ID name: NameFilter day: Day }
    input NameFilter { contains: String = "x" @deprecated }
  `,
  resolvers: {
    Query: {
      find: (_: unknown, args: unknown) => JSON.stringify(args),
      on: (_: unknown, { day }: { day?: unknown }) => JSON.stringify(day),
    },
    Day: new GraphQLScalarType({
      name: "Day",
      parseValue: (value) => {
        if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) throw new Error("A day is YYYY-MM-DD.");
        return value;
      },
    }),
  },
};
const other = {
  name: "other",
  sdl: `type Query { other(by: By): Int } input By @oneOf { id: ID name: NameFilter day: Day } input NameFilter { contains: String = "x" } scalar Day`,
};

test("@oneOf, descriptions and deprecations survive composition", () => {
  const { engine, supergraphSdl, apiSdl } = federate([search, other]);
  const by = engine.schema.getType("By");
  expect(isInputObjectType(by) && by.isOneOf).toBe(true);
  for (const sdl of [supergraphSdl, apiSdl]) {
    expect(sdl).toMatch(/input By .*@oneOf/);
    expect(sdl).toContain("Exactly one of them.");
    expect(sdl).toContain("The number.");
    expect(sdl).toMatch(/contains: String = "x".* @deprecated/);
  }
});

test("a @oneOf input reaches the subgraph, from a literal and from a variable", async () => {
  const { run } = federate([search, other]);
  expect(await run(`{ find(by: { id: "1" }, in: [{ name: {} }]) }`)).toEqual({
    data: { find: `{"by":{"id":"1"},"in":[{"name":{"contains":"x"}}]}` },
  });
  expect(
    await run("query ($by: By!, $id: ID!) { find(by: $by, in: [{ id: $id }]) }", {
      by: { name: { contains: "a" } },
      id: 2,
    }),
  ).toEqual({
    data: { find: `{"by":{"name":{"contains":"a"}},"in":[{"id":"2"}]}` },
  });
});

test("BAD_USER_INPUT: two of a @oneOf input are refused before any subgraph is asked", async () => {
  const { run, sent } = federate([search, other]);
  const response = await run("query ($by: By!) { find(by: $by) }", { by: { id: "1", name: {} } });
  expect(response).not.toHaveProperty("data");
  expect(response.errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
  await expect(run(`{ find(by: { id: "1", name: {} }) }`)).rejects.toThrow(/exactly one key/);
  expect(sent).toEqual([]);
});

test("BAD_USER_INPUT: a scalar that only the subgraph can check, as a literal and as a variable", async () => {
  const { run } = federate([search, other]);
  for (const response of [
    await run(`{ on(day: "today") }`),
    await run("query ($day: Day) { on(day: $day) }", { day: "today" }),
  ]) {
    expect(response.data).toEqual({ on: null });
    expect(response.errors).toMatchObject([{ path: ["on"], extensions: { code: "BAD_USER_INPUT" } }]);
    expect(response.errors?.[0]?.message).toMatch(/day" (has|got an) invalid value/);
  }
});

test("a variable that is not set is not sent, so that the subgraph's own meaning of absence holds", async () => {
  const { run } = federate([search, other]);
  expect(await run("query ($day: Day) { on(day: $day) }")).toEqual({ data: { on: null } });
  expect(await run("query ($day: Day) { on(day: $day) }", { day: null })).toEqual({ data: { on: "null" } });
});
