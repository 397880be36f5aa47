import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";
import { addDays } from "../../lib/date-range.js";
import { decimal, rounded, sum } from "../../lib/decimal.js";
import { INGEST_COMMANDS } from "../../gateway/gateway.js";
import { createIngestEnvironment } from "../../gateway/ingest-environment.js";
import { startService, type TestService } from "../kit/service.js";

/** The real file: 1,143 ads of one network in August 2023. The service's clock says 1 September. */
const FILE = path.join(PROJECT_ROOT, "test/data/facebook-ad-deliveries-1143.csv");
const MAPPING = FILE.replace(".csv", ".mapping.json");

const TOTALS = {
  "916": { impressions: 482_925, clicks: 113, cost: "149.71" },
  "936": { impressions: 8_128_187, clicks: 1_984, cost: "2893.37" },
  "1178": { impressions: 204_823_716, clicks: 36_068, cost: "55662.15" },
  all: { impressions: 213_434_828, clicks: 38_165, cost: "58705.23" },
};

let service: TestService;
let advertisable: string;
/** EID of each campaign by its number in the file. */
const campaigns = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  advertisable = service.world.granted.advertisable;
  const environment = createIngestEnvironment(service.db.owner, service.gateway, () => {});
  const loaded = await INGEST_COMMANDS["deliveries"]?.run(
    [FILE, "--advertisable", advertisable, "--mapping", MAPPING, "--create-entities"],
    environment,
  );
  expect(loaded).toBe(true);
  const { data } = await service.graphql(
    `{ advertisable(eid: "${advertisable}") { campaigns { nodes { eid externalId } } } }`,
  );
  for (const { eid, externalId } of (
    data as { advertisable: { campaigns: { nodes: { eid: string; externalId: string | null }[] } } }
  ).advertisable.campaigns.nodes) {
    if (externalId !== null) campaigns.set(externalId, eid);
  }
});
afterAll(async () => await service.close());

interface Sums {
  impressions: number;
  clicks: number;
  /** To 2 decimals. */
  cost: string;
}

/** What one surface says: together, by day and by campaign. */
interface Reading {
  summary: Sums;
  byDate: Record<string, Sums>;
  byCampaign: Record<string, Sums>;
}

/** Days from start up to, not including, end; or days before today. */
type Question = { start: string; end: string } | { pastDays: number };

interface Metrics {
  impressions: number;
  clicks: number;
  cost: { amount: string; exactAmount: string };
}

async function throughGraphql(question: Question): Promise<Reading & { exact: string[] }> {
  const range =
    "pastDays" in question
      ? { pastDays: question.pastDays }
      : { between: { start: question.start, endExclusive: question.end } };
  const { data, errors } = await service.graphql(
    `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) { deliveries(range: $range) {
      summary { ...M } byDate { date metrics { ...M } } byEntity(level: CAMPAIGN) { nodes { entity metrics { ...M } } }
    } } } fragment M on DeliveryMetrics { impressions clicks cost { amount exactAmount } }`,
    { eid: advertisable, range },
  );
  expect(errors).toBeUndefined();
  const { deliveries } = (
    data as {
      advertisable: {
        deliveries: {
          summary: Metrics;
          byDate: { date: string; metrics: Metrics }[];
          byEntity: { nodes: { entity: string; metrics: Metrics }[] };
        };
      };
    }
  ).advertisable;
  const sums = ({ impressions, clicks, cost }: Metrics): Sums => ({
    impressions,
    clicks,
    cost: rounded(decimal(cost.amount), 2),
  });
  const total = (all: Metrics[]): string => sum(all.map((each) => decimal(each.cost.exactAmount))).toFixed();
  return {
    summary: sums(deliveries.summary),
    byDate: Object.fromEntries(deliveries.byDate.map((day) => [day.date, sums(day.metrics)])),
    byCampaign: Object.fromEntries(deliveries.byEntity.nodes.map((row) => [row.entity, sums(row.metrics)])),
    // The raw exact values of the three breakdowns.
    exact: [
      total([deliveries.summary]),
      total(deliveries.byDate.map((day) => day.metrics)),
      total(deliveries.byEntity.nodes.map((row) => row.metrics)),
    ],
  };
}

interface LegacyRow {
  impressions: number;
  clicks: number;
  cost: number;
}

function legacySums({ impressions, clicks, cost }: LegacyRow): Sums {
  return { impressions, clicks, cost: cost.toFixed(2) };
}

/** start_date inclusive, end_date exclusive. */
function reportsvcQuery(question: Question): string {
  return "pastDays" in question
    ? `past_days=${question.pastDays}`
    : `start_date=${question.start}&end_date=${question.end}`;
}

async function throughReportsvc(question: Question): Promise<Reading> {
  const answer = await service.request({
    as: "granted",
    method: "GET",
    url: `/reportsvc/v1/deliveries/campaign?advertisable_eid=${advertisable}&breakdowns=summary,date,entity&${reportsvcQuery(question)}`,
  });
  expect(answer.status).toBe(200);
  const { results } = answer.json as {
    results: { summary: LegacyRow; date: (LegacyRow & { date: string })[]; entity: (LegacyRow & { entity: string })[] };
  };
  return {
    summary: legacySums(results.summary),
    byDate: Object.fromEntries(results.date.map((row) => [row.date, legacySums(row)])),
    byCampaign: Object.fromEntries(results.entity.map((row) => [row.entity, legacySums(row)])),
  };
}

async function throughCsv(question: Question): Promise<Reading> {
  const answer = await service.request({
    as: "granted",
    method: "GET",
    url: `/reportsvc/v1/deliveries/export?advertisable_eid=${advertisable}&${reportsvcQuery(question)}`,
  });
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const rows: Record<string, string>[] = parse(answer.text, { columns: true, record_delimiter: "\r\n" });
  for (const row of rows) {
    expect(Object.keys(row).slice(0, 7)).toEqual([
      "date",
      "advertisable_eid",
      "campaign_eid",
      "adgroup_eid",
      "ad_eid",
      "name",
      "status",
    ]);
    expect([row["ad_eid"], row["name"], row["status"]]).toEqual([
      row["ad_eid"],
      expect.stringMatching(/^Ad /),
      expect.stringMatching(/^(approved|admin_review)$/),
    ]);
  }
  const total = (some: Record<string, string>[]): Sums => ({
    impressions: some.reduce((n, row) => n + Number(row["impressions"]), 0),
    clicks: some.reduce((n, row) => n + Number(row["clicks"]), 0),
    cost: rounded(sum(some.map((row) => decimal(row["cost"] ?? ""))), 2),
  });
  const grouped = (column: string): Record<string, Sums> =>
    Object.fromEntries([...Map.groupBy(rows, (row) => row[column] ?? "")].map(([key, some]) => [key, total(some)]));
  return { summary: total(rows), byDate: grouped("date"), byCampaign: grouped("campaign_eid") };
}

/** end_date is the last day. An empty range can't be said there. */
async function throughEntityReport(question: Question): Promise<Reading> {
  const query =
    "pastDays" in question
      ? `past_days=${question.pastDays}`
      : `start_date=${question.start}&end_date=${addDays(question.end, -1)}`;
  const get = async (format: string): Promise<(LegacyRow & { eid: string; date: string })[]> => {
    const answer = await service.request({
      as: "granted",
      method: "GET",
      url: `/api/v1/report/campaign?advertisable=${advertisable}&data_format=${format}&${query}`,
    });
    expect(answer.status).toBe(200);
    return (answer.json as { results: (LegacyRow & { eid: string; date: string })[] }).results;
  };
  const [summary] = await get("summary");
  if (summary === undefined) throw new Error("a summary has one row");
  return {
    summary: legacySums(summary),
    byDate: Object.fromEntries((await get("date")).map((row) => [row.date, legacySums(row)])),
    byCampaign: Object.fromEntries((await get("entity")).map((row) => [row.eid, legacySums(row)])),
  };
}

function withoutZeros(rows: Record<string, Sums>): Record<string, Sums> {
  return Object.fromEntries(
    Object.entries(rows).filter(([, row]) => row.impressions > 0 || row.clicks > 0 || Number(row.cost) > 0),
  );
}

const QUESTIONS: Record<string, Question> = {
  "one day": { start: "2023-08-17", end: "2023-08-18" },
  "the month": { start: "2023-08-01", end: "2023-09-01" },
  "the last 20 days": { pastDays: 20 },
  "a range into the future": { start: "2023-08-25", end: "2023-10-01" },
  "a range without deliveries": { start: "2022-02-01", end: "2022-03-01" },
};

describe("the same question gets equal numbers through every surface", () => {
  test.each(Object.entries(QUESTIONS))("%s", async (_name, question) => {
    const graphql = await throughGraphql(question);
    const { exact, ...reading } = graphql;
    // Σ entity = Σ date = summary, to the last digit.
    expect(exact).toEqual([exact[0], exact[0], exact[0]]);
    expect(await throughReportsvc(question)).toEqual(reading);
    expect(await throughEntityReport(question)).toEqual(reading);
    const csv = await throughCsv(question);
    expect(csv.summary).toEqual(reading.summary);
    // A CSV has no rows for days without deliveries.
    expect(csv.byDate).toEqual(withoutZeros(reading.byDate));
    expect(csv.byCampaign).toEqual(reading.byCampaign);
  });

  test("an empty range, start = end, is zeros where the end is exclusive and one day where it is inclusive", async () => {
    const empty = { start: "2023-08-17", end: "2023-08-17" };
    const zero = { impressions: 0, clicks: 0, cost: "0.00" };
    const { exact: _exact, ...graphql } = await throughGraphql(empty);
    for (const reading of [graphql, await throughReportsvc(empty), await throughCsv(empty)]) {
      expect(reading).toEqual({ summary: zero, byDate: {}, byCampaign: {} });
    }
    expect((await throughGraphql({ pastDays: 0 })).summary).toEqual(zero);
    const oneDay = await throughGraphql({ start: "2023-08-17", end: "2023-08-18" });
    const report = await service.request({
      as: "admin",
      method: "GET",
      url: `/api/v1/report/campaign?advertisable=${advertisable}&data_format=summary&start_date=08-17-2023&end_date=08-17-2023`,
    });
    const [row] = (report.json as { results: LegacyRow[] }).results;
    expect(row && legacySums(row)).toEqual(oneDay.summary);
    expect(oneDay.summary.impressions).toBeGreaterThan(0);
  });

  test("past_days wins over dates on the old paths", async () => {
    const url = `/reportsvc/v1/deliveries/advertisable?advertisable_eid=${advertisable}&breakdowns=summary`;
    const plain = await service.request({ as: "admin", method: "GET", url: `${url}&past_days=5` });
    const both = await service.request({
      as: "admin",
      method: "GET",
      url: `${url}&past_days=5&start_date=2023-01-01&end_date=2023-02-01`,
    });
    expect(both.json).toEqual(plain.json);
  });
});

describe("the real file's totals come out exactly", () => {
  const month = { start: "2023-08-01", end: "2023-09-01" };

  test("through GraphQL, reportsvc, the CSV export and /api/v1/report", async () => {
    for (const read of [throughGraphql, throughReportsvc, throughCsv, throughEntityReport]) {
      const { summary, byCampaign } = await read(month);
      expect(summary).toEqual(TOTALS.all);
      expect(Object.keys(byCampaign)).toHaveLength(3);
      for (const number of ["916", "936", "1178"] as const)
        expect(byCampaign[campaigns.get(number) ?? ""]).toEqual(TOTALS[number]);
    }
  });

  test("at every level of the tree, and for the campaigns one by one", async () => {
    const { data } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) { campaigns(first: 3, filter: { externalId: { in: ["916", "936", "1178"] } }) { nodes { externalId
        deliveries(range: $range) { summary { impressions clicks cost { amount } reportedConversions } }
        adGroups(first: 100) { nodes { deliveries(range: $range) { summary { impressions } } } } } } } }`,
      { eid: advertisable, range: { between: { start: month.start, endExclusive: month.end } } },
    );
    const { nodes } = (
      data as {
        advertisable: {
          campaigns: {
            nodes: {
              externalId: "916" | "936" | "1178";
              deliveries: { summary: Metrics };
              adGroups: { nodes: { deliveries: { summary: { impressions: number } } }[] };
            }[];
          };
        };
      }
    ).advertisable.campaigns;
    for (const campaign of nodes) {
      const { impressions, clicks, cost } = campaign.deliveries.summary;
      expect({ impressions, clicks, cost: cost.amount }).toEqual(TOTALS[campaign.externalId]);
    }
    const small = nodes.find((campaign) => campaign.externalId === "916");
    const ofAdGroups = small?.adGroups.nodes.reduce(
      (total, adGroup) => total + adGroup.deliveries.summary.impressions,
      0,
    );
    expect(ofAdGroups).toBe(TOTALS["916"].impressions);
  });

  test("campaigns that are named without their advertisable are summed and listed by day all the same", async () => {
    const named = `${campaigns.get("916")},${campaigns.get("936")}`;
    const get = async (format: string): Promise<(LegacyRow & { date: string })[]> => {
      const url = `/api/v1/report/campaign?campaigns=${named}&data_format=${format}&start_date=2023-08-01&end_date=2023-08-31`;
      const answer = await service.request({ as: "admin", method: "GET", url });
      return (answer.json as { results: (LegacyRow & { date: string })[] }).results;
    };
    const [summary] = await get("summary");
    expect(summary && legacySums(summary)).toEqual({ impressions: 8_611_112, clicks: 2_097, cost: "3043.08" });
    const days = await get("date");
    expect(days.map((day) => day.date)).toHaveLength(31);
    expect(days.reduce((total, day) => total + day.impressions, 0)).toBe(8_611_112);
  });

  test("POST answers like GET, with filters as arrays; the domain and placement forms agree", async () => {
    const filter = [campaigns.get("916"), campaigns.get("936")];
    const body = {
      advertisable_eid: advertisable,
      breakdowns: ["summary", "entity"],
      start_date: month.start,
      end_date: month.end,
      campaign_eids: filter,
      networks: ["facebook"],
    };
    const posted = await service.request({
      as: "admin",
      method: "POST",
      url: "/reportsvc/v1/deliveries/campaign",
      payload: body,
    });
    expect(posted.json).toMatchObject({
      results: { summary: { impressions: 8_611_112, clicks: 2_097, cost: 3_043.08 } },
    });
    const got = await service.request({
      as: "admin",
      method: "GET",
      url: `/reportsvc/v1/deliveries/campaign?advertisable_eid=${advertisable}&breakdowns=summary,entity&start_date=${month.start}&end_date=${month.end}&campaign_eids=${filter.join(",")}`,
    });
    expect(got.json).toEqual(posted.json);
    for (const form of ["domain/ad", "domain/adgroup", "domain", "wca-placement"]) {
      const answer = await service.request({
        as: "admin",
        method: "POST",
        url: `/reportsvc/v1/deliveries/${form}`,
        payload: { ...body, breakdowns: ["summary"] },
      });
      expect(answer.json).toEqual({ results: { summary: { impressions: 8_611_112, clicks: 2_097, cost: 3_043.08 } } });
    }
    const elsewhere = await service.request({
      as: "admin",
      method: "POST",
      url: "/reportsvc/v1/deliveries/campaign",
      payload: { ...body, networks: ["web"] },
    });
    expect(elsewhere.json).toMatchObject({
      results: { summary: { impressions: 0, clicks: 0, cost: 0 }, entity: [{ impressions: 0 }, { impressions: 0 }] },
    });
  });

  test("in another currency every day is converted at its own rate, and the sums still agree", async () => {
    const { data } = await service.graphql(
      `query ($eid: ID!, $range: DateRangeInput!) { advertisable(eid: $eid) {
        usd: deliveries(range: $range) { byDate { date metrics { cost { exactAmount } } } }
        eur: deliveries(range: $range, currency: "EUR") { summary { cost { exactAmount currency } } byDate { date metrics { cost { exactAmount } } } }
      } }`,
      { eid: advertisable, range: { between: { start: month.start, endExclusive: month.end } } },
    );
    type Days = { date: string; metrics: { cost: { exactAmount: string } } }[];
    const { usd, eur } = (
      data as {
        advertisable: {
          usd: { byDate: Days };
          eur: { summary: { cost: { exactAmount: string; currency: string } }; byDate: Days };
        };
      }
    ).advertisable;
    // The world's rates: 0.9 up to 15 August, 0.8 from the 16th on.
    const expected = usd.byDate.map((day) =>
      decimal(day.metrics.cost.exactAmount).times(day.date < "2023-08-16" ? "0.9" : "0.8"),
    );
    expect(eur.byDate.map((day) => decimal(day.metrics.cost.exactAmount).toFixed())).toEqual(
      expected.map((cost) => cost.toFixed()),
    );
    expect(eur.summary.cost).toEqual({ exactAmount: sum(expected).toFixed(), currency: "EUR" });
  });
});
