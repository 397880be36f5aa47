import { ArgsType, Field, ID, ObjectType } from "type-graphql";
import type { DateRange } from "../../lib/date-range.js";
import type { Money } from "../../lib/money.js";
import { CalendarDate, Count, CurrencyCode } from "../../lib/scalars.js";
import type { SumsQuestion } from "./daily-sums.report.js";
import { connectionOf, MoneyType } from "./graph.js";
import { type Asked, ReportArgs } from "./report-question.js";

@ArgsType()
export class SegmentDeliveriesArgs extends ReportArgs {
  @Field(() => [ID], {
    nullable: true,
    description:
      "Only these segments, all when not given; NOT_FOUND for one that the reports don't know of the advertisable.",
  })
  segmentEids?: string[] | null;
}

@ObjectType("SegmentDeliveryMetrics", {
  simpleResolvers: true,
  description: "What was delivered to the users of segments, and how they were put into them. Decisions, section 4.",
})
export class SegmentDeliveryMetrics {
  @Field(() => Count, { description: "How often ads were shown to them." })
  impressions: number;
  @Field(() => Count, { description: "How often they clicked ads." })
  clicks: number;
  @Field(() => MoneyType, { description: "What that cost, converted day by day at the rates of the day." })
  cost: Money;
  @Field(() => Count, { description: "How often users were put into the segments." })
  events: number;
}

@ObjectType("DailySegmentDelivery", { simpleResolvers: true, description: "What was delivered on one day." })
export class DailySegmentDelivery {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => SegmentDeliveryMetrics, { description: "What was delivered." })
  metrics: SegmentDeliveryMetrics;
}

@ObjectType("SegmentDelivery", { simpleResolvers: true, description: "What was delivered to one segment." })
export class SegmentDelivery {
  @Field(() => ID, { description: "EID of the segment." })
  segmentEid: string;
  @Field(() => SegmentDeliveryMetrics, { description: "What was delivered." })
  metrics: SegmentDeliveryMetrics;
}

@ObjectType("SegmentDeliveryRow", {
  simpleResolvers: true,
  description: "What was delivered to one segment on one day.",
})
export class SegmentDeliveryRow extends DailySegmentDelivery {
  @Field(() => ID, { description: "EID of the segment." })
  segmentEid: string;
}

export const SegmentDeliveryConnection = connectionOf(() => SegmentDelivery, "SegmentDelivery", "segments");
export const SegmentDeliveryRowConnection = connectionOf(
  () => SegmentDeliveryRow,
  "SegmentDeliveryRow",
  "days and segments",
);

@ObjectType("SegmentDeliveryReport", {
  simpleResolvers: true,
  description: "Deliveries to segments over some days. The rows of every breakdown add up to the summary exactly.",
})
export class SegmentDeliveryReport implements Asked {
  question: SumsQuestion;
  range: DateRange;
  segmentEids: readonly string[];
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
  @Field(() => CurrencyCode, { description: "The currency of all its amounts." })
  currency: string;
}
