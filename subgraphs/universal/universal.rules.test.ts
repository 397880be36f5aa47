import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, sum } from "../../lib/decimal.js";
import { nextState } from "../../lib/state-table.js";
import { equalParts } from "./playbook.rules.js";
import { allowanceAt, checkLeastBudget, monthOf } from "./universal-budget.rules.js";
import type { BudgetType } from "./universal-budget.type.js";
import { statusBeforeBudget, statusByBudget, UNIVERSAL_STATES } from "./universal-status.rules.js";
import { EffectiveStatusValue, UniversalStatus } from "./universal-status.type.js";

const DAY = 86_400_000;
const STATUSES = Object.values(UniversalStatus);

describe("statuses", () => {
  test.each([
    ["DRAFT", ["DRAFT", "LIVE", "PAUSED"]],
    ["LIVE", ["LIVE", "PAUSED", "COMPLETED"]],
    ["PAUSED", ["PAUSED", "LIVE", "COMPLETED"]],
    ["COMPLETED", ["COMPLETED"]],
  ] as const)("%s leads to %j and nowhere else", (from, allowed: readonly UniversalStatus[]) => {
    for (const to of STATUSES) {
      const go = () => nextState(UNIVERSAL_STATES, from, to, "It");
      if (allowed.includes(to)) expect(go()).toBe(to);
      else expect(go).toThrow(expect.objectContaining({ code: "ILLEGAL_TRANSITION" }));
    }
  });
});

/** Instants of two years, so that months of every length and a leap day are among them. */
const instant = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2024, 11, 31) });
const date = fc.option(instant.map((at) => new Date(at)));
const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => decimal(value).div(100).toFixed(2));

describe("the allowance of a period", () => {
  test("is the budget, but for a monthly one that is prorated", () => {
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom<BudgetType>("DAILY", "MONTHLY", "LIFETIME"),
        fc.boolean(),
        date,
        date,
        instant,
        (amount, budgetType, isProrated, startDate, endDate, at) => {
          fc.pre(budgetType !== "MONTHLY" || !isProrated);
          expect(allowanceAt({ amount, currency: "USD", budgetType, isProrated, startDate, endDate }, at)).toBe(amount);
        },
      ),
    );
  });

  const prorated = { budgetType: "MONTHLY", isProrated: true, currency: "USD" } as const;

  test("of a month that is cut in two at any midnight adds up to the budget, within a cent", () => {
    fc.assert(
      fc.property(cents, instant, fc.nat(31), (amount, at, day) => {
        const { start, end } = monthOf(at);
        const cut = new Date(Math.min(end, start + day * DAY));
        const before = allowanceAt({ ...prorated, amount, startDate: null, endDate: cut }, at);
        const after = allowanceAt({ ...prorated, amount, startDate: cut, endDate: null }, at);
        expect(Number(decimal(before).plus(after).minus(amount).abs())).toBeLessThanOrEqual(0.01);
      }),
    );
  });

  test("is the share of the days that are touched, at most the budget, and nothing outside of them", () => {
    fc.assert(
      fc.property(cents, instant, instant, instant, (amount, one, other, at) => {
        fc.pre(one !== other);
        const [startDate, endDate] = [new Date(Math.min(one, other)), new Date(Math.max(one, other))];
        // Counted day by day, unlike the rule.
        const { start, end } = monthOf(at);
        let touched = 0;
        let days = 0;
        for (let day = start; day < end; day += DAY) {
          days += 1;
          if (startDate.getTime() < day + DAY && endDate.getTime() > day) touched += 1;
        }
        const expected = decimal(amount).times(touched).div(days).toFixed(2);
        expect(allowanceAt({ ...prorated, amount, startDate, endDate }, at)).toBe(expected);
      }),
    );
  });

  test("is whole where the currency has no smaller unit", () => {
    const first = { ...prorated, startDate: new Date("2024-02-29"), endDate: null };
    const at = Date.UTC(2024, 1, 29);
    expect(allowanceAt({ ...first, amount: "1000.00" }, at)).toBe("34.48");
    expect(allowanceAt({ ...first, amount: "1000.00", currency: "JPY" }, at)).toBe("34.00");
  });

  test("counts the day of an instant as a whole", () => {
    const at = Date.UTC(2023, 8, 15);
    const from = (day: string) =>
      allowanceAt({ ...prorated, amount: "300.00", startDate: new Date(day), endDate: null }, at);
    expect([from("2023-09-01T00:00Z"), from("2023-09-30T23:59Z"), from("2023-10-01T00:00Z")]).toEqual([
      "300.00",
      "10.00",
      "0.00",
    ]);
  });
});

describe("the least budget", () => {
  const at = Date.parse("2023-09-01T12:00:00Z");
  const facts = { currency: "USD", isProrated: false, startDate: null, endDate: null };
  const ends = (day: string) => ({ endDate: new Date(day) });

  test.each([
    ["DAILY", "5.00", 0, {}, 1],
    ["DAILY", "5.00", 1, {}, 1],
    ["DAILY", "15.00", 3, {}, 1],
    ["DAILY", "4.50", 1, {}, 0.9],
    ["MONTHLY", "150.00", 1, {}, 1],
    ["MONTHLY", "300.00", 2, {}, 1],
    ["LIFETIME", "5.00", 1, {}, 1],
    ["LIFETIME", "50.00", 1, ends("2023-09-11T00:00:00Z"), 1],
    ["LIFETIME", "5.00", 1, ends("2020-01-01T00:00:00Z"), 1],
    ["DAILY", "727.50", 1, {}, 145.5],
  ] as const)(
    "%s %s for %i ad groups is enough, and a cent less is not",
    (budgetType, amount, adGroups, dates, rate) => {
      const check = (each: string) =>
        checkLeastBudget({ ...facts, budgetType, amount: each, ...dates }, adGroups, decimal(rate), at);
      expect(check(amount)).toEqual([]);
      expect(check(decimal(amount).minus(0.01).toFixed(2))).toMatchObject([
        { path: ["input", "budget"], code: "BELOW_LEAST_BUDGET" },
      ]);
    },
  );

  test("is not asked of a campaign without a budget", () => {
    expect(checkLeastBudget({ ...facts, budgetType: "DAILY", amount: null }, 9, decimal(1), at)).toEqual([]);
  });
});

describe("equal parts", () => {
  test("add up to what is left, to the cent, and differ by a cent at most", () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 4 }), fc.integer({ min: 1, max: 100 }), (total, taken, count) => {
        const left = decimal(total).minus(sum(taken.map((each) => decimal(each))));
        const parts = equalParts(total, taken, count, "USD");
        if (left.lte(0)) {
          expect(parts).toBeNull();
          return;
        }
        const amounts = (parts ?? []).map((part) => decimal(part));
        expect(amounts).toHaveLength(count);
        expect(sum(amounts).toFixed(2)).toBe(left.toFixed(2));
        const spread = amounts.map(Number).toSorted((one, other) => one - other);
        expect((spread.at(-1) ?? 0) - (spread[0] ?? 0)).toBeLessThan(0.011);
      }),
    );
  });

  test("are whole where the currency has no smaller unit", () => {
    expect(equalParts("10001.00", ["1.00"], 3, "JPY")).toEqual(["3334.00", "3333.00", "3333.00"]);
  });

  test("are none of nothing", () => {
    expect([
      equalParts(null, [], 2, "USD"),
      equalParts("10.00", [], 0, "USD"),
      equalParts("10.00", ["10.00"], 1, "USD"),
    ]).toEqual([null, null, null]);
  });
});

describe("the effective status", () => {
  const now = Date.parse("2023-09-01T12:00:00Z");
  const before = new Date(now - 1);
  const after = new Date(now + 1);
  const live = { status: "LIVE", startDate: null, endDate: null, parent: null } as const;

  test.each([
    ["a draft is a draft, past its end too", { status: "DRAFT", endDate: before }, "DRAFT", "STATUS"],
    ["what is completed is over", { status: "COMPLETED" }, "COMPLETED", "STATUS"],
    ["what is past its end is over, paused or not", { status: "PAUSED", endDate: before }, "COMPLETED", "ENDED"],
    ["an end is not part of it", { endDate: new Date(now) }, "COMPLETED", "ENDED"],
    ["what is paused is paused", { status: "PAUSED", endDate: after }, "PAUSED", "STATUS"],
    [
      "what is paused is so for its own sake",
      { status: "PAUSED", parent: { status: "DRAFT", reason: "STATUS" } },
      "PAUSED",
      "STATUS",
    ],
    ["what begins later is scheduled", { startDate: after }, "SCHEDULED", "NOT_STARTED"],
    [
      "a parent that does not serve stops it",
      { startDate: after, parent: { status: "OUT_OF_BUDGET", reason: "BUDGET_SPENT" } },
      "OUT_OF_BUDGET",
      "PARENT",
    ],
  ] as const)("%s", (_what, facts, status, reason) => {
    expect(statusBeforeBudget({ ...live, ...facts }, now)).toEqual({ status, reason });
  });

  test.each([
    [
      "now, with a parent that serves",
      { startDate: new Date(now), endDate: after, parent: { status: "LIVE", reason: "STATUS" } },
    ],
    ["without dates and parent", {}],
  ] as const)("only the budget is left to ask of what is live %s", (_what, facts) => {
    expect(statusBeforeBudget({ ...live, ...facts }, now)).toBeNull();
  });

  test.each([
    ["100.00", "99.99", "LIVE"],
    ["100.00", "100.00", "OUT_OF_BUDGET"],
    ["0.00", "0", "OUT_OF_BUDGET"],
    [null, "1000000", "LIVE"],
  ])("with an allowance of %s and %s spent it is %s", (allowance, spent, status) => {
    expect(statusByBudget(allowance, decimal(spent)).status).toBe(status);
  });

  test("whatever the facts are, only what is live serves, only within its dates, and only under a parent that serves", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATUSES),
        date,
        date,
        fc.option(fc.constantFrom(...Object.values(EffectiveStatusValue))),
        instant,
        (status, startDate, endDate, of, at) => {
          const parent = of === null ? null : { status: of, reason: "STATUS" as const };
          const undecided = statusBeforeBudget({ status, startDate, endDate, parent }, at) === null;
          expect(undecided).toBe(
            status === "LIVE" &&
              (startDate === null || startDate.getTime() <= at) &&
              (endDate === null || at < endDate.getTime()) &&
              (of === null || of === "LIVE"),
          );
        },
      ),
    );
  });
});
