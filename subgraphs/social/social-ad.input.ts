import { Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { Count } from "../../lib/scalars.js";
import { EidFilter, enumFilter, namedList } from "./graph.js";
import { ActiveFilter } from "./lists.js";
import { RemoteStatus, SocialAd, SocialAdStatus } from "./social-ad.type.js";

export const SocialAdAction = { PAUSE: "PAUSE", ACTIVATE: "ACTIVATE", DELETE: "DELETE" } as const;
export type SocialAdAction = keyof typeof SocialAdAction;
registerEnumType(SocialAdAction, {
  name: "SocialAdAction",
  description: "How several ads are changed at once (decisions, section 6).",
  valuesConfig: {
    PAUSE: { description: "They become PAUSED." },
    ACTIVATE: { description: "They become ACTIVE." },
    DELETE: { description: "They become DELETED." },
  },
});

const SocialAdStatusFilter = enumFilter(SocialAdStatus, "SocialAdStatus");
const RemoteStatusFilter = enumFilter(RemoteStatus, "RemoteStatus");

@InputType("SocialAdFilter", { description: "Which ads; all conditions that are given hold." })
class SocialAdFilter extends ActiveFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the ad set's EID." })
  adSetEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the creative's EID." })
  creativeEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => SocialAdStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof SocialAdStatusFilter> | null;
  @Field(() => RemoteStatusFilter, { nullable: true, description: "By what the network does with it." })
  remoteStatus?: InstanceType<typeof RemoteStatusFilter> | null;
}

export const SOCIAL_AD_LIST = namedList(() => SocialAd, "SocialAd", "ads on the social network", SocialAdFilter);

@InputType("CreateSocialAdInput", { description: "A new ad on the social network." })
export class CreateSocialAdInput {
  @Field(() => ID, { description: "EID of its ad set, which must not be deleted or archived." })
  adSetEid: string;
  @Field(() => ID, { description: "EID of its creative, of the same advertisable and not deleted." })
  creativeEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => SocialAdStatus, { defaultValue: "DRAFT", description: "Where it begins: DRAFT, PAUSED or ACTIVE." })
  status: SocialAdStatus;
}

@InputType("EditSocialAdInput", { description: "Changes of an ad; what is null or not given stays." })
export class EditSocialAdInput {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its creative, of the same advertisable and not deleted." })
  creativeEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => SocialAdStatus, {
    nullable: true,
    description: "Where it shall stand. ILLEGAL_TRANSITION where it can't.",
  })
  status?: SocialAdStatus | null;
}

@InputType("ChangeSocialAdsInput", {
  description:
    "Which ads to change: those that fit all of the three that are given, of which at least one is. All of them change or none.",
})
export class ChangeSocialAdsInput {
  @Field(() => SocialAdAction, { description: "What to do with them." })
  action: SocialAdAction;
  @Field(() => ID, { nullable: true, description: "EID of their ad set." })
  adSetEid?: string | null;
  @Field(() => ID, { nullable: true, description: "EID of their campaign." })
  campaignEid?: string | null;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of their creatives, all of one advertisable; at most 1,000, an empty list counts as not given.",
  })
  creativeEids?: string[] | null;
}

@ObjectType("SocialAdPayload", { simpleResolvers: true, description: "What a mutation made of an ad." })
export class SocialAdPayload {
  @Field(() => SocialAd, { description: "The ad as it is now." })
  socialAd: SocialAd;
}

@ObjectType("ChangeSocialAdsPayload", { simpleResolvers: true, description: "What became of several ads." })
export class ChangeSocialAdsPayload {
  @Field(() => SocialAdStatus, { description: "The status that all of them have now." })
  status: SocialAdStatus;
  @Field(() => Count, { description: "How many they are, those included that had it before." })
  adsCount: number;
}
