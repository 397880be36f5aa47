import { Field, ID, InputType, ObjectType } from "type-graphql";
import { AdGroup } from "./ad-group.type.js";
import { AdGroupAdStatus } from "./ad.type.js";
import { Campaign } from "./campaign.type.js";

@InputType("AdGroupAdsInput", { description: "Which ads to pause or resume in which ad group." })
export class AdGroupAdsInput {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => [ID], { description: "EIDs of ads that serve in it, 1 to 1,000." })
  adEids: string[];
}

@InputType("CampaignAdsInput", { description: "Which ads to pause or resume in all ad groups of which campaign." })
export class CampaignAdsInput {
  @Field(() => ID, { description: "EID of the campaign." })
  campaignEid: string;
  @Field(() => [ID], { description: "EIDs of ads that serve in any of its ad groups, 1 to 1,000." })
  adEids: string[];
}

@ObjectType("AdGroupAdsPayload", { simpleResolvers: true, description: "What pausing or resuming ads made of them." })
export class AdGroupAdsPayload {
  @Field(() => AdGroup, { description: "The ad group." })
  adGroup: AdGroup;
  @Field(() => [AdGroupAdStatus], { description: "The status of each ad in it now, in the order of the input." })
  statuses: AdGroupAdStatus[];
}

@ObjectType("CampaignAdsPayload", { simpleResolvers: true, description: "What pausing or resuming ads made of them." })
export class CampaignAdsPayload {
  @Field(() => Campaign, { description: "The campaign." })
  campaign: Campaign;
  @Field(() => [AdGroupAdStatus], {
    description: "The status of each ad in its ad groups now, in the order of the input.",
  })
  statuses: AdGroupAdStatus[];
}
