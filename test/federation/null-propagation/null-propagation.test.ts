import { expect, test } from "vitest";
import { federate } from "../kit.js";

const outer = {
  name: "outer",
  sdl: `
    type Query { a: A list: [A!] matrix: [[A!]!] strict: [A!]! broken: A! }
    type A { b: B! name: String }
    type B { c: C! }
    type C @key(fields: "id") { id: ID! }
  `,
  resolvers: {
    Query: {
      a: () => a("bad"),
      list: () => [a("good"), a("bad")],
      matrix: () => [[a("good")], [a("bad")]],
      strict: () => [a("bad")],
      broken: () => ({ b: null }),
    },
  },
};

const inner = {
  name: "inner",
  sdl: `type C @key(fields: "id") { id: ID! value: String! maybe: String }`,
  resolvers: { C: { __resolveReference: ({ id }: { id: string }) => (id === "bad" ? { id } : { id, value: "v" }) } },
};

function a(id: string) {
  return { name: "n", b: { c: { id } } };
}

const BAD = {
  message: "Masked.",
  extensions: { code: "INTERNAL_SERVER_ERROR", thrown: "Cannot return null for non-nullable field C.value." },
};

test("a null climbs over three non-null levels to the first place that may be null", async () => {
  expect(await federate([outer, inner]).run("{ a { name x: b { y: c { z: value } } } }")).toEqual({
    data: { a: null },
    errors: [{ ...BAD, path: ["a", "x", "y", "z"] }],
  });
});

test("out of a list it takes the list, out of a list of lists both", async () => {
  expect(await federate([outer, inner]).run("{ list { b { c { value } } } matrix { b { c { value } } } }")).toEqual({
    data: { list: null, matrix: null },
    errors: expect.arrayContaining([
      { ...BAD, path: ["list", 1, "b", "c", "value"] },
      { ...BAD, path: ["matrix", 1, 0, "b", "c", "value"] },
    ]),
  });
});

test("when no place may be null, data is null and not absent", async () => {
  expect(await federate([outer, inner]).run("{ a { name } strict { b { c { value } } } }")).toEqual({
    data: null,
    errors: [{ ...BAD, path: ["strict", 0, "b", "c", "value"] }],
  });
});

test("an error further down explains why a root field is missing; there is no second one", async () => {
  const response = await federate([outer, inner]).run("{ a { name } broken { x: b { c { id } } } }");
  expect(response.data).toBeNull();
  expect(response.errors?.map((error) => error.path)).toEqual([["broken", "x"]]);
});
