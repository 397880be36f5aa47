import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decimal, sum } from "../../lib/decimal.js";
import { generateEvents, type GeneratedFile } from "../../subgraphs/reporting/generated-events.js";
import { loadFile } from "../kit/facts.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { create, testEid } from "../kit/world.js";

/** What conversions are credited to: on generated data, and on a history that is small enough to be told. */
let service: TestService;
let shop: string;
let small: string;
let sale: string;
let signUp: string;
let foreignSegment: string;

const BREAKDOWNS = ["summary", "entity", "date"];
const GENERATED = { start: "2024-02-01", end: "2024-03-12" };
const SMALL = { start: "2024-02-28", end: "2024-03-03" };
const FORMULA = "=1+1, ad";

beforeAll(async () => {
  service = await startService({ now: "2024-03-12T12:00:00Z", limits: { cost: 1_000_000, selections: 2_000 } });
  shop = service.world.granted.advertisable;
  small = service.world.other.advertisable;
  const files: Record<GeneratedFile, string> = { touchpoints: "", conversions: "", deliveries: "" };
  for (const { file, text } of generateEvents({ events: 6_000, days: 40, end: GENERATED.end, seed: 11 }))
    files[file] += text;
  for (const file of ["deliveries", "touchpoints", "conversions"] as const)
    await load(shop, file, files[file].trimEnd().split("\n"));

  [sale, signUp] = [await newSegment(small, "Sale"), await newSegment(small, "Sign up")];
  foreignSegment = await newSegment(service.world.foreign.advertisable, "Theirs");
  await load(small, "touchpoints", TOUCHPOINTS);
  await load(small, "conversions", [
    "time,cookie,conversion,type,value,weight,segment,deviceIdType,country,city,referrer,externalData,ip",
    `2024-02-29T12:00:00,ann,c1,buy,100,0.5,${sale},cookie,US,Portland,https://r.example/,"a, ""b""",192.0.2.1`,
    `2024-03-01T12:00:00,bob,c2,buy,10.005,1,${sale},,,,,,`,
    "2024-03-02T12:00:00,ann,c3,,1,1,,,,,,,",
  ]);
});
afterAll(async () => await service.close());

/** Ann clicks (retargeting) after an impression of prospecting; Bob sees two ads at once, and one e-mail before. */
const TOUCHPOINTS = [
  "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad,network,inventorySource,cost",
  "2024-02-10T12:00:00,ann,t0,impression,PR,prospect,pg,pa,social,feed,1",
  '2024-02-27T12:00:00,ann,t1,click,RT,retarget,rg,"=1+1, ad",web,x,1',
  "2024-02-28T12:00:00,ann,t2,impression,RT,retarget,rg,ra,web,y,1",
  "2024-02-20T12:00:00,bob,t3,impression,SR,mail,mg,ma,email,m,1",
  "2024-02-25T12:00:00,bob,t4,impression,RT,retarget,rg,ra,web,x,1",
  "2024-02-25T12:00:00,bob,t5,impression,PR,prospect,pg,pa,social,stories,1",
];

async function newSegment(advertisableEid: string, name: string): Promise<string> {
  const input = { advertisableEid, name, type: "USER_EVENTS", duration: 30, isConversion: true };
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", input);
}

async function load(advertisable: string, command: string, lines: readonly string[]): Promise<void> {
  const options = command === "conversions" ? [] : ["--create-entities"];
  const { loaded, out } = await loadFile(service, command, advertisable, lines, options);
  expect([command, loaded, out]).toEqual([command, true, expect.stringContaining("inserted")]);
}

async function setWindows(click: number, view: number): Promise<void> {
  await service.graphql(
    "mutation ($input: EditAdvertisableInput!) { editAdvertisable(input: $input) { advertisable { eid } } }",
    { input: { eid: small, clickThroughConversionWindow: click, viewThroughConversionWindow: view } },
    "staff",
  );
}

type As = "granted" | "admin" | "foreign";

async function get(path: string, parameters: Record<string, unknown> = {}, as: As = "admin"): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return await service.request({ as, method: "GET", url: `/reportsvc/v1/${path}?${query}` });
}

async function post(path: string, payload: object, as: As = "admin"): Promise<Answer> {
  return await service.request({ as, method: "POST", url: `/reportsvc/v1/${path}`, payload });
}

function asked(advertisable: string, range = GENERATED) {
  return { advertisable_eid: advertisable, start_date: range.start, end_date: range.end };
}

type Row = Record<string, number>;

interface Results {
  results: { summary: Row; entity: (Row & { entity: string })[]; date: (Row & { date: string })[] };
}

function resultsOf(answer: Answer): Results["results"] {
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  return (answer.json as Results).results;
}

function csvOf(answer: Answer): Record<string, string>[] {
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  return parse(answer.text, { columns: true, record_delimiter: "\r\n" });
}

const COUNTS = ["view_throughs", "click_throughs", "assists"];
const SHARES = ["precise_view_throughs", "precise_click_throughs", "precise_assists"];
const REVENUES = ["view_revenue", "click_revenue", "assist_revenue"];
const LEVELS = ["advertisable", "campaign", "adgroup", "ad", "segment", "wca-placement"];

/** Sums of columns over rows, exact. */
function totals(rows: readonly Record<string, string | number>[], columns: readonly string[]): string[] {
  return columns.map((column) => sum(rows.map((row) => decimal(row[column] ?? 0))).toFixed());
}

describe("on generated data", () => {
  test("deliveries are the sums of the touchpoints", async () => {
    const { rows } = await service.db.owner.query<{ impressions: number; clicks: number; cost: string }>(
      `select count(*) filter (where kind = 'IMPRESSION')::integer as impressions,
         count(*) filter (where kind = 'CLICK')::integer as clicks, round(sum(cost), 2)::float as cost
       from reporting.touchpoint where advertisable_eid = $1`,
      [shop],
    );
    const deliveries = await get("deliveries/advertisable", { ...asked(shop), breakdowns: "summary" });
    expect(resultsOf(deliveries).summary).toEqual(rows[0]);
  });

  test("entities, days and the summary agree at every level, by GET and by POST", async () => {
    const summary = resultsOf(
      await get("attributions/advertisable", { ...asked(shop), breakdowns: "summary" }),
    ).summary;
    for (const column of [...COUNTS, ...SHARES, ...REVENUES])
      expect([column, summary[column]]).not.toEqual([column, 0]);
    for (const level of LEVELS) {
      const answer = await post(`attributions/${level}`, { ...asked(shop), breakdowns: BREAKDOWNS });
      const results = resultsOf(answer);
      expect([level, results.summary]).toEqual([level, summary]);
      expect(totals(results.entity, [...COUNTS, ...SHARES])).toEqual(totals([summary], [...COUNTS, ...SHARES]));
      expect(totals(results.date, [...COUNTS, ...SHARES])).toEqual(totals([summary], [...COUNTS, ...SHARES]));
      expect(results.date).toHaveLength(40);
      if (level === "wca-placement") continue;
      expect((await get(`attributions/${level}`, { ...asked(shop), breakdowns: BREAKDOWNS })).json).toEqual(
        answer.json,
      );
    }
  });

  const AGREEMENT = `query ($eid: ID!, $range: DateRangeInput!, $currency: CurrencyCode!) { advertisable(eid: $eid) {
    attributions(range: $range, currency: $currency) {
      summary { ...M } byDate { metrics { ...M } }
      ${["CAMPAIGN", "AD_GROUP", "AD", "SEGMENT", "INVENTORY_SOURCE"].map((level) => `${level}: byEntity(level: ${level}, first: 100) { nodes { metrics { ...M } } }`).join(" ")}
    }
    campaigns(first: 100, filter: { isActive: { in: [true, false] } }) { nodes { attributions(range: $range, currency: $currency) { summary { ...M } } } }
    adGroups(first: 100, filter: { isActive: { in: [true, false] } }) { nodes { attributions(range: $range, currency: $currency) { summary { ...M } } } }
    ads(first: 100, filter: { isActive: { in: [true, false] } }) { nodes { attributions(range: $range, currency: $currency) { summary { ...M } } } }
  } } fragment M on AttributionMetrics { viewThroughs clickThroughs assists preciseViewThroughs preciseClickThroughs preciseAssists
    viewRevenue { exactAmount } clickRevenue { exactAmount } assistRevenue { exactAmount } }`;

  interface Metrics {
    viewThroughs: number;
    clickThroughs: number;
    assists: number;
    preciseViewThroughs: string;
    preciseClickThroughs: string;
    preciseAssists: string;
    viewRevenue: { exactAmount: string };
    clickRevenue: { exactAmount: string };
    assistRevenue: { exactAmount: string };
  }

  function exact(all: readonly Metrics[]): string[] {
    const rows = all.map((each) => ({
      view_throughs: each.viewThroughs,
      click_throughs: each.clickThroughs,
      assists: each.assists,
      precise_view_throughs: each.preciseViewThroughs,
      precise_click_throughs: each.preciseClickThroughs,
      precise_assists: each.preciseAssists,
      view_revenue: each.viewRevenue.exactAmount,
      click_revenue: each.clickRevenue.exactAmount,
      assist_revenue: each.assistRevenue.exactAmount,
    }));
    return totals(rows, [...COUNTS, ...SHARES, ...REVENUES]);
  }

  test("JSON, CSV and GraphQL agree to the last digit, in three currencies, on every entity's own report", async () => {
    const columns = [...COUNTS, ...SHARES, ...REVENUES];
    const seen = new Set<string>();
    for (const currency of ["USD", "EUR", "JPY"]) {
      const { data, errors } = await service.graphql(
        AGREEMENT,
        { eid: shop, currency, range: { between: { start: GENERATED.start, endExclusive: GENERATED.end } } },
        "admin",
      );
      expect(errors).toBeUndefined();
      type Nodes = { nodes: { metrics: Metrics }[] };
      type Reported = { nodes: { attributions: { summary: Metrics } }[] };
      const advertisable = data?.["advertisable"] as {
        attributions: Record<string, Nodes> & { summary: Metrics; byDate: { metrics: Metrics }[] };
        campaigns: Reported;
        adGroups: Reported;
        ads: Reported;
      };
      const { summary, byDate, ...levels } = advertisable.attributions;
      const expected = exact([summary]);
      expect(exact(byDate.map((each) => each.metrics))).toEqual(expected);
      for (const level of ["CAMPAIGN", "AD_GROUP", "AD", "SEGMENT", "INVENTORY_SOURCE"])
        expect([level, exact(levels[level]?.nodes.map((each) => each.metrics) ?? [])]).toEqual([level, expected]);
      for (const { nodes } of [advertisable.campaigns, advertisable.adGroups, advertisable.ads])
        expect(exact(nodes.map((each) => each.attributions.summary))).toEqual(expected);

      const query = { ...asked(shop), currency };
      expect(totals(csvOf(await get("attributions/export", query)), columns)).toEqual(expected);
      expect(totals(csvOf(await post("attributions/wca-placement/export", query)), columns)).toEqual(expected);
      const json = resultsOf(await get("attributions/advertisable", { ...query, breakdowns: "summary" })).summary;
      expect(REVENUES.map((column) => json[column])).toEqual(
        expected.slice(6).map((text) => Number(decimal(text).toFixed(2))),
      );
      seen.add(expected.join());
    }
    expect(seen.size).toBe(3);
  });

  test("the report of one entity is its row in the advertisable's", async () => {
    const { data } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) {
        attributions(range: $range) { byEntity(level: CAMPAIGN) { nodes { entity metrics { conversions assists } } } }
        campaigns { nodes { eid attributions(range: $range) { summary { conversions assists } byDate(zeroFill: false) { metrics { conversions } } byEntity(level: AD) { nodes { metrics { assists } } } } } } } }`,
      { eid: shop, range: { between: { start: GENERATED.start, endExclusive: GENERATED.end } } },
      "granted",
    );
    interface Sums {
      conversions: number;
      assists: number;
    }
    const advertisable = data?.["advertisable"] as {
      attributions: { byEntity: { nodes: { entity: string; metrics: Sums }[] } };
      campaigns: {
        nodes: {
          eid: string;
          attributions: {
            summary: Sums;
            byDate: { metrics: Sums }[];
            byEntity: { nodes: { metrics: Sums }[] };
          };
        }[];
      };
    };
    const rows = new Map(advertisable.attributions.byEntity.nodes.map((row) => [row.entity, row.metrics]));
    expect(rows.size).toBe(3);
    for (const { eid, attributions } of advertisable.campaigns.nodes) {
      const { summary, byDate, byEntity } = attributions;
      expect([eid, summary]).toEqual([eid, rows.get(eid) ?? { conversions: 0, assists: 0 }]);
      expect(byDate.reduce((total, each) => total + each.metrics.conversions, 0)).toBe(summary.conversions);
      expect(byEntity.nodes.reduce((total, each) => total + each.metrics.assists, 0)).toBe(summary.assists);
    }
  });

  test("however many entities are asked, each breakdown is one statement", async () => {
    const query = (filter: string): string => `{ campaigns(first: 100, filter: { ${filter} }) { nodes {
      attributions(range: { pastDays: 30 }) { summary { conversions } byDate { date } byEntity(level: AD) { nodes { entity } } } } } }`;
    const all = await service.graphql(query(`advertisableEid: { in: ["${shop}"] }`));
    // Of one without conversions it is asked besides whether its currency has rates.
    const { data } = await service.graphql(
      `{ advertisable(eid: "${shop}") { attributions(range: { pastDays: 30 }) { byEntity(level: CAMPAIGN) { nodes { entity } } } } }`,
    );
    const { advertisable } = data as {
      advertisable: { attributions: { byEntity: { nodes: { entity: string }[] } } };
    };
    const [some] = advertisable.attributions.byEntity.nodes;
    const one = await service.graphql(query(`eid: { in: ["${some?.entity}"] }`));
    expect([one.errors, all.errors]).toEqual([undefined, undefined]);
    expect(all.statements).toBe(one.statements);
  });
});

describe("on a small history", () => {
  const query = (): Record<string, unknown> => ({ ...asked(small, SMALL), breakdowns: BREAKDOWNS });

  async function withWindows<T>(click: number, view: number, work: () => Promise<T>): Promise<T> {
    await setWindows(click, view);
    return await work();
  }

  const summaryNow = async (): Promise<Row> => resultsOf(await get("attributions/advertisable", query())).summary;

  test("clicks come before impressions, others assist, and one moment is shared", async () => {
    const { summary, entity, date } = resultsOf(await get("attributions/segment", query()));
    expect(summary).toEqual({
      view_throughs: 1,
      click_throughs: 2,
      assists: 3,
      precise_view_throughs: 1,
      precise_click_throughs: 2,
      precise_assists: 3,
      view_revenue: 10.01,
      click_revenue: 101,
      assist_revenue: 111.01,
    });
    expect(entity).toEqual([
      expect.objectContaining({ entity: "", click_throughs: 1, assists: 1 }),
      expect.objectContaining({ entity: sale, view_throughs: 1, click_throughs: 1, assists: 2 }),
    ]);
    expect(date.map((day) => [day.date, day["click_throughs"], day["view_throughs"]])).toEqual([
      ["2024-02-28", 0, 0],
      ["2024-02-29", 1, 0],
      ["2024-03-01", 0, 1],
      ["2024-03-02", 1, 0],
    ]);
    const placements = resultsOf(await post("attributions/wca-placement", query())).entity;
    expect(placements.map((row) => [row.entity, row["view_throughs"], row["precise_view_throughs"]])).toEqual([
      ["feed", 0, 0],
      ["m", 0, 0],
      ["stories", 0, 0.5],
      ["x", 1, 0.5],
    ]);
  });

  test("the windows are the advertisable's as they are now, or 30 days for who asks so", async () => {
    const standard = await summaryNow();
    // Ann's click is 2 and 4 days before she converts, her impression 1 and 3; Bob's impressions are 5 days before.
    expect(await withWindows(1, 30, summaryNow)).toMatchObject({ click_throughs: 0, view_throughs: 3 });
    expect(await withWindows(2, 1, summaryNow)).toMatchObject({ click_throughs: 1, view_throughs: 0, assists: 0 });
    expect(await withWindows(0, 0, summaryNow)).toMatchObject({ click_throughs: 0, view_throughs: 0, assists: 0 });
    const { data } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) {
        now: attributions(range: $range) { summary { conversions } }
        standard: attributions(range: $range, windows: STANDARD) { summary { conversions } } } }`,
      { eid: small, range: { between: { start: SMALL.start, endExclusive: SMALL.end } } },
    );
    expect(data?.["advertisable"]).toEqual({
      now: { summary: { conversions: 0 } },
      standard: { summary: { conversions: 3 } },
    });
    expect(await withWindows(30, 30, summaryNow)).toEqual(standard);
  });

  test("weights multiply shares and revenue and leave counts alone", async () => {
    const weighted = { ...query(), apply_weights: "true", provide_unweighted_values: "true", breakdowns: "summary" };
    expect(resultsOf(await get("attributions/advertisable", weighted)).summary).toMatchObject({
      click_throughs: 2,
      precise_click_throughs: 1.5,
      click_revenue: 51,
      unweighted_precise_click_throughs: 2,
      unweighted_click_revenue: 101,
    });
    const plain = { ...query(), provide_unweighted_values: "true", breakdowns: "summary" };
    expect(resultsOf(await get("attributions/advertisable", plain)).summary).toMatchObject({
      precise_click_throughs: 2,
      unweighted_precise_click_throughs: 2,
    });
  });

  test("filters leave what they name; a named segment without conversions is zeros", async () => {
    const only = async (filter: object): Promise<Row> =>
      resultsOf(await post("attributions/advertisable", { ...query(), ...filter })).summary;
    expect(await only({ product_type: ["PR"] })).toMatchObject({
      click_throughs: 0,
      precise_view_throughs: 0.5,
      assists: 2,
    });
    expect(await only({ networks: ["email"] })).toMatchObject({ assists: 1, view_throughs: 0 });
    expect(await only({ inventory_sources: ["x"] })).toMatchObject({ click_throughs: 2, view_throughs: 1 });
    const segments = resultsOf(await get("attributions/segment", { ...query(), segment_eids: `${signUp},${sale}` }));
    expect(new Map(segments.entity.map((row) => [row.entity, row["click_throughs"]]))).toEqual(
      new Map([
        [sale, 1],
        [signUp, 0],
      ]),
    );
    const { data } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { segment(eid: $eid) { attributions(range: $range) { summary { conversions } byEntity(level: CAMPAIGN) { nodes { metrics { conversions } } } } } }`,
      { eid: sale, range: { between: { start: SMALL.start, endExclusive: SMALL.end } } },
    );
    expect(data?.["segment"]).toMatchObject({ attributions: { summary: { conversions: 2 } } });
  });

  test("an export has a row for each ad and segment of a day, by names that survive", async () => {
    const answer = await get("attributions/export", asked(small, SMALL));
    expect(answer.text.slice(0, answer.text.indexOf("\r\n"))).toBe(
      "date,advertisable_eid,campaign_eid,adgroup_eid,ad_eid,segment_eid,name,status,view_throughs,click_throughs,assists,precise_view_throughs,precise_click_throughs,precise_assists,view_revenue,click_revenue,assist_revenue",
    );
    const rows = csvOf(answer);
    expect(rows.map((row) => row["name"])).toContain("Ad =1+1, ad");
    const [ad] = rows.filter((row) => row["name"] === "Ad =1+1, ad");
    await service.graphql(
      "mutation ($input: EditAdInput!) { editAd(input: $input) { ad { eid } } }",
      { input: { eid: ad?.["ad_eid"], name: `${FORMULA}\n"x"` } },
      "staff",
    );
    expect(csvOf(await get("attributions/export", asked(small, SMALL))).map((row) => row["name"])).toContain(
      `'${FORMULA}\n"x"`,
    );
    const empty = await get("attributions/export", {
      ...asked(small),
      start_date: "2023-01-01",
      end_date: "2023-01-02",
    });
    expect(empty.text.trimEnd().split("\r\n")).toHaveLength(1);
  });

  test("granular rows in every documented form", async () => {
    const { json } = await get("granular-attributions", asked(small, SMALL));
    const combined = (json as { results: Record<string, unknown>[] }).results;
    expect(combined).toHaveLength(7);
    expect(combined[1]).toEqual({
      conversion_time: "2024-02-29T12:00:00.000Z",
      conversion_type: "buy",
      product_type: "RT",
      first_touch_time: "2024-02-10T12:00:00.000Z",
      last_touch_time: "2024-02-28T12:00:00.000Z",
      touchpoint_time: "2024-02-27T12:00:00.000Z",
      first_touch_to_conversion: 19,
      segment_eid: sale,
      campaign_eid: expect.any(String) as string,
      adgroup_eid: expect.any(String) as string,
      ad_eid: expect.any(String) as string,
      conversion_value: 100,
      device_id_type: "cookie",
      country: "US",
      city: "Portland",
      width: null,
      height: null,
      external_data: 'a, "b"',
      conversion_guid: "c1",
      attribution_model: "last_touch",
      attribution_credit: "click_through",
      attributed_ratio: 1,
      attributed_value: 100,
      is_last_touch_attribution: true,
      cookie: "ann",
      referrer: "https://r.example/",
    });
    expect(combined.filter((row) => row["conversion_guid"] === "c2")).toMatchObject([
      { attribution_credit: "assist", product_type: "SR", attributed_ratio: 1, is_last_touch_attribution: false },
      {
        attribution_credit: "view_through",
        product_type: "RT",
        attributed_ratio: 0.5,
        is_last_touch_attribution: true,
      },
      {
        attribution_credit: "view_through",
        product_type: "PR",
        attributed_ratio: 0.5,
        is_last_touch_attribution: false,
      },
    ]);
    const form = async (name: string): Promise<unknown> =>
      (await get("granular-attributions", { ...asked(small, SMALL), form: name })).json;
    expect(await form("multiproduct")).toMatchObject({
      results: [
        { conversion_guid: "c1", is_pr_assisted: true, is_sr_assisted: false, is_rt_assisted: false },
        { conversion_guid: "c2", is_pr_assisted: false, is_sr_assisted: true },
        { conversion_guid: "c3", is_pr_assisted: true },
      ],
    });
    expect(await form("single_product")).toMatchObject({
      results: [{ final_event_time: "2024-02-27T12:00:00.000Z", ip: "192.0.2.1", cookie: "ann" }, {}, {}],
    });
    const assisted = await get("assisted-granular-attributions", asked(small, SMALL));
    expect(assisted.json).toMatchObject({
      results: [
        { conversion_guid: "c1", product_type: "RT", assist_product_type: "PR", final_event: "click_through" },
        { conversion_guid: "c2", product_type: "RT", assist_product_type: "SR", final_event: "view_through" },
        { conversion_guid: "c3" },
      ],
    });
  });

  test("granular rows page through GraphQL, each once", async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors }: { data: unknown; errors: unknown } = await service.graphql(
        `query ($eid: ID!, $range: DateRangeInput!, $after: String) { advertisable(eid: $eid) { granularAttributions(range: $range, first: 2, after: $after) {
          nodes { conversionGuid kind productType } pageInfo { hasNextPage endCursor } } } }`,
        { eid: small, after, range: { between: { start: SMALL.start, endExclusive: SMALL.end } } },
      );
      expect(errors).toBeUndefined();
      const page = (
        data as {
          advertisable: {
            granularAttributions: {
              nodes: { conversionGuid: string; kind: string; productType: string }[];
              pageInfo: { hasNextPage: boolean; endCursor: string };
            };
          };
        }
      ).advertisable.granularAttributions;
      seen.push(...page.nodes.map((row) => `${row.conversionGuid} ${row.kind} ${row.productType}`));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual([
      "c1 ASSIST PR",
      "c1 CLICK_THROUGH RT",
      "c2 ASSIST SR",
      "c2 VIEW_THROUGH RT",
      "c2 VIEW_THROUGH PR",
      "c3 ASSIST PR",
      "c3 CLICK_THROUGH RT",
    ]);
  });
});

describe("the report of /api/v1", () => {
  const report = async (noun: string, rest: object): Promise<Record<string, unknown>[]> => {
    const query = new URLSearchParams({
      advertisable: small,
      start_date: SMALL.start,
      end_date: "2024-03-02",
      ...rest,
    });
    const answer = await service.request({ as: "admin", method: "GET", url: `/api/v1/report/${noun}?${query}` });
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
    return (answer.json as { results: Record<string, unknown>[] }).results;
  };

  beforeAll(async () => {
    await load(small, "deliveries", [
      "date,campaign,adGroup,ad,impressions,clicks,cost,reportedConversions",
      "2024-02-28,retarget,rg,ra,1000,40,10,0",
    ]);
    await setWindows(2, 5);
  });
  afterAll(async () => await setWindows(30, 30));

  test("conversions of 30 days, adjusted ones by the advertisable's windows, and what comes of them", async () => {
    const [summary] = await report("advertisable", { data_format: "summary" });
    expect(summary).toMatchObject({
      click_through_conversions: 2,
      view_through_conversions: 1,
      total_conversions: 3,
      adjusted_ctc: 1,
      adjusted_vtc: 2,
      adjusted_total_conversions: 3,
      cost: 10,
      cpa: 3.33,
      click_cpa: 5,
      roi: 11.1005,
      total_conversion_rate: 0.3,
      click_through_ratio: 5,
      view_through_ratio: 0.1,
      attributed_rev: 111.01,
      attributed_click_through_rev: 101,
      attributed_view_through_rev: 10.01,
    });
    expect(await report("campaign", { data_format: "summary" })).toEqual([summary]);
    const days = await report("ad", { data_format: "date" });
    expect(days.map((day) => [day["date"], day["total_conversions"], day["adjusted_ctc"]])).toEqual([
      ["2024-02-28", 0, 0],
      ["2024-02-29", 1, 1],
      ["2024-03-01", 1, 0],
      ["2024-03-02", 1, 0],
    ]);
  });

  test("a row for each object that has deliveries or conversions", async () => {
    const campaigns = await report("campaign", {});
    expect(new Map(campaigns.map((row) => [row["campaign"], row["total_conversions"]]))).toEqual(
      new Map([
        ["Campaign retarget", 3],
        ["Campaign prospect", 0],
      ]),
    );
    const total = (await report("ad", {})).reduce((sofar, row) => sofar + Number(row["adjusted_total_conversions"]), 0);
    expect(total).toBe(3);
  });
});

describe("the bulk roll-up", () => {
  const url = `/reportsvc/v1/attributions/bulk/rollup/export?start_date=${SMALL.start}&end_date=${SMALL.end}`;
  const send = async (payload: string, type = "text/plain", as: As = "admin"): Promise<Answer> =>
    await service.request({ as, method: "POST", url, payload, headers: { "content-type": type } });

  test("one row a day for each advertisable, whatever parts the text", async () => {
    const rows = csvOf(await send(`${shop}\r\n${small}\n`));
    expect(rows).toHaveLength(8);
    expect(
      totals(
        rows.filter((row) => row["advertisable_eid"] === small),
        COUNTS,
      ),
    ).toEqual(["1", "2", "3"]);
    expect(csvOf(await send(`${shop}, ${small}`))).toEqual(rows);
    expect(csvOf(await send(JSON.stringify(`${shop},${small}`), "application/json"))).toEqual(rows);
  });

  test("a foreign advertisable among them: 404; nothing, or what is no EID: 400", async () => {
    expect((await send(`${shop},${service.world.foreign.advertisable}`)).status).toBe(404);
    expect((await send(small, "text/plain", "granted")).status).toBe(404);
    for (const text of ["", ",\n", "nobody", `${shop} ${small}`])
      expect([text, await send(text)]).toEqual([
        text,
        expect.objectContaining({
          status: 400,
          json: { errors: [expect.objectContaining({ field: "advertisable_eids" })] },
        }),
      ]);
  });
});

describe("bad questions", () => {
  const paths = ["export", ...LEVELS.filter((level) => level !== "wca-placement")].map(
    (each) => `attributions/${each}`,
  );

  test("unknown and foreign objects are the same 404", async () => {
    const { foreign } = service.world;
    for (const path of [...paths, "granular-attributions", "assisted-granular-attributions"]) {
      const base = { ...asked(small, SMALL), breakdowns: BREAKDOWNS };
      for (const extra of [
        { segment_eids: `${sale},${testEid("nosegment")}` },
        { segment_eids: foreignSegment },
        { campaign_eids: foreign.campaign },
        { adgroup_eids: testEid("nogroup") },
        { ad_eids: foreign.ad },
        { advertisable_eid: foreign.advertisable },
        { advertisable_eid: testEid("noshop") },
      ])
        expect([path, extra, (await get(path, { ...base, ...extra })).status]).toEqual([path, extra, 404]);
      expect((await get(path, base, "foreign")).status).toBe(404);
    }
  });

  test("each bad input is named", async () => {
    const base = { ...asked(small, SMALL), breakdowns: "summary" };
    for (const [extra, field] of [
      [{ breakdowns: "" }, "breakdowns"],
      [{ breakdowns: "all" }, "breakdowns"],
      [{ product_type: "XX" }, "product_type"],
      [{ apply_weights: "maybe" }, "apply_weights"],
      [{ provide_unweighted_values: "2" }, "provide_unweighted_values"],
      [{ currency: "usd" }, "currency"],
      [{ currency: "XXX" }, "currency"],
      [{ start_date: "2024-02-30" }, "start_date"],
      [{ segment_eids: "short" }, "segment_eids"],
      [{ past_days: "-1" }, "past_days"],
    ] as const)
      expect([extra, await get("attributions/campaign", { ...base, ...extra })]).toEqual([
        extra,
        expect.objectContaining({ status: 400, json: { errors: [expect.objectContaining({ field })] } }),
      ]);
    const long = { ...asked(small), start_date: "2023-01-01" };
    expect((await get("granular-attributions", long)).status).toBe(400);
    expect((await get("granular-attributions", { ...asked(small, SMALL), form: "x" })).status).toBe(400);
  });
});
