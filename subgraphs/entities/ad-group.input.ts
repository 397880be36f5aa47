import { Field, ID, InputType, ObjectType } from "type-graphql";
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
export class CreateAdGroupInput {
  @Field(() => ID, { description: "EID of the campaign that it belongs to." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of ads of the same advertisable that serve in it; none when not given.",
  })
  adEids?: string[] | null;
}

@InputType("EditAdGroupInput", { description: "Changes of an ad group; what is not given stays." })
export class EditAdGroupInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Domains on which its ads are not shown, at most 1,000; replaces the list.",
  })
  siteExclusions?: string[] | null;
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
