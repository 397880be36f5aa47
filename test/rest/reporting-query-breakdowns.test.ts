import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadFile, loadGeneratedEvents } from "../kit/facts.js";
import { dataOf } from "../kit/reporting-query.js";
import { argumentsOf, question, TODAY } from "../kit/reporting-query-documents.js";
import { startService, type TestService } from "../kit/service.js";
import { create } from "../kit/world.js";

/** Breakdowns of several advertisables at once: each has the rows that /reportsvc gives for it alone. */
let service: TestService;
let shops: string[];
const segments = new Map<string, string>();

beforeAll(async () => {
  service = await startService({ now: `${TODAY}T12:00:00Z` });
  shops = [service.world.granted.advertisable, service.world.other.advertisable];
  for (const [seed, shop] of shops.entries()) {
    // The second one has more rows than a page.
    await loadGeneratedEvents(service, shop, { events: seed === 0 ? 900 : 100_000, end: TODAY, seed });
    const segment = await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
      advertisableEid: shop,
      name: `Buyers ${seed}`,
      type: "USER_EVENTS",
      duration: 30,
      isConversion: true,
    });
    segments.set(shop, segment);
    await service.db.owner.query(
      "update reporting.conversion set segment_eid = $2 where advertisable_eid = $1 and hashtext(conversion) % 2 = 0",
      [shop, segment],
    );
    await loadFile(service, "segment-memberships", shop, [
      "date,segment,cookie",
      ...Array.from(
        { length: 50 },
        (_, n) => `2023-08-${String(1 + ((n * 7) % 31)).padStart(2, "0")},${segment},c${n % 20}`,
      ),
    ]);
  }
});
afterAll(async () => await service.close());

type Row = Record<string, number | string | boolean | null>;

async function reportService<T>(path: string, parameters: Record<string, string>): Promise<T> {
  const url = `/reportsvc/v1/${path}?${new URLSearchParams(parameters)}`;
  const answer = await service.request({ as: "admin", method: "GET", url });
  expect([url, answer.status]).toEqual([url, 200]);
  return (answer.json as { results: T }).results;
}

interface Answer {
  advertisable: {
    byEIDs: {
      eid: string;
      metrics: { byDomain: Row[] };
      conversions: { byAudience: Row[] };
      granularConversions: Row[];
      segments: { eid: string; metrics: { summary: Row } }[];
      campaigns: { eid: string; metrics: { byCountry: Row[] } }[];
    }[];
  };
  dearest: { summary: Row[] };
}

test("by domain, country, audience and conversion, and how large segments are", async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(question, async ({ args, range, currency }) => {
      fc.pre(Date.parse(range.end) - Date.parse(range.start) <= 30 * 86_400_000);
      const given = argumentsOf(args);
      const { currency: _currency, ...days } = args;
      const { advertisable, dearest } = await dataOf<Answer>(
        service,
        `query ($shops: [String!]!, $first: String!) { advertisable { byEIDs(advertisables: $shops) { eid
           metrics${given} { byDomain { domain impressions clicks cost } }
           conversions${given} { byAudience { audience name clickThroughs viewThroughs clickRevenue viewRevenue } }
           granularConversions${given} { conversionGuid attributionCredit attributedValue conversionValue country conversionTime touchpointTime campaign adgroup ad segment }
           segments { eid metrics${argumentsOf(days)} { summary { audienceSizeCurrent audienceSizeNew audienceSizeTotal } } }
           campaigns(isActive: null, channels: ["web", "social"]) { eid metrics${given} { byCountry { country clickThroughs viewThroughs clickRevenue viewRevenue } } }
         } }
         dearest: accountMetrics { summary(advertisable: $first, ${given.slice(1, -1)}) { domain impressions clicks cost } } }`,
        { shops, first: shops[0] },
      );
      expect(advertisable.byEIDs.map(({ eid }) => eid)).toEqual(shops);
      for (const shop of advertisable.byEIDs) {
        const common = { advertisable_eid: shop.eid, start_date: range.start, end_date: range.end };
        const asked = { ...common, currency, breakdowns: "entity" };
        const domains = (await reportService<{ entity: Row[] }>("deliveries/domain", asked)).entity.map(
          ({ entity, ...sums }) => ({ domain: entity, ...sums }),
        );
        expect(shop.metrics.byDomain).toEqual(domains);
        const counted = (await reportService<{ entity: Row[] }>("attributions/segment", asked)).entity;
        expect(shop.conversions.byAudience).toEqual(
          counted.map((row) => ({
            audience: row["entity"],
            name: row["entity"] === "" ? null : expect.stringMatching(/^Buyers/),
            clickThroughs: row["click_throughs"],
            viewThroughs: row["view_throughs"],
            clickRevenue: row["click_revenue"],
            viewRevenue: row["view_revenue"],
          })),
        );
        const credited = await reportService<Row[]>("granular-attributions", { ...common, currency });
        expect(shop.granularConversions).toEqual(
          credited.map((row) => ({
            conversionGuid: row["conversion_guid"],
            attributionCredit: row["attribution_credit"],
            attributedValue: row["attributed_value"],
            conversionValue: row["conversion_value"],
            country: row["country"],
            conversionTime: instant(row["conversion_time"]),
            touchpointTime: instant(row["touchpoint_time"]),
            campaign: row["campaign_eid"],
            adgroup: row["adgroup_eid"],
            ad: row["ad_eid"],
            segment: row["segment_eid"],
          })),
        );
        rows = Math.max(rows, credited.length);
        const segment = segments.get(shop.eid) ?? "";
        const sizes = await reportService<{ summary: Row }>("userlists/segment", {
          ...common,
          breakdowns: "summary",
          segment_eids: segment,
          durations: "30",
        });
        expect(shop.segments).toEqual([
          {
            eid: segment,
            metrics: {
              summary: {
                audienceSizeCurrent: sizes.summary["current_visitors"],
                audienceSizeNew: sizes.summary["new_visitors"],
                audienceSizeTotal: sizes.summary["total_visitors"],
              },
            },
          },
        ]);
        for (const { eid, metrics } of shop.campaigns)
          expect([eid, metrics.byCountry]).toEqual([
            eid,
            byCountry(credited.filter((row) => row["campaign_eid"] === eid)),
          ]);
        if (shop.eid !== shops[0]) continue;
        // Which of two is dearer is decided by exact amounts, of which these are rounded.
        const byName = (list: readonly object[]): object[] =>
          list.toSorted((a, b) => (Reflect.get(a, "domain") < Reflect.get(b, "domain") ? -1 : 1));
        expect(byName(dearest.summary)).toEqual(byName(domains));
        const costs = dearest.summary.map(({ cost }) => Number(cost));
        expect(costs).toEqual(costs.toSorted((a, b) => b - a));
      }
    }),
    {
      numRuns: 15,
      examples: [
        [
          {
            args: { pastDays: 30 },
            range: { start: "2023-08-02", end: TODAY },
            currency: "USD",
            fields: [],
            parts: [],
          },
        ],
      ],
    },
  );
  expect(rows).toBeGreaterThan(1_000);
}, 300_000);

/** Instants have their own form here, to the second. */
function instant(given: Row[string] | undefined): string {
  return `${String(given).slice(0, 19)}+0000`;
}

/** Conversions by country, made of those that are credited one by one. */
function byCountry(credited: readonly Row[]): object[] {
  const counted = credited.filter((row) => row["attribution_credit"] !== "assist");
  return [...Map.groupBy(counted, (row) => String(row["country"]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, rows]) => {
      const of = (credit: string): Row[] => rows.filter((row) => row["attribution_credit"] === credit);
      const count = (some: Row[]): number => new Set(some.map((row) => row["conversion_guid"])).size;
      // Amounts of single rows are rounded.
      const near = (some: Row[]): unknown => {
        const sum = some.reduce((total, row) => total + Number(row["attributed_value"]), 0);
        const error = 0.0051 * (some.length + 1);
        return expect.toSatisfy((value: unknown) => Math.abs(Number(value) - sum) <= error, `about ${sum}`);
      };
      return {
        country,
        clickThroughs: count(of("click_through")),
        viewThroughs: count(of("view_through")),
        clickRevenue: near(of("click_through")),
        viewRevenue: near(of("view_through")),
      };
    });
}
