import { describe, expect, test } from "vitest";
import { createNodeSubgraph } from "../../../gateway/composition/node-subgraph.js";
import { ERROR_CODES, notFound } from "../../../lib/errors.js";
import { document, federate, type Toy, type ToySubgraph } from "../kit.js";

const A = "AAAAAAAAAAAAAAAAAAAAAA";
const B = "B_BBBBBBBBBBBBBBBBBBB-";
const GONE = "ZZZZZZZZZZZZZZZZZZZZZZ";

function area(name: string, noun: string, extra = ""): ToySubgraph {
  return {
    name,
    sdl: `
      interface Node { id: ID! }
      type Query { ${noun.toLowerCase()}(eid: ID!): ${noun} }
      type ${noun} implements Node @key(fields: "eid") { id: ID! @override(from: "node") eid: ID! name: String! ${extra} }
    `,
    resolvers: {
      Query: { [noun.toLowerCase()]: (_: unknown, { eid }: { eid: string }) => find(noun, eid) },
      [noun]: { __resolveReference: ({ eid }: { eid: string }) => find(noun, eid) },
    },
  };
}

function find(noun: string, eid: string) {
  if (eid === GONE) throw notFound(noun, eid);
  return { eid, id: `${noun}_${eid}`, name: `${noun} ${eid.charAt(0)}` };
}

const audience: ToySubgraph = {
  name: "audience",
  sdl: `type Advertisable @key(fields: "eid") { eid: ID! segments: Int }`,
  resolvers: { Advertisable: { __resolveReference: ({ eid }: { eid: string }) => ({ eid, segments: 3 }) } },
};

function graph(): Toy {
  const areas = [area("entities", "Advertisable"), area("email", "EmailCampaign", "subject: String"), audience];
  const node = createNodeSubgraph(areas.map(({ name, sdl }) => ({ name, typeDefs: document(sdl) })));
  return federate([...areas, { name: node.name, sdl: "", typeDefs: node.typeDefs, schema: node.schema }]);
}

const missing = (path: (string | number)[]) => ({
  message: expect.stringMatching(/^There is no /) as string,
  path,
  extensions: { code: "NOT_FOUND" },
});

describe("node", () => {
  test("finds an object of any area, with its fields from every area", async () => {
    const query = `query ($id: ID!) { node(id: $id) { __typename id ... on Advertisable { name segments } ... on EmailCampaign { eid } } }`;
    const { run } = graph();
    expect(await run(query, { id: `Advertisable_${A}` })).toEqual({
      data: { node: { __typename: "Advertisable", id: `Advertisable_${A}`, name: "Advertisable A", segments: 3 } },
    });
    expect(await run(query, { id: `EmailCampaign_${B}` })).toEqual({
      data: { node: { __typename: "EmailCampaign", id: `EmailCampaign_${B}`, eid: B } },
    });
  });

  test.each([
    "{ id }",
    "{ __typename }",
    "{ t: __typename }",
    "{ ... on Advertisable { eid } }",
    "{ ... on Advertisable { segments } }",
    "{ ... on EmailCampaign { name } }",
    "{ id: __typename ... on Advertisable { name } }",
  ])("NOT_FOUND: a missing object is null, whatever is asked of it: %s", async (selection) => {
    const { run } = graph();
    const query = `{ node(id: "Advertisable_${GONE}") ${selection} }`;
    expect(await run(query)).toEqual({ data: { node: null }, errors: [missing(["node"])] });
    expect(await run(query.replace(GONE, A))).not.toHaveProperty("errors");
  });

  test("NOT_FOUND under an alias and inside fragments on Query", async () => {
    const query = `query ($no: Boolean = false) { ...F } fragment F on Query { ... { it: node(id: "Advertisable_${GONE}") { __typename id @skip(if: $no) } } }`;
    const { run } = graph();
    expect(await run(query)).toEqual({ data: { it: null }, errors: [missing(["it"])] });
    expect(await run(query, { no: true })).toEqual({ data: { it: null }, errors: [missing(["it"])] });
  });

  test("the owner is asked for an object of which only the type is asked, and the answer has no more than that", async () => {
    const { run, sent } = graph();
    expect(await run(`{ node(id: "Advertisable_${A}") { __typename } }`)).toEqual({
      data: { node: { __typename: "Advertisable" } },
    });
    expect(sent.map((request) => request.subgraph)).toEqual(["node", "entities"]);
  });

  test.each([
    "",
    "x",
    A,
    `Advertisable_${A}A`,
    `Advertisable_${A.slice(1)}`,
    `Advertisable_${A.slice(1)}!`,
    `Advertisable-${A}`,
    `Nothing_${A}`,
    `__proto___${A}`,
    `Query_${A}`,
  ])("NOT_FOUND: what is no id of an object: %s", async (id) => {
    const query = "query ($id: ID!) { node(id: $id) { __typename } }";
    expect(await graph().run(query, { id })).toEqual({ data: { node: null }, errors: [missing(["node"])] });
  });
});

describe("nodes", () => {
  test("keeps the order, with null and an error in the place of each that is missing", async () => {
    const ids = [
      `EmailCampaign_${B}`,
      `Advertisable_${GONE}`,
      `Advertisable_${A}`,
      "nonsense",
      `EmailCampaign_${GONE}`,
      `Advertisable_${GONE}`,
    ];
    const response = await graph().run("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids });
    expect(response.data).toEqual({ nodes: [{ id: ids[0] }, null, { id: ids[2] }, null, null, null] });
    expect(response.errors).toEqual(expect.arrayContaining([1, 3, 4, 5].map((index) => missing(["nodes", index]))));
    expect(response.errors).toHaveLength(4);
  });

  test("each owner is asked once", async () => {
    const { run, sent } = graph();
    await run(`{ nodes(ids: ["Advertisable_${A}", "EmailCampaign_${A}", "Advertisable_${B}"]) { __typename } }`);
    expect(sent.map((request) => request.subgraph).toSorted()).toEqual(["email", "entities", "node"]);
  });
});

test("errorCodes lists the registry", async () => {
  const { data } = await graph().run("{ errorCodes { code httpStatus meaning } }");
  expect(data).toEqual({
    errorCodes: Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => ({
      code,
      httpStatus: status,
      meaning,
    })),
  });
});
