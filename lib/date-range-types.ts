import { type ClassType, Directive, Field, InputType, Int } from "type-graphql";
import type { Clock } from "./clock.js";
import { type DateRange, RANGE_POLICIES, resolveRange } from "./date-range.js";
import { AppError } from "./errors.js";
import { CalendarDate } from "./scalars.js";

/** Which days to report on, as a client says it: one of both. */
export interface DateRangeChoice {
  between?: { start: string; endExclusive: string } | null;
  pastDays?: number | null;
}

/** The GraphQL input DateRangeInput for one area. */
export function dateRangeInput(): ClassType<DateRangeChoice> {
  @InputType("DaysInput", { description: "The days from one up to another." })
  class DaysInput {
    @Field(() => CalendarDate, { description: "The first day, included." })
    start: string;
    @Field(() => CalendarDate, { description: "The day AFTER the last one; the same as start for an empty range." })
    endExclusive: string;
  }

  @InputType("DateRangeInput", {
    description:
      "Which days to report on, in UTC; at most 3,660. Today and the future are allowed and have what there is so far. Decisions, section 3.",
  })
  @Directive("@oneOf")
  class DateRangeInput implements DateRangeChoice {
    @Field(() => DaysInput, { nullable: true, description: "From one day up to another." })
    between?: DaysInput | null;
    @Field(() => Int, { nullable: true, description: "This many days before today, without today; 0 to 3,660." })
    pastDays?: number | null;
  }
  return DateRangeInput;
}

/** The days that the input means; BAD_USER_INPUT when they make no range. */
export function rangeOf(input: DateRangeChoice, clock: Clock): DateRange {
  const range = resolveRange(
    { start: input.between?.start, end: input.between?.endExclusive, pastDays: input.pastDays ?? undefined },
    RANGE_POLICIES.graph,
    clock,
    {
      start: ["range", "between", "start"],
      end: ["range", "between", "endExclusive"],
      pastDays: ["range", "pastDays"],
    },
  );
  if (!Array.isArray(range)) return range;
  throw new AppError("BAD_USER_INPUT", range.map((violation) => violation.message).join(" "), { violations: range });
}
