import fc from "fast-check";
import { expect, test } from "vitest";
import { decimal } from "../../../lib/decimal.js";
import { addSums, METRIC_FIELDS, type MetricSource, type MetricSums, UNKNOWN, zeros } from "./metric-fields.js";

const SUMS: MetricSums = {
  impressions: 8_000,
  clicks: 40,
  cost: "20.005",
  clickThroughs: 4,
  viewThroughs: 6,
  clickRevenue: "30.1",
  viewRevenue: "9.9",
  siteVisitors: 3,
  mailSends: 50,
  mailOpens: 20,
  mailClicks: 5,
};

const ALL = new Set<MetricSource>(["delivered", "attributed", "visited", "mailed"]);

function valuesOf(sums: MetricSums): Record<string, number | null> {
  return Object.fromEntries(Object.entries(METRIC_FIELDS).map(([name, { value }]) => [name, value(sums)]));
}

/** Metrics of what the platform does not have. */
const NONE = {
  emailConversions: 0,
  emailRevenue: 0,
  smsSends: 0,
  smsClicks: 0,
  smsConversions: 0,
  smsRevenue: 0,
  frequency: 0,
};

test("every metric of some sums, money rounded once, half up", () => {
  expect(valuesOf(SUMS)).toEqual({
    impressions: 8_000,
    clicks: 40,
    cost: 20.01,
    ctr: 0.5,
    cpc: 0.5,
    cpm: 2.5,
    conversions: 10,
    clickThroughs: 4,
    viewThroughs: 6,
    revenue: 40,
    clickRevenue: 30.1,
    viewRevenue: 9.9,
    averageOrderValue: 4,
    cpa: 2,
    clickCPA: 5,
    viewCPA: 3.33,
    ctcRate: 10,
    vtcRate: 0.075,
    roas: 1.9995,
    clickROAS: 1.504624,
    viewROAS: 0.494876,
    roi: 1.9995,
    siteVisitors: 3,
    sends: 50,
    opens: 20,
    emailSends: 50,
    emailOpens: 20,
    emailClicks: 5,
    ...NONE,
  });
});

test("where there is nothing, sums are 0 and ratios null", () => {
  const values = valuesOf(zeros(ALL));
  const ratios = ["ctr", "cpc", "cpm", "averageOrderValue", "cpa", "clickCPA", "viewCPA", "ctcRate", "vtcRate"];
  for (const name of [...ratios, "roas", "clickROAS", "viewROAS", "roi"]) {
    expect([name, values[name]]).toEqual([name, null]);
    delete values[name];
  }
  expect(new Set(Object.values(values))).toEqual(new Set([0]));
});

test("what is not known is null, but for what must not be", () => {
  for (const [name, value] of Object.entries(valuesOf(UNKNOWN)))
    expect([name, value]).toEqual([name, /^(email|sms|frequency)/.test(name) ? 0 : null]);
});

test("a metric uses nothing but the sources that it names", () => {
  for (const [name, { needs, value }] of Object.entries(METRIC_FIELDS)) {
    const others = zeros(ALL);
    const known: MetricSums = {
      ...others,
      ...(needs.includes("delivered") && { impressions: 8_000, clicks: 40, cost: "20.005" }),
      ...(needs.includes("attributed") && {
        clickThroughs: 4,
        viewThroughs: 6,
        clickRevenue: "30.1",
        viewRevenue: "9.9",
      }),
      ...(needs.includes("visited") && { siteVisitors: 3 }),
      ...(needs.includes("mailed") && { mailSends: 50, mailOpens: 20, mailClicks: 5 }),
    };
    expect([name, value(known)]).toEqual([name, value(SUMS)]);
  }
});

test("sums add up in any order, and what is unknown adds nothing", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((value) => decimal(value).div(1_000).toFixed());
  const sums = fc.record({
    impressions: fc.nat(),
    clicks: fc.nat(),
    cost: amount,
    clickThroughs: fc.nat(),
    viewThroughs: fc.nat(),
    clickRevenue: amount,
    viewRevenue: amount,
    siteVisitors: fc.option(fc.nat()),
    mailSends: fc.option(fc.nat()),
    mailOpens: fc.option(fc.nat()),
    mailClicks: fc.option(fc.nat()),
  });
  fc.assert(
    fc.property(fc.array(sums), (all) => {
      expect(valuesOf(addSums([...all, UNKNOWN]))).toEqual(valuesOf(addSums([UNKNOWN, ...all.toReversed()])));
      if (all.length > 0)
        expect(addSums(all).impressions).toBe(all.reduce((total, { impressions }) => total + impressions, 0));
    }),
  );
  expect(addSums([])).toEqual(UNKNOWN);
});
