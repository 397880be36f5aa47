import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, CurrencyCode, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const AdSetStatus = {
  DRAFT: "DRAFT",
  ACTIVE: "ACTIVE",
  PAUSED: "PAUSED",
  DELETED: "DELETED",
  ARCHIVED: "ARCHIVED",
} as const;
export type AdSetStatus = keyof typeof AdSetStatus;
registerEnumType(AdSetStatus, {
  name: "AdSetStatus",
  description: "Where an ad set stands (document 2, part A).",
  valuesConfig: {
    DRAFT: { description: "Not finished; nothing leads back here." },
    ACTIVE: { description: "Serves while its campaign does." },
    PAUSED: { description: "Stopped by its own people." },
    DELETED: { description: "Gone for good, with its ads." },
    ARCHIVED: { description: "Kept to look at; it can only be deleted." },
  },
});

export const OptimizationGoal = {
  IMPRESSIONS: "IMPRESSIONS",
  OFFSITE_CONVERSIONS: "OFFSITE_CONVERSIONS",
  LINK_CLICKS: "LINK_CLICKS",
  LEAD_GENERATION: "LEAD_GENERATION",
  LANDING_PAGE_VIEWS: "LANDING_PAGE_VIEWS",
} as const;
export type OptimizationGoal = keyof typeof OptimizationGoal;
registerEnumType(OptimizationGoal, {
  name: "OptimizationGoal",
  description: "What the network makes the most of with an ad set's budget (document 2, part A).",
  valuesConfig: {
    IMPRESSIONS: { description: "Times that its ads are seen." },
    OFFSITE_CONVERSIONS: { description: "Conversions on the site." },
    LINK_CLICKS: { description: "Clicks on its ads' links." },
    LEAD_GENERATION: { description: "Leads by a form on the network." },
    LANDING_PAGE_VIEWS: { description: "Visits of the page that a link leads to." },
  },
});

export const PacingType = { STANDARD: "STANDARD", NO_PACING: "NO_PACING" } as const;
export type PacingType = keyof typeof PacingType;
registerEnumType(PacingType, {
  name: "PacingType",
  description: "How an ad set's budget is spent over a day (document 2, part A).",
  valuesConfig: { STANDARD: { description: "Evenly." }, NO_PACING: { description: "As fast as it goes." } },
});

export const PricingModel = { DYNAMIC: "DYNAMIC", FIXED_CPC: "FIXED_CPC" } as const;
export type PricingModel = keyof typeof PricingModel;
registerEnumType(PricingModel, {
  name: "PricingModel",
  description: "What an ad set pays (document 2, part A).",
  valuesConfig: {
    DYNAMIC: { description: "What the network asks." },
    FIXED_CPC: { description: "The same for each click: `cpc`." },
  },
});

@ObjectType("AdSet", {
  simpleResolvers: true,
  implements: Node,
  description:
    "A budget of a campaign on the social network with those whom its ads are shown to. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class AdSet implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its SocialCampaign; it never changes." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => AdSetStatus, { description: "Where it stands." })
  status: AdSetStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => CurrencyCode, { description: "Currency of its amounts, that of its campaign; it never changes." })
  currency: string;
  @Field(() => MoneyType, { nullable: true, description: "Budget per DAY; null means none is set." })
  budget: Money | null;
  @Field(() => MoneyType, { nullable: true, description: "The bid; null where the network sets it." })
  bidAmount: Money | null;
  @Field(() => MoneyType, { nullable: true, description: "What one click costs with FIXED_CPC; null for none." })
  cpc: Money | null;
  @Field(() => Boolean, { description: "Whether the network sets the bid." })
  isAutobid: boolean;
  @Field(() => Int, { nullable: true, description: "Age in years from which people see it, 13 to 65; null for any." })
  minAge: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Age in years up to which people see it, 13 to 65, not less than minAge; null for any.",
  })
  maxAge: number | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day, in UTC; null means at once." })
  startDate: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "The day AFTER the last one, in UTC; null means without end.",
  })
  endDate: string | null;
  @Field(() => OptimizationGoal, { description: "What the network makes the most of." })
  optimizationGoal: OptimizationGoal;
  @Field(() => PacingType, { description: "How the budget is spent over a day." })
  pacingType: PacingType;
  @Field(() => PricingModel, { description: "What it pays." })
  pricingModel: PricingModel;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment whose conversions count (`promoted_object`); null for none.",
  })
  promotedSegmentEid: string | null;
  @Field(() => [String], { description: "Where on the network its ads appear, such as desktopfeed and mobilefeed." })
  pageTypes: string[];
  @Field(() => String, { description: "The period that people see its budget for, such as daily." })
  uiPeriod: string;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
