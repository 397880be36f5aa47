import type { Clock } from "../../lib/clock.js";
import { type RangePolicy, resolveRange } from "../../lib/date-range.js";
import { AppError } from "../../lib/errors.js";
import { currency, optionalInteger, optionalText } from "./parameter.js";

/** The inputs that every report of the old interface reads. */
export const rangeParameters = {
  start_date: optionalText("First day, as YYYY-MM-DD or MM-DD-YYYY; 30 days before the end when not given."),
  end_date: optionalText("End, as YYYY-MM-DD or MM-DD-YYYY; today when not given."),
  past_days: optionalInteger("This many days before today, without today; wins over the dates. 0 to 3,660.", 0, 3_660),
  currency: currency(),
};

interface RangeInputs {
  start_date: string | undefined;
  end_date: string | undefined;
  past_days: number | undefined;
}

/** The range as the graph's `DateRangeInput`; BAD_USER_INPUT names the parameter that is wrong. */
export function graphRange(input: RangeInputs, policy: RangePolicy, clock: Clock) {
  const range = resolveRange(
    { start: input.start_date, end: input.end_date, pastDays: input.past_days },
    policy,
    clock,
    {
      start: ["start_date"],
      end: ["end_date"],
      pastDays: ["past_days"],
    },
  );
  if (Array.isArray(range)) throw new AppError("BAD_USER_INPUT", range[0]?.message ?? "", { violations: range });
  return { between: { start: range.start, endExclusive: range.end } };
}
