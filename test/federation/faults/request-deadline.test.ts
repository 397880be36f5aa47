import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { composeSupergraph } from "../../../gateway/composition/compose.js";
import { createEngine } from "../../../gateway/execution/engine.js";
import { createLocalSubgraph } from "../../../gateway/execution/local-subgraph.js";
import { createInProcessPlanner } from "../../../gateway/planning/planner-in-process.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])\n`;

/** An engine over two subgraphs of this process, the first of which takes its time. */
function slowEngine(asked: string[], requestMs?: number, deadlineMs?: number) {
  const first = {
    name: "first",
    typeDefs: parse(`${LINK} type Query { thing: Thing } type Thing @key(fields: "id") { id: ID! }`),
    resolvers: {
      Query: {
        thing: async () => {
          asked.push("first");
          await sleep(60);
          return { id: "1" };
        },
      },
    },
  };
  const second = {
    name: "second",
    typeDefs: parse(`${LINK} type Thing @key(fields: "id") { id: ID! more: String }`),
    resolvers: {
      Thing: {
        __resolveReference: ({ id }: { id: string }) => {
          asked.push("second");
          return { id, more: "more" };
        },
      },
    },
  };
  const clients = [first, second].map(({ name, ...area }) => [
    name,
    createLocalSubgraph<object>(buildSubgraphSchema([area]), () => ({ message: "Masked." })),
  ]);
  return createEngine<object>({
    ...composeSupergraph([first, second]),
    clients: Object.fromEntries(clients),
    createPlanner: createInProcessPlanner,
    ...(requestMs !== undefined && { requestMs }),
    deadlineMs: () => deadlineMs,
  });
}

const QUESTION = { document: parse("{ thing { id more } }"), context: {} };

test("a request that took too long asks no further area, of this process either, and says so at the path", async () => {
  const asked: string[] = [];
  const answer = await slowEngine(asked, 30).execute(QUESTION);
  expect(JSON.parse(JSON.stringify(answer))).toMatchObject({
    data: { thing: { id: "1", more: null } },
    errors: [{ path: ["thing"], extensions: { code: "DEADLINE_EXCEEDED" } }],
  });
  expect(asked).toEqual(["first"]);
});

test("one that may take longer than others does", async () => {
  const asked: string[] = [];
  const answer = await slowEngine(asked, 30, 60_000).execute(QUESTION);
  expect(JSON.parse(JSON.stringify(answer))).toEqual({ data: { thing: { id: "1", more: "more" } } });
});

test("one that has time left gets everything", async () => {
  const asked: string[] = [];
  const answer = await slowEngine(asked).execute(QUESTION);
  expect(JSON.parse(JSON.stringify(answer))).toEqual({ data: { thing: { id: "1", more: "more" } } });
  expect(asked).toEqual(["first", "second"]);
});
