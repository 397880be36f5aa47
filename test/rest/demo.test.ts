import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_APIKEY } from "../../gateway/demo-accounts.js";
import { DEMO_SEED, loadDemo } from "../../gateway/demo.js";
import { createGateway } from "../../gateway/gateway.js";
import { buildServer } from "../../gateway/http/server.js";
import type { RestRoute } from "../../gateway/rest/route.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { fixedClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { TEST_CONTACT_KEYS } from "../kit/contact-keys.js";
import { createDatabase, type TestDatabase } from "../kit/database.js";

/** The demo is rich enough that every GET of /api/v1, and of the segments of /audience/v1, answers something. */
let db: TestDatabase;
let app: FastifyInstance;
const clock = fixedClock("2023-09-01T12:00:00Z");
const log = createLog("silent");
beforeAll(async () => {
  db = await createDatabase();
  await loadDemo({ owner: db.owner, database: db.database, contactKeys: TEST_CONTACT_KEYS, log });
  const gateway = createGateway({
    database: db.database,
    clock,
    random: systemRandom,
    log,
    contactKeys: TEST_CONTACT_KEYS,
  });
  app = await buildServer({
    gateway,
    database: db.database,
    clock,
    random: systemRandom,
    log,
    config: {
      restPrefixAliases: new Map(),
      restGetMutations: false,
      routeSunsets: new Map(),
      subgraphSecret: null,
      introspection: "signed-in",
      limits: DEFAULT_LIMITS,
    },
    explorer: { seed: null, operations: [] },
    development: true,
  });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

async function get(path: string, fields: Record<string, string> = {}) {
  return await app.inject({
    method: "GET",
    url: `${path}?${new URLSearchParams({ ...fields, apikey: DEMO_APIKEY })}`,
    headers: { authorization: DEMO_SEED.authorization },
  });
}

async function resultsOf(verb: string, fields: Record<string, string> = {}): Promise<unknown> {
  return (await get(`/api/v1/${verb}`, fields)).json<{ results: unknown }>().results;
}

/** The EID of the first record of a list that is as wanted. */
async function firstOf(verb: string, fields: Record<string, string>, name?: string): Promise<string> {
  const records = (await resultsOf(verb, fields)) as { eid: string; name: string }[];
  return records.find((each) => name === undefined || each.name === name)?.eid ?? "";
}

async function ownerFinds(statement: string): Promise<string> {
  await db.owner.query("select set_config('app.organization', '*', false)");
  const { rows } = await db.owner.query<{ eid: string }>(statement);
  return rows[0]?.eid ?? "";
}

/** The first part of a body that holds something. */
function someOf(body: Record<string, unknown>): unknown {
  return Object.values(body).find((part) => Object.keys(Object(part)).length > 0);
}

const GETS = ROUTES.filter(
  ({ area, path, method, mutates }: RestRoute) =>
    (area === "entities" || /^\/audience\/v1\/(advertisers|segments|crosschannel)/.test(path)) &&
    method === "GET" &&
    !mutates,
);

test("every GET answers something", async () => {
  const advertisable = await firstOf("organization/get_advertisables", {}, "Harbour Shop");
  const { eid: pixel } = (await resultsOf("advertisable/get_pixel", { advertisable })) as { eid: string };
  const values: Record<string, string> = {
    advertisable,
    pixel,
    advertiser_id: advertisable,
    segment: await firstOf("advertisable/get_segments", { advertisable }),
    segment_id: await firstOf("advertisable/get_segments", { advertisable }),
    rule: await firstOf("pixel/get_rules", { pixel }, "Products"),
    campaign: await firstOf("advertisable/get_campaigns", { advertisable }),
    adgroup: await firstOf("advertisable/get_adgroups", { advertisable }),
    ad: await firstOf("advertisable/get_ads", { advertisable }, "Harbour sale"),
    user: await firstOf("organization/get_users", {}),
    organization: ((await resultsOf("organization/get")) as { eid: string }).eid,
    invoice: await ownerFinds("select eid from platform.invoice limit 1"),
    logo: await ownerFinds("select eid from entities.advertisable_logo limit 1"),
    picture: await ownerFinds("select eid from entities.ad_picture limit 1"),
    start_date: "2023-08-01",
    end_date: "2023-08-31",
  };
  expect(GETS.length).toBeGreaterThan(20);
  const poor: unknown[] = [];
  for (const route of GETS) {
    const given = Object.keys(route.parameters).filter((name) => values[name] !== undefined);
    const answer = await get(
      route.path.replace("{segment_id}", values["segment_id"] ?? ""),
      Object.fromEntries(given.map((name) => [name, values[name] ?? ""])),
    );
    const isFile = String(answer.headers["content-type"]).startsWith("image/");
    const results = isFile ? answer.rawPayload : someOf(answer.json<Record<string, unknown>>());
    if (answer.statusCode !== 200 || results === undefined || Object.keys(Object(results)).length === 0)
      poor.push([route.path, answer.statusCode, isFile ? "" : answer.body]);
  }
  expect(poor).toEqual([]);
});

test("loading it again changes nothing, also after a load that was killed before its end", async () => {
  const count = async (): Promise<unknown> => {
    const { rows } = await db.owner.query(
      `select (select count(*) from entities.ad) as ads, (select count(*) from entities.rule) as rules,
         (select count(*) from entities.product) as products,
         (select count(*) from audience.segment) as segments, (select count(*) from audience.segment_record) as users, (select count(*) from platform.audit_entry) as audit`,
    );
    return rows[0];
  };
  const before = await count();
  await db.owner.query("delete from platform.api_client");
  await db.owner.query("delete from entities.product");
  await db.owner.query("delete from entities.feed_crawl");
  await db.owner.query("delete from entities.feed_config");
  expect(await loadDemo({ owner: db.owner, database: db.database, contactKeys: TEST_CONTACT_KEYS, log })).toBe(true);
  expect(await count()).toEqual(before);
});
