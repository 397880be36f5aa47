import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, CurrencyCode, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const CampaignStatus = {
  ADMIN_REVIEW: "ADMIN_REVIEW",
  APPROVED: "APPROVED",
  PAUSED: "PAUSED",
  REJECTED: "REJECTED",
  CANCELLED: "CANCELLED",
  COMPLETED: "COMPLETED",
} as const;
export type CampaignStatus = keyof typeof CampaignStatus;
registerEnumType(CampaignStatus, {
  name: "CampaignStatus",
  description: "Where a campaign stands (document 2, part B).",
  valuesConfig: {
    ADMIN_REVIEW: { description: "Waits for a platform administrator." },
    APPROVED: { description: "Serves between its dates." },
    PAUSED: { description: "Approved, and stopped by its own people." },
    REJECTED: { description: "Refused by a platform administrator." },
    CANCELLED: { description: "Ended before its time, for good." },
    COMPLETED: { description: "Ended as planned, for good." },
  },
});

@ObjectType("CampaignPromotion", {
  simpleResolvers: true,
  description: "A promotion that a campaign uses. Document 2, part B names it only; its fields are this graph's own.",
})
export class CampaignPromotion {
  @Field(() => String, { description: "The code that was redeemed, 1 to 64 characters." })
  code: string;
  @Field(() => String, { nullable: true, description: "What it gives, in words, at most 255 characters." })
  description: string | null;
}

@ObjectType("Campaign", {
  simpleResolvers: true,
  implements: Node,
  description: "A budget that serves ads for an advertisable between two days. Source: document 2, part B.",
})
@Directive('@key(fields: "eid")')
export class Campaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Its identifier in the system that it was imported from; unique within the advertisable.",
  })
  externalId: string | null;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => CampaignStatus, { description: "Where it stands." })
  status: CampaignStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => MoneyType, { nullable: true, description: "Budget per WEEK; null means none is set." })
  weeklyBudget: Money | null;
  @Field(() => Boolean, { description: "Whether people see the budget per day; it is kept per week all the same." })
  uiBudgetDaily: boolean;
  @Field(() => MoneyType, { nullable: true, description: "Goal for the cost of one click." })
  cpc: Money | null;
  @Field(() => MoneyType, { nullable: true, description: "Goal for the cost of 1,000 impressions." })
  cpm: Money | null;
  @Field(() => MoneyType, { nullable: true, description: "The most to pay for 1,000 impressions." })
  maxCpm: Money | null;
  @Field(() => CurrencyCode, { description: "Currency of the budget and the bids." })
  currency: string;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null means at once." })
  startDate: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "The day AFTER the last one; null means without end." })
  endDate: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "Nothing is spent before this day; null means it may spend.",
  })
  spendLimitUntil: string | null;
  @Field(() => Boolean, { description: "Whether it addresses people who visited the site." })
  isRetargeting: boolean;
  @Field(() => Boolean, { description: "Whether it uses the data co-operative." })
  isCoop: boolean;
  @Field(() => Boolean, { description: "Whether it uses the publishers' graph." })
  isPubgraph: boolean;
  @Field(() => Boolean, { description: "Whether it serves on a social network." })
  isSocial: boolean;
  @Field(() => Boolean, { description: "Whether it addresses a social network's web custom audience." })
  isSnWca: boolean;
  @Field(() => Boolean, { description: "Whether it serves in a social network's news feed." })
  isSnNewsfeed: boolean;
  @Field(() => Boolean, { description: "Whether it serves on a mobile vendor's network." })
  isMobileVendorNetwork: boolean;
  @Field(() => [String], { description: "Names of the pricing strategies in use." })
  pricingStrategies: string[];
  @Field(() => CampaignPromotion, { nullable: true, description: "The promotion in use; null where none was used." })
  promotion: CampaignPromotion | null;
  @Field(() => [String], {
    description:
      "IP addresses and networks (such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32) that it is not shown to. Source: document 2, part B, campaign/get_ip_range_exclusions.",
  })
  ipRangeExclusions: string[];
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
