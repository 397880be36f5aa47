import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType("ImportAdInput", {
  description: "An ad as another system names it; each identifier has 1 to 255 characters.",
})
export class ImportAdInput {
  @Field(() => String, { description: "Identifier of its campaign there." })
  campaignExternalId: string;
  @Field(() => String, { description: "Identifier of its ad group there." })
  adGroupExternalId: string;
  @Field(() => String, { description: "Identifier of the ad there." })
  adExternalId: string;
}

@InputType("ImportAdsInput", { description: "Ads of another system that an advertisable is to have." })
export class ImportAdsInput {
  @Field(() => ID, { description: "EID of the advertisable that they belong to." })
  advertisableEid: string;
  @Field(() => [ImportAdInput], { description: "1 to 1,000 ads; the same one may be named more than once." })
  ads: ImportAdInput[];
}

@ObjectType("ImportedAd", {
  simpleResolvers: true,
  description: "An ad of another system and what stands for it here.",
})
export class ImportedAd implements ImportAdInput {
  @Field(() => String, { description: "Identifier of its campaign in the other system." })
  campaignExternalId: string;
  @Field(() => String, { description: "Identifier of its ad group in the other system." })
  adGroupExternalId: string;
  @Field(() => String, { description: "Identifier of the ad in the other system." })
  adExternalId: string;
  @Field(() => ID, { description: "EID of the campaign." })
  campaignEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
}

@ObjectType("ImportAdsPayload", { simpleResolvers: true, description: "What an import found and created." })
export class ImportAdsPayload {
  @Field(() => [ImportedAd], { description: "One row for each ad of the input, in its order." })
  ads: ImportedAd[];
  @Field(() => Int, { description: "Campaigns that did not exist before." })
  campaignsCreated: number;
  @Field(() => Int, { description: "Ad groups that did not exist before." })
  adGroupsCreated: number;
  @Field(() => Int, { description: "Ads that did not exist before." })
  adsCreated: number;
}
