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
}

@InputType("CreateCampaignInput", {
  description: "A new campaign; it begins in ADMIN_REVIEW, or APPROVED when staff creates it.",
})
export class CreateCampaignInput extends CampaignSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
}

@InputType("EditCampaignInput", { description: "Changes of a campaign; what is not given stays." })
export class EditCampaignInput extends CampaignSettings {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
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
