import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { SUBGRAPHS_MODE } from "../kit/subgraphs-mode.js";

let demo: TestService;
let elsewhere: TestService;
beforeAll(async () => {
  demo = await startService();
  elsewhere = await startService({ development: false });
});
afterAll(async () => {
  await demo.close();
  await elsewhere.close();
});

interface Fetch {
  subgraph: string;
  kind: string;
  ms: number;
  rows: number;
  errors: number;
  statements: string[];
}

interface Told {
  data?: unknown;
  errors?: unknown[];
  extensions?: {
    cost?: number;
    statements?: number;
    queryPlan?: { kind: string; node?: { kind: string } };
    trace?: { fetches: Fetch[] };
    expectedFetches?: number;
  };
}

async function ask(
  service: TestService,
  as: "staff" | "admin" | "granted",
  headers: Record<string, string>,
  query: string,
): Promise<Told> {
  const answer = await service.request({ as, method: "POST", url: "/graphql", payload: { query }, headers });
  expect(answer.status).toBe(200);
  return answer.json as Told;
}

const TWO_AREAS = (eid: string): string =>
  `{ advertisable(eid: "${eid}") { campaigns(first: 1) { nodes { name deliveries(range: {pastDays: 3}) { summary { impressions } } } } } }`;

describe("adgraph-trace: 1", () => {
  test("tells the plan, and of each fetch its subgraph, time, rows and SQL", async () => {
    const { data, extensions } = await ask(
      demo,
      "granted",
      { "adgraph-trace": "1", "adgraph-statements": "count" },
      TWO_AREAS(demo.world.granted.advertisable),
    );
    expect(data).toMatchObject({ advertisable: { campaigns: { nodes: [{ name: "Granted campaign" }] } } });
    expect(extensions?.queryPlan).toMatchObject({
      kind: "QueryPlan",
      node: {
        kind: "Sequence",
        nodes: [
          { kind: "Fetch", serviceName: "entities" },
          { kind: "Flatten", node: { kind: "Fetch", serviceName: "reporting" } },
        ],
      },
    });
    const fetches = extensions?.trace?.fetches ?? [];
    expect(fetches).toMatchObject([
      { subgraph: "entities", kind: "query", errors: 0 },
      { subgraph: "reporting", kind: "query", errors: 0 },
    ]);
    const [entities, reporting] = fetches;
    // The advertisable, its page, and the campaign.
    expect(entities?.rows).toBe(3);
    if (SUBGRAPHS_MODE === "http") {
      // An area elsewhere tells how many statements it took, and not which.
      expect(fetches.flatMap((fetch) => fetch.statements)).toEqual([]);
      expect(extensions?.statements).toBeGreaterThan(1);
    } else {
      expect(entities?.statements.join()).toContain("entities.campaign");
      expect(reporting?.statements.join()).toContain("reporting.delivery_by_campaign");
      expect(reporting?.statements.join()).not.toContain("entities.");
      expect(fetches.flatMap((fetch) => fetch.statements)).toHaveLength(extensions?.statements ?? -1);
    }
    for (const fetch of fetches) expect(fetch.ms).toBeGreaterThan(0);
    expect(extensions?.cost).toBe(1 + 1 + 1 + 1);
  });

  test("the two fields of a mutation are two steps of one plan", async () => {
    const { extensions } = await ask(
      demo,
      "admin",
      { "adgraph-trace": "1" },
      `mutation { a: pauseAd(input: {eid: "x"}) { ad { eid } } b: pauseAd(input: {eid: "y"}) { ad { eid } } }`,
    );
    expect(extensions?.queryPlan?.node).toMatchObject({
      kind: "Sequence",
      nodes: [{ kind: "Fetch" }, { kind: "Fetch" }],
    });
    expect(extensions?.trace?.fetches).toMatchObject([
      { kind: "mutation", errors: 1 },
      { kind: "mutation", errors: 1 },
    ]);
  });
});

describe("adgraph-explain: 1", () => {
  test("tells cost, plan and fetches, and runs nothing", async () => {
    const { data, errors, extensions } = await ask(
      demo,
      "admin",
      { "adgraph-explain": "1", "adgraph-statements": "count" },
      TWO_AREAS(demo.world.granted.advertisable),
    );
    expect({ data, errors }).toEqual({ data: null, errors: undefined });
    expect(extensions).toMatchObject({ cost: 4, expectedFetches: 2, statements: 0, queryPlan: { kind: "QueryPlan" } });

    const first = { "adgraph-explain": "1" };
    const unseen = TWO_AREAS(demo.world.granted.advertisable).replace("{", "query Unseen {");
    expect((await ask(demo, "admin", first, unseen)).extensions).toMatchObject({ expectedStatements: null });
    const { extensions: ran } = await ask(demo, "admin", { "adgraph-statements": "count" }, unseen);
    expect(ran?.statements).toBeGreaterThan(0);
    for (let again = 0; again < 3; again += 1)
      expect((await ask(demo, "admin", first, unseen)).extensions).toMatchObject({
        expectedStatements: ran?.statements,
      });

    const name = "Made by an explanation";
    const mutation = `mutation { createAdvertisable(input: {organizationEid: "x", name: "${name}"}) { advertisable { eid } } }`;
    expect(await ask(demo, "admin", { "adgraph-explain": "1" }, mutation)).toMatchObject({
      data: null,
      extensions: { expectedFetches: 1 },
    });
    const { rows } = await demo.db.owner.query("select 1 from entities.advertisable where name = $1", [name]);
    expect(rows).toEqual([]);
  });
});

test("outside the demo staff are told, others are answered as if they had not asked", async () => {
  const query = TWO_AREAS(elsewhere.world.granted.advertisable);
  const headers = { "adgraph-trace": "1", "adgraph-statements": "count" };
  expect((await ask(elsewhere, "staff", headers, query)).extensions).toMatchObject({
    queryPlan: { kind: "QueryPlan" },
    trace: { fetches: [{ subgraph: "entities" }, { subgraph: "reporting" }] },
  });
  for (const as of ["admin", "granted"] as const) {
    const told = await ask(elsewhere, as, { ...headers, "adgraph-explain": "1" }, query);
    expect(told.data).toMatchObject({ advertisable: { campaigns: { nodes: [{}] } } });
    expect(told.extensions).toBeUndefined();
  }
  const stranger = await elsewhere.request({ method: "POST", url: "/graphql", payload: { query }, headers });
  expect([stranger.status, stranger.text.includes("queryPlan")]).toEqual([401, false]);
});
