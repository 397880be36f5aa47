import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CalendarDate, CurrencyCode, DecimalScalar } from "../../lib/scalars.js";
import { namedList } from "./graph.js";
import { ContextualCategoryInput } from "./contextual-category.type.js";
import { ProspectingFilter } from "./lists.js";
import { ProspectingCampaign } from "./prospecting-campaign.type.js";
import { ProspectingAdminStatus, ProspectingUserStatus } from "./status.type.js";

@InputType("ProspectingCampaignFilter", { description: "Which campaigns; all conditions that are given hold." })
class ProspectingCampaignFilter extends ProspectingFilter {}

export const PROSPECTING_CAMPAIGN_LIST = namedList(
  () => ProspectingCampaign,
  "ProspectingCampaign",
  "prospecting campaigns",
  ProspectingCampaignFilter,
);

@InputType()
class ProspectingCampaignSettings {
  @Field(() => Boolean, {
    nullable: true,
    description: "False takes it away with its ad groups; true, as a new one is, gives back the campaign alone.",
  })
  isActive?: boolean | null;
  @Field(() => ProspectingUserStatus, { nullable: true, description: "What its people want; PAUSED for a new one." })
  userStatus?: ProspectingUserStatus | null;
  @Field(() => ProspectingAdminStatus, {
    nullable: true,
    description: "What administrators say; ADMIN_REVIEW for a new one. FORBIDDEN unless the viewer is staff.",
  })
  adminStatus?: ProspectingAdminStatus | null;
  @Field(() => String, {
    nullable: true,
    description: "Administrators' notes, 1 to 10,000 characters; null for none. FORBIDDEN unless the viewer is staff.",
  })
  adminNotes?: string | null;
  @Field(() => String, { nullable: true, description: "Where it was made, 1 to 255 characters; null for nothing." })
  source?: string | null;
  @Field(() => CurrencyCode, { nullable: true, description: "Currency of its amounts; USD for a new one." })
  currency?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget per WEEK over all its ad groups, from 0, at most 2 decimals; null for none.",
  })
  weeklyBudget?: Decimal | null;
  @Field(() => Int, {
    nullable: true,
    description: "How often a person sees its ads in a day at most, 1 to 1,000; null for no limit.",
  })
  frequencyCap?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "What its goal is measured by, 1 to 40 characters, such as CPA; null for nothing.",
  })
  kpiMetric?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "The goal for that metric, from 0, at most 2 decimals; null for none.",
  })
  kpiGoal?: Decimal | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null for at once." })
  startDate?: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "LAST day, included, not before startDate; null for without end.",
  })
  endDate?: string | null;
  @Field(() => [ContextualCategoryInput], {
    nullable: true,
    description: "All kinds of content beside which its ads are shown, at most 100.",
  })
  contextualTargetingCategories?: ContextualCategoryInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("CreateProspectingCampaignInput", { description: "A new prospecting campaign." })
export class CreateProspectingCampaignInput extends ProspectingCampaignSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
}

@InputType("EditProspectingCampaignInput", {
  description: "Changes of a campaign; what is not given stays, and so does what is null where no null may be.",
})
export class EditProspectingCampaignInput extends ProspectingCampaignSettings {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
}

@InputType("EditProspectingCampaignsInput", {
  description: "Changes of several campaigns of one advertisable: all of them or none.",
})
export class EditProspectingCampaignsInput {
  @Field(() => ID, { description: "EID of the advertisable that all of them belong to." })
  advertisableEid: string;
  @Field(() => [EditProspectingCampaignInput], { description: "Each campaign once, 1 to 100." })
  campaigns: EditProspectingCampaignInput[];
}

@ObjectType("ProspectingCampaignPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class ProspectingCampaignPayload {
  @Field(() => ProspectingCampaign, { description: "The campaign as it is now." })
  campaign: ProspectingCampaign;
}

@ObjectType("ProspectingCampaignsPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class ProspectingCampaignsPayload {
  @Field(() => [ProspectingCampaign], { description: "The campaigns as they are now, in the order of the input." })
  campaigns: ProspectingCampaign[];
}
