import { placesOf } from "../../lib/currency.js";
import { type Decimal, decimal, rounded } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import { violation } from "../../lib/checks.js";
import type { BudgetType } from "./universal-budget.type.js";

const DAY = 86_400_000;

/** The least budget a day for each ad group, in US dollars (decisions, section 7). */
export const LEAST_DAILY_USD = 5;

/** Days that a monthly budget counts for in the rule of the least budget (own: months differ). */
export const DAYS_OF_MONTH = 30;

/** The rounding away from zero of big.js. */
const UP = 3;

interface Budget {
  amount: string;
  budgetType: BudgetType;
  isProrated: boolean;
  startDate: Date | null;
  endDate: Date | null;
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** The end of the last day on which something runs that ends at an instant. */
function endOfDay(end: number): number {
  return startOfDay(end - 1) + DAY;
}

/** The month of an instant, in UTC: its first day, and the first of the next. */
export function monthOf(at: number): { start: number; end: number } {
  const date = new Date(at);
  return {
    start: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
    end: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
  };
}

/** Days of [start, end) that are touched by what runs from one instant up to another. */
function daysWithin(start: number, end: number, { startDate, endDate }: Pick<Budget, "startDate" | "endDate">): number {
  const first = startDate === null ? start : Math.max(start, startOfDay(startDate.getTime()));
  const last = endDate === null ? end : Math.min(end, endOfDay(endDate.getTime()));
  return Math.max(0, (last - first) / DAY);
}

/**
 * What may be spent in the period in which an instant lies: the budget, and of a monthly one that is
 * prorated the part of the days on which it runs, rounded half up to the smallest unit of its currency.
 */
export function allowanceAt(budget: Budget & { currency: string }, at: number): string {
  if (budget.budgetType !== "MONTHLY" || !budget.isProrated) return budget.amount;
  const { start, end } = monthOf(at);
  const days = (end - start) / DAY;
  return rounded(
    decimal(budget.amount)
      .times(daysWithin(start, end, budget))
      .div(days)
      .round(placesOf(budget.currency)),
    2,
  );
}

/** The days that a budget must do for: a lifetime without an end counts as one day. */
function daysOf({ budgetType, startDate, endDate }: Omit<Budget, "amount">, now: number): number {
  if (budgetType === "DAILY") return 1;
  if (budgetType === "MONTHLY") return DAYS_OF_MONTH;
  if (endDate === null) return 1;
  return Math.max(1, (endOfDay(endDate.getTime()) - startOfDay(startDate?.getTime() ?? now)) / DAY);
}

/**
 * The budget of a campaign is at least 5 USD a day for each of its ad groups, in its own currency by
 * the rate of the day; a campaign without ad groups counts as one.
 *
 * @param perUsd units of the budget's currency for one US dollar.
 */
export function checkLeastBudget(
  budget: Omit<Budget, "amount"> & { amount: string | null; currency: string },
  adGroups: number,
  perUsd: Decimal,
  now: number,
): Violation[] {
  if (budget.amount === null) return [];
  const count = Math.max(1, adGroups);
  const least = perUsd.times(LEAST_DAILY_USD).times(count).times(daysOf(budget, now));
  if (decimal(budget.amount).gte(least)) return [];
  // Rounded up: what is named is enough.
  const amount = `${least.round(placesOf(budget.currency), UP).toFixed(2)} ${budget.currency}`;
  const each = count === 1 ? "an ad group" : `each of ${count} ad groups`;
  const message = `budget must be at least ${amount}: ${LEAST_DAILY_USD} USD a day for ${each}.`;
  return [violation("budget", "BELOW_LEAST_BUDGET", message)];
}
