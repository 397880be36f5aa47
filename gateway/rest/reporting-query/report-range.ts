import type { Clock } from "../../../lib/clock.js";
import { type DateRange, daysBetween, RANGE_POLICIES, resolveRange } from "../../../lib/date-range.js";
import { badInput, refuse } from "../../../lib/errors.js";

/** The arguments by which every report is asked for its days. */
export interface RangeArgs {
  /** YYYY-MM-DD; null and not given are the same. */
  start?: string | null;
  end?: string | null;
  pastDays?: number | null;
}

/** The same with the currency. */
export interface ReportArgs extends RangeArgs {
  currency?: string | null;
}

/** The days that are asked for, [start, end): dates beat pastDays. Throws BAD_USER_INPUT. */
export function rangeOf({ start, end, pastDays }: RangeArgs, clock: Clock, maxDays = Infinity): DateRange {
  const range = resolveRange(
    { start: start ?? undefined, end: end ?? undefined, pastDays: pastDays ?? 0 },
    RANGE_POLICIES.reportingQuery,
    clock,
    { start: ["start"], end: ["end"], pastDays: ["pastDays"] },
  );
  if (Array.isArray(range)) {
    refuse(range);
    throw new TypeError("a range is refused without a reason");
  }
  if (daysBetween(range.start, range.end) > maxDays)
    throw badInput(["end"], "RANGE_TOO_LONG", `The range must not be longer than ${maxDays} days.`);
  return range;
}

export function currencyOf({ currency }: ReportArgs): string {
  return currency ?? "USD";
}
