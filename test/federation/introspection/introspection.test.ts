import { buildClientSchema, getIntrospectionQuery, printSchema } from "graphql";
import { expect, test } from "vitest";
import { federate } from "../kit.js";

const things = {
  name: "things",
  sdl: `
    type Query { thing: Thing }
    "A thing." type Thing @key(fields: "id") { id: ID! "The old name." label: String @deprecated(reason: "Use name.") secret: Int @inaccessible }
  `,
  resolvers: { Query: { thing: () => ({ id: "1", label: "one" }) } },
};
const more = {
  name: "more",
  sdl: `type Thing @key(fields: "id") { id: ID! name: String }`,
  resolvers: { Thing: { __resolveReference: ({ id }: { id: string }) => ({ id, name: `Thing ${id}` }) } },
};

test("the schema that clients are told is the API schema", async () => {
  const { run, engine } = federate([things, more]);
  const { data } = await run(getIntrospectionQuery());
  const told = buildClientSchema(JSON.parse(JSON.stringify(data)));
  expect(printSchema(told)).toBe(printSchema(engine.schema));
  expect(printSchema(told)).toContain(`label: String @deprecated(reason: "Use name.")`);
  expect(printSchema(told)).not.toContain("secret");
});

test("introspection and data stand in one operation, in order, with aliases, fragments and variables", async () => {
  const { run, sent } = federate([things, more]);
  const query = `
    query ($name: String!) { root: __typename t: __type(name: $name) { ...T } thing { __typename name } ... on Query { __schema { queryType { name } } } }
    fragment T on __Type { name description fields(includeDeprecated: true) { name isDeprecated } }
  `;
  expect(JSON.stringify((await run(query, { name: "Thing" })).data)).toBe(
    JSON.stringify({
      root: "Query",
      t: {
        name: "Thing",
        description: "A thing.",
        fields: [
          { name: "id", isDeprecated: false },
          { name: "label", isDeprecated: true },
          { name: "name", isDeprecated: false },
        ],
      },
      thing: { __typename: "Thing", name: "Thing 1" },
      __schema: { queryType: { name: "Query" } },
    }),
  );
  expect(sent.map((request) => request.subgraph)).toEqual(["things", "more"]);
});

test("an operation that is about the schema alone asks no subgraph", async () => {
  const { run, sent } = federate([things, more]);
  expect(await run('{ __typename n: __type(name: "Nothing") { name } }')).toEqual({
    data: { __typename: "Query", n: null },
  });
  expect(sent).toEqual([]);
});
