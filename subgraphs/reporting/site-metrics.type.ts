import { Field, ObjectType } from "type-graphql";
import type { DateRange } from "../../lib/date-range.js";
import type { Money } from "../../lib/money.js";
import { CalendarDate, Count, CurrencyCode } from "../../lib/scalars.js";
import type { SumsQuestion } from "./daily-sums.report.js";
import { MoneyType } from "./graph.js";
import type { Asked } from "./report-question.js";

@ObjectType("SiteMetrics", {
  simpleResolvers: true,
  description:
    "Who came to the advertisable's site. A visitor counts once a day, and several days add up, so that days and summary agree (own decision). Document 3, part B.",
})
export class SiteMetrics {
  @Field(() => Count, { description: "Visitors with trackable page views." })
  visitors: number;
  @Field(() => MoneyType, { description: "Revenue of trackable page views, converted at the rates of the day." })
  revenue: Money;
  @Field(() => Count, { description: "Visitors with page views of any kind." })
  allVisitors: number;
  @Field(() => MoneyType, { description: "Revenue of all page views, converted at the rates of the day." })
  allRevenue: Money;
}

@ObjectType("DailySiteMetrics", { simpleResolvers: true, description: "Who came to the site on one day." })
export class DailySiteMetrics {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => SiteMetrics, { description: "Who came." })
  metrics: SiteMetrics;
}

@ObjectType("SiteReport", {
  simpleResolvers: true,
  description: "Site metrics of an advertisable over some days. The days add up to the summary exactly.",
})
export class SiteReport implements Asked {
  question: SumsQuestion;
  range: DateRange;
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
  @Field(() => CurrencyCode, { description: "The currency of all its amounts." })
  currency: string;
}
