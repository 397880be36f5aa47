import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { composeSupergraph } from "../../../gateway/composition/compose.js";
import { createEngine } from "../../../gateway/execution/engine.js";
import { createLocalSubgraph } from "../../../gateway/execution/local-subgraph.js";
import { createInProcessPlanner } from "../../../gateway/planning/planner-in-process.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])\n`;

interface Times {
  /** Milliseconds that the first subgraph takes. */
  firstMs: number;
  /** Milliseconds for a request that may take longer than others. */
  deadlineMs?: number;
}

/** An engine over two subgraphs of this process. */
function engineOf(asked: string[], requestMs: number) {
  const first = {
    name: "first",
    typeDefs: parse(`${LINK} type Query { thing: Thing } type Thing @key(fields: "id") { id: ID! }`),
    resolvers: {
      Query: {
        thing: async (_source: unknown, _arguments: unknown, { firstMs }: Times) => {
          asked.push("first");
          await sleep(firstMs);
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
    createLocalSubgraph<Times>(buildSubgraphSchema([area]), () => ({ message: "Masked." })),
  ]);
  return createEngine<Times>({
    ...composeSupergraph([first, second]),
    clients: Object.fromEntries(clients),
    createPlanner: createInProcessPlanner,
    requestMs,
    deadlineMs: ({ deadlineMs }) => deadlineMs,
  });
}

const QUESTION = { document: parse("{ thing { id more } }") };
const WHOLE = { data: { thing: { id: "1", more: "more" } } };

test("a request that took too long asks no further area, of this process either, and says so at the path; one that may take longer does", async () => {
  const asked: string[] = [];
  const engine = engineOf(asked, 500);
  // The first of all is planned, which may take as long as it likes.
  const patient = await engine.execute({ ...QUESTION, context: { firstMs: 700, deadlineMs: 60_000 } });
  expect(JSON.parse(JSON.stringify(patient))).toEqual(WHOLE);
  asked.length = 0;
  const answer = await engine.execute({ ...QUESTION, context: { firstMs: 700 } });
  expect(JSON.parse(JSON.stringify(answer))).toMatchObject({
    data: { thing: { id: "1", more: null } },
    errors: [{ path: ["thing"], extensions: { code: "DEADLINE_EXCEEDED" } }],
  });
  expect(asked).toEqual(["first"]);
});

test("one that has time left gets everything", async () => {
  const asked: string[] = [];
  const answer = await engineOf(asked, 60_000).execute({ ...QUESTION, context: { firstMs: 60 } });
  expect(JSON.parse(JSON.stringify(answer))).toEqual(WHOLE);
  expect(asked).toEqual(["first", "second"]);
});
