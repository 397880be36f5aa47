import { Field, ID, InputType, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CalendarDate, DecimalScalar } from "../../lib/scalars.js";
import { Campaign, CampaignStatus } from "./campaign.type.js";
import { ReviewVerdict } from "./entity-event.js";
import {
  BooleanFilter,
  connectionOf,
  DateTimeFilter,
  EidFilter,
  enumFilter,
  listArgs,
  orderOf,
  StringFilter,
} from "./graph.js";

export const CampaignConnection = connectionOf(() => Campaign, "Campaign", "campaigns");

const CampaignStatusFilter = enumFilter(CampaignStatus, "CampaignStatus");

@InputType("CampaignFilter", { description: "Which campaigns; all conditions that are given hold." })
class CampaignFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the identifier in the system that it was imported from." })
  externalId?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => CampaignStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof CampaignStatusFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it retargets." })
  isRetargeting?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it serves on a social network." })
  isSocial?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const CampaignOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "Campaign",
  "campaigns",
);

export const CampaignListArgs = listArgs(CampaignFilter, CampaignOrder);
export type CampaignListArgs = InstanceType<typeof CampaignListArgs>;

@InputType()
class CampaignSettings {
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget per WEEK in the advertisable's currency, from 0, at most 2 decimals; null for none.",
  })
  weeklyBudget?: Decimal | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Goal for the cost of one click, from 0, at most 2 decimals; null for none.",
  })
  cpc?: Decimal | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Goal for the cost of 1,000 impressions, from 0, at most 2 decimals; null for none.",
  })
  cpm?: Decimal | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "The most to pay for 1,000 impressions, from 0, at most 2 decimals; null for no limit.",
  })
  maxCpm?: Decimal | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null for at once." })
  startDate?: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "The day AFTER the last one, not before startDate; null for without end.",
  })
  endDate?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether people see the budget per day; null counts as not given.",
  })
  uiBudgetDaily?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it addresses people who visited the site; null counts as not given.",
  })
  isRetargeting?: boolean | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "IP addresses and networks that it is not shown to, such as 192.0.2.7 or 192.0.2.0/24, at most 1,000; replaces the list, null counts as not given.",
  })
  ipRangeExclusions?: string[] | null;
}

@InputType("CreateCampaignInput", {
  description: "A new campaign; it begins in ADMIN_REVIEW, or APPROVED when staff creates it.",
})
export class CreateCampaignInput extends CampaignSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { defaultValue: false, description: "Whether it uses the data co-operative." })
  isCoop: boolean;
  @Field(() => Boolean, { defaultValue: false, description: "Whether it uses the publishers' graph." })
  isPubgraph: boolean;
  @Field(() => Boolean, { defaultValue: false, description: "Whether it serves on a social network." })
  isSocial: boolean;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether it addresses a social network's web custom audience.",
  })
  isSnWca: boolean;
  @Field(() => Boolean, { defaultValue: false, description: "Whether it serves in a social network's news feed." })
  isSnNewsfeed: boolean;
  @Field(() => Boolean, { defaultValue: false, description: "Whether it serves on a mobile vendor's network." })
  isMobileVendorNetwork: boolean;
}

@InputType("EditCampaignInput", { description: "Changes of a campaign; what is not given stays." })
export class EditCampaignInput extends CampaignSettings {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
}

@InputType("CloneCampaignInput", { description: "Which campaign to copy." })
export class CloneCampaignInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description: 'Name of the copy, 1 to 255 characters; "Copy of" and the name when not given.',
  })
  name?: string | null;
}

@InputType("CampaignPromotionInput", { description: "A promotion that a campaign uses." })
export class CampaignPromotionInput {
  @Field(() => String, { description: "The code that was redeemed, 1 to 64 characters." })
  code: string;
  @Field(() => String, { nullable: true, description: "What it gives, in words, 1 to 255 characters; null for none." })
  description?: string | null;
}

@InputType("SetCampaignTermsInput", {
  description: "What a platform administrator settles about a campaign; what is not given stays.",
})
export class SetCampaignTermsInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => CampaignPromotionInput, { nullable: true, description: "The promotion in use; null for none." })
  promotion?: CampaignPromotionInput | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "Nothing is spent before this day; null to let it spend.",
  })
  spendLimitUntil?: string | null;
}

@InputType("CampaignStatusInput", { description: "Which campaign to pause or resume." })
export class CampaignStatusInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
}

@InputType("ReviewCampaignInput", { description: "A platform administrator's verdict on a campaign." })
export class ReviewCampaignInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => ReviewVerdict, { description: "What is decided." })
  verdict: ReviewVerdict;
}

@ObjectType("CampaignPayload", { simpleResolvers: true, description: "What a mutation made of a campaign." })
export class CampaignPayload {
  @Field(() => Campaign, { description: "The campaign as it is now." })
  campaign: Campaign;
}
