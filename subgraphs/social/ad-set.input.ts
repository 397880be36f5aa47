import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CalendarDate, DecimalScalar } from "../../lib/scalars.js";
import { AdSet, AdSetStatus, OptimizationGoal, PacingType, PricingModel } from "./ad-set.type.js";
import { AdSetAudience } from "./ad-set-audience.type.js";
import { EidFilter, enumFilter, namedList } from "./graph.js";
import { ActiveFilter } from "./lists.js";
import { SocialAdStatus } from "./social-ad.type.js";

const AdSetStatusFilter = enumFilter(AdSetStatus, "AdSetStatus");

@InputType("AdSetFilter", { description: "Which ad sets; all conditions that are given hold." })
class AdSetFilter extends ActiveFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the campaign's EID." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => AdSetStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof AdSetStatusFilter> | null;
}

export const AD_SET_LIST = namedList(() => AdSet, "AdSet", "ad sets", AdSetFilter);

@InputType("AdSetAdInput", { description: "An ad of an ad set: a new one, or with an EID one that it has." })
export class AdSetAdInput {
  @Field(() => ID, { nullable: true, description: "EID of an ad of the ad set; null for a new one." })
  eid?: string | null;
  @Field(() => ID, { nullable: true, description: "EID of its creative; a new one needs it." })
  creativeEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; a new one needs it." })
  name?: string | null;
  @Field(() => SocialAdStatus, { nullable: true, description: "Where it shall stand; DRAFT for a new one." })
  status?: SocialAdStatus | null;
}

@InputType("AdSetAudienceInput", { description: "A custom audience that an ad set targets or excludes." })
export class AdSetAudienceInput {
  @Field(() => ID, { description: "EID of the custom audience, of the same advertisable." })
  customAudienceEid: string;
  @Field(() => Boolean, { defaultValue: true, description: "True targets its people, false excludes them." })
  targeted: boolean;
}

@InputType()
export class AdSetSettings {
  @Field(() => AdSetStatus, {
    nullable: true,
    description: "Where it shall stand; PAUSED for a new one when not given. ILLEGAL_TRANSITION where it can't.",
  })
  status?: AdSetStatus | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget per DAY in the campaign's currency, from 0, at most 2 decimals; null for none.",
  })
  budget?: Decimal | null;
  @Field(() => DecimalScalar, { nullable: true, description: "The bid, from 0, at most 2 decimals; null for none." })
  bidAmount?: Decimal | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "What one click costs, from 0, at most 2 decimals; FIXED_CPC needs it. Null for none.",
  })
  cpc?: Decimal | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the network sets the bid; true for a new one." })
  isAutobid?: boolean | null;
  @Field(() => Int, { nullable: true, description: "Age from which people see it, 13 to 65; null for any." })
  minAge?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Age up to which people see it, 13 to 65, not less than minAge; null for any.",
  })
  maxAge?: number | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null for at once." })
  startDate?: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "The day AFTER the last one, not before startDate; null for without end.",
  })
  endDate?: string | null;
  @Field(() => OptimizationGoal, {
    nullable: true,
    description: "What the network makes the most of; for a new one what fits the campaign's objective.",
  })
  optimizationGoal?: OptimizationGoal | null;
  @Field(() => PacingType, { nullable: true, description: "How the budget is spent; STANDARD for a new one." })
  pacingType?: PacingType | null;
  @Field(() => PricingModel, { nullable: true, description: "What it pays; DYNAMIC for a new one." })
  pricingModel?: PricingModel | null;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment of the same advertisable whose conversions count; null for none.",
  })
  promotedSegmentEid?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Where its ads appear: at most 20 words of lower-case letters and _, such as desktopfeed; desktopfeed and mobilefeed for a new one.",
  })
  pageTypes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "The period that people see its budget for, 1 to 40 characters; daily for a new one.",
  })
  uiPeriod?: string | null;
  @Field(() => [AdSetAdInput], {
    nullable: true,
    description: "Ads that are added or changed, at most 1,000; those that are not named stay.",
  })
  ads?: AdSetAdInput[] | null;
  @Field(() => [AdSetAudienceInput], {
    nullable: true,
    description: "All its audiences, at most 1,000, each once: replaces those that it has. Null counts as not given.",
  })
  audiences?: AdSetAudienceInput[] | null;
}

@InputType("CreateAdSetInput", { description: "A new ad set." })
export class CreateAdSetInput extends AdSetSettings {
  @Field(() => ID, { description: "EID of its campaign, which must not be deleted or archived." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
}

@InputType("EditAdSetInput", {
  description: "Changes of an ad set; what is not given stays, and so does what is null where no null may be.",
})
export class EditAdSetInput extends AdSetSettings {
  @Field(() => ID, { description: "EID of the ad set." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
}

@InputType("CreateDefaultAdSetInput", { description: "Which campaign to give an ad set." })
export class CreateDefaultAdSetInput {
  @Field(() => ID, { description: "EID of the campaign, which must not be deleted or archived." })
  campaignEid: string;
}

@InputType("CloneAdSetInput", { description: "Which ad set to copy." })
export class CloneAdSetInput {
  @Field(() => ID, { description: "EID of the ad set." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description: 'Name of the copy, 1 to 255 characters; "Copy of" and the name when not given.',
  })
  name?: string | null;
}

@InputType("DeleteAdSetInput", { description: "Which ad set to delete." })
export class DeleteAdSetInput {
  @Field(() => ID, { description: "EID of the ad set." })
  eid: string;
}

@InputType("SetAudiencesTargetedInput", { description: "Which audiences of an ad set to target, or to exclude." })
export class SetAudiencesTargetedInput {
  @Field(() => ID, { description: "EID of the ad set." })
  adSetEid: string;
  @Field(() => [ID], {
    description: "EIDs of its audiences, or of their custom audiences: at least one, at most 1,000.",
  })
  audienceEids: string[];
  @Field(() => Boolean, { description: "True targets their people, false excludes them." })
  targeted: boolean;
}

@ObjectType("AdSetPayload", { simpleResolvers: true, description: "What a mutation made of an ad set." })
export class AdSetPayload {
  @Field(() => AdSet, { description: "The ad set as it is now." })
  adSet: AdSet;
}

@ObjectType("AdSetAudiencesPayload", { simpleResolvers: true, description: "What a mutation made of audiences." })
export class AdSetAudiencesPayload {
  @Field(() => AdSet, { description: "The ad set." })
  adSet: AdSet;
  @Field(() => [AdSetAudience], { description: "The audiences that were named, as they are now." })
  audiences: AdSetAudience[];
}
