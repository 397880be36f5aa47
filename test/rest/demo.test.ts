import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_APIKEY } from "../../gateway/demo-accounts.js";
import { DEMO_SEED, loadDemo } from "../../gateway/demo.js";
import { createGateway } from "../../gateway/gateway.js";
import { buildServer } from "../../gateway/http/server.js";
import { routeName } from "../../gateway/rest/life-cycle.js";
import type { RestRoute } from "../../gateway/rest/route.js";
import { ROUTES } from "../../gateway/rest/routes.js";
import { fixedClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { TEST_CONTACT_KEYS } from "../kit/contact-keys.js";
import { createDatabase, type TestDatabase } from "../kit/database.js";

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
      registeredOperations: "off" as const,
      registeredLimits: DEFAULT_LIMITS,
    },
    explorer: { seed: null, operations: [] },
    development: true,
  });
}, 240_000);
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

/** The first part of a body that holds something; the number of a page is nothing. */
function someOf(body: Record<string, unknown>): unknown {
  const isIdentifier = (part: unknown): boolean => typeof part === "number" && part > 1_000_000;
  return Object.values(body).find(
    (part) => part === true || isIdentifier(part) || Object.keys(Object(part)).length > 0,
  );
}

/** Pages are what the social network names once jobs run, which these tests do without. */
const AFTER_JOBS = "/social/pages/";

const GETS = ROUTES.filter(
  ({ path, method, mutates }: RestRoute) => method === "GET" && !mutates && path !== AFTER_JOBS,
);

/** What the demo can be asked about, by the names of parameters; the area's own where a name means different things. */
async function namedValues(): Promise<(route: RestRoute) => Record<string, string>> {
  const advertisable = await firstOf("organization/get_advertisables", {}, "Harbour Shop");
  const { eid: pixel } = (await resultsOf("advertisable/get_pixel", { advertisable })) as { eid: string };
  const segment = await firstOf("advertisable/get_segments", { advertisable });
  const adGroup = await firstOf("advertisable/get_adgroups", { advertisable });
  const ad = await firstOf("advertisable/get_ads", { advertisable }, "Harbour sale");
  const dates = { start_date: "2023-08-01", end_date: "2023-08-31" };
  const common = {
    advertisable,
    advertisable_eid: advertisable,
    advertiser_id: advertisable,
    pixel,
    segment,
    segment_id: segment,
    segment_eids: segment,
    rule: await firstOf("pixel/get_rules", { pixel }, "Products"),
    campaign: await firstOf("advertisable/get_campaigns", { advertisable }),
    adgroup: adGroup,
    adgroup_eids: adGroup,
    ad,
    ad_eids: ad,
    user: await firstOf("organization/get_users", {}),
    organization: ((await resultsOf("organization/get")) as { eid: string }).eid,
    invoice: await ownerFinds("select eid from platform.invoice limit 1"),
    logo: await ownerFinds("select eid from entities.advertisable_logo limit 1"),
    picture: await ownerFinds("select eid from entities.ad_picture limit 1"),
    ...dates,
    breakdowns: "summary",
    attribute_name: "industry",
    durations: "30",
    tal_eid: await ownerFinds("select eid from audience.target_account_list limit 1"),
    ta_tier_eid: await ownerFinds("select eid from audience.tier limit 1"),
    strategy_eid: await ownerFinds("select eid from strategies.strategy limit 1"),
  };
  const own: Record<string, Record<string, string>> = {
    social: {
      adset_eid: await ownerFinds("select eid from social.ad_set limit 1"),
    },
    prospecting: {
      adv: advertisable,
      campaign: await ownerFinds("select eid from prospecting.campaign limit 1"),
      adgroup: await ownerFinds("select eid from prospecting.ad_group limit 1"),
      audience: await ownerFinds("select eid from prospecting.audience limit 1"),
      campaign_eids: await ownerFinds("select eid from prospecting.campaign limit 1"),
      adgroup_eids: await ownerFinds("select eid from prospecting.ad_group limit 1"),
      advertisable_eids: advertisable,
    },
    email: { campaign_eid: await ownerFinds("select eid from email.email_campaign limit 1") },
  };
  // The shop's real deliveries have no touchpoints.
  const club = { ...dates, advertisable_eid: await firstOf("organization/get_advertisables", {}, "Hill Club") };
  const socialTables: Record<string, string> = {
    ads: "social_ad",
    adsets: "ad_set",
    campaigns: "social_campaign",
    creatives: "creative",
    custom_audiences: "custom_audience",
    lead_gen_forms: "lead_gen_form",
    creative_pictures: "creative_picture",
  };
  const social: Record<string, string> = {};
  for (const [noun, table] of Object.entries(socialTables))
    social[noun] = await ownerFinds(`select eid from social.${table} limit 1`);
  return (route) => {
    const isGranular = route.path.includes("granular");
    const values: Record<string, string> = isGranular
      ? club
      : { ...common, ...own[route.area], eid: social[route.path.split("/")[2] ?? ""] ?? "" };
    const names = Object.keys(route.parameters).filter((name) => values[name] !== undefined);
    return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
  };
}

test("every GET answers something, with as many SQL statements as schema/statement-budgets.json says (`-u` writes it)", async () => {
  const valuesOf = await namedValues();
  const poor: unknown[] = [];
  const budgets: Record<string, number> = {};
  for (const route of GETS) {
    const given = valuesOf(route);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");
    // The first time fills what is kept between requests, such as who asks and the rates of the day.
    await get(path, given);
    const before = db.statements.length;
    const answer = await get(path, given);
    budgets[routeName(route)] = db.statements.length - before;
    const type = String(answer.headers["content-type"]);
    const isFile = /^(image\/|text\/csv)/.test(type);
    const results = isFile ? answer.rawPayload : someOf(answer.json<Record<string, unknown>>());
    const isSomething = results !== undefined && (isFile ? answer.rawPayload.length > 0 : true);
    if (answer.statusCode !== 200 || !isSomething)
      poor.push([route.path, answer.statusCode, isFile ? "" : answer.body]);
  }
  expect(poor).toEqual([]);
  await expect(`${JSON.stringify(budgets, null, 2)}\n`).toMatchFileSnapshot("../../schema/statement-budgets.json");
}, 120_000);

test("every GET of /mailer answers something", async () => {
  const advertisable = await firstOf("organization/get_advertisables", {}, "Harbour Shop");
  const campaign = await ownerFinds("select eid from email.email_campaign limit 1");
  const answers: Record<string, unknown> = {};
  for (const route of ROUTES.filter(({ area, method }) => area === "email" && method === "GET")) {
    const path = route.path.replace("{advertisable_eid}", advertisable).replace("{campaign_eid}", campaign);
    answers[path.split("/").at(-1) ?? ""] = (await get(path)).json();
  }
  expect(answers).toEqual({
    messages: { results: expect.arrayContaining([expect.objectContaining({ type: "email_unsubscriber" })]) },
    settings: expect.objectContaining({ country: "US", sender_name: "Harbour Shop" }),
    unsubscribers: {
      unsubscribers: expect.arrayContaining([{ date: "2023-07-31T09:17:00", email_address: "ann@customer.example" }]),
    },
    emails: { emails: [expect.objectContaining({ email_subject: "Welcome aboard" }), expect.anything()] },
    activation_status: { terms_accepted: true },
  });
});

test("every GET of /activate/api/v1 answers something", async () => {
  const advertisable = await firstOf("organization/get_advertisables", {}, "Harbour Shop");
  const query = { advertisable_eid: advertisable };
  const found = (await get("/activate/api/v1/strategy", query)).json<{
    data: { eid: string; campaigns: { product: string }[] }[];
  }>();
  expect(found).toMatchObject({ data: [{ status: "live", budget: 120, campaigns: expect.any(Array) }] });
  const campaigns = await get("/activate/api/v1/campaign", { ...query, strategy_eid: found.data[0]?.eid ?? "" });
  expect(campaigns.json()).toEqual({ data: found.data[0]?.campaigns });
  expect(found.data[0]?.campaigns.map(({ product }) => product).toSorted()).toEqual(["email", "sn", "web"]);
});

test("every GET of /activate/api/v2 answers something, and a playbook of the shop is live", async () => {
  for (const noun of ["campaign", "adgroup", "playbooks"]) {
    const { data } = (await get(`/activate/api/v2/${noun}`)).json<{ data: { status: string; end_date: null }[] }>();
    expect([noun, data.length > 0, data[0]?.status]).toEqual([noun, true, "live"]);
  }
});

test("loading it again changes nothing, also after a load that was killed before its end", async () => {
  const count = async (): Promise<unknown> => {
    const { rows } = await db.owner.query(
      `select (select count(*) from entities.ad) as ads, (select count(*) from entities.rule) as rules,
         (select count(*) from entities.product) as products,
         (select count(*) from audience.segment) as segments, (select count(*) from audience.segment_record) as users,
         (select count(*) from email.email) as emails, (select count(*) from strategies.strategy) as strategies,
         (select count(*) from universal.playbook) as playbooks,
         (select count(*) from social.social_ad) as social_ads, (select count(*) from social.event) as events,
         (select count(*) from prospecting.flight) as flights,
         (select count(*) from platform.audit_entry) as audit`,
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
