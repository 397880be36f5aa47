import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_FETCH_POLICY } from "../../lib/fetch-policy.js";
import type { JobRunner } from "../../lib/job-runner.js";
import { loadDomainAttributes } from "../../subgraphs/audience/domain-attributes.ingest.js";
import { startRunner } from "../kit/feeds.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
let runner: JobRunner;
beforeAll(async () => {
  service = await startService();
  runner = await startRunner(service, DEFAULT_FETCH_POLICY);
  await loadDomainAttributes(
    service.db.owner,
    Readable.from(
      "domain,company_name,country,industry,revenue,size,technologies,traffic_rank\n" +
        "full.example,F,US,Retail,1M,10,a|b|c|d|e|f,1000\nrank.example,,,,,,,10000001\nsome.example,S,US,,,,a,10000\n",
    ),
  );
});
afterAll(async () => {
  await runner.stop();
  await service.close();
});

async function done(
  mutation: string,
  inputType: string,
  input: object,
  selection: string,
): Promise<Record<string, unknown>> {
  const { data, errors } = await service.graphql(
    `mutation ($input: ${inputType}!) { done: ${mutation}(input: $input) { ${selection} } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data?.["done"] as Record<string, unknown>;
}

async function newList(domains: string[]): Promise<string> {
  const input = { advertisableEid: service.world.granted.advertisable, name: "List", domains };
  const created = await done(
    "createTargetAccountList",
    "CreateTargetAccountListInput",
    input,
    "targetAccountList { eid }",
  );
  return (created["targetAccountList"] as { eid: string }).eid;
}

interface ListData {
  scoringStatus: string;
  scoringItemsPending: boolean;
  scoringModelId: string | null;
  targetAccounts: { nodes: { domain: string; score: number | null; grade: string | null }[] };
}

async function listOf(eid: string): Promise<ListData> {
  const { data } = await service.graphql(
    `query ($eid: ID!) { targetAccountList(eid: $eid) { scoringStatus scoringItemsPending scoringModelId
       targetAccounts(first: 100) { nodes { domain score grade } } } }`,
    { eid },
  );
  return data?.["targetAccountList"] as ListData;
}

test("a list is scored in the background from what is known, and keeps the scores that the client gave", async () => {
  const eid = await newList(["full.example", "rank.example", "some.example", "unknown.example", "given.example"]);
  const items = [{ domain: "given.example", score: 33 }];
  await done("upsertTargetAccounts", "UpsertTargetAccountsInput", { listEid: eid, items }, "existingDomains");
  expect(await listOf(eid)).toMatchObject({
    scoringStatus: "NOT_SCORED",
    scoringItemsPending: true,
    scoringModelId: null,
  });
  const queued = await done(
    "editTargetAccountList",
    "EditTargetAccountListInput",
    { eid, scoringStatus: "PENDING" },
    "targetAccountList { scoringStatus }",
  );
  expect(queued).toEqual({ targetAccountList: { scoringStatus: "PENDING" } });
  await expect.poll(async () => (await listOf(eid)).scoringStatus, { timeout: 10_000 }).toBe("SCORED");
  expect(await listOf(eid)).toEqual({
    scoringStatus: "SCORED",
    scoringItemsPending: false,
    scoringModelId: "attributes-1",
    targetAccounts: {
      nodes: [
        { domain: "full.example", score: 100, grade: "A" },
        { domain: "given.example", score: 33, grade: "D" },
        { domain: "rank.example", score: 10, grade: "F" },
        { domain: "some.example", score: 56, grade: "C" },
        { domain: "unknown.example", score: null, grade: null },
      ],
    },
  });
  const scoringGrades = { A: 100, B: 99, C: 98, D: 50, F: 34 };
  await done(
    "editTargetAccountList",
    "EditTargetAccountListInput",
    { eid, scoringGrades },
    "targetAccountList { eid }",
  );
  expect((await listOf(eid)).targetAccounts.nodes.map(({ grade }) => grade)).toEqual(["A", null, null, "D", null]);
  const criteria = { grades: ["D"] };
  expect(
    await done("deleteTargetAccounts", "DeleteTargetAccountsInput", { listEid: eid, criteria }, "deletedCount"),
  ).toEqual({ deletedCount: 1 });
});

test("a page, an upsert of 1,000 and a deletion take as many statements as for one account", async () => {
  const statements: number[][] = [];
  for (const size of [1, 1_000]) {
    const domains = Array.from({ length: size }, (_, index) => `d${index}.example`);
    const eid = await newList([]);
    const ask = async (query: string, variables: object): Promise<number> => {
      const answer = await service.graphql(query, variables);
      expect(answer.errors).toBeUndefined();
      return answer.statements;
    };
    statements.push([
      await ask(
        "mutation ($input: UpsertTargetAccountsInput!) { upsertTargetAccounts(input: $input) { newDomains } }",
        {
          input: { listEid: eid, items: domains.map((domain) => ({ domain, score: 5 })) },
        },
      ),
      await ask(
        "query ($eid: ID!) { targetAccountList(eid: $eid) { targetAccounts(first: 100) { nodes { domain grade attributes { country } tier { eid } deliveries(range: { pastDays: 3 }) { summary { impressions } } } } } }",
        { eid },
      ),
      await ask(
        "mutation ($input: DeleteTargetAccountsInput!) { deleteTargetAccounts(input: $input) { deletedCount } }",
        {
          input: { listEid: eid, criteria: { score: { from: 1 } } },
        },
      ),
    ]);
    expect((await listOf(eid)).targetAccounts.nodes).toEqual([]);
  }
  expect(statements[1]).toEqual(statements[0]);
});

test("a page of a long list is read off an index in its order, and no other row of the list", async () => {
  const { advertisable } = service.world.granted;
  const eid = await newList([]);
  await service.db.owner.query(
    `insert into audience.target_account (advertisable_eid, tal_eid, domain, eid, score, is_score_given, created_at, updated_at)
     select $1, $2, 'd' || n || '.example', rpad('PLAN' || n, 22, 'A'), n % 100, true, now(), now() from generate_series(1, 5000) n`,
    [advertisable, eid],
  );
  await service.db.owner.query("analyze audience.target_account");
  for (const as of ["granted", "admin", "staff"] as const) {
    for (const field of ["DOMAIN", "SCORE", "CREATED_AT"]) {
      const before = service.db.statements.length;
      const { errors } = await service.graphql(
        `query ($eid: ID!) { targetAccountList(eid: $eid) { targetAccounts(first: 5, orderBy: [{ field: ${field} }]) { nodes { domain } } } }`,
        { eid },
        as,
      );
      expect(errors).toBeUndefined();
      const [page] = service.db.statements.slice(before).filter((sql) => sql.includes("page_cursor"));
      const { rows } = await service.db.owner.query(`explain (generic_plan) ${String(page)}`);
      expect([as, field, JSON.stringify(rows)]).toEqual([as, field, expect.not.stringContaining("Sort")]);
    }
  }
});

test("an advertisable shows its lists, and node finds accounts and tiers until their list is deleted", async () => {
  const eid = await newList(["a.example"]);
  const { granted } = service.world;
  const { tier } = await done(
    "createTier",
    "CreateTierInput",
    { listEid: eid, name: "T", domains: ["a.example"] },
    "tier { id }",
  );
  const { data } = await service.graphql(
    `query ($shop: ID!, $eids: [String!]) { advertisable(eid: $shop) { targetAccountLists(first: 1, filter: { eid: { in: $eids } }) { nodes {
       advertisable { name } tiers(first: 2) { nodes { name itemsCount } } targetAccounts(first: 2) { nodes { id tier { name } } } } } } }`,
    { shop: granted.advertisable, eids: [eid] },
  );
  expect(data).toMatchObject({
    advertisable: {
      targetAccountLists: {
        nodes: [
          {
            advertisable: { name: expect.any(String) },
            tiers: { nodes: [{ name: "T", itemsCount: 1 }] },
            targetAccounts: { nodes: [{ tier: { name: "T" } }] },
          },
        ],
      },
    },
  });
  const { advertisable } = data as {
    advertisable: { targetAccountLists: { nodes: { targetAccounts: { nodes: { id: string }[] } }[] } };
  };
  const ids = [advertisable.targetAccountLists.nodes[0]?.targetAccounts.nodes[0]?.id, (tier as { id: string }).id];
  const found = async () => (await service.graphql("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids })).data;
  expect(await found()).toEqual({ nodes: ids.map((id) => ({ id })) });
  await done("deleteTargetAccountList", "DeleteTargetAccountListInput", { eid }, "deletedEid");
  expect(await found()).toEqual({ nodes: [null, null] });
});

test("a write that waited for a list finds it deleted", async () => {
  const eid = await newList(["a.example"]);
  const { owner } = service.db;
  await owner.query("begin");
  await owner.query("update audience.target_account_list set is_active = false where eid = $1", [eid]);
  const waiting = service.graphql(
    "mutation ($input: UpsertTargetAccountsInput!) { upsertTargetAccounts(input: $input) { newDomains } }",
    { input: { listEid: eid, items: [{ domain: "late.example" }] } },
  );
  const isWaiting = async (): Promise<boolean> =>
    (
      await owner.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows.length > 0;
  await expect.poll(isWaiting, { interval: 20 }).toBe(true);
  await owner.query("commit");
  expect((await waiting).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  const { rows } = await owner.query("select domain from audience.target_account where tal_eid = $1", [eid]);
  expect(rows).toEqual([{ domain: "a.example" }]);
});

test("dates and numbers that no calendar or column has are named", async () => {
  const eid = await newList(["a.example"]);
  const refused = async (mutation: string, type: string, input: object): Promise<unknown> => {
    const { errors } = await service.graphql(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      {
        input,
      },
    );
    return errors?.flatMap(({ extensions }) =>
      (extensions.violations as { path: unknown[] }[]).map(({ path }) => path.join(".")),
    );
  };
  const crmSyncedAt = "0000-01-01T00:00:00Z";
  expect(await refused("editTargetAccountList", "EditTargetAccountListInput", { eid, crmSyncedAt })).toEqual([
    "input.crmSyncedAt",
  ]);
  const items = [{ domain: "a.example" }, { domain: "b.example", crmSyncedAt }];
  expect(await refused("upsertTargetAccounts", "UpsertTargetAccountsInput", { listEid: eid, items })).toEqual([
    "input.items.1.crmSyncedAt",
  ]);
  const discover = { companyAttributes: { trafficRank: { from: 1e300 }, domain: ["*.example"] } };
  expect(await refused("createTier", "CreateTierInput", { listEid: eid, name: "T", discover })).toEqual([
    "input.discover.companyAttributes.domain.0",
    "input.discover.companyAttributes.trafficRank",
  ]);
});
