import { buildSubgraphSchema } from "@apollo/subgraph";
import type { FastifyInstance } from "fastify";
import { parse } from "graphql";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { createEngine, type Engine } from "../../gateway/execution/engine.js";
import { createLocalSubgraph } from "../../gateway/execution/local-subgraph.js";
import { buildSupergraphServer, type SupergraphContext } from "../../gateway/http/supergraph-server.js";
import { createInProcessPlanner } from "../../gateway/planning/planner-in-process.js";
import { systemClock } from "../../lib/clock.js";
import { eidSource, systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";

const OLD = "Since 2026-03-01 it counts twice. Use Item.name. Removed after 2027-06-30.";
const SDL = `
  type Query { items(size: Size, old: Int @deprecated(reason: "Since 2026-02-01. Use size. Removed after 2027-01-31."), where: Where): [Item!]! }
  type Item { name: String! label: String @deprecated(reason: "${OLD}") part: Item boom: Int @deprecated(reason: "It fails. Use name.") }
  enum Size { SMALL LARGE @deprecated(reason: "Too large. Use SMALL. Removed after 2028-01-01.") }
  input Where { name: String, title: String @deprecated(reason: "Use name.") }
`;

const ITEM = {
  name: "one",
  label: "eins",
  part: { name: "two", label: "zwei" },
  boom: () => {
    throw new Error("boom");
  },
};

let app: FastifyInstance;
let viaApollo = 0;
let engine: Engine<SupergraphContext>;

beforeAll(async () => {
  const typeDefs = parse(SDL);
  const supergraph = composeSupergraph([{ name: "items", typeDefs }]);
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: { Query: { items: () => [ITEM] } } }]);
  engine = createEngine<SupergraphContext>({
    ...supergraph,
    clients: { items: createLocalSubgraph<SupergraphContext>(schema, () => ({ message: "Masked." })) },
    createPlanner: createInProcessPlanner,
  });
  app = await buildSupergraphServer({
    graph: {
      ...supergraph,
      schema: engine.schema,
      answer: engine.answer,
      prepare: (document, name) => {
        viaApollo += 1;
        return engine.prepare(document, name);
      },
    },
    limits: DEFAULT_LIMITS,
    newEid: eidSource(systemClock, systemRandom),
    log: createLog("silent"),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => await app.close());

/** Asks by Apollo Server, and then on the hot path until the operation is compiled: nobody can tell. */
async function ask(query: string) {
  const once = async () => {
    const answer = await request(`${app.listeningOrigin}/graphql`, {
      method: "POST",
      body: JSON.stringify({ query }),
      headers: { "content-type": "application/json" },
    });
    const { date: _date, "x-request-id": id, ...headers } = answer.headers;
    return { status: answer.statusCode, headers, text: (await answer.body.text()).replaceAll(String(id), "<id>") };
  };
  const first = await once();
  const before = viaApollo;
  for (let again = 0; again < 3; again += 1) expect(await once()).toEqual(first);
  expect(viaApollo).toBe(before);
  const body: { extensions?: { deprecations?: unknown[] } } = JSON.parse(first.text);
  return { ...first, body, deprecations: body.extensions?.deprecations };
}

test("fields, through fragments and aliases, once each with where the answer has it first", async () => {
  const { text, headers, deprecations } = await ask(
    "query { all: items { name ...P part { label } } } fragment P on Item { part { old: label } label }",
  );
  expect(text).toMatch(/^\{"data":\{"all":\[.*\]\},"extensions":\{"deprecations":\[.*\]\}\}\n$/);
  expect(deprecations).toEqual([
    { coordinate: "Item.label", reason: OLD, removal: "2027-06-30", path: ["all", "part", "old"] },
  ]);
  expect(headers["deprecation"]).toBe(`@${Date.parse("2026-03-01") / 1_000}`);
});

test("arguments, enum values and fields of inputs that are written out; the header has the earliest day", async () => {
  const { headers, deprecations } = await ask(`{ items(size: LARGE, old: 3, where: {title: "x"}) { label } }`);
  expect(deprecations).toMatchObject(
    [
      { coordinate: "Query.items(old:)", removal: "2027-01-31", path: ["items"] },
      { coordinate: "Size.LARGE", removal: "2028-01-01", path: ["items"] },
      { coordinate: "Where.title", removal: null, path: ["items"] },
      { coordinate: "Item.label", removal: "2027-06-30", path: ["items", "label"] },
    ].toSorted((a, b) => ORDER.indexOf(a.coordinate) - ORDER.indexOf(b.coordinate)),
  );
  expect(headers["deprecation"]).toBe(`@${Date.parse("2026-02-01") / 1_000}`);
});

/** As the operation has them. */
const ORDER = ["Size.LARGE", "Query.items(old:)", "Where.title", "Item.label"];

test("an answer with errors tells it too", async () => {
  const { text, headers, status } = await ask("{ items { boom name } }");
  expect(status).toBe(200);
  expect(text).toMatch(
    /^\{"errors":\[.*"<id>".*\],"data":.*,"extensions":\{"deprecations":\[\{"coordinate":"Item.boom"/,
  );
  // Nobody wrote since when.
  expect(headers["deprecation"]).toBe("@0");
});

test("an operation that touches nothing deprecated says nothing", async () => {
  const { body, headers } = await ask("{ items(size: SMALL) { name part { name } } }");
  expect(body).not.toHaveProperty("extensions");
  expect(headers).not.toHaveProperty("deprecation");
});
