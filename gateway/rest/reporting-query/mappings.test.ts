import { describe, expect, test } from "vitest";
import { fixedClock } from "../../../lib/clock.js";
import { campaignTypeOf, channelOf, dailyBudget, endDay, startDay, statusOf } from "./mappings.js";
import { rangeOf, type RangeArgs } from "./report-range.js";

const TODAY = "2024-02-29";

describe("what statuses are called", () => {
  test.each([
    ["APPROVED", null, "running"],
    ["APPROVED", "2024-03-01", "running"],
    // The end is the day after the last one.
    ["APPROVED", "2024-02-29", "ended"],
    ["APPROVED", "2023-12-31", "ended"],
    ["PAUSED", null, "paused"],
    ["PAUSED", "2023-12-31", "paused"],
    ["ADMIN_PAUSED", null, "paused"],
    ["ADMIN_REVIEW", null, "review"],
    ["REJECTED", null, "rejected"],
    ["CANCELLED", null, "ended"],
    ["COMPLETED", null, "ended"],
    ["RUNNING", null, "running"],
    ["STOPPED", "2024-12-31", "ended"],
    ["DRAFT", null, "draft"],
    ["LIVE", null, "running"],
    ["LIVE", "2024-03-01", "running"],
    ["LIVE", "2024-02-29", "ended"],
  ])("%s with the end %s is %s", (status, endDate, expected) => {
    expect(statusOf({ status, isActive: true, endDate }, TODAY)).toBe(expected);
    expect(statusOf({ status, isActive: false, endDate }, TODAY)).toBe("deleted");
  });
});

describe("budgets are a day's", () => {
  test.each([
    ["70", "weekly", 10],
    ["100", "weekly", 14.29],
    ["0.035", "weekly", 0.01],
    ["0", "weekly", 0],
    ["12.345", "daily", 12.35],
    ["100", "monthly", 3.33],
  ] as const)("%s %s is %d", (exactAmount, period, expected) => {
    expect(dailyBudget({ exactAmount }, period)).toBe(expected);
  });

  test("none stays none", () => {
    expect(dailyBudget(null, "weekly")).toBeNull();
  });
});

describe("which days a report has", () => {
  const clock = fixedClock(`${TODAY}T23:59:59Z`);
  const days = (start: string, end: string): object => ({ start, end });

  test.each<[RangeArgs, object]>([
    [{}, days("2024-02-29", "2024-02-29")],
    [{ pastDays: 0 }, days("2024-02-29", "2024-02-29")],
    [{ pastDays: 1 }, days("2024-02-28", "2024-02-29")],
    [{ pastDays: 60 }, days("2023-12-31", "2024-02-29")],
    [{ start: null, end: null, pastDays: null }, days("2024-02-29", "2024-02-29")],
    [{ start: "2024-01-01", end: "2024-02-01" }, days("2024-01-01", "2024-02-01")],
    [{ start: "2024-01-01", end: "2024-02-01", pastDays: 3 }, days("2024-01-01", "2024-02-01")],
    [{ start: "2024-01-01", pastDays: 3 }, days("2024-01-01", "2024-02-29")],
    [{ end: "2024-03-31", pastDays: 3 }, days("2024-03-01", "2024-03-31")],
    [{ start: "2024-02-29", end: "2024-12-31" }, days("2024-02-29", "2024-12-31")],
    [{ start: "2025-01-01", end: "2025-01-01" }, days("2025-01-01", "2025-01-01")],
  ])("%j", (args, expected) => {
    expect(rangeOf(args, clock)).toEqual(expected);
  });

  test.each<[RangeArgs, string]>([
    [{ start: "2024-02-02", end: "2024-02-01" }, "START_AFTER_END"],
    [{ pastDays: -1 }, "OUT_OF_RANGE"],
    [{ pastDays: 3_661 }, "OUT_OF_RANGE"],
    [{ start: "1990-01-01", end: "2024-01-01" }, "RANGE_TOO_LONG"],
  ])("%j is refused", (args, code) => {
    expect(() => rangeOf(args, clock)).toThrow(
      expect.objectContaining({ code: "BAD_USER_INPUT", violations: [expect.objectContaining({ code })] }),
    );
  });

  test("some reports have fewer days", () => {
    const month = { start: "2024-01-01", end: "2024-01-31" };
    expect(rangeOf(month, clock, 30)).toEqual(month);
    expect(() => rangeOf({ ...month, end: "2024-02-01" }, clock, 30)).toThrow("must not be longer than 30 days");
  });
});

test.each([
  [{ isRetargeting: false, isCoop: false }, "prospecting"],
  [{ isRetargeting: false, isCoop: true }, "prospecting"],
  [{ isRetargeting: true, isCoop: true }, "blended"],
  [{ isRetargeting: true, isCoop: false }, "retargeting"],
  [{ isRetargeting: false, isCoop: false, isUniversal: true }, "blended"],
])("a campaign with %j is of the type %s", (traits, expected) => {
  expect(campaignTypeOf({ isSocial: false, ...traits })).toBe(expected);
});

test.each([
  ["2024-02-28T00:00:00.000Z", "2024-02-28", "2024-02-28"],
  ["2024-02-28T00:00:00.001Z", "2024-02-28", "2024-02-29"],
  ["2024-02-29T23:59:59.999Z", "2024-02-29", "2024-03-01"],
  [null, null, null],
])("from and until %s are the days %s and %s", (instant, start, end) => {
  expect([startDay(instant), endDay(instant)]).toEqual([start, end]);
});

test.each([
  [true, "social"],
  [false, "web"],
])("a campaign with isSocial %s is on the channel %s", (isSocial, expected) => {
  expect(channelOf({ isSocial, isRetargeting: false, isCoop: false })).toBe(expected);
});
