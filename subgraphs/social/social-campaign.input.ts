import { Field, ID, InputType, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CalendarDate, CurrencyCode, DecimalScalar } from "../../lib/scalars.js";
import { enumFilter, namedList } from "./graph.js";
import { ActiveFilter } from "./lists.js";
import {
  BidStrategy,
  PerformanceTarget,
  SocialCampaign,
  SocialCampaignStatus,
  SocialGoal,
  SocialObjective,
} from "./social-campaign.type.js";

const SocialCampaignStatusFilter = enumFilter(SocialCampaignStatus, "SocialCampaignStatus");

@InputType("SocialCampaignFilter", { description: "Which campaigns; all conditions that are given hold." })
class SocialCampaignFilter extends ActiveFilter {
  @Field(() => SocialCampaignStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof SocialCampaignStatusFilter> | null;
}

export const SOCIAL_CAMPAIGN_LIST = namedList(
  () => SocialCampaign,
  "SocialCampaign",
  "campaigns on the social network",
  SocialCampaignFilter,
);

@InputType()
class SocialCampaignSettings {
  @Field(() => SocialCampaignStatus, {
    nullable: true,
    description: "Where it shall stand; PAUSED for a new one when not given. ILLEGAL_TRANSITION where it can't.",
  })
  status?: SocialCampaignStatus | null;
  @Field(() => BidStrategy, {
    nullable: true,
    description: "Who sets the bids; AUTOMATIC for a new one when not given.",
  })
  bidStrategy?: BidStrategy | null;
  @Field(() => PerformanceTarget, {
    nullable: true,
    description: "What a manual bid strategy aims at; null for none. Only with MANUAL.",
  })
  performanceTarget?: PerformanceTarget | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "The amount that the target aims at, from 0, at most 2 decimals; null for none.",
  })
  performanceTargetValue?: Decimal | null;
  @Field(() => String, { nullable: true, description: "Where it was made, 1 to 255 characters; null for nothing." })
  source?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True launches it: from then on the network hears of it. A launched one stays launched.",
  })
  shouldLaunch?: boolean | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget per DAY over all its ad sets, from 0, at most 2 decimals; null for none.",
  })
  budget?: Decimal | null;
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
  @Field(() => CurrencyCode, { nullable: true, description: "Currency of kpiGoal; that of the campaign when null." })
  kpiCurrency?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null for at once." })
  startDate?: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: "The day AFTER the last one, not before startDate; null for without end.",
  })
  endDate?: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "Nothing is spent before this day; null to let it spend." })
  spendLimitUntil?: string | null;
}

@InputType("CreateSocialCampaignInput", { description: "A new campaign on the social network." })
export class CreateSocialCampaignInput extends SocialCampaignSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => SocialGoal, { description: "Whom it addresses." })
  goal: SocialGoal;
  @Field(() => SocialObjective, { description: "What it is for." })
  objective: SocialObjective;
  @Field(() => CurrencyCode, {
    nullable: true,
    description: "Currency of its amounts; when not given that of the advertisable's SocialAdvertiser, or USD.",
  })
  currency?: string | null;
}

@InputType("EditSocialCampaignInput", {
  description: "Changes of a campaign; what is not given stays, and so does what is null where no null may be.",
})
export class EditSocialCampaignInput extends SocialCampaignSettings {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => SocialGoal, { nullable: true, description: "Whom it addresses." })
  goal?: SocialGoal | null;
  @Field(() => SocialObjective, { nullable: true, description: "What it is for." })
  objective?: SocialObjective | null;
}

@ObjectType("SocialCampaignPayload", { simpleResolvers: true, description: "What a mutation made of a campaign." })
export class SocialCampaignPayload {
  @Field(() => SocialCampaign, { description: "The campaign as it is now." })
  socialCampaign: SocialCampaign;
}
