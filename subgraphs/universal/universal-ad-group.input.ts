import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { DateTime, DecimalScalar } from "../../lib/scalars.js";
import { connectionOf, EidFilter, listArgs, orderOf, namedList } from "./graph.js";
import { NamedFilter, UniversalStatusFilter } from "./lists.js";
import {
  UniversalAdGroup,
  UniversalAdGroupAd,
  UniversalAdType,
  UniversalKpiMetric,
} from "./universal-ad-group.type.js";
import { UniversalObjective } from "./universal-campaign.type.js";
import { UniversalStatus } from "./universal-status.type.js";

@InputType("UniversalAdGroupFilter", { description: "Which ad groups; all conditions that are given hold." })
class UniversalAdGroupFilter extends NamedFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the campaign's EID." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const UNIVERSAL_AD_GROUP_LIST = namedList(
  () => UniversalAdGroup,
  "UniversalAdGroup",
  "universal ad groups",
  UniversalAdGroupFilter,
);

@InputType("UniversalAdGroupAdFilter", { description: "Which ads; all conditions that are given hold." })
class UniversalAdGroupAdFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the ad's EID." })
  adEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => UniversalStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof UniversalStatusFilter> | null;
}

export const UNIVERSAL_AD_GROUP_AD_LIST = {
  Connection: connectionOf(() => UniversalAdGroupAd, "UniversalAdGroupAd", "ads of a universal ad group"),
  Args: listArgs(
    UniversalAdGroupAdFilter,
    orderOf({ CREATED_AT: "When it was added." }, "UniversalAdGroupAd", "ads of a universal ad group"),
  ),
};

@InputType("UniversalAdGroupAdInput", { description: "An ad of a universal ad group." })
export class UniversalAdGroupAdInput {
  @Field(() => ID, { description: "EID of the ad, of the same advertisable." })
  adEid: string;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand; LIVE for one that is added, and what it is for the others, when not given.",
  })
  status?: UniversalStatus | null;
}

/** What can be set and changed of an ad group, wherever it is given. */
@InputType()
export class UniversalAdGroupSettings {
  @Field(() => UniversalObjective, {
    nullable: true,
    description: "What it is for; for a new one what its campaign is for.",
  })
  objective?: UniversalObjective | null;
  @Field(() => UniversalKpiMetric, { nullable: true, description: "What its goal is measured by; CPA for a new one." })
  kpiMetric?: UniversalKpiMetric | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "The goal for that metric in the campaign's currency, from 0, at most 2 decimals; null lets the service make the best of it.",
  })
  kpiGoal?: Decimal | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Where its ads appear on social networks: at most 20 different words of lower-case letters, digits and _, at most 40 characters each.",
  })
  snPlacements?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of all segments whose people it is for, of the same advertisable: at most 1,000, each once.",
  })
  positiveSegmentEids?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of all segments whose people it leaves out, of the same advertisable: at most 1,000, each once and none of positiveSegmentEids.",
  })
  negativeSegmentEids?: string[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is for people who are close to buying; false for a new one.",
  })
  highIntent?: boolean | null;
  @Field(() => Int, { nullable: true, description: "Number of the wizard's run that made it, from 0; null for none." })
  wizardTicketId?: number | null;
  @Field(() => [UniversalAdGroupAdInput], {
    nullable: true,
    description: "All its ads, at most 1,000, each once: those that it has and that are not named are taken out.",
  })
  ads?: UniversalAdGroupAdInput[] | null;
}

@InputType()
class DatedAdGroupSettings extends UniversalAdGroupSettings {
  @Field(() => DateTime, { nullable: true, description: "When it starts; for a new one null for with its campaign." })
  startDate?: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it ends, after startDate; null for with its campaign." })
  endDate?: Date | null;
}

@InputType("CreateUniversalAdGroupInput", { description: "A new universal ad group; it is a DRAFT." })
export class CreateUniversalAdGroupInput extends DatedAdGroupSettings {
  @Field(() => ID, { description: "EID of its campaign, which must not be completed." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalAdType, { nullable: true, description: "How its ads are made; STATIC when not given." })
  adType?: UniversalAdType | null;
}

@InputType("EditUniversalAdGroupInput", {
  description:
    "Changes of a universal ad group; what is not given stays, and so does what is null where no null may be.",
})
export class EditUniversalAdGroupInput extends DatedAdGroupSettings {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its campaign; NOT_FOUND for any other." })
  campaignEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand. ILLEGAL_TRANSITION where it can't.",
  })
  status?: UniversalStatus | null;
}

@InputType("SetUniversalAdGroupAdStatusInput", { description: "Where an ad of a universal ad group shall stand." })
export class SetUniversalAdGroupAdStatusInput {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad. NOT_FOUND for one that is not in the ad group." })
  adEid: string;
  @Field(() => UniversalStatus, { description: "Where it shall stand. ILLEGAL_TRANSITION where it can't." })
  status: UniversalStatus;
}

@ObjectType("UniversalAdGroupPayload", {
  simpleResolvers: true,
  description: "What a mutation made of a universal ad group.",
})
export class UniversalAdGroupPayload {
  @Field(() => UniversalAdGroup, { description: "The ad group as it is now." })
  universalAdGroup: UniversalAdGroup;
}

@ObjectType("UniversalAdGroupAdPayload", {
  simpleResolvers: true,
  description: "What a mutation made of an ad of a universal ad group.",
})
export class UniversalAdGroupAdPayload {
  @Field(() => UniversalAdGroupAd, { description: "The ad in its ad group as it is now." })
  universalAdGroupAd: UniversalAdGroupAd;
}
