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

/** Throws BAD_USER_INPUT for what is no code; whether there are rates for one is known where they are. */
export function currencyOf({ currency }: ReportArgs): string {
  if (currency == null || /^[A-Z]{3}$/.test(currency)) return currency ?? "USD";
  throw badInput(["currency"], "INVALID", "currency must be three upper-case letters of ISO 4217, such as USD.");
}
