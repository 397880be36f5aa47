import { Directive, Field, ID, InputType, Int } from "type-graphql";
import { OperatingSystem, PlacementTarget, PlatformType, TargetDevice } from "./ad-group-target.type.js";

@InputType("GeoPlaceInput", {
  description: "The place of a geo target, named in exactly one way. Source: document 2, part B, geo_targets.",
})
@Directive("@oneOf")
export class GeoPlaceInput {
  @Field(() => String, { nullable: true, description: "Identifier of a country, 1 to 64 characters." })
  countryId?: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a region, 1 to 64 characters." })
  regionId?: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a metropolitan area, 1 to 64 characters." })
  metroId?: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a city, 1 to 64 characters." })
  cityId?: string | null;
  @Field(() => String, { nullable: true, description: "Identifier of a postal code, 1 to 64 characters." })
  postalCodeId?: string | null;
  @Field(() => String, { nullable: true, description: "The postal code itself, 1 to 64 characters." })
  postalCode?: string | null;
}

@InputType("GeoTargetInput", { description: "A place that an ad group is to address or to leave out." })
export class GeoTargetInput {
  @Field(() => GeoPlaceInput, { description: "The place." })
  place: GeoPlaceInput;
  @Field(() => ID, {
    nullable: true,
    description: "Identifier of the geo target, 22 characters, once in the list; made by us when not given.",
  })
  eid?: string | null;
  @Field(() => Boolean, { defaultValue: false, description: "True to leave out people of the place." })
  isNegative: boolean;
}

@InputType("PlatformTargetInput", {
  description:
    "A kind of device that an ad group is to address. Devices go with their own operating system: IPOD, IPAD and IPHONE with IOS, the others with ANDROID. The documents want both for DESKTOP too.",
})
export class PlatformTargetInput {
  @Field(() => PlatformType, { description: "Kind of platform." })
  type: PlatformType;
  @Field(() => OperatingSystem, { description: "Operating system." })
  os: OperatingSystem;
  @Field(() => String, { description: "Version of the operating system, 1 to 64 characters." })
  osVersion: string;
  @Field(() => TargetDevice, { description: "Kind of device." })
  device: TargetDevice;
}

@InputType("DemographicTargetInput", { description: "Ages that an ad group is to address." })
export class DemographicTargetInput {
  @Field(() => Int, { defaultValue: 18, description: "Youngest age in years, 13 to maxAge; 18 when not given." })
  minAge: number;
  @Field(() => Int, { defaultValue: 65, description: "Oldest age in years, included, up to 65; 65 when not given." })
  maxAge: number;
}

@InputType()
export class AdGroupLists {
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of ads of the same advertisable; NOT_FOUND for one that the viewer can't see, ILLEGAL_TRANSITION for a deleted one that is added.",
  })
  adEids?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of segments that it addresses: of the same advertisable, and not deleted when they are added.",
  })
  positiveSegments?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of segments that it leaves out: of the same advertisable, and not deleted when they are added.",
  })
  negativeSegments?: string[] | null;
  @Field(() => [PlacementTarget], { nullable: true, description: "Where its ads are shown on a social network." })
  placementTargets?: PlacementTarget[] | null;
  @Field(() => [PlatformTargetInput], { nullable: true, description: "Kinds of device that it addresses." })
  platformTargets?: PlatformTargetInput[] | null;
  @Field(() => [DemographicTargetInput], { nullable: true, description: "Ages that it addresses." })
  demographicTargets?: DemographicTargetInput[] | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Domains on which its ads are not shown, such as example.com; kept in lower case without www., each once.",
  })
  siteExclusions?: string[] | null;
}

@InputType("AdGroupListsInput", {
  description: "Entries of an ad group's lists; a list that is not given is not concerned. At most 1,000 entries each.",
})
export class AdGroupListsInput extends AdGroupLists {}

@InputType("ChangeAdGroupListsInput", {
  description: "What to add to the lists of an ad group and what to take out of them, in one step.",
})
export class ChangeAdGroupListsInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
  @Field(() => AdGroupListsInput, {
    nullable: true,
    description:
      "What to add; an entry that is there already stays. A segment that is added to one of the two segment lists leaves the other.",
  })
  add?: AdGroupListsInput | null;
  @Field(() => AdGroupListsInput, {
    nullable: true,
    description: "What to take out, after what is added; an entry that is not there is no error.",
  })
  remove?: AdGroupListsInput | null;
}
