import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { DateRange } from "../../lib/date-range.js";
import type { Decimal } from "../../lib/decimal.js";
import type { Money } from "../../lib/money.js";
import { CalendarDate, Count, CurrencyCode, DecimalScalar } from "../../lib/scalars.js";
import { Ad } from "./ad.ref.js";
import type { DeliveryQuestion } from "./deliveries.report.js";
import { MoneyType, PageInfo } from "./graph.js";

export const DeliveryLevel = {
  ADVERTISABLE: "ADVERTISABLE",
  CAMPAIGN: "CAMPAIGN",
  AD_GROUP: "AD_GROUP",
  AD: "AD",
  DOMAIN: "DOMAIN",
  INVENTORY_SOURCE: "INVENTORY_SOURCE",
} as const;
export type DeliveryLevel = keyof typeof DeliveryLevel;
registerEnumType(DeliveryLevel, {
  name: "DeliveryLevel",
  description: "What deliveries are broken down by.",
  valuesConfig: {
    ADVERTISABLE: { description: "One row, of the advertisable." },
    CAMPAIGN: { description: "A row for each campaign." },
    AD_GROUP: { description: "A row for each ad group." },
    AD: { description: "A row for each ad." },
    DOMAIN: { description: "A row for each site that ads were shown on." },
    INVENTORY_SOURCE: { description: "A row for each source of inventory; on a social network that is the placement." },
  },
});

@ObjectType("DeliveryMetrics", {
  simpleResolvers: true,
  description:
    "What was delivered. Ratios come from the sums and are null where they would divide by 0. Decisions, section 4.",
})
export class DeliveryMetrics {
  @Field(() => Count, { description: "How often ads were shown." })
  impressions: number;
  @Field(() => Count, { description: "How often ads were clicked." })
  clicks: number;
  @Field(() => MoneyType, { description: "What that cost, converted day by day at the rates of the day." })
  cost: Money;
  @Field(() => Count, {
    description: "Conversions as the network reported them; the platform's own attribution counts differently.",
  })
  reportedConversions: number;
  @Field(() => DecimalScalar, { nullable: true, description: "Clicks per 100 impressions (percent), to 6 decimals." })
  ctr: Decimal | null;
  @Field(() => MoneyType, { nullable: true, description: "Cost of one click." })
  cpc: Money | null;
  @Field(() => MoneyType, { nullable: true, description: "Cost of 1,000 impressions." })
  cpm: Money | null;
}

@ObjectType("DailyDelivery", { simpleResolvers: true, description: "What was delivered on one day." })
export class DailyDelivery {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => DeliveryMetrics, { description: "What was delivered." })
  metrics: DeliveryMetrics;
}

@ObjectType("EntityDelivery", { simpleResolvers: true, description: "What was delivered for one entity." })
export class EntityDelivery {
  @Field(() => ID, {
    description:
      "EID of the advertisable, campaign, ad group or ad, or the name of the domain or source; empty where the source did not say.",
  })
  entity: string;
  @Field(() => DeliveryMetrics, { description: "What was delivered." })
  metrics: DeliveryMetrics;
}

@ObjectType("EntityDeliveryEdge", { simpleResolvers: true, description: "One row of a breakdown by entity." })
export class EntityDeliveryEdge {
  @Field(() => EntityDelivery, { description: "The row itself." })
  node: EntityDelivery;
  @Field(() => String, { description: "The row's place in the breakdown, for `after`." })
  cursor: string;
}

@ObjectType("EntityDeliveryConnection", {
  simpleResolvers: true,
  description: "One page of a breakdown by entity, ordered by entity.",
})
export class EntityDeliveryConnection {
  @Field(() => [EntityDelivery], { description: "The rows of the page." })
  nodes: EntityDelivery[];
  @Field(() => [EntityDeliveryEdge], { description: "The rows of the page, each with its cursor." })
  edges: EntityDeliveryEdge[];
  @Field(() => PageInfo, { description: "Where the page stands in the breakdown." })
  pageInfo: InstanceType<typeof PageInfo>;
}

@ObjectType("DeliveryRow", {
  simpleResolvers: true,
  description: "What one ad delivered in one ad group on one day, on all networks together.",
})
export class DeliveryRow {
  @Field(() => CalendarDate, { description: "The day, in UTC." })
  date: string;
  @Field(() => ID, { description: "EID of the campaign." })
  campaignEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
  @Field(() => Ad, { nullable: true, description: "The ad." })
  ad: Pick<Ad, "eid"> | null;
  @Field(() => String, {
    description: "The site that ads were shown on; empty where unknown, and in rows that are not asked for by domain.",
  })
  domain: string;
  @Field(() => DeliveryMetrics, { description: "What was delivered." })
  metrics: DeliveryMetrics;
}

@ObjectType("DeliveryRowEdge", { simpleResolvers: true, description: "One row of the daily deliveries." })
export class DeliveryRowEdge {
  @Field(() => DeliveryRow, { description: "The row itself." })
  node: DeliveryRow;
  @Field(() => String, { description: "The row's place in the list, for `after`." })
  cursor: string;
}

@ObjectType("DeliveryRowConnection", {
  simpleResolvers: true,
  description: "One page of daily deliveries, ordered by day, ad group, ad and domain.",
})
export class DeliveryRowConnection {
  @Field(() => [DeliveryRow], { description: "The rows of the page." })
  nodes: DeliveryRow[];
  @Field(() => [DeliveryRowEdge], { description: "The rows of the page, each with its cursor." })
  edges: DeliveryRowEdge[];
  @Field(() => PageInfo, { description: "Where the page stands in the list." })
  pageInfo: InstanceType<typeof PageInfo>;
}

@ObjectType("DeliveryReport", {
  simpleResolvers: true,
  description: "Deliveries of one entity over some days. The rows of every breakdown add up to the summary exactly.",
})
export class DeliveryReport {
  question: DeliveryQuestion;
  range: DateRange;
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
  @Field(() => CurrencyCode, { description: "The currency of all its amounts." })
  currency: string;
}
