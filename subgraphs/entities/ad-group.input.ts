import { Field, ID, InputType, ObjectType } from "type-graphql";
import { AdGroupLists, GeoTargetInput } from "./ad-group-target.input.js";
import { AdGroup, AdGroupStatus } from "./ad-group.type.js";
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

export const AdGroupConnection = connectionOf(() => AdGroup, "AdGroup", "ad groups");

const AdGroupStatusFilter = enumFilter(AdGroupStatus, "AdGroupStatus");

@InputType("AdGroupFilter", { description: "Which ad groups; all conditions that are given hold." })
class AdGroupFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the campaign's EID." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the identifier in the system that it was imported from." })
  externalId?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => AdGroupStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof AdGroupStatusFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const AdGroupOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "AdGroup",
  "ad groups",
);

export const AdGroupListArgs = listArgs(AdGroupFilter, AdGroupOrder);
export type AdGroupListArgs = InstanceType<typeof AdGroupListArgs>;

@InputType("CreateAdGroupInput", {
  description: "A new ad group; it begins in ADMIN_REVIEW, or APPROVED when staff creates it.",
})
export class CreateAdGroupInput extends AdGroupLists {
  @Field(() => ID, { description: "EID of the campaign that it belongs to." })
  campaignEid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; the campaign's when not given." })
  name?: string | null;
  @Field(() => [GeoTargetInput], {
    nullable: true,
    description:
      "Places that it addresses or leaves out, at most 1,000; those of the campaign's other ad groups when not given (document 2, part B), all places for an empty list.",
  })
  geoTargets?: GeoTargetInput[] | null;
}

@InputType("EditAdGroupInput", {
  description:
    "Changes of an ad group; what is not given stays, and null counts as not given. A list replaces the old one.",
})
export class EditAdGroupInput extends AdGroupLists {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => AdGroupStatus, {
    nullable: true,
    description:
      "APPROVED to resume it or PAUSED to pause it, no other (document 2, part B); ILLEGAL_TRANSITION where resumeAdGroup or pauseAdGroup has it.",
  })
  status?: AdGroupStatus | null;
  @Field(() => [GeoTargetInput], {
    nullable: true,
    description: "Places that it addresses or leaves out, at most 1,000; an empty list for all places.",
  })
  geoTargets?: GeoTargetInput[] | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True removes all geo targets, and goes with no others; false changes nothing.",
  })
  geoTargetWorldwide?: boolean | null;
}

@InputType("CloneAdGroupInput", { description: "Which ad group to copy." })
export class CloneAdGroupInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description: 'Name of the copy, 1 to 255 characters; "Copy of" and the name when not given.',
  })
  name?: string | null;
}

@InputType("AdGroupStatusInput", { description: "Which ad group to pause or resume." })
export class AdGroupStatusInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
}

@InputType("ReviewAdGroupInput", { description: "A platform administrator's verdict on an ad group." })
export class ReviewAdGroupInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => ReviewVerdict, { description: "What is decided; REJECT puts it in ADMIN_PAUSED." })
  verdict: ReviewVerdict;
}

@ObjectType("AdGroupPayload", { simpleResolvers: true, description: "What a mutation made of an ad group." })
export class AdGroupPayload {
  @Field(() => AdGroup, { description: "The ad group as it is now." })
  adGroup: AdGroup;
}

@ObjectType("AdGroupListsPayload", {
  simpleResolvers: true,
  description: "What a change of lists made of an ad group.",
})
export class AdGroupListsPayload {
  @Field(() => AdGroup, { description: "The ad group as it is now." })
  adGroup: AdGroup;
  @Field(() => Boolean, { description: "Whether any list differs from what it was before." })
  changed: boolean;
}
