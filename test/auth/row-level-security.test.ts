import { afterAll, beforeAll, expect, test } from "vitest";
import { createContext } from "../../lib/context.js";
import { Database } from "../../lib/database.js";
import type { Viewer } from "../../lib/viewer.js";
import { fixedClock } from "../../lib/clock.js";
import { startService, TEST_NOW, type TestService } from "../kit/service.js";
import { ALPHA, BETA, create, STAFF, testEid, userEid } from "../kit/world.js";
import { fillEmail } from "./email-objects.js";
import { fillProspecting } from "./prospecting-objects.js";
import { fillSocial } from "./social-objects.js";
import { fillStrategies } from "./strategy-objects.js";
import { fillUniversal } from "./universal-objects.js";

/** The second wall: what a statement sees whose author forgot the first one, `visibleTo`. */
let service: TestService;
let admin: Viewer;
let foreign: Viewer;

beforeAll(async () => {
  service = await startService();
  const { granted, other, foreign: beta } = service.world;
  for (const tree of [granted, other, beta]) {
    const { advertisable } = tree;
    await fillEmail(service, tree);
    await fillUniversal(service, tree);
    await fillFeed(advertisable);
    await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
      advertisableEid: advertisable,
      name: "S",
      type: "CRM",
      duration: 30,
      data: [{ email: "a@example.com" }],
    });
    await fillAudience(advertisable);
    await fillSocial(service, advertisable);
    await fillProspecting(service, tree);
    await fillStrategies(service, advertisable);
    await fillReports(advertisable);
  }
  admin = {
    userEid: userEid("admin"),
    organizationEid: ALPHA,
    role: "ADMIN",
    advertisables: [granted.advertisable, other.advertisable],
    apiClient: null,
  };
  foreign = {
    userEid: userEid("foreign"),
    organizationEid: BETA,
    role: "ADMIN",
    advertisables: [beta.advertisable],
    apiClient: null,
  };
});
afterAll(async () => await service.close());

/** A list with a tier and an account. */
async function fillAudience(advertisableEid: string): Promise<void> {
  const created = await service.graphql(
    "mutation ($input: CreateTargetAccountListInput!) { done: createTargetAccountList(input: $input) { targetAccountList { eid } } }",
    { input: { advertisableEid, name: "List" } },
    "staff",
  );
  const done = created.data?.["done"] as { targetAccountList: { eid: string } } | undefined;
  const eid = done?.targetAccountList.eid;
  await service.graphql(
    "mutation ($input: CreateTierInput!) { createTier(input: $input) { tier { eid } } }",
    { input: { listEid: eid, name: "Tier", domains: ["a.example"] } },
    "staff",
  );
}

/** A row in each table of feeds, in the outbox, and a picture. */
async function fillFeed(advertisableEid: string): Promise<void> {
  const input = { advertisableEid, url: "https://shop.example/feed.xml" };
  await service.graphql(
    "mutation ($input: EnableFeedCrawlInput!) { enableFeedCrawl(input: $input) { feedConfig { eid } } }",
    { input },
    "staff",
  );
  await service.db.owner.query(
    `insert into entities.product (advertisable_eid, eid, external_id, title, url, is_active, created_at, updated_at)
     values ($1, $2, 'p', 'P', 'https://shop.example/p', true, now(), now())`,
    [advertisableEid, testEid(`product${advertisableEid.slice(-6)}`)],
  );
  await service.db.owner.query("insert into entities.ad_picture values ($1, $2, 'GIF', '\\x00', now())", [
    advertisableEid,
    testEid(`picture${advertisableEid.slice(-6)}`),
  ]);
}

/** Tables whose rows lie in partitions that a loader makes. */
const FACTS: readonly string[] = [
  "site_visit",
  "attribute_visit",
  "segment_delivery",
  "segment_membership",
  "touchpoint",
  "conversion",
  "attribution",
];

/** A row in each table of visits, memberships and attributed events. */
async function fillReports(advertisableEid: string): Promise<void> {
  for (const [table, values] of [
    ["site_metric", "'2023-08-15', 'USD', 1, 1, 1, 1"],
    ["attribute_metric", "'domain', '2023-08-15', 'a.test', false, false, 'USD', 1, 1, 1, 1, 1, 1, 1, 1"],
    ["segment_member", "'SEGMENT', 'COOKIE', 'c', '2023-08-15'"],
    ["segment_event", "'2023-08-15', 'SEGMENT', 1"],
    ["site_visit", "'2023-08-15', 'v', true, 'USD', 1, 1"],
    ["attribute_visit", "'2023-08-15', 'domain', 'a.test', 'v', false, false, 'USD', 1, 1, 1, 1, 1, 1"],
    ["segment_delivery", "'2023-08-15', 'SEGMENT', 'USD', 1, 1, 1"],
    ["segment_membership", "'2023-08-15', 'SEGMENT', 'c', '', 1"],
    ["touchpoint", "'2023-08-15', 'c', 't', 'CLICK', '2023-08-15', 'RT', 'C', 'G', 'A', '', '', '', 'USD', 1"],
    ["conversion", "'2023-08-15', 'g', 'c', '2023-08-15', '', '', 'USD', 1, 1, '', '', '', '', '', ''"],
    ["attribution_due", "'2023-08-15', 'g'"],
    [
      "attribution",
      "'2023-08-15', 'g', 'CLICK_THROUGH', 'ASSIST', 't', now(), 0, 541, 0, 'RT', 'C', 'G', 'A', '', '', '', 'USD', 1, 1, 1, 1",
    ],
    ["attribution_by_ad", "'2023-08-15', 'G', 'A', 'C', '', '', '', 'ASSIST', 'RT', 0, 541, 0, 'USD', 1, 1, 1, 1, 1"],
    ["attribution_by_ad_group", "'2023-08-15', 'G', 'C', 'ASSIST', 'RT', 0, 541, 0, 'USD', 1, 1, 1, 1, 1"],
    ["attribution_by_campaign", "'2023-08-15', 'C', 'ASSIST', 'RT', 0, 541, 0, 'USD', 1, 1, 1, 1, 1"],
    ["attribution_by_advertisable", "'2023-08-15', 'ASSIST', 'RT', 0, 541, 0, 'USD', 1, 1, 1, 1, 1"],
  ] as const) {
    if (FACTS.includes(table))
      await service.db.owner.query(
        `create table if not exists reporting.${table}_2023_08 partition of reporting.${table} for values from ('2023-08-01') to ('2023-09-01')`,
      );
    await service.db.owner.query(`insert into reporting.${table} values ($1, ${values})`, [advertisableEid]);
  }
}

async function unrestricted(viewer: Viewer, table: string, database = service.db.database): Promise<string[]> {
  const rows = await database
    .sqlFor(viewer, () => {})
    .rows<{ advertisable_eid: string }>(`select distinct advertisable_eid from ${table}`);
  return rows.map((row) => row.advertisable_eid).toSorted();
}

test("a statement without visibleTo still returns nothing foreign", async () => {
  const { granted, other, foreign: beta } = service.world;
  for (const table of [
    "entities.campaign",
    "entities.ad_group",
    "entities.ad",
    "entities.ad_group_ad",
    "entities.pixel",
    "entities.rule",
    "entities.feed_config",
    "entities.feed_crawl",
    "entities.product",
    "entities.ad_picture",
    "audience.target_account_list",
    "audience.tier",
    "audience.target_account",
    "platform.outbox",
    "audience.segment",
    "social.social_campaign",
    "social.ad_set",
    "social.ad_set_audience",
    "social.social_ad",
    "social.creative",
    "social.creative_picture",
    "social.custom_audience",
    "social.lead_gen_form",
    "social.holdout_audience",
    "social.social_advertiser",
    "social.photo_account",
    "social.social_page",
    "social.event",
    "social.ad_set_geolocation",
    "social.lookalike_audience",
    "prospecting.settings",
    "prospecting.campaign",
    "prospecting.ad_group",
    "prospecting.ad_group_ad",
    "prospecting.ad_group_segment",
    "prospecting.audience",
    "prospecting.flight",
    "prospecting.geo_target",
    "strategies.strategy",
    "strategies.strategy_campaign",
    "strategies.strategy_ad",
    "strategies.strategy_segment",
    "universal.playbook",
    "universal.universal_campaign",
    "universal.universal_ad_group",
    "universal.universal_ad_group_ad",
    "email.email_settings",
    "email.email_campaign",
    "email.email",
    "email.unsubscriber",
    "email.message_view",
    "entities.advertisable",
    "platform.audit_entry",
    "reporting.site_visit",
    "reporting.site_metric",
    "reporting.attribute_visit",
    "reporting.attribute_metric",
    "reporting.segment_membership",
    "reporting.segment_member",
    "reporting.segment_event",
    "reporting.segment_delivery",
    "reporting.touchpoint",
    "reporting.conversion",
    "reporting.attribution_due",
    "reporting.attribution",
    "reporting.attribution_by_ad",
    "reporting.attribution_by_ad_group",
    "reporting.attribution_by_campaign",
    "reporting.attribution_by_advertisable",
  ]) {
    expect(await unrestricted(admin, table)).toEqual([granted.advertisable, other.advertisable].toSorted());
    expect(await unrestricted(foreign, table)).toEqual([beta.advertisable]);
    expect(await unrestricted({ ...admin, advertisables: [] }, table)).toEqual([]);
    // The control: the rows are there for who may see them.
    expect(await unrestricted(STAFF, table)).toHaveLength(3);
  }
});

test("one connection that serves viewers in turn never keeps the scope of the one before", async () => {
  const single = new Database({ url: service.db.url, poolSize: 1 });
  try {
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await unrestricted(STAFF, "entities.campaign", single)).toHaveLength(3);
      expect(await unrestricted(foreign, "entities.campaign", single)).toEqual([service.world.foreign.advertisable]);
      // A failure and a transaction in between leave nothing behind either.
      await single
        .sqlFor(STAFF, () => {})
        .rows("select 1 / 0")
        .catch(() => []);
      await single.transaction(
        STAFF,
        () => {},
        async (sql) => await sql.rows("select 1"),
      );
      expect(await unrestricted({ ...admin, advertisables: [] }, "entities.campaign", single)).toEqual([]);
      expect(await single.platform.rows("select 1 from entities.campaign")).toEqual([]);
    }
  } finally {
    await single.close();
  }
});

test("a statement that is prepared once sees for each viewer what is theirs", async () => {
  const single = new Database({ url: service.db.url, poolSize: 1 });
  const seenBy = async (viewer: Viewer): Promise<unknown[]> => {
    const sql = single.sqlFor(viewer, () => {});
    const rows = await sql.rows<{ eid: string }>(
      "select advertisable_eid as eid from entities.campaign where status <> ? group by 1 order by 1",
      [""],
    );
    return rows.map(({ eid }) => eid);
  };
  try {
    // PostgreSQL plans it anew the first five times, and then no more.
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await seenBy(STAFF)).toHaveLength(3);
      expect(await seenBy(foreign)).toEqual([service.world.foreign.advertisable]);
      expect(await seenBy(admin)).toEqual([...admin.advertisables].toSorted());
      expect(await seenBy({ ...admin, advertisables: [] })).toEqual([]);
    }
    const prepared = await single.platform.rows("select name from pg_prepared_statements");
    expect(await single.sqlFor(STAFF, () => {}).rows("select name from pg_prepared_statements")).toHaveLength(1);
    expect(prepared).toEqual([]);
  } finally {
    await single.close();
  }
});

test("a row of another tenant can be neither written nor changed", async () => {
  const { foreign: beta } = service.world;
  const context = createContext({
    requestId: "rls",
    viewer: admin,
    database: service.db.database,
    clock: fixedClock(TEST_NOW),
    newEid: () => testEid("new"),
  });
  const update = context.transaction(
    "campaign.write",
    async (sql) =>
      await sql.rows("update entities.campaign set name = 'mine' where eid = ? returning eid", [beta.campaign]),
  );
  expect(await update).toEqual([]);
  const insert = context.transaction("campaign.write", async (sql) =>
    sql.from("entities.ad_group_ad").insert({
      advertisable_eid: beta.advertisable,
      ad_group_eid: beta.adGroup,
      ad_eid: testEid("x"),
      status: "PAUSED",
      added_at: new Date(),
    }),
  );
  await expect(insert).rejects.toThrow("row-level security");
});

test("requests can't rewrite the audit, and own no table", async () => {
  const sql = service.db.database.sqlFor(STAFF, () => {});
  await expect(sql.rows("update platform.audit_entry set action = 'x'")).rejects.toThrow("permission denied");
  await expect(sql.rows("delete from platform.audit_entry")).rejects.toThrow("permission denied");
  const { rows } = await service.db.owner.query(
    "select 1 from pg_class where pg_get_userbyid(relowner) = 'adgraph_runtime'",
  );
  expect(rows).toEqual([]);
});

test("every table with an advertisable is protected, forced, and led by it in every index", async () => {
  const { rows: tables } = await service.db.owner.query<{ name: string; forced: boolean; policies: number }>(`
    select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'migration')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'advertisable_eid' and not a.attisdropped)`);
  const reference = ["platform.ownership", "platform.access"];
  const tenant = tables.filter((table) => !reference.includes(table.name));
  expect(tenant.length).toBeGreaterThanOrEqual(14);
  expect(tenant.filter((table) => !table.forced || table.policies !== 1)).toEqual([]);

  const { rows: indexes } = await service.db.owner.query<{ table: string; index: string; first: string }>(
    `
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index,
      (select attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) as first
    from pg_index i where i.indrelid = any ($1::regclass[])`,
    [tenant.map((table) => table.name)],
  );
  expect(indexes.length).toBeGreaterThan(tenant.length);
  // Staff look objects up by EID alone; the index of this name serves them and nobody else.
  expect(indexes.filter(({ table, index, first }) => first !== "advertisable_eid" && index !== `${table}_eid`)).toEqual(
    [],
  );
});
