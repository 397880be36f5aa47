import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "graphql";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../lib/clock.js";
import { PROJECT_ROOT } from "../../lib/config.js";
import { check } from "../../schema/check.js";
import { createLog } from "../../lib/log.js";
import { systemRandom } from "../../lib/eid.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { buildServer } from "../../gateway/http/server.js";
import { usage } from "../../gateway/usage.js";
import { createUsageRecorder, type UsageRecorder } from "../../gateway/usage/usage-recorder.js";
import { readCalls } from "../../gateway/usage/usage.table.js";
import { startService, type TestService } from "../kit/service.js";
import { APIKEY } from "../kit/world.js";

/** Milliseconds from the days that other tests look at to one that none does. */
const PAST = 10 * 365 * 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.db.owner.query(
    "insert into platform.api_client (client_id, name, is_active, created_at) values ('other-key', 'Other app', true, now())",
  );
});
afterAll(async () => await service.close());

/** Serves with a recorder of its own, lets clients ask, and stops as the service stops. */
async function whileServing(
  now: string,
  work: (ask: typeof post, origin: string, recorder: UsageRecorder) => Promise<void>,
): Promise<void> {
  const clock = fixedClock(now);
  const log = createLog("silent");
  const { database } = service.db;
  const recorder = createUsageRecorder({ sql: database.platform, clock, log });
  const app = await buildServer({
    gateway: service.gateway,
    database,
    clock,
    random: systemRandom,
    log,
    config: {
      restPrefixAliases: new Map([["/old", "/api/v1"]]),
      restGetMutations: false,
      routeSunsets: new Map(),
      subgraphSecret: null,
      introspection: "signed-in",
      limits: DEFAULT_LIMITS,
      registeredOperations: "off" as const,
      registeredLimits: DEFAULT_LIMITS,
    },
    explorer: { seed: null, operations: [] },
    development: true,
    usage: recorder,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  await work(post, app.listeningOrigin, recorder);
  await app.close();
  await recorder.close();
}

async function post(origin: string, at: string, payload?: unknown, as: "admin" | "granted" = "admin") {
  const url = new URL(at, origin);
  if (!url.searchParams.has("apikey")) url.searchParams.set("apikey", APIKEY);
  const answer = await request(url, {
    method: payload === undefined ? "GET" : "POST",
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    headers: { "content-type": "application/json", authorization: `Token ${service.world.tokens[as]}` },
  });
  await answer.body.dump();
  return answer.statusCode;
}

async function recorded(since = "2000-01-01") {
  return await readCalls(service.db.database.platform, since);
}

test("every call is counted once, on the hot path and beside it, per operation, route, client and day, and none is lost by a stop", async () => {
  const named = `query Named($eid: ID!) { campaign(eid: $eid) { name } }`;
  const { campaign, advertisable } = service.world.granted;
  const day = async (now: string): Promise<void> =>
    await whileServing(now, async (ask, origin) => {
      // The first is Apollo Server's, the others are the hot path's; some of both at once.
      await ask(origin, "/graphql", { query: named, variables: { eid: campaign } });
      const calls = Array.from({ length: 40 }, (_, index) => [
        ask(origin, "/graphql", { query: named, variables: { eid: campaign } }),
        ask(origin, "/graphql?apikey=other-key", { query: named, variables: { eid: `${index}`.padEnd(22, "X") } }),
        ask(origin, `/api/v1/campaign/get?campaign=${index % 2 === 0 ? campaign : advertisable}`),
        ask(origin, `/old/campaign/get?campaign=${campaign}`),
      ]);
      await Promise.all(calls.flat());
    });
  await day("2023-09-01T12:00:00Z");
  await day("2023-09-02T09:30:00Z");
  const seen = (await recorded()).map(({ day: on, client, subject, calls, errors, lastSeenAt, operation }) => [
    on,
    client,
    operation?.name ?? subject,
    calls,
    errors,
    lastSeenAt.toISOString(),
  ]);
  const expected = ["2023-09-02T09:30:00.000Z", "2023-09-01T12:00:00.000Z"].flatMap((last) => [
    [last.slice(0, 10), "Other app", "Named", 40, 40, last],
    [last.slice(0, 10), "Tests", "GET /api/v1/campaign/get", 80, 20, last],
    [last.slice(0, 10), "Tests", "Named", 41, 0, last],
  ]);
  const byText = (a: unknown[], b: unknown[]): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  expect(seen.toSorted(byText)).toEqual(expected.toSorted(byText));
});

async function run(...argv: string[]) {
  let out = "";
  const options = {
    ownerUrl: async () => await Promise.resolve(service.db.url),
    print: (text: string) => void (out += text),
    warn: (line: string) => void (out += line),
  };
  const code = await usage(argv, options, fixedClock("2023-09-03T00:00:00Z"));
  return { code, out };
}

test("a renamed field that an old route needs is refused from the exported usage, naming route, client and last day", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "usage-"));
  try {
    const [file, proposed] = [path.join(folder, "usage.json"), path.join(folder, "entities.graphql")];
    expect(await run("export", "--out", file)).toEqual({ code: 0, out: "" });
    const sdl = readFileSync(path.join(PROJECT_ROOT, "schema/entities.graphql"), "utf8");
    writeFileSync(proposed, sdl.replace(/(type Campaign [^]*?\n  )startDate:/, "$1beginDate:"));
    let out = "";
    const code = await check(
      [
        "--against",
        path.join(PROJECT_ROOT, "schema/supergraph.graphql"),
        `--subgraph=entities=${proposed}`,
        "--usage",
        file,
        "--format=json",
      ],
      {
        clock: fixedClock("2023-09-03T00:00:00Z"),
        root: PROJECT_ROOT,
        accepted: [],
        budgets: {},
        summaryFile: null,
        print: (text) => void (out += text),
        warn: (text) => void (out += text),
      },
    );
    const { rows }: { rows: { code: string; coordinate: string; refuses: boolean; uses: object[] }[] } =
      JSON.parse(out);
    const [removed] = rows.filter(({ coordinate }) => coordinate === "Campaign.startDate");
    expect(removed).toMatchObject({ code: "FIELD_REMOVED", refuses: true });
    expect(removed?.uses).toContainEqual(
      expect.objectContaining({
        operation: "GET /api/v1/campaign/get",
        clients: ["Tests (last 2023-09-02)", "Tests (last 2023-09-01)"],
      }),
    );
    expect(code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("npm run usage -- report says who called what when; bad arguments are 2", async () => {
  const { code, out } = await run("report", "--days", "2");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^old routes +client +calls +errors +last\nGET \/api\/v1\/campaign\/get +Tests +80 +20 +2023-09-02 09:30 UTC\n/,
  );
  expect(out).toMatch(/^Named +Other app +40 +40 /m);
  expect(await run("report", "--days", "3")).toMatchObject({
    out: expect.stringMatching(/campaign\/get +Tests +160 +40/),
  });
  for (const argv of [
    [],
    ["reports"],
    ["report", "x"],
    ["report", "--days", "0"],
    ["report", "--out", "x"],
    ["export", "--dys=1"],
  ])
    expect(await run(...argv)).toMatchObject({ code: 2 });
  expect(await run("--help")).toMatchObject({ code: 0 });
});

test("neither variables nor values nor comments are kept, and what differs in them alone is one operation", async () => {
  await whileServing("2023-10-01T00:00:00Z", async (ask, origin) => {
    for (const secret of ["hunter2-one", "hunter2-two"]) {
      const query = `query Secret($secret: ID!) { # ${secret}
        a: campaign(eid: "${secret}") { name }
        b: campaign(eid: """${secret}""") { name }
        c: campaign(eid: $secret) { deliveries(range: {pastDays: 3}) { summary { clicks } } }
        d: campaign(eid: 123456789) { eid } advertisables(first: 7, orderBy: [{field: NAME}]) { nodes { eid } } }`;
      expect(await ask(origin, "/graphql", { query, variables: { secret } })).toBe(200);
    }
  });
  const [row, ...others] = await recorded("2023-10-01");
  expect(others).toEqual([]);
  expect(row).toMatchObject({ calls: 2, errors: 2 });
  expect(row?.operation?.document).toContain("first: 7, orderBy: [{field: NAME}]");
  expect(row?.operation?.document).toContain("pastDays: 3");
  const { rows } = await service.db.owner.query<{ text: string }>(
    `select (select string_agg(o::text, ' ') from platform.client_operation o) || (select string_agg(c::text, ' ') from platform.call_count c) as text`,
  );
  expect(rows[0]?.text).not.toMatch(/hunter2|123456789|agp_/);
});

test("at most one write a second; what could not be written is written later; two services add up", async () => {
  const writes: number[] = [];
  let isAway = true;
  const { platform } = service.db.database;
  const sql: Pick<typeof platform, "rows"> = {
    rows: async (statement, bindings) => {
      if (statement.includes("insert into platform.call_count")) {
        writes.push(performance.now());
        if (isAway) throw new Error("away");
      }
      return await platform.rows(statement, bindings);
    },
  };
  const clock = fixedClock("2023-11-01T00:00:00Z");
  const recorder = createUsageRecorder({ sql, clock, log: createLog("silent") });
  const second = createUsageRecorder({ sql: platform, clock, log: createLog("silent") });
  while (writes.length < 3) {
    for (let i = 0; i < 10; i += 1) recorder.route("GET /x", "app", i === 0);
    if (writes.length === 2) isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const gaps = writes.slice(1).map((at, index) => at - (writes[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(990);
  let counted = 0;
  await recorder.close();
  for (let i = 0; i < 7; i += 1, counted += 1) second.route("GET /x", "app", false);
  await second.close();
  const [row] = await recorded("2023-11-01");
  expect((row?.calls ?? 0) % 10).toBe(counted);
  expect((row?.errors ?? 0) * 10 + counted).toBe(row?.calls);
});

test("counting costs a request at most 2 µs, which is 2 % of the smallest one", async () => {
  const { platform } = service.db.database;
  const recorder = createUsageRecorder({
    sql: platform,
    clock: { now: () => Date.now() - PAST },
    log: createLog("silent"),
  });
  const operation = service.gateway.prepare(parse("query Counted { viewer { eid } }"), undefined);
  const calls = 20_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 10; round += 1) {
    const began = performance.now();
    for (let i = 0; i < calls; i += 1) recorder.operation(operation, i % 2 === 0 ? "a" : "b", false);
    best = Math.min(best, ((performance.now() - began) * 1_000) / calls);
  }
  await recorder.close();
  expect(best).toBeLessThan(2);
});

test("a client that thinks of an operation for each request fills no table", async () => {
  const clock = fixedClock("2023-12-01T00:00:00Z");
  const recorder = createUsageRecorder({
    sql: service.db.database.platform,
    clock,
    log: createLog("silent"),
  });
  for (let i = 0; i < 5_100; i += 1) {
    const document = parse(`query Q${i} { viewer { eid } }`);
    recorder.operation(service.gateway.prepare(document, undefined), "app", false);
  }
  await recorder.close();
  const rows = await recorded("2023-12-01");
  expect(rows).toHaveLength(5_001);
  expect(rows.filter(({ operation }) => operation === null)).toMatchObject([{ calls: 100, errors: 0 }]);
});

test("a mutation that is sent again with its key counts each time, though it is done once", async () => {
  const query = `mutation Once($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { eid } } }`;
  const input = { advertisableEid: service.world.granted.advertisable, name: "Once" };
  const body = JSON.stringify({ query, variables: { input } });
  await whileServing("2024-05-01T12:00:00Z", async (_ask, origin) => {
    const headers = {
      "content-type": "application/json",
      "idempotency-key": "once",
      authorization: `Token ${service.world.tokens.admin}`,
    };
    const texts: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const answer = await request(`${origin}/graphql?apikey=${APIKEY}`, { method: "POST", headers, body });
      texts.push(await answer.body.text());
    }
    expect(texts[0]).toContain('"eid"');
    expect(texts).toEqual([texts[0], texts[0], texts[0]]);
  });
  const calls = (await recorded("2024-05-01")).map((each) => [each.operation?.name, each.calls, each.errors]);
  expect(calls).toEqual([["Once", 3, 0]]);
});
