import { ArgsType, Field, ObjectType } from "type-graphql";
import type { DateRange } from "../../lib/date-range.js";
import type { Money } from "../../lib/money.js";
import { CalendarDate, Count, CurrencyCode } from "../../lib/scalars.js";
import type { SumsQuestion } from "./daily-sums.report.js";
import { connectionOf, MoneyType } from "./graph.js";
import { type Asked, ReportArgs } from "./report-question.js";

@ArgsType()
export class AttributeArgs extends ReportArgs {
  @Field(() => String, { description: "The attribute of the visitor, such as `domain`." })
  attribute: string;
  @Field(() => [String], {
    nullable: true,
    description: "Only these values of the attribute; an empty list matches nothing, all when not given.",
  })
  values?: string[] | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether only values count that a segment by the attribute addressed on the day.",
  })
  targetedOnly: boolean;
}

@ObjectType("AttributeMetrics", {
  simpleResolvers: true,
  description:
    "What visitors with an attribute did. Unique visitors are counted once for each day and value, and add up, so that every breakdown agrees with the summary (own decision). Document 3, part B.",
})
export class AttributeMetrics {
  @Field(() => Boolean, {
    description: "Whether any of them were recognised on another device than before.",
  })
  isCrossDevice: boolean;
  @Field(() => Count, { description: "Visitors who were shown ads." })
  impressionUniques: number;
  @Field(() => Count, { description: "Visitors who clicked ads." })
  clickUniques: number;
  @Field(() => Count, { description: "Pages that they viewed on the site." })
  pageViews: number;
  @Field(() => Count, { description: "Visitors who viewed pages on the site." })
  uniqueSiteVisitors: number;
  @Field(() => Count, { description: "Conversions." })
  conversions: number;
  @Field(() => Count, { description: "Visitors who converted." })
  conversionUniques: number;
  @Field(() => Count, { description: "Visitors who did more on the site than view one page, as the source says." })
  engagedVisitors: number;
  @Field(() => MoneyType, { description: "Revenue of the conversions, converted at the rates of the day." })
  conversionRevenue: Money;
}

@ObjectType("DailyAttributeMetrics", { simpleResolvers: true, description: "What visitors did on one day." })
export class DailyAttributeMetrics {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => AttributeMetrics, { description: "What they did." })
  metrics: AttributeMetrics;
}

@ObjectType("AttributeValueMetrics", {
  simpleResolvers: true,
  description: "What visitors with one value of the attribute did.",
})
export class AttributeValueMetrics {
  @Field(() => String, { description: "The value of the attribute." })
  value: string;
  @Field(() => AttributeMetrics, { description: "What they did." })
  metrics: AttributeMetrics;
}

@ObjectType("AttributeRow", {
  simpleResolvers: true,
  description:
    "What visitors with one value of the attribute did on one day; those who were recognised on another device have a row of their own.",
})
export class AttributeRow extends DailyAttributeMetrics {
  @Field(() => String, { description: "The value of the attribute." })
  value: string;
}

export const AttributeValueConnection = connectionOf(
  () => AttributeValueMetrics,
  "AttributeValueMetrics",
  "values of an attribute",
);
export const AttributeRowConnection = connectionOf(() => AttributeRow, "AttributeRow", "days and values");

@ObjectType("AttributeReport", {
  simpleResolvers: true,
  description:
    "What visitors with an attribute did over some days. The rows of every breakdown add up to the summary exactly.",
})
export class AttributeReport implements Asked {
  question: SumsQuestion;
  range: DateRange;
  values: readonly string[];
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
  @Field(() => CurrencyCode, { description: "The currency of all its amounts." })
  currency: string;
}
