import pg from "pg";
import { loadDemo, loadRates } from "../../gateway/demo.js";
import { createGateway, type Gateway } from "../../gateway/gateway.js";
import { createIngestEnvironment } from "../../gateway/ingest-environment.js";
import { systemClock } from "../../lib/clock.js";
import { NO_CONTACT_KEYS } from "../../lib/contact-keys.js";
import { Database } from "../../lib/database.js";
import { addDays } from "../../lib/date-range.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { migrate } from "../../migrations/index.js";
import { attribute } from "../../subgraphs/reporting/attribution.js";
import { createPartitions } from "../../subgraphs/reporting/delivery-partitions.js";
import { rebuildRollUps } from "../../subgraphs/reporting/delivery.table.js";
import {
  ATTRIBUTE_VISITS,
  type FactTable,
  rollUpFacts,
  SEGMENT_DELIVERIES,
  SEGMENT_MEMBERSHIPS,
  SITE_VISITS,
} from "../../subgraphs/reporting/fact.table.js";

export interface BenchData {
  /** Touchpoints of all advertisables together. */
  touchpoints: number;
  advertisables: number;
  days: number;
  /** The day after the last one, YYYY-MM-DD. */
  end: string;
}

/** An advertisable of the bench, with three of its objects of each kind for the filters of reports. */
export interface BenchShop {
  eid: string;
  campaigns: string[];
  adGroups: string[];
  ads: string[];
  segments: string[];
}

/** The advertisable with a tenth of all touchpoints, each of another day and ad, and one of the others. */
export interface BenchShops {
  large: BenchShop;
  ordinary: BenchShop;
}

export const BENCH_STAFF: Viewer = {
  userEid: "STAFF".padEnd(22, "A"),
  organizationEid: "BENCH".padEnd(22, "A"),
  role: "STAFF",
  advertisables: "ALL",
  apiClient: null,
};

const ADS = 24;
const TOUCHES_A_USER = 12;
const ATTRIBUTE_VALUES = 10;

/** Fills a new database: the demo's accounts, and advertisables of their organization whose events fit together. */
export async function fillReporting(url: string, data: BenchData): Promise<BenchShops> {
  await migrate(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const database = new Database({ url });
  const log = createLog("error");
  await owner.query("set jit = off");
  const gateway = createGateway({ database, clock: systemClock, random: systemRandom, log });
  try {
    await loadDemo({ owner, database, contactKeys: NO_CONTACT_KEYS, log });
    await loadRates(createIngestEnvironment(owner, gateway, () => {}));
    await owner.query(
      "set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'",
    );
    const { rows } = await owner.query<{ eid: string }>("select eid from platform.organization");
    const organizationEid = String(rows[0]?.eid);
    const shops: BenchShop[] = [];
    await owner.query(
      "create temporary table bench_ad (shop integer, n integer, campaign_eid text, ad_group_eid text, ad_eid text)",
    );
    const largeAds = Math.max(ADS, Math.round(data.touchpoints / 10 / data.days));
    for (let n = 0; n < data.advertisables; n += 1)
      shops.push(
        await createShop(gateway, owner, {
          organizationEid,
          n,
          ads: n === 0 ? largeAds : ADS,
          segments: n < 2 ? 3 : 0,
        }),
      );
    await fillFacts(owner, data, shops, largeAds);
    const [large, ordinary] = shops;
    if (large === undefined || ordinary === undefined) throw new Error("The bench needs two advertisables at least.");
    return { large, ordinary };
  } finally {
    await gateway.close();
    await database.close();
    await owner.end();
  }
}

async function createShop(
  gateway: Gateway,
  owner: pg.Client,
  { organizationEid, n, ads, segments }: { organizationEid: string; n: number; ads: number; segments: number },
): Promise<BenchShop> {
  const eid = await create(gateway, "Advertisable", { organizationEid, name: `Shop ${n}` });
  const names = Array.from({ length: ads }, (_, ad) => {
    const adGroup = ad % Math.max(6, Math.ceil(ads / 20));
    return { campaignExternalId: `c${adGroup % 6}`, adGroupExternalId: `g${adGroup}`, adExternalId: `a${ad}` };
  });
  const shop: BenchShop = { eid, campaigns: [], adGroups: [], ads: [], segments: [] };
  for (let at = 0; at < ads; at += 1_000) {
    const { data, errors } = await gateway.ask(
      "mutation Ads($input: ImportAdsInput!) { importAds(input: $input) { ads { campaignEid adGroupEid adEid } } }",
      { input: { advertisableEid: eid, ads: names.slice(at, at + 1_000) } },
      { viewer: BENCH_STAFF, requestId: "bench", pageLimit: 1_000 },
    );
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    const { importAds } = data as { importAds: { ads: { campaignEid: string; adGroupEid: string; adEid: string }[] } };
    const made = importAds.ads;
    await owner.query(
      "insert into bench_ad select $1, $2 + ordinality - 1, c, g, a from unnest($3::text[], $4::text[], $5::text[]) with ordinality as made (c, g, a)",
      [n, at, made.map((ad) => ad.campaignEid), made.map((ad) => ad.adGroupEid), made.map((ad) => ad.adEid)],
    );
    shop.campaigns.push(...made.slice(0, 3).map((ad) => ad.campaignEid));
    shop.adGroups.push(...made.slice(0, 3).map((ad) => ad.adGroupEid));
    shop.ads.push(...made.slice(0, 3).map((ad) => ad.adEid));
  }
  for (let segment = 0; segment < segments; segment += 1) {
    const input = { advertisableEid: eid, name: `Segment ${segment}`, type: "USER_EVENTS", duration: 30 };
    shop.segments.push(await create(gateway, "Segment", input));
  }
  return {
    ...shop,
    campaigns: shop.campaigns.slice(0, 3),
    adGroups: shop.adGroups.slice(0, 3),
    ads: shop.ads.slice(0, 3),
  };
}

async function create(gateway: Gateway, noun: string, input: object): Promise<string> {
  const field = noun.charAt(0).toLowerCase() + noun.slice(1);
  const { data, errors } = await gateway.ask(
    `mutation Do($input: Create${noun}Input!) { create${noun}(input: $input) { ${field} { eid } } }`,
    { input },
    { viewer: BENCH_STAFF, requestId: "bench" },
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return String(Object(Object(Object(data)[`create${noun}`])[field])["eid"]);
}

/** A number from 0 to $max - 1 that looks like chance, of a number and a salt. */
function chance(number: string, salt: number, max: string): string {
  return `((hashint8((${number})::bigint * 31 + ${salt}) & 2147483647) % ${max})`;
}

async function fillFacts(
  owner: pg.Client,
  data: BenchData,
  shops: readonly BenchShop[],
  largeAds: number,
): Promise<void> {
  const start = addDays(data.end, -data.days);
  const days = Array.from({ length: data.days }, (_, day) => addDays(start, day));
  const largeEvents = largeAds * data.days;
  const others = Math.max(1, Math.floor((data.touchpoints - largeEvents) / (shops.length - 1)));
  await owner.query(
    'create temporary table bench_shop (n integer, eid text collate "C", events bigint, ads integer, segments text[])',
  );
  for (const [n, { eid, segments }] of shops.entries()) {
    const [events, ads] = n === 0 ? [largeEvents, largeAds] : [others, ADS];
    await owner.query("insert into bench_shop values ($1, $2, $3, $4, $5)", [n, eid, events, ads, segments]);
  }
  await owner.query("analyze bench_shop; analyze bench_ad");
  for (const table of [
    "touchpoint",
    "conversion",
    "delivery",
    "attribution",
    "site_visit",
    "attribute_visit",
    "segment_membership",
    "segment_delivery",
  ])
    await createPartitions(owner, days, table);
  const seconds = data.days * 86_400;
  const firstOf = (day: number): string => `(s.events * ${day} + ${data.days - 1}) / ${data.days}`;
  for (const [month, own] of Map.groupBy(days, (day) => day.slice(0, 7))) {
    const suffix = month.replace("-", "_");
    const from = days.indexOf(own[0] ?? "");
    const until = from + own.length;
    await owner.query(`
      insert into reporting.touchpoint_${suffix}
      select s.eid, (at at time zone 'UTC')::date, 'user-' || ${chance("i", 1, `greatest(s.events / ${TOUCHES_A_USER}, 1)`)} as cookie, 't' || i,
        case when ${chance("i", 2, "100")} < 8 then 'CLICK' else 'IMPRESSION' end, at,
        (array['RT', 'PR', 'SR'])[1 + a.n % 3], a.campaign_eid, a.ad_group_eid, a.ad_eid,
        (array['web', 'social', 'email'])[1 + a.n % 3], 'source ' || a.n % 6,
        'site' || case s.n when 0 then a.n % 50 else i % 5 end || '.example', 'USD', (10 + ${chance("i", 3, "90")}) / 10000.0
      from bench_shop s
      cross join lateral generate_series(${firstOf(from)}, ${firstOf(until)} - 1) i
      join bench_ad a on a.shop = s.n and a.n = i % s.ads
      cross join lateral (select '${start}T00:00:00Z'::timestamptz + i * (${seconds}.0 / s.events) * interval '1 second' + interval '1 millisecond' as at) t
      order by s.eid, cookie, 2, 4`);
    await owner.query(`
      insert into reporting.delivery_${suffix}
      select advertisable_eid, day, campaign_eid, ad_group_eid, ad_eid, network, inventory_source, domain, currency,
        count(*) filter (where kind = 'IMPRESSION'), count(*) filter (where kind = 'CLICK'), sum(cost), sum(cost) / 10, 0
      from reporting.touchpoint_${suffix} group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 4, 5, 6, 7, 8`);
    await owner.query(`vacuum analyze reporting.touchpoint_${suffix}`);
  }
  await owner.query(`
    insert into reporting.conversion
    select t.advertisable_eid, (at at time zone 'UTC')::date, 'c' || t.touchpoint, t.cookie, at, 'purchase',
      coalesce(s.segments[1 + ${chance("hashtext(t.touchpoint)", 4, "3")}], ''), 'USD', ${chance("hashtext(t.touchpoint)", 5, "20000")} / 100.0, 1, '', '', '', '', '', ''
    from reporting.touchpoint t join bench_shop s on s.eid = t.advertisable_eid
    cross join lateral (select t.occurred_at + ${chance("hashtext(t.touchpoint)", 6, "1700000")} * interval '1 second' as at) c
    where ${chance("hashtext(t.touchpoint)", 7, "80")} = 0 and at < '${data.end}T00:00:00Z'`);
  await owner.query(
    `insert into reporting.attribution_due select advertisable_eid, day, conversion from reporting.conversion`,
  );
  await fillVisits(owner, days);
  await owner.query("set session_replication_role = default");
  await owner.query("vacuum analyze");
  for (const { eid, segments } of shops) {
    await rebuildRollUps(owner, eid, days);
    await attribute({ owner, advertisableEid: eid });
    if (segments.length === 0) continue;
    for (const table of [SITE_VISITS, ATTRIBUTE_VISITS, SEGMENT_DELIVERIES, SEGMENT_MEMBERSHIPS] satisfies FactTable[])
      await rollUpFacts(owner, table, eid, days);
  }
  await owner.query("vacuum analyze");
}

/** What the measured advertisables have besides: visits, and users of segments. */
async function fillVisits(owner: pg.Client, days: readonly string[]): Promise<void> {
  const each = `from bench_shop s cross join unnest($1::date[]) day cross join generate_series(0, case s.n when 0 then 499 else 99 end) v
    where cardinality(s.segments) > 0`;
  await owner.query(
    `insert into reporting.site_visit
     select s.eid, day, 'visitor ' || ${chance("(day - '2020-01-01'::date) * 1000 + v", 8, "5000")}, v % 4 > 0, 'USD', 1 + v % 5, v % 7 ${each}
     on conflict do nothing`,
    [days],
  );
  await owner.query(
    `insert into reporting.attribute_visit
     select s.eid, day, 'domain', 'company' || v % ${ATTRIBUTE_VALUES} || '.example', 'visitor ' || v, v % 3 = 0, v % 2 = 0, 'USD',
       v % 4, v % 2, 1 + v % 5, case when v % 20 = 0 then 1 else 0 end, v % 2, v % 7 ${each}`,
    [days],
  );
  await owner.query(
    `insert into reporting.segment_delivery
     select s.eid, day, segment, 'USD', 1000, 12, 3.25
     from bench_shop s cross join unnest($1::date[]) day cross join unnest(s.segments) segment`,
    [days],
  );
  await owner.query(
    `insert into reporting.segment_membership
     select s.eid, day, s.segments[1 + v % 3], 'visitor ' || ${chance("(day - '2020-01-01'::date) * 1000 + v", 9, "20000")}, '', 1 ${each}
     on conflict do nothing`,
    [days],
  );
}
