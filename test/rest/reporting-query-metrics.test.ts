import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_ROWS } from "../../gateway/rest/reporting-query/row-budget.js";
import { loadFile } from "../kit/facts.js";
import { answerTo, dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { create } from "../kit/world.js";

/** Metrics on a history that is small enough to be told; the clock says 2 March 2024. */
let service: TestService;
let shop: string;
let sale: string;

beforeAll(async () => {
  service = await startService({ now: "2024-03-02T12:00:00Z" });
  shop = service.world.granted.advertisable;
  sale = await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: shop,
    name: "Sale",
    type: "USER_EVENTS",
    duration: 30,
    isConversion: true,
  });
  for (const [command, lines] of [
    [
      "deliveries",
      [
        "date,campaign,adGroup,ad,network,inventorySource,domain,impressions,clicks,cost,reportedConversions",
        "2024-02-28,c,g,a,web,x,one.example,1000,10,1.5,0",
        "2024-02-29,c,g,a,web,x,two.example,3000,10,0.505,0",
        "2024-03-01,d,h,b,web,x,one.example,500,0,1,0",
        "2024-03-02,d,h,b,web,x,,7,1,0.25,0",
      ],
    ],
    [
      "touchpoints",
      [
        "time,cookie,touchpoint,kind,productType,campaign,adGroup,ad,network,inventorySource,cost",
        "2024-02-28T12:00:00,ann,t1,click,RT,c,g,a,web,x,0",
        "2024-02-29T12:00:00,bob,t2,impression,PR,d,h,b,web,x,0",
      ],
    ],
    [
      "conversions",
      [
        "time,cookie,conversion,type,value,weight,segment,deviceIdType,country,city,referrer,externalData,ip",
        `2024-03-01T12:00:00,ann,v1,buy,100,1,${sale},cookie,US,Portland,,,192.0.2.1`,
        "2024-03-01T13:00:00,bob,v2,buy,10.005,1,,,NL,,,,",
      ],
    ],
    [
      "site-visits",
      ["date,visitor,pageViews,revenue", "2024-03-01,ann,3,10", "2024-03-01,bob,1,0", "2024-02-28,ann,1,1"],
    ],
  ] as const) {
    const options = command === "deliveries" || command === "touchpoints" ? ["--create-entities"] : [];
    const { loaded, out } = await loadFile(service, command, shop, lines, options);
    expect([command, loaded, out]).toEqual([command, true, expect.any(String)]);
  }
});
afterAll(async () => await service.close());

interface Metrics {
  [metric: string]: number | string | null;
}

async function metricsOf(args: string, selection: string): Promise<Record<string, unknown>> {
  const { advertisable } = await dataOf<{ advertisable: { byEID: { metrics: Record<string, unknown> } } }>(
    service,
    `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { metrics(${args}) { ${selection} } } } }`,
    { shop },
  );
  return advertisable.byEID.metrics;
}

const FEBRUARY = 'start: "2024-02-28", end: "2024-03-02"';

test("sums, ratios, days and conversions of an advertisable", async () => {
  const all =
    "impressions clicks cost ctr cpc cpm conversions clickThroughs viewThroughs revenue clickRevenue viewRevenue cpa roas siteVisitors";
  const metrics = await metricsOf(FEBRUARY, `summary { date ${all} } byDate { date ${all} }`);
  expect(metrics["summary"]).toEqual({
    date: null,
    impressions: 4_500,
    clicks: 20,
    cost: 3.01,
    ctr: 0.444444,
    cpc: 0.15,
    cpm: 0.67,
    conversions: 2,
    clickThroughs: 1,
    viewThroughs: 1,
    revenue: 110.01,
    clickRevenue: 100,
    viewRevenue: 10.01,
    cpa: 1.5,
    roas: 36.607321,
    siteVisitors: 3,
  });
  const days = metrics["byDate"] as Metrics[];
  expect(
    days.map(({ date, impressions, conversions, cpc, siteVisitors }) => [
      date,
      impressions,
      conversions,
      cpc,
      siteVisitors,
    ]),
  ).toEqual([
    ["2024-02-28", 1_000, 0, 0.15, 1],
    ["2024-02-29", 3_000, 0, 0.05, 0],
    ["2024-03-01", 500, 2, null, 2],
  ]);
});

describe("which days", () => {
  test.each([
    ["pastDays: 2", 3_500],
    ["pastDays: 0", 0],
    ["", 0],
    ['pastDays: 1, start: "2024-02-28", end: "2024-02-29"', 1_000],
    ['start: "02-28-2024"', 4_500],
    ['start: "2024-03-02", end: "2024-03-03"', 7],
    ['start: "2024-03-02", end: "2030-01-01"', 7],
    ['start: "2024-02-29", end: "2024-02-29"', 0],
    ['end: "1900-01-02"', 0],
    ['end: "03-01-2024"', 4_000],
    ['start: "2024-02-29", end: "03-02-2024", pastDays: -1', 3_500],
  ])("%s", async (args, impressions) => {
    // One argument at least, as an empty list of them is no GraphQL.
    const { summary, byDate } = await metricsOf(
      `currency: "USD" ${args}`,
      "summary { impressions ctr emailSends frequency } byDate { impressions }",
    );
    expect(summary).toEqual({
      impressions,
      ctr: impressions === 0 ? null : expect.any(Number),
      emailSends: 0,
      frequency: 0,
    });
    expect((byDate as Metrics[]).reduce((sum, row) => sum + Number(row["impressions"]), 0)).toBe(impressions);
  });
});

test("amounts are converted, counts are not", async () => {
  const metrics = await metricsOf(`${FEBRUARY}, currency: "JPY"`, "summary { impressions cost revenue }");
  expect(metrics["summary"]).toEqual({ impressions: 4_500, cost: 437.23, revenue: 16_005.73 });
  for (const currency of ["eur", "EURO", ""]) {
    const { errors } = await answerTo(
      service,
      `query ($currency: String) { user { advertisables { metrics(currency: $currency) { summary { cost } } } } }`,
      { currency },
    );
    // Nothing of how the graph is asked: the name is the client's own.
    expect(errors?.[0]).toMatchObject({
      message: "currency must be three upper-case letters of ISO 4217, such as USD.",
      extensions: { code: "BAD_USER_INPUT" },
    });
  }
});

test("a currency without rates is refused where it is asked for, and nowhere else", async () => {
  const { campaign } = await dataOf<{ campaign: { byAdvertisable: { eid: string; name: string }[] } }>(
    service,
    "query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) { eid name } } }",
    { shop },
  );
  const eidOf = (name: string): string | undefined => campaign.byAdvertisable.find((each) => each.name === name)?.eid;
  const ask = async (selection: string): Promise<unknown> =>
    await answerTo(
      service,
      `query ($c: String!, $d: String!) {
         x: campaign { byEID(campaign: $c) { metrics(${FEBRUARY}) { ${selection} } } }
         y: campaign { byEID(campaign: $d) { eid metrics(${FEBRUARY}, currency: "ZWL") { ${selection} } } } }`,
      { c: eidOf("Campaign c"), d: eidOf("Campaign d") },
    );
  const refusal = {
    message: "There are no exchange rates for the currency ZWL.",
    extensions: { code: "BAD_USER_INPUT" },
  };
  expect(await ask("summary { cost } byDate { clicks }")).toMatchObject({
    data: {
      x: { byEID: { metrics: { summary: { cost: 2.01 }, byDate: [{ clicks: 10 }, { clicks: 10 }, { clicks: 0 }] } } },
    },
    errors: [{ ...refusal, path: ["y", "byEID", "metrics"] }],
  });
  expect(await ask("byCountry { country revenue }")).toMatchObject({
    data: { x: { byEID: { metrics: { byCountry: [{ country: "US", revenue: 100 }] } } } },
    errors: [{ ...refusal, path: ["y", "byEID", "metrics", "byCountry"] }],
  });
});

test("by domain of an advertisable, by country of a campaign, and neither of anything else", async () => {
  const { byDomain, byCountry } = await metricsOf(
    'start: "2024-02-28", end: "2024-03-03"',
    "byDomain { domain impressions cost conversions } byCountry { country }",
  );
  expect(byDomain).toEqual([
    { domain: "", impressions: 7, cost: 0.25, conversions: null },
    { domain: "one.example", impressions: 1_500, cost: 2.5, conversions: null },
    { domain: "two.example", impressions: 3_000, cost: 0.51, conversions: null },
  ]);
  expect(byCountry).toBeNull();
  const { campaign } = await dataOf<{ campaign: { byAdvertisable: { name: string; metrics: unknown }[] } }>(
    service,
    `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) { name
      metrics(${FEBRUARY}) { byCountry { country conversions clickThroughs revenue impressions } byDomain { domain } } } } }`,
    { shop },
  );
  const found = new Map(campaign.byAdvertisable.map(({ name, metrics }) => [name, metrics]));
  expect([found.get("Campaign c"), found.get("Campaign d")]).toEqual([
    {
      byCountry: [{ country: "US", conversions: 1, clickThroughs: 1, revenue: 100, impressions: null }],
      byDomain: null,
    },
    {
      byCountry: [{ country: "NL", conversions: 1, clickThroughs: 0, revenue: 10.01, impressions: null }],
      byDomain: null,
    },
  ]);
});

test("conversions by audience, and each credited touchpoint", async () => {
  const { advertisable } = await dataOf<{ advertisable: { byEID: Record<string, unknown> } }>(
    service,
    `query ($shop: String!) { advertisable { byEID(advertisable: $shop) {
      conversions(${FEBRUARY}) { byAudience { audience name conversions clickThroughs viewThroughs revenue clickRevenue viewRevenue } }
      granularConversions(${FEBRUARY}) { conversionGuid conversionTime conversionValue attributionCredit attributedRatio attributedValue isLastTouchAttribution productType segment country city touchpointTime }
    } } }`,
    { shop },
  );
  expect(advertisable.byEID["conversions"]).toEqual({
    byAudience: [
      {
        audience: "",
        name: null,
        conversions: 1,
        clickThroughs: 0,
        viewThroughs: 1,
        revenue: 10.01,
        clickRevenue: 0,
        viewRevenue: 10.01,
      },
      {
        audience: sale,
        name: "Sale",
        conversions: 1,
        clickThroughs: 1,
        viewThroughs: 0,
        revenue: 100,
        clickRevenue: 100,
        viewRevenue: 0,
      },
    ],
  });
  expect(advertisable.byEID["granularConversions"]).toEqual([
    {
      conversionGuid: "v1",
      conversionTime: "2024-03-01T12:00:00+0000",
      conversionValue: 100,
      attributionCredit: "click_through",
      attributedRatio: 1,
      attributedValue: 100,
      isLastTouchAttribution: true,
      productType: "RT",
      segment: sale,
      country: "US",
      city: "Portland",
      touchpointTime: "2024-02-28T12:00:00+0000",
    },
    expect.objectContaining({
      conversionGuid: "v2",
      attributionCredit: "view_through",
      attributedValue: 10.01,
      segment: "",
    }),
  ]);
  const { errors } = await answerTo(
    service,
    `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { granularConversions(pastDays: 91) { country } } } }`,
    { shop },
  );
  expect(errors?.map(({ message, path }) => [message, path])).toEqual([
    ["The range must not be longer than 90 days.", ["advertisable", "byEID", "granularConversions"]],
  ]);
});

test("accounts: the domains that cost most, the dearest first", async () => {
  const ask = async (args: string): Promise<unknown> =>
    await dataOf(
      service,
      `query ($shop: String!) { accountMetrics { summary(advertisable: $shop, ${args}) { domain cost impressions cpc } } }`,
      { shop },
    );
  expect(await ask("pastDays: 30")).toEqual({
    accountMetrics: {
      summary: [
        { domain: "one.example", cost: 2.5, impressions: 1_500, cpc: 0.25 },
        { domain: "two.example", cost: 0.51, impressions: 3_000, cpc: 0.05 },
      ],
    },
  });
  const rows = Array.from(
    { length: 1_005 },
    (_, n) => `2024-01-15,c,g,a,web,x,site${n}.example,1,0,${(n + 1) / 100},0`,
  );
  await loadFile(service, "deliveries", shop, [
    "date,campaign,adGroup,ad,network,inventorySource,domain,impressions,clicks,cost,reportedConversions",
    ...rows,
  ]);
  const { accountMetrics } = (await ask('start: "2024-01-01", end: "2024-01-31"')) as {
    accountMetrics: { summary: { domain: string }[] };
  };
  expect(accountMetrics.summary).toHaveLength(1_000);
  expect([accountMetrics.summary[0], accountMetrics.summary[999]].map((each) => each?.domain)).toEqual([
    "site1004.example",
    "site5.example",
  ]);
});

describe("metricsTotal", () => {
  test("sums what is asked for in its scope, each object's report once", async () => {
    const { campaign } = await dataOf<{ campaign: Record<string, unknown> }>(
      service,
      `query ($shop: String!) { campaign {
        byAdvertisable(advertisable: $shop) { metrics(${FEBRUARY}) { summary { cost } } }
        again: byAdvertisable(advertisable: $shop) { metrics(${FEBRUARY}) { summary { cost } } eid }
        metricsTotal { date impressions clicks cost ctr conversions revenue }
      } }`,
      { shop },
    );
    expect(campaign["metricsTotal"]).toEqual({
      date: null,
      impressions: 4_500,
      clicks: 20,
      cost: 3.01,
      ctr: 0.444444,
      conversions: 2,
      revenue: 110.01,
    });
  });

  test("costs no operation of its own, and is zeros where nothing is asked for", async () => {
    const { statements } = service.db;
    const counts: number[] = [];
    for (const total of ["", "metricsTotal { cost }"]) {
      const before = statements.length;
      await dataOf(
        service,
        `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) { metrics(${FEBRUARY}) { summary { cost } } } ${total} } }`,
        { shop },
      );
      counts.push(statements.length - before);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(await dataOf(service, "{ ad { metricsTotal { cost ctr impressions } } }")).toEqual({
      ad: { metricsTotal: { cost: 0, ctr: null, impressions: 0 } },
    });
  });

  test("several currencies do not add up", async () => {
    const { errors } = await answerTo(
      service,
      `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { a: metrics { summary { cost } } b: metrics(currency: "EUR") { summary { cost } } } metricsTotal { cost } } }`,
      { shop },
    );
    expect(errors?.map(({ message }) => message)).toEqual([
      "Metrics are added up in one currency: ask for all in the same.",
    ]);
  });
});

test("a request makes no more rows than a request may hold", async () => {
  const days = 'start: "2014-03-01", end: "2024-03-01"';
  const fields = Array.from(
    { length: 28 },
    (_, n) =>
      `m${n}: metrics(start: "20${n < 10 ? `0${n}` : n}-01-01", end: "20${n < 10 ? `0${n}` : n}-12-31") { byDate { cost } }`,
  );
  const { errors } = await answerTo(
    service,
    `query ($shop: String!) { campaign { byAdvertisable(advertisable: $shop) { metrics(${days}) { byDate { cost } } ${fields.join(" ")} } } }`,
    { shop },
  );
  expect(errors).toBeUndefined();
  const shops = Array.from(
    { length: 30 },
    (_, n) =>
      `s${n}: byEID(advertisable: $shop) { metrics(start: "${1990 + n}-01-01", end: "${1999 + n}-12-31") { byDate { cost } } }`,
  );
  const refused = await answerTo(service, `query ($shop: String!) { advertisable { ${shops.join(" ")} } }`, { shop });
  expect(refused.errors?.[0]).toMatchObject({
    message: `Ask for less: at most ${MAX_ROWS.toLocaleString("en")} objects and rows at once.`,
    extensions: { code: "COST_ESTIMATED_TOO_EXPENSIVE" },
  });
});
