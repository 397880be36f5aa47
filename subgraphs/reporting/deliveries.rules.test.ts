import { describe, expect, test } from "vitest";
import { plain } from "../../lib/decimal.js";
import { deliveryMetrics, fillDays, NO_DELIVERY, withRequested } from "./deliveries.rules.js";

test("ratios come from the sums", () => {
  const metrics = deliveryMetrics(
    { impressions: 213_434_828, clicks: 38_165, cost: "58705.229958205", reportedConversions: 3_264 },
    "USD",
  );
  expect(metrics.cost.amount).toBe("58705.23");
  expect(metrics.ctr && plain(metrics.ctr)).toBe("0.017881");
  expect([metrics.cpc?.amount, metrics.cpm?.amount]).toEqual(["1.54", "0.28"]);
});

test("without impressions and clicks there are zeros, and no ratios", () => {
  expect(deliveryMetrics(NO_DELIVERY, "EUR")).toMatchObject({
    impressions: 0,
    clicks: 0,
    cost: { amount: "0.00", currency: "EUR" },
    ctr: null,
    cpc: null,
    cpm: null,
  });
  // Clicks that came late, on a day without impressions.
  expect(deliveryMetrics({ ...NO_DELIVERY, clicks: 2, cost: "3" }, "EUR")).toMatchObject({
    ctr: null,
    cpc: { amount: "1.50" },
    cpm: null,
  });
});

test("a day without deliveries is a row of zeros in its place", () => {
  const zero = (date: string) => ({ date, clicks: 0 });
  expect(fillDays(["1", "2", "3"], [{ date: "2", clicks: 5 }], zero)).toEqual([
    zero("1"),
    { date: "2", clicks: 5 },
    zero("3"),
  ]);
});

describe("entities that were asked for by name", () => {
  const zero = (entity: string) => ({ entity, clicks: 0 });
  const rows = [
    { entity: "B", clicks: 1 },
    { entity: "D", clicks: 2 },
  ];

  test("show as zeros in order, once", () => {
    expect(withRequested(rows, ["E", "A", "B", "A"], null, zero).map((row) => [row.entity, row.clicks])).toEqual([
      ["A", 0],
      ["B", 1],
      ["D", 2],
      ["E", 0],
    ]);
  });

  test("do not come again on a later page", () => {
    expect(withRequested([], ["A", "B"], "A", zero)).toEqual([zero("B")]);
  });
});
