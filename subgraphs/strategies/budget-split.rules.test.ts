import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, sum } from "../../lib/decimal.js";
import { type BudgetShare, type CampaignFigures, splitBudget } from "./budget-split.rules.js";

const figures = fc.record({
  conversions: fc.nat({ max: 1_000_000 }),
  cost: fc.oneof(
    fc.constant(decimal(0)),
    fc.nat({ max: 100_000_000 }).map((millionths) => decimal(millionths).div(1e6)),
  ),
});
const campaigns = fc
  .array(figures, { minLength: 1, maxLength: 30 })
  .map((all) => all.map((each, index): CampaignFigures => ({ ...each, eid: `C${String(index).padStart(2, "0")}` })));
const budget = fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }).map((cents) => decimal(cents.toString()).div(100));

function byEid(shares: readonly BudgetShare[]): Record<string, string> {
  return Object.fromEntries(shares.map((share) => [share.eid, share.budget]));
}

describe("whatever campaigns came to", () => {
  test("their budgets add up to the strategy's, to the cent", () => {
    fc.assert(
      fc.property(budget, campaigns, (whole, all) => {
        expect(sum(splitBudget(whole, all, 2).map((share) => decimal(share.budget))).toFixed(2)).toBe(whole.toFixed(2));
      }),
      { numRuns: 500 },
    );
  });

  test("none has less than a tenth, or than an equal part where there are more than ten; less than a cent is cut off", () => {
    fc.assert(
      fc.property(budget, campaigns, (whole, all) => {
        const floor = whole.div(Math.max(10, all.length)).round(2, 0);
        for (const share of splitBudget(whole, all, 2)) {
          expect(share.floor).toBe(floor.toFixed(2));
          expect(decimal(share.budget).gte(floor)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("without cents all are whole, none is under the floor, and they add up", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }), campaigns, (units, all) => {
        const shares = splitBudget(decimal(units.toString()), all, 0);
        expect(shares.reduce((total, share) => total + BigInt(share.budget.replace(/\.00$/, "")), 0n)).toBe(units);
        for (const share of shares) expect(decimal(share.budget).gte(share.floor)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("a split of the same day is the same, in whatever order the campaigns come", () => {
    fc.assert(
      fc.property(
        budget,
        campaigns.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        (whole, [all, shuffled]) => {
          expect(byEid(splitBudget(whole, shuffled, 2))).toEqual(byEid(splitBudget(whole, all, 2)));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("one with the better rate has no less than another, but for a cent of rounding", () => {
    fc.assert(
      fc.property(budget, campaigns, (whole, all) => {
        const shares = byEid(splitBudget(whole, all, 2));
        for (const a of all) {
          for (const b of all) {
            if (a.cost.eq(0) || b.cost.eq(0)) continue;
            if (decimal(a.conversions).div(a.cost).lt(decimal(b.conversions).div(b.cost))) continue;
            expect(
              decimal(shares[a.eid] ?? 0)
                .plus("0.01")
                .gte(shares[b.eid] ?? 0),
            ).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

const rate = (eid: string, conversions: number, cost: number): CampaignFigures => ({
  eid,
  conversions,
  cost: decimal(cost),
});

test.each<[string, string, CampaignFigures[], [string, string][]]>([
  [
    "in proportion to conversions for cost",
    "100",
    [rate("A", 30, 10), rate("B", 10, 10)],
    [
      ["75.00", "RATE"],
      ["25.00", "RATE"],
    ],
  ],
  [
    "at least a tenth",
    "100",
    [rate("A", 99, 10), rate("B", 1, 10)],
    [
      ["90.00", "RATE"],
      ["10.00", "FLOOR"],
    ],
  ],
  [
    "who has the floor takes it from the others",
    "100",
    [rate("A", 0, 5), rate("B", 30, 10), rate("C", 60, 10)],
    [
      ["10.00", "FLOOR"],
      ["30.00", "RATE"],
      ["60.00", "RATE"],
    ],
  ],
  [
    "one who falls under the floor by that has it too",
    "100",
    [rate("A", 0, 5), rate("B", 105, 1_000), rate("C", 895, 1_000)],
    [
      ["10.00", "FLOOR"],
      ["10.00", "FLOOR"],
      ["80.00", "RATE"],
    ],
  ],
  [
    "without conversions equally",
    "100",
    [rate("A", 0, 50), rate("B", 0, 0), rate("C", 0, 1)],
    [
      ["33.34", "EQUAL"],
      ["33.33", "EQUAL"],
      ["33.33", "EQUAL"],
    ],
  ],
  [
    "without cost as the average of the others",
    "100",
    [rate("A", 30, 10), rate("B", 10, 10), rate("C", 9, 0)],
    [
      ["50.00", "RATE"],
      ["16.67", "RATE"],
      ["33.33", "AVERAGE_RATE"],
    ],
  ],
  [
    "the cent goes to the largest remainder",
    "0.10",
    [rate("A", 2, 1), rate("B", 3, 1), rate("C", 1, 1)],
    [
      ["0.03", "RATE"],
      ["0.05", "RATE"],
      ["0.02", "RATE"],
    ],
  ],
  [
    "a cent is not split",
    "0.01",
    [rate("A", 0, 0), rate("B", 0, 0)],
    [
      ["0.01", "EQUAL"],
      ["0.00", "EQUAL"],
    ],
  ],
])("%s", (_, whole, all, expected) => {
  expect(splitBudget(decimal(whole), all, 2).map((share) => [share.budget, share.reason])).toEqual(expected);
});
