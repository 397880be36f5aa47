import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decimal, sum } from "../../lib/decimal.js";
import { loadFile } from "../kit/facts.js";
import { type Answer, startService, type TestService } from "../kit/service.js";
import { testEid } from "../kit/world.js";

/** What was delivered to segments, and how users were put into them. */
let service: TestService;
let shop: string;
const ONE = testEid("segmentone");
const TWO = testEid("segmenttwo");
const RANGE = { start: "2024-02-28", end: "2024-03-02" };

beforeAll(async () => {
  service = await startService({ now: "2024-03-10T12:00:00Z" });
  shop = service.world.granted.advertisable;
  const deliveries = await loadFile(service, "segment-deliveries", shop, [
    "date,segment,impressions,clicks,cost",
    `2024-02-28,${ONE},100,2,1.005`,
    `2024-02-29,${ONE},50,1,0.25`,
    `2024-02-29,${TWO},10,0,0.1`,
    `2024-02-29,${TWO},5,1,0.05`,
  ]);
  expect(deliveries.out).toContain("4 rows read; 3 inserted");
  await loadFile(service, "segment-memberships", shop, [
    "date,segment,cookie,events",
    `2024-02-29,${ONE},a,3`,
    `2024-03-01,${TWO},a,1`,
  ]);
});
afterAll(async () => await service.close());

const query = (rest = ""): string => `advertisable_eid=${shop}&start_date=${RANGE.start}&end_date=${RANGE.end}${rest}`;
const body = { start_date: RANGE.start, end_date: RANGE.end, breakdowns: ["summary", "entity", "date"] };

async function get(path: string, as: "granted" | "admin" | "foreign" = "granted"): Promise<Answer> {
  return await service.request({ as, method: "GET", url: `/reportsvc/v1/${path}` });
}

async function post(path: string, payload: object): Promise<Answer> {
  return await service.request({
    as: "granted",
    method: "POST",
    url: `/reportsvc/v1/${path}`,
    payload: { advertisable_eid: shop, ...body, ...payload },
  });
}

const ALL = "&breakdowns=summary,entity,date";

test("segments, days and the summary agree; the advertisable's report has the same", async () => {
  const summary = { impressions: 165, clicks: 4, cost: 1.41 };
  const date = [
    { date: "2024-02-28", impressions: 100, clicks: 2, cost: 1.01 },
    { date: "2024-02-29", impressions: 65, clicks: 2, cost: 0.4 },
    { date: "2024-03-01", impressions: 0, clicks: 0, cost: 0 },
  ];
  const bySegment = await get(`segment-deliveries/segment?${query(ALL)}`);
  expect(bySegment.json).toEqual({
    results: {
      summary,
      date,
      entity: [
        { entity: ONE, impressions: 150, clicks: 3, cost: 1.26 },
        { entity: TWO, impressions: 15, clicks: 1, cost: 0.15 },
      ],
    },
  });
  const whole = await get(`segment-deliveries/advertisable?${query(ALL)}`);
  expect(whole.json).toEqual({ results: { summary, date, entity: [{ entity: shop, ...summary }] } });
  expect((await post("segment-deliveries/segment", {})).json).toEqual(bySegment.json);
  expect((await post("segment-deliveries/advertisable", {})).json).toEqual(whole.json);
});

test("segmentation events stand beside the deliveries", async () => {
  expect((await post("segmentation-event-deliveries/segment", { segment_eids: [TWO, ONE] })).json).toMatchObject({
    results: {
      summary: { impressions: 165, events: 4 },
      entity: [
        { entity: ONE, impressions: 150, events: 3 },
        { entity: TWO, impressions: 15, events: 1 },
      ],
      date: [{ events: 0 }, { impressions: 65, events: 3 }, { impressions: 0, events: 1 }],
    },
  });
});

test("JSON, CSV and GraphQL agree, exactly, in any currency", async () => {
  for (const [currency, cost] of [
    ["USD", "1.405"],
    ["EUR", "1.124"],
    ["JPY", "204.4275"],
  ] as const) {
    const exported = await get(`segment-deliveries/export?${query(`&currency=${currency}`)}`);
    const rows: Record<string, string>[] = parse(exported.text, { columns: true, record_delimiter: "\r\n" });
    expect(sum(rows.map((row) => decimal(row["cost"] ?? ""))).toFixed()).toBe(cost);
    const { data, errors } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!, $currency: CurrencyCode!) { advertisable(eid: $eid) { segmentDeliveries(range: $range, currency: $currency) {
        summary { ...M } byDate { metrics { ...M } } bySegment { nodes { metrics { ...M } } } rows { nodes { metrics { ...M } } } } } }
       fragment M on SegmentDeliveryMetrics { cost { exactAmount } }`,
      { eid: shop, currency, range: { between: { start: RANGE.start, endExclusive: RANGE.end } } },
      "granted",
    );
    expect(errors).toBeUndefined();
    type M = { metrics: { cost: { exactAmount: string } } };
    const report = (
      data as {
        advertisable: {
          segmentDeliveries: { summary: M["metrics"]; byDate: M[]; bySegment: { nodes: M[] }; rows: { nodes: M[] } };
        };
      }
    ).advertisable.segmentDeliveries;
    for (const all of [[{ metrics: report.summary }], report.byDate, report.bySegment.nodes, report.rows.nodes])
      expect(sum(all.map(({ metrics }) => decimal(metrics.cost.exactAmount))).toFixed()).toBe(cost);
  }
});

test("a named segment without deliveries in the range is zeros; without rows a CSV is its header", async () => {
  const empty = `advertisable_eid=${shop}&start_date=2024-01-01&end_date=2024-01-02&segment_eids=${ONE}`;
  const zero = { impressions: 0, clicks: 0, cost: 0 };
  expect((await get(`segment-deliveries/segment?${empty}&breakdowns=summary,entity`)).json).toEqual({
    results: { summary: zero, entity: [{ entity: ONE, ...zero }] },
  });
  expect((await get(`segment-deliveries/export?${empty}`)).text).toBe(
    "date,advertisable_eid,segment_eid,impressions,clicks,cost\r\n",
  );
});

test("an unknown segment and a foreign advertisable: 404; no breakdown: 400", async () => {
  const unknown = `&segment_eids=${ONE},${testEid("nosegment")}`;
  for (const path of ["segment-deliveries/segment", "segment-deliveries/advertisable", "segment-deliveries/export"]) {
    expect((await get(`${path}?${query(`${ALL}${unknown}`)}`)).status).toBe(404);
    expect((await get(`${path}?${query(ALL)}`, "foreign")).status).toBe(404);
  }
  expect((await post("segmentation-event-deliveries/segment", { segment_eids: [testEid("nosegment")] })).status).toBe(
    404,
  );
  expect(await get(`segment-deliveries/segment?${query()}`)).toMatchObject({
    status: 400,
    json: { errors: [{ field: "breakdowns" }] },
  });
});
