import { ArgsType, Field } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { type DateRange, eachDay } from "../../lib/date-range.js";
import { CurrencyCode } from "../../lib/scalars.js";
import type { SumsQuestion } from "./daily-sums.report.js";
import { rangeOf } from "../../lib/date-range-types.js";
import { DateRangeInput } from "./date-range.input.js";
import { fillDays } from "./deliveries.rules.js";

/** What every report of daily sums is asked. */
@ArgsType()
export class ReportArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: DateRangeInput;
  @Field(() => CurrencyCode, { defaultValue: "USD", description: "The currency of all amounts." })
  currency: string;
}

/** What a report knows of its question, besides the numbers. */
export interface Asked {
  question: SumsQuestion;
  range: DateRange;
  start: string;
  endExclusive: string;
  currency: string;
}

/** The question of an advertisable's report; BAD_USER_INPUT for days or a currency that can't be reported. */
export function ask(
  context: RequestContext,
  advertisableEid: string,
  args: ReportArgs,
  filters: SumsQuestion["filters"],
): Asked {
  const range = rangeOf(args.range, context.clock);
  return {
    question: { advertisableEid, range, currency: args.currency, filters },
    range,
    start: range.start,
    endExclusive: range.end,
    currency: args.currency,
  };
}

/** A row for each day of the range, or for those that have one. */
export function daily<S extends object, M>(
  { range }: Asked,
  rows: readonly (S & { date: string })[],
  nothing: S,
  zeroFill: boolean,
  toMetrics: (sums: S) => M,
): { date: string; metrics: M }[] {
  const days = rows.map((row) => ({ date: row.date, metrics: toMetrics(row) }));
  return zeroFill ? fillDays(eachDay(range), days, (date) => ({ date, metrics: toMetrics(nothing) })) : days;
}
