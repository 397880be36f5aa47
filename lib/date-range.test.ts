import { describe, expect, test } from "vitest";
import { fixedClock } from "./clock.js";
import {
  addDays,
  daysBetween,
  eachDay,
  parseReportDate,
  RANGE_POLICIES,
  type RangeInput,
  type RangePolicy,
  resolveRange,
} from "./date-range.js";

const CLOCK = fixedClock("2024-03-01T23:59:59Z");
const NAMES = { start: ["start"], end: ["end"], pastDays: ["pastDays"] };

function resolve(input: RangeInput, policy: RangePolicy = RANGE_POLICIES.reportService) {
  const range = resolveRange(input, policy, CLOCK, NAMES);
  return Array.isArray(range)
    ? range.map((violation) => `${violation.path.join(".")} ${violation.code}`)
    : `${range.start}..${range.end}`;
}

test("a report date is YYYY-MM-DD or MM-DD-YYYY, and a day of the calendar", () => {
  expect(parseReportDate("2024-02-29")).toBe("2024-02-29");
  expect(parseReportDate("02-29-2024")).toBe("2024-02-29");
  for (const text of [
    "2023-02-29",
    "13-40-2024",
    "2024-2-9",
    "24-02-09",
    "2024/02/09",
    "2024-02-09T00:00",
    " 2024-02-09",
    "yesterday",
    "",
  ]) {
    expect(parseReportDate(text)).toBeNull();
  }
});

describe("the end of a range", () => {
  test("is the day after the last one where it is exclusive, the last one where it is inclusive", () => {
    const input = { start: "2024-02-28", end: "2024-02-29" };
    expect(resolve(input)).toBe("2024-02-28..2024-02-29");
    expect(resolve(input, RANGE_POLICIES.entityReport)).toBe("2024-02-28..2024-03-01");
    expect(resolve({ start: "2024-02-29", end: "2024-02-29" })).toBe("2024-02-29..2024-02-29");
    expect(resolve({ start: "2024-02-29", end: "2024-02-29" }, RANGE_POLICIES.entityReport)).toBe(
      "2024-02-29..2024-03-01",
    );
  });

  test("may be today or in the future, but not before the start", () => {
    expect(resolve({ start: "2024-02-01", end: "2024-12-31" })).toBe("2024-02-01..2024-12-31");
    expect(resolve({ start: "2024-02-02", end: "2024-02-01" })).toEqual(["start START_AFTER_END"]);
    expect(resolve({ start: "2024-02-02", end: "2024-02-01" }, RANGE_POLICIES.entityReport)).toEqual([
      "start START_AFTER_END",
    ]);
  });
});

test("past days end before today in UTC, across a leap day, and win where the policy says so", () => {
  expect(resolve({ pastDays: 1 })).toBe("2024-02-29..2024-03-01");
  expect(resolve({ pastDays: 0 })).toBe("2024-03-01..2024-03-01");
  expect(resolve({ pastDays: 2, start: "2020-01-01", end: "2020-01-02" })).toBe("2024-02-28..2024-03-01");
  expect(
    resolve({ pastDays: 2, start: "2020-01-01", end: "2020-01-02" }, { end: "exclusive", pastDaysWins: false }),
  ).toBe("2020-01-01..2020-01-02");
  for (const pastDays of [-1, 1.5, 3_661]) expect(resolve({ pastDays })).toEqual(["pastDays OUT_OF_RANGE"]);
});

test("what is missing: the 30 days before today, the 30 days before the end, up to today", () => {
  expect(resolve({})).toBe("2024-01-31..2024-03-01");
  expect(resolve({ end: "2024-02-10" })).toBe("2024-01-11..2024-02-10");
  expect(resolve({ start: "2024-02-10" })).toBe("2024-02-10..2024-03-01");
});

test("every date that is none is named, and ten years are the most", () => {
  expect(resolve({ start: "x", end: "y" })).toEqual(["start NOT_A_DATE", "end NOT_A_DATE"]);
  expect(resolve({ start: "2014-02-22", end: "2024-03-01" })).toBe("2014-02-22..2024-03-01");
  expect(resolve({ start: "2014-02-21", end: "2024-03-01" })).toEqual(["end RANGE_TOO_LONG"]);
});

test("no range leaves the days that there are", () => {
  for (const end of ["1900-01-01", "1900-01-31"]) expect(resolve({ end })).toBe(`1900-01-01..${end}`);
  expect(resolve({ end: "1900-02-01" })).toBe("1900-01-02..1900-02-01");
  const last = { start: "9998-12-31", end: "9998-12-31" };
  expect(resolve(last)).toBe("9998-12-31..9998-12-31");
  expect(resolve(last, RANGE_POLICIES.entityReport)).toEqual(["end OUT_OF_RANGE"]);
});

test("days are counted by the calendar, whatever clocks do in some zone", () => {
  expect(eachDay({ start: "2024-02-27", end: "2024-03-02" })).toEqual([
    "2024-02-27",
    "2024-02-28",
    "2024-02-29",
    "2024-03-01",
  ]);
  expect(eachDay({ start: "2024-03-01", end: "2024-03-01" })).toEqual([]);
  expect(daysBetween("2024-01-01", "2025-01-01")).toBe(366);
  expect(addDays("2024-03-31", -31)).toBe("2024-02-29");
});
