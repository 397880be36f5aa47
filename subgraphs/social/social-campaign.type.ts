import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, CurrencyCode, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const SocialCampaignStatus = {
  ACTIVE: "ACTIVE",
  PAUSED: "PAUSED",
  DELETED: "DELETED",
  ARCHIVED: "ARCHIVED",
} as const;
export type SocialCampaignStatus = keyof typeof SocialCampaignStatus;
registerEnumType(SocialCampaignStatus, {
  name: "SocialCampaignStatus",
  description: "Where a campaign on the social network stands (document 2, part A).",
  valuesConfig: {
    ACTIVE: { description: "Serves, once it is launched." },
    PAUSED: { description: "Stopped by its own people." },
    DELETED: { description: "Gone for good, with its ad sets and ads." },
    ARCHIVED: { description: "Kept to look at; it can only be deleted." },
  },
});

export const SocialGoal = { RETARGET: "RETARGET", PROSPECT: "PROSPECT" } as const;
export type SocialGoal = keyof typeof SocialGoal;
registerEnumType(SocialGoal, {
  name: "SocialGoal",
  description: "Whom a campaign addresses (document 2, part A).",
  valuesConfig: {
    RETARGET: { description: "People who visited the site." },
    PROSPECT: { description: "People who did not yet." },
  },
});

export const BidStrategy = { AUTOMATIC: "AUTOMATIC", MANUAL: "MANUAL" } as const;
export type BidStrategy = keyof typeof BidStrategy;
registerEnumType(BidStrategy, {
  name: "BidStrategy",
  description: "Who sets the bids (document 2, part A).",
  valuesConfig: {
    AUTOMATIC: { description: "The network." },
    MANUAL: { description: "The campaign's people, by a performance target." },
  },
});

export const PerformanceTarget = { CPC: "CPC", CPM: "CPM", CPL: "CPL", CPA: "CPA" } as const;
export type PerformanceTarget = keyof typeof PerformanceTarget;
registerEnumType(PerformanceTarget, {
  name: "PerformanceTarget",
  description: "What a manual bid strategy aims at (document 2, part A).",
  valuesConfig: {
    CPC: { description: "Cost of one click." },
    CPM: { description: "Cost of 1,000 impressions." },
    CPL: { description: "Cost of one lead." },
    CPA: { description: "Cost of one conversion." },
  },
});

export const SocialObjective = {
  CONVERSIONS: "CONVERSIONS",
  LINK_CLICKS: "LINK_CLICKS",
  LEAD_GENERATION: "LEAD_GENERATION",
  PRODUCT_CATALOG_SALES: "PRODUCT_CATALOG_SALES",
} as const;
export type SocialObjective = keyof typeof SocialObjective;
registerEnumType(SocialObjective, {
  name: "SocialObjective",
  description: "What a campaign is for (document 2, part A).",
  valuesConfig: {
    CONVERSIONS: { description: "Conversions on the site." },
    LINK_CLICKS: { description: "Clicks on its links." },
    LEAD_GENERATION: { description: "Leads by a form on the network." },
    PRODUCT_CATALOG_SALES: { description: "Sales out of a product catalogue." },
  },
});

@ObjectType("SocialCampaign", {
  simpleResolvers: true,
  implements: Node,
  description: "Ad sets on a social network that serve one goal of an advertisable. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class SocialCampaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => SocialCampaignStatus, { description: "Where it stands." })
  status: SocialCampaignStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => SocialGoal, { description: "Whom it addresses." })
  goal: SocialGoal;
  @Field(() => BidStrategy, { description: "Who sets the bids." })
  bidStrategy: BidStrategy;
  @Field(() => PerformanceTarget, { nullable: true, description: "What a manual bid strategy aims at; null for none." })
  performanceTarget: PerformanceTarget | null;
  @Field(() => MoneyType, { nullable: true, description: "The amount that the target aims at; null for none." })
  performanceTargetValue: Money | null;
  @Field(() => SocialObjective, { description: "What it is for." })
  objective: SocialObjective;
  @Field(() => String, { nullable: true, description: "Where it was made, as its maker says; null when nobody said." })
  source: string | null;
  @Field(() => Boolean, { description: "Whether it was launched: before that the network never hears of it." })
  isLaunched: boolean;
  @Field(() => CurrencyCode, {
    description: "Currency of all its amounts and of those of its ad sets; it never changes.",
  })
  currency: string;
  @Field(() => MoneyType, {
    nullable: true,
    description: "Budget per DAY over all its ad sets; null means none is set.",
  })
  budget: Money | null;
  @Field(() => String, { nullable: true, description: "What its goal is measured by, such as CPA; null for nothing." })
  kpiMetric: string | null;
  @Field(() => MoneyType, { nullable: true, description: "The goal for that metric; null for none." })
  kpiGoal: Money | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null means at once." })
  startDate: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "The day AFTER the last one; null means without end." })
  endDate: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "Nothing is spent before this day; null means it may spend.",
  })
  spendLimitUntil: string | null;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
