import { Field, ID, InputType, ObjectType } from "type-graphql";
import { GeoTargetChangeInput } from "./geo-target.input.js";
import { EidFilter, namedList } from "./graph.js";
import { ProspectingFilter } from "./lists.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { ProspectingAdminStatus, ProspectingUserStatus } from "./status.type.js";

@InputType("ProspectingAdGroupFilter", { description: "Which ad groups; all conditions that are given hold." })
class ProspectingAdGroupFilter extends ProspectingFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the campaign's EID." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const PROSPECTING_AD_GROUP_LIST = namedList(
  () => ProspectingAdGroup,
  "ProspectingAdGroup",
  "prospecting ad groups",
  ProspectingAdGroupFilter,
);

@InputType("ProspectingAdInput", {
  description: "An ad that an ad group gets, or what changes of one that it has; what is not given stays.",
})
export class ProspectingAdInput {
  @Field(() => ID, { description: "EID of an ad of the same advertisable." })
  adEid: string;
  @Field(() => Boolean, { nullable: true, description: "False takes it out; true for a new one." })
  isActive?: boolean | null;
  @Field(() => ProspectingUserStatus, { nullable: true, description: "What its people want; ACTIVE for a new one." })
  userStatus?: ProspectingUserStatus | null;
  @Field(() => ProspectingAdminStatus, {
    nullable: true,
    description:
      "What administrators say; ADMIN_REVIEW for a new one, APPROVED with skipApproveAd. FORBIDDEN unless the viewer is staff.",
  })
  adminStatus?: ProspectingAdminStatus | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether nobody need approve it; false for a new one. FORBIDDEN unless the viewer is staff.",
  })
  skipApproveAd?: boolean | null;
  @Field(() => String, { nullable: true, description: "What makes the change; that of the ad group when not given." })
  eventSource?: string | null;
}

@InputType("ProspectingSegmentInput", {
  description: "A segment that an ad group gets, or what changes of one that it has; what is not given stays.",
})
export class ProspectingSegmentInput {
  @Field(() => ID, { description: "EID of a segment of the same advertisable." })
  segmentEid: string;
  @Field(() => Boolean, { nullable: true, description: "False takes it out; true for a new one." })
  isActive?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "True leaves its people out; false for a new one." })
  isNegative?: boolean | null;
  @Field(() => String, { nullable: true, description: "How it is used, 1 to 40 characters; null for nothing." })
  targetingType?: string | null;
  @Field(() => String, { nullable: true, description: "What makes the change; that of the ad group when not given." })
  eventSource?: string | null;
}

@InputType("AttributeOptionInput", { description: "A value of an attribute of people." })
class AttributeOptionInput {
  @Field(() => String, { description: "The value's name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "Whether people of whom it holds see the ads." })
  target: boolean;
}

@InputType("AttributeTargetInput", { description: "An attribute by whose values people see the ads or don't." })
export class AttributeTargetInput {
  @Field(() => String, { description: "The attribute's name, 1 to 255 characters." })
  name: string;
  @Field(() => [AttributeOptionInput], { description: "Its values, each once, at most 100." })
  options: AttributeOptionInput[];
}

@InputType("DeviceTargetInput", { description: "A kind of device on which ads are shown or not." })
export class DeviceTargetInput {
  @Field(() => String, { description: "The kind, 1 to 40 of a-z, 0-9 and _." })
  device: string;
  @Field(() => Boolean, { description: "Whether ads are shown on it." })
  target: boolean;
}

@InputType()
class ProspectingAdGroupSettings {
  @Field(() => Boolean, {
    nullable: true,
    description: "False takes it away; true, as a new one is, gives it back, unless its campaign is inactive.",
  })
  isActive?: boolean | null;
  @Field(() => ProspectingUserStatus, { nullable: true, description: "What its people want; PAUSED for a new one." })
  userStatus?: ProspectingUserStatus | null;
  @Field(() => Boolean, { nullable: true, description: "Leaves its audience to the platform; false for a new one." })
  autoAudience?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Leaves its places to the platform; false for a new one." })
  autoGeoTargets?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "The segment that attributes are taken of, 1 to 255 characters; null for none.",
  })
  attributeTargetsSegment?: string | null;
  @Field(() => [AttributeTargetInput], { nullable: true, description: "All its attributes, each once, at most 100." })
  attributeTargets?: AttributeTargetInput[] | null;
  @Field(() => [DeviceTargetInput], { nullable: true, description: "All its devices, each once, at most 50." })
  deviceTargets?: DeviceTargetInput[] | null;
  @Field(() => [ProspectingAdInput], {
    nullable: true,
    description: "Ads that it gets or that change, each once; those that are not named stay. At most 1,000.",
  })
  ads?: ProspectingAdInput[] | null;
  @Field(() => [ProspectingSegmentInput], {
    nullable: true,
    description: "Segments that it gets or that change, each once; those that are not named stay. At most 1,000.",
  })
  segments?: ProspectingSegmentInput[] | null;
  @Field(() => [GeoTargetChangeInput], {
    nullable: true,
    description: "Places that it gets, that change or go, each once; those that are not named stay. At most 1,000.",
  })
  geoTargets?: GeoTargetChangeInput[] | null;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("CreateProspectingAdGroupInput", { description: "A new ad group." })
export class CreateProspectingAdGroupInput extends ProspectingAdGroupSettings {
  @Field(() => ID, { description: "EID of its campaign." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
}

@InputType("EditProspectingAdGroupInput", {
  description: "Changes of an ad group; what is not given stays, and so does what is null where no null may be.",
})
export class EditProspectingAdGroupInput extends ProspectingAdGroupSettings {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
}

@ObjectType("ProspectingAdGroupPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class ProspectingAdGroupPayload {
  @Field(() => ProspectingAdGroup, { description: "The ad group as it is now." })
  adGroup: ProspectingAdGroup;
}
