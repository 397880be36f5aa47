import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { DateRange } from "../../lib/date-range.js";
import type { Decimal } from "../../lib/decimal.js";
import type { Money } from "../../lib/money.js";
import { CalendarDate, Count, CurrencyCode, DecimalScalar } from "../../lib/scalars.js";
import { Ad } from "./ad.ref.js";
import type { AttributionQuestion } from "./attributions.report.js";
import { connectionOf, MoneyType } from "./graph.js";

export const ProductType = { RT: "RT", PR: "PR", SR: "SR" } as const;
export type ProductType = keyof typeof ProductType;
registerEnumType(ProductType, {
  name: "ProductType",
  description: "What an ad was bought as; the letters are the documents', what they stand for is our reading.",
  valuesConfig: {
    RT: { description: "Retargeting." },
    PR: { description: "Prospecting." },
    SR: { description: "E-mail to known visitors." },
  },
});

export const AttributionLevel = {
  ADVERTISABLE: "ADVERTISABLE",
  CAMPAIGN: "CAMPAIGN",
  AD_GROUP: "AD_GROUP",
  AD: "AD",
  SEGMENT: "SEGMENT",
  INVENTORY_SOURCE: "INVENTORY_SOURCE",
} as const;
export type AttributionLevel = keyof typeof AttributionLevel;
registerEnumType(AttributionLevel, {
  name: "AttributionLevel",
  description: "What attributions are broken down by.",
  valuesConfig: {
    ADVERTISABLE: { description: "One row, of the advertisable." },
    CAMPAIGN: { description: "A row for each campaign of a credited touchpoint." },
    AD_GROUP: { description: "A row for each ad group of a credited touchpoint." },
    AD: { description: "A row for each ad of a credited touchpoint." },
    SEGMENT: { description: "A row for each segment that counts the conversion." },
    INVENTORY_SOURCE: {
      description: "A row for each source of inventory of a touchpoint; on a social network that is the placement.",
    },
  },
});

@ObjectType("AttributionCredits", {
  simpleResolvers: true,
  description:
    "Shares of conversions and of their values. Touchpoints at the very same moment share a conversion equally; shares have at most 6 decimals and add up exactly. Decisions, section 4.",
})
export class AttributionCredits {
  @Field(() => DecimalScalar, { description: "Shares of conversions after an impression." })
  preciseViewThroughs: Decimal;
  @Field(() => DecimalScalar, { description: "Shares of conversions after a click." })
  preciseClickThroughs: Decimal;
  @Field(() => DecimalScalar, { description: "Shares of conversions that other products assisted." })
  preciseAssists: Decimal;
  @Field(() => MoneyType, { description: "The same shares of the conversions' values, of view-throughs." })
  viewRevenue: Money;
  @Field(() => MoneyType, { description: "The same shares of the conversions' values, of click-throughs." })
  clickRevenue: Money;
  @Field(() => MoneyType, { description: "The same shares of the conversions' values, of assists." })
  assistRevenue: Money;
}

@ObjectType("AttributionMetrics", {
  simpleResolvers: true,
  description: "Conversions and what they are credited to, converted at the rates of the conversions' days.",
})
export class AttributionMetrics extends AttributionCredits {
  @Field(() => Count, {
    description: "Conversions whose last touchpoint that counts is an impression; one that several share counts once.",
  })
  viewThroughs: number;
  @Field(() => Count, { description: "Conversions whose last click is within its window." })
  clickThroughs: number;
  @Field(() => Count, {
    description:
      "For each conversion the products that had a touchpoint within the windows before the one that is credited, and no share in it.",
  })
  assists: number;
  @Field(() => Count, { description: "Click-throughs and view-throughs together." })
  conversions: number;
  @Field(() => MoneyType, { description: "Click and view revenue together." })
  revenue: Money;
  @Field(() => AttributionCredits, {
    description: "The shares without weights; the same as the others unless weights are applied.",
  })
  unweighted: AttributionCredits;
}

@ObjectType("DailyAttribution", { simpleResolvers: true, description: "Attributions of the conversions of one day." })
export class DailyAttribution {
  @Field(() => CalendarDate, { description: "The day of the conversions, in UTC." })
  date: string;
  @Field(() => AttributionMetrics, { description: "What was attributed." })
  metrics: AttributionMetrics;
}

@ObjectType("EntityAttribution", { simpleResolvers: true, description: "Attributions of one entity." })
export class EntityAttribution {
  @Field(() => ID, {
    description:
      "EID of the advertisable, campaign, ad group, ad or segment, or the name of the source; empty where nobody said.",
  })
  entity: string;
  @Field(() => AttributionMetrics, { description: "What was attributed." })
  metrics: AttributionMetrics;
}

@ObjectType("AttributionRow", {
  simpleResolvers: true,
  description: "Attributions of one day, apart by what was asked.",
})
export class AttributionRow extends DailyAttribution {
  @Field(() => ID, { nullable: true, description: "EID of the campaign; null in rows by source of inventory." })
  campaignEid: string | null;
  @Field(() => ID, { nullable: true, description: "EID of the ad group; null in rows by source of inventory." })
  adGroupEid: string | null;
  @Field(() => ID, { nullable: true, description: "EID of the ad; null in rows by source of inventory." })
  adEid: string | null;
  @Field(() => Ad, { nullable: true, description: "The ad; null in rows by source of inventory." })
  ad: Pick<Ad, "eid"> | null;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment that counts the conversions, empty where none does; null in rows by source.",
  })
  segmentEid: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The source of inventory, empty where nobody said; null in rows by ad.",
  })
  inventorySource: string | null;
}

export const EntityAttributionConnection = connectionOf(
  () => EntityAttribution,
  "EntityAttribution",
  "entities with attributions",
);
export const AttributionRowConnection = connectionOf(() => AttributionRow, "AttributionRow", "daily attributions");

@ObjectType("AttributionReport", {
  simpleResolvers: true,
  description: "Attributions of one entity over some days. The rows of every breakdown add up to the summary exactly.",
})
export class AttributionReport {
  question: AttributionQuestion;
  range: DateRange;
  applyWeights: boolean;
  @Field(() => CalendarDate, { description: "The first day of the report." })
  start: string;
  @Field(() => CalendarDate, { description: "The day AFTER the last one of the report." })
  endExclusive: string;
  @Field(() => CurrencyCode, { description: "The currency of all its amounts." })
  currency: string;
}
