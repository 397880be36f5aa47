import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decimal, sum } from "../../lib/decimal.js";
import { loadFile, quoted } from "../kit/facts.js";
import { startService, type Answer, type TestService } from "../kit/service.js";
import { create, testEid, ALPHA } from "../kit/world.js";

/** Site metrics and attribute metrics: who came to the site, day by day, and what they did by an attribute. */
let service: TestService;
let shop: string;
beforeAll(async () => {
  service = await startService({ now: "2024-03-10T12:00:00Z" });
  shop = service.world.granted.advertisable;
});
afterAll(async () => await service.close());

const LEAP = { start: "2024-02-27", end: "2024-03-02" };
const DATES = `start_date=${LEAP.start}&end_date=${LEAP.end}`;
/** Names that a CSV must carry unharmed, and what a formula becomes. */
const AWKWARD = 'Smith, "Sons"\nand & Co';
const FORMULA = "=1+1";

async function get(url: string, as: "admin" | "granted" | "foreign" = "granted"): Promise<Answer> {
  return await service.request({ as, method: "GET", url });
}

async function post(url: string, payload: object): Promise<Answer> {
  return await service.request({ as: "granted", method: "POST", url, payload });
}

function total<R>(rows: readonly R[], value: (row: R) => number | string): string {
  return sum(rows.map((row) => decimal(value(row)))).toFixed();
}

const VISITS = [
  "date,visitor,isTrackable,pageViews,revenue",
  "2024-02-28,a,true,2,10.00",
  "2024-02-28,a,false,1,1.005",
  "2024-02-28,b,false,1,0",
  "2024-02-29,a,true,1,5.50",
  "2024-02-29,c,true,1,0.333",
  "2024-03-01,a,true,1,0",
];

describe("site metrics", () => {
  const path = "/reportsvc/v1/advertisable-site-metrics";

  beforeAll(async () => {
    expect(await loadFile(service, "site-visits", shop, VISITS)).toEqual({
      loaded: true,
      out: "6 rows read; 6 inserted, 0 updated, 0 unchanged, on 3 days.",
    });
  });

  interface Row {
    visitors: number;
    revenue: number;
    all_visitors: number;
    all_revenue: number;
  }

  test("the days, the entity and the summary agree, on a leap day too, and GET answers like POST", async () => {
    const url = `${path}?advertisable_eid=${shop}&breakdowns=summary,entity,date&${DATES}`;
    const answer = await get(url);
    const summary = { visitors: 4, revenue: 15.83, all_visitors: 5, all_revenue: 16.84 };
    const zero = { visitors: 0, revenue: 0, all_visitors: 0, all_revenue: 0 };
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual({
      results: {
        summary,
        entity: [{ entity: shop, ...summary }],
        date: [
          { date: "2024-02-27", ...zero },
          { date: "2024-02-28", visitors: 1, revenue: 10, all_visitors: 2, all_revenue: 11.01 },
          { date: "2024-02-29", visitors: 2, revenue: 5.83, all_visitors: 2, all_revenue: 5.83 },
          { date: "2024-03-01", visitors: 1, revenue: 0, all_visitors: 1, all_revenue: 0 },
        ],
      },
    });
    const { date } = (answer.json as { results: { date: Row[] } }).results;
    expect(total(date, (row) => row.visitors)).toBe("4");
    const body = { advertisable_eid: shop, breakdowns: ["summary", "entity", "date"] };
    expect((await post(path, { ...body, start_date: "02-27-2024", end_date: "03-02-2024" })).json).toEqual(answer.json);
    expect(
      (await get(`${path}?advertisable_eid=${shop}&breakdowns=summary&past_days=12&start_date=1999-01-01`)).json,
    ).toEqual({
      results: { summary },
    });
  });

  test("the graph has the same numbers, exact, and sums them exactly in other currencies", async () => {
    const { data, errors } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) {
        USD: siteMetrics(range: $range) { ...R } EUR: siteMetrics(range: $range, currency: "EUR") { ...R } JPY: siteMetrics(range: $range, currency: "JPY") { ...R }
      } } fragment R on SiteReport { currency summary { ...M } byDate { date metrics { ...M } } }
      fragment M on SiteMetrics { visitors allVisitors revenue { exactAmount } allRevenue { exactAmount amount } }`,
      { eid: shop, range: { between: { start: LEAP.start, endExclusive: LEAP.end } } },
      "granted",
    );
    expect(errors).toBeUndefined();
    type Metrics = {
      visitors: number;
      allVisitors: number;
      revenue: { exactAmount: string };
      allRevenue: { exactAmount: string; amount: string };
    };
    type Report = { summary: Metrics; byDate: { metrics: Metrics }[] };
    const reports = (data as { advertisable: Record<"USD" | "EUR" | "JPY", Report> }).advertisable;
    for (const { summary, byDate } of Object.values(reports)) {
      expect(byDate).toHaveLength(4);
      expect(total(byDate, (day) => day.metrics.allVisitors)).toBe(String(summary.allVisitors));
      expect(total(byDate, (day) => day.metrics.revenue.exactAmount)).toBe(summary.revenue.exactAmount);
      expect(total(byDate, (day) => day.metrics.allRevenue.exactAmount)).toBe(summary.allRevenue.exactAmount);
    }
    expect([reports.USD, reports.EUR, reports.JPY].map((each) => each.summary.allRevenue.exactAmount)).toEqual([
      "16.838",
      decimal("16.838").times("0.8").toFixed(),
      decimal("16.838").times("145.5").toFixed(),
    ]);
  });

  test("shops in three currencies are reported in one, by one statement for all", async () => {
    for (const [currency, revenue] of [
      ["EUR", "8"],
      ["JPY", "291"],
    ] as const) {
      const eid = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
        organizationEid: ALPHA,
        name: `Shop ${currency}`,
        currency,
      });
      await loadFile(service, "site-visits", eid, ["date,visitor,pageViews,revenue", `2024-02-29,v,1,${revenue}`]);
    }
    const ask = `{ advertisables(first: 10) { nodes { currency siteMetrics(range: { between: { start: "2024-02-29", endExclusive: "2024-03-01" } }) { summary { revenue { amount currency } } } } } }`;
    const { data, statements } = await service.graphql(ask);
    const { nodes } = (
      data as { advertisables: { nodes: { currency: string; siteMetrics: { summary: { revenue: object } } }[] } }
    ).advertisables;
    expect(
      Object.fromEntries(
        nodes
          .filter((each) => each.currency !== "USD")
          .map((each) => [each.currency, each.siteMetrics.summary.revenue]),
      ),
    ).toEqual({
      EUR: { amount: "10.00", currency: "USD" },
      JPY: { amount: "2.00", currency: "USD" },
    });
    expect(statements).toBe(2);
  });

  test("the same file again changes nothing, a restated row corrects, and a bad row keeps everything out", async () => {
    expect((await loadFile(service, "site-visits", shop, VISITS)).out).toContain("0 inserted, 0 updated, 6 unchanged");
    const bad = [...VISITS, "2024-02-30,a,maybe,-1,1e3", "2024-02-28,z,true,1,1"];
    const refused = await loadFile(service, "site-visits", shop, bad);
    expect(refused.loaded).toBe(false);
    expect(refused.out).toMatch(
      /^line 8: date "2024-02-30" is not .*; isTrackable "maybe" .*; pageViews "-1" .*; revenue "1e3"/,
    );
    expect(refused.out).toContain("nothing was loaded");
    const before = await get(`${path}?advertisable_eid=${shop}&breakdowns=summary&${DATES}`);
    expect(before.json).toMatchObject({ results: { summary: { visitors: 4 } } });
    expect((await loadFile(service, "site-visits", shop, bad, ["--skip-bad"])).out).toContain(
      "1 inserted, 0 updated, 6 unchanged",
    );
    await loadFile(service, "site-visits", shop, ["date,visitor,pageViews,revenue", "2024-02-28,z,1,0.25"]);
    expect((await get(`${path}?advertisable_eid=${shop}&breakdowns=summary&${DATES}`)).json).toEqual({
      results: { summary: { visitors: 5, revenue: 16.08, all_visitors: 6, all_revenue: 17.09 } },
    });
    await expect(loadFile(service, "site-visits", shop, ["date,visitor", "2024-02-28,z"])).rejects.toThrow(
      "The file lacks pageViews. The file has the columns date, visitor.",
    );
  });

  test("bad inputs: 400 with the field; a foreign advertisable: 404", async () => {
    for (const [query, field] of [
      ["", "breakdowns"],
      ["breakdowns=date&start_date=2024-03-02&end_date=2024-03-01", "start_date"],
      ["breakdowns=date&currency=XXX", "currency"],
    ] as const)
      expect(await get(`${path}?advertisable_eid=${shop}&${query}`)).toMatchObject({
        status: 400,
        json: { errors: [{ field }] },
      });
    expect((await get(`${path}?advertisable_eid=${shop}&breakdowns=date`, "foreign")).status).toBe(404);
  });
});

describe("attribute metrics", () => {
  const path = "/reportsvc/v1/attributes-metrics/advertisable";

  beforeAll(async () => {
    const lines = [
      "date,attribute,value,visitor,isCrossDevice,isTargeted,impressions,clicks,pageViews,conversions,engagements,revenue",
      `2024-02-28,company,${quoted(AWKWARD)},a,false,true,5,1,3,1,1,20.005`,
      `2024-02-28,company,${quoted(AWKWARD)},b,true,true,2,0,1,0,0,0`,
      `2024-02-29,company,${quoted(FORMULA)},a,false,false,1,1,0,2,0,0.5`,
      `2024-02-29,industry,Tools,a,false,false,9,9,9,9,9,9`,
    ];
    expect((await loadFile(service, "attribute-visits", shop, lines)).out).toContain("4 inserted");
  });

  const at = (rest = ""): string => `advertisable_eid=${shop}&attribute_name=company&${DATES}${rest}`;
  const SUMMARY = {
    is_cross_device: true,
    impression_uniques: 3,
    click_uniques: 2,
    page_views: 4,
    unique_site_visitors: 2,
    conversions: 3,
    conversion_uniques: 2,
    engaged_visitors: 1,
    conversion_revenue: 20.51,
  };
  const METRICS = Object.keys(SUMMARY).filter((name) => name !== "is_cross_device");

  type Row = Record<string, number>;
  interface Results {
    results: { summary: Row; entity: (Row & { entity: string })[]; date: Row[] };
  }

  test("days, values and the summary agree, in JSON, CSV and GraphQL", async () => {
    const answer = await get(`${path}?${at("&breakdowns=summary,entity,date")}`);
    const { summary, entity, date } = (answer.json as Results).results;
    expect(summary).toEqual(SUMMARY);
    expect(date.map((row) => row["date"])).toEqual(["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"]);
    expect(entity.map((row) => row.entity)).toEqual([FORMULA, AWKWARD]);
    const exported = await get(`/reportsvc/v1/attributes-metrics/export?${at()}`);
    expect(exported.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const csv: Record<string, string>[] = parse(exported.text, { columns: true, record_delimiter: "\r\n" });
    expect(csv.map((row) => [row["date"], row["attribute_value"], row["is_cross_device"]])).toEqual([
      ["2024-02-28", AWKWARD, "false"],
      ["2024-02-28", AWKWARD, "true"],
      ["2024-02-29", `'${FORMULA}`, "false"],
    ]);
    const aggregated: Record<string, string>[] = parse(
      (await get(`/reportsvc/v1/attributes-metrics/aggregated/export?${at()}`)).text,
      { columns: true, record_delimiter: "\r\n" },
    );
    expect(aggregated.map((row) => row["attribute_value"])).toEqual([`'${FORMULA}`, AWKWARD]);
    for (const name of METRICS.filter((each) => each !== "conversion_revenue")) {
      for (const rows of [date, entity, csv, aggregated] as Record<string, string | number>[][])
        expect([name, total(rows, (row) => row[name] ?? "")]).toEqual([
          name,
          String(SUMMARY[name as keyof typeof SUMMARY]),
        ]);
    }
    // The exact amounts; JSON rounds each to 2 decimals.
    expect(total(csv, (row) => row["conversion_revenue"] ?? "")).toBe("20.505");
    expect(total(aggregated, (row) => row["conversion_revenue"] ?? "")).toBe("20.505");

    const { data, errors } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) { attributeMetrics(range: $range, attribute: "company") {
        summary { ...M } byDate { metrics { ...M } } byValue { nodes { value metrics { ...M } } } rows { nodes { metrics { ...M } } } } } }
       fragment M on AttributeMetrics { pageViews impressionUniques conversionRevenue { exactAmount } }`,
      { eid: shop, range: { between: { start: LEAP.start, endExclusive: LEAP.end } } },
      "granted",
    );
    expect(errors).toBeUndefined();
    type M = { metrics: { pageViews: number; impressionUniques: number; conversionRevenue: { exactAmount: string } } };
    const report = (
      data as {
        advertisable: {
          attributeMetrics: { summary: M["metrics"]; byDate: M[]; byValue: { nodes: M[] }; rows: { nodes: M[] } };
        };
      }
    ).advertisable.attributeMetrics;
    expect(report.summary).toEqual({
      pageViews: 4,
      impressionUniques: 3,
      conversionRevenue: { exactAmount: "20.505" },
    });
    for (const rows of [report.byDate, report.byValue.nodes, report.rows.nodes]) {
      expect(total(rows, ({ metrics }) => metrics.impressionUniques)).toBe("3");
      expect(total(rows, ({ metrics }) => metrics.conversionRevenue.exactAmount)).toBe("20.505");
    }
  });

  test("without breakdowns it answers by day; POST answers like GET; a value without visitors is zeros", async () => {
    const got = await get(`${path}?${at(`&attribute_values=${encodeURIComponent(FORMULA)},none`)}`);
    expect(Object.keys((got.json as Results).results)).toEqual(["date"]);
    const body = {
      advertisable_eid: shop,
      attribute_name: "company",
      attribute_values: [FORMULA, "none"],
      start_date: LEAP.start,
      end_date: LEAP.end,
    };
    expect((await post(path, body)).json).toEqual(got.json);
    const { results } = (await post(path, { ...body, breakdowns: ["entity", "summary"] })).json as Results;
    expect(results.entity).toMatchObject([
      { entity: FORMULA, conversions: 2 },
      { entity: "none", conversions: 0, conversion_revenue: 0 },
    ]);
    expect(results.summary).toMatchObject({ conversions: 2, conversion_revenue: 0.5, is_cross_device: false });
  });

  test("a value of a JSON list keeps its commas; in a text and in a query they part values", async () => {
    const body = { advertisable_eid: shop, attribute_name: "company", breakdowns: ["entity"], past_days: 12 };
    const entities = async (values: string | string[]): Promise<string[]> => {
      const { results } = (await post(path, { ...body, attribute_values: values })).json as Results;
      return results.entity.map(({ entity }) => entity).toSorted();
    };
    expect(await entities([AWKWARD])).toEqual([AWKWARD]);
    expect(await entities(["a, b", "c"])).toEqual(["a, b", "c"]);
    expect(await entities("a, b")).toEqual(["a", "b"]);
    const { results } = (await get(`${path}?${at("&breakdowns=entity&attribute_values=a,b&attribute_values=c")}`))
      .json as Results;
    expect(results.entity.map(({ entity }) => entity)).toEqual(["a", "b", "c"]);
    for (const wrong of [[""], [1], [["a"]], [null], ["a".repeat(256)]])
      expect(await post(path, { ...body, attribute_values: wrong })).toMatchObject({ status: 400 });
  });

  test("only targeted values, where the newer table is asked for", async () => {
    const url = `/reportsvc/v1/attributes-metrics/export?${at("&filter_by_tal=true")}`;
    expect(await get(url)).toMatchObject({ status: 400, json: { errors: [{ field: "filter_by_tal" }] } });
    const rows: Record<string, string>[] = parse((await get(`${url}&use_new_table=true`)).text, { columns: true });
    expect(rows.map((row) => row["attribute_value"])).toEqual([AWKWARD, AWKWARD]);
  });

  test("no rows: the header alone; no attribute: 400; a foreign advertisable: 404; a currency converts", async () => {
    const url = "/reportsvc/v1/attributes-metrics/export";
    const header = `date,advertisable_eid,attribute_name,attribute_value,${Object.keys(SUMMARY).join(",")}\r\n`;
    expect((await get(`${url}?advertisable_eid=${shop}&attribute_name=nothing`)).text).toBe(header);
    expect(await get(`${path}?advertisable_eid=${shop}`)).toMatchObject({
      status: 400,
      json: { errors: [{ field: "attribute_name" }] },
    });
    expect((await get(`${url}?${at()}`, "foreign")).status).toBe(404);
    expect((await get(`${url}?${at().replace(shop, testEid("nowhere"))}`)).status).toBe(404);
    const euros = (await get(`${path}?${at("&currency=EUR&breakdowns=summary")}`)).json as Results;
    expect(euros.results.summary).toMatchObject({ conversion_revenue: 16.4 });
  });
});
