import { Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { ProspectingGeoType } from "./geo-target.type.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { ProspectingCampaign } from "./prospecting-campaign.type.js";

export const GeoChange = { INCLUDE: "INCLUDE", EXCLUDE: "EXCLUDE", REMOVE: "REMOVE" } as const;
export type GeoChange = keyof typeof GeoChange;
registerEnumType(GeoChange, {
  name: "GeoChange",
  description: "What is done with a place. Own: document 2, part C, names no values of operation.",
  valuesConfig: {
    INCLUDE: { description: "People there see the ads from now on." },
    EXCLUDE: { description: "People there don't see the ads from now on." },
    REMOVE: { description: "The place is no target any more; nothing happens where it is none." },
  },
});

@InputType("GeoTargetChangeInput", { description: "What is done with one place." })
export class GeoTargetChangeInput {
  @Field(() => ID, { description: "EID of the place: geoEid of a ProspectingGeoTarget, or eid of a Geolocation." })
  geoEid: string;
  @Field(() => ProspectingGeoType, {
    nullable: true,
    description: "What kind of place it is; BAD_USER_INPUT when it is another.",
  })
  geoType?: ProspectingGeoType | null;
  @Field(() => GeoChange, { description: "What is done." })
  operation: GeoChange;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("SetAdGroupGeoTargetsInput", { description: "Which places of which ad group." })
export class SetAdGroupGeoTargetsInput {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => [GeoTargetChangeInput], { description: "Each place once, at most 1,000; the others stay." })
  targets: GeoTargetChangeInput[];
}

@InputType("SetCampaignGeoTargetsInput", { description: "Which places of all active ad groups of which campaign." })
export class SetCampaignGeoTargetsInput {
  @Field(() => ID, { description: "EID of the campaign." })
  campaignEid: string;
  @Field(() => [GeoTargetChangeInput], { description: "Each place once, at most 1,000; the others stay." })
  targets: GeoTargetChangeInput[];
}

@ObjectType("AdGroupGeoTargetsPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class AdGroupGeoTargetsPayload {
  @Field(() => ProspectingAdGroup, { description: "The ad group, with its places as they are now." })
  adGroup: ProspectingAdGroup;
}

@ObjectType("CampaignGeoTargetsPayload", { simpleResolvers: true, description: "What came of the mutation." })
export class CampaignGeoTargetsPayload {
  @Field(() => ProspectingCampaign, { description: "The campaign, with its ad groups' places as they are now." })
  campaign: ProspectingCampaign;
}
