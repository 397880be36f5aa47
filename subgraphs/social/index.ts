import { defineSubgraph } from "../define-subgraph.js";
import { AD_SET_RESOLVERS } from "./ad-set.resolver.js";
import { adSets, toAdSet } from "./ad-set.table.js";
import { Advertisable } from "./advertisable.ref.js";
import { CreativePictureResolver } from "./creative-picture.resolver.js";
import { CREATIVE_RESOLVERS } from "./creative.resolver.js";
import { creatives, toCreative } from "./creative.table.js";
import { CUSTOM_AUDIENCE_RESOLVERS } from "./custom-audience.resolver.js";
import { customAudiences, toCustomAudience } from "./custom-audience.table.js";
import { EVENT_RESOLVERS } from "./event.resolver.js";
import { events, toEvent } from "./event.table.js";
import { GEOLOCATION_RESOLVERS } from "./geolocation.resolver.js";
import { HOLDOUT_AUDIENCE_RESOLVERS } from "./holdout-audience.resolver.js";
import { holdoutAudiences, toHoldoutAudience } from "./holdout-audience.table.js";
import { LEAD_GEN_FORM_RESOLVERS } from "./lead-gen-form.resolver.js";
import { leadGenForms, toLeadGenForm } from "./lead-gen-form.table.js";
import { lookalikeAudiences, toLookalikeAudience } from "./lookalike-audience.table.js";
import { PHOTO_ACCOUNT_RESOLVERS } from "./photo-account.resolver.js";
import { photoAccounts, toPhotoAccount } from "./photo-account.table.js";
import { publishSocialCampaign } from "./publish-social-campaign.job.js";
import { publishSocialObject } from "./publish-social-object.job.js";
import { PUBLISH_SOCIAL_CAMPAIGN, PUBLISH_SOCIAL_OBJECT } from "./publishing.js";
import { Segment } from "./segment.ref.js";
import { simulatedNetwork } from "./simulated-network.js";
import { SOCIAL_AD_RESOLVERS } from "./social-ad.resolver.js";
import { socialAds, toSocialAd } from "./social-ad.table.js";
import { SOCIAL_ADVERTISER_RESOLVERS } from "./social-advertiser.resolver.js";
import { socialAdvertisers, toSocialAdvertiser } from "./social-advertiser.table.js";
import { SOCIAL_CAMPAIGN_RESOLVERS } from "./social-campaign.resolver.js";
import { socialCampaigns, toSocialCampaign } from "./social-campaign.table.js";
import { SOCIAL_PAGE_RESOLVERS } from "./social-page.resolver.js";
import { socialPages, toSocialPage } from "./social-page.table.js";

/** Ads on a social network. */
export const social = defineSubgraph({
  name: "social",
  resolvers: [
    ...SOCIAL_CAMPAIGN_RESOLVERS,
    ...AD_SET_RESOLVERS,
    ...GEOLOCATION_RESOLVERS,
    ...SOCIAL_AD_RESOLVERS,
    ...CREATIVE_RESOLVERS,
    CreativePictureResolver,
    ...CUSTOM_AUDIENCE_RESOLVERS,
    ...HOLDOUT_AUDIENCE_RESOLVERS,
    ...LEAD_GEN_FORM_RESOLVERS,
    ...SOCIAL_ADVERTISER_RESOLVERS,
    ...PHOTO_ACCOUNT_RESOLVERS,
    ...SOCIAL_PAGE_RESOLVERS,
    ...EVENT_RESOLVERS,
  ],
  orphanedTypes: [Advertisable, Segment],
  references: {
    SocialCampaign: async ({ eid }, context) => toSocialCampaign(await socialCampaigns.require(context, eid)),
    AdSet: async ({ eid }, context) => toAdSet(await adSets.require(context, eid)),
    SocialAd: async ({ eid }, context) => toSocialAd(await socialAds.require(context, eid)),
    Creative: async ({ eid }, context) => toCreative(await creatives.require(context, eid)),
    CustomAudience: async ({ eid }, context) => toCustomAudience(await customAudiences.require(context, eid)),
    LookalikeAudience: async ({ eid }, context) => toLookalikeAudience(await lookalikeAudiences.require(context, eid)),
    HoldoutAudience: async ({ eid }, context) => toHoldoutAudience(await holdoutAudiences.require(context, eid)),
    LeadGenForm: async ({ eid }, context) => toLeadGenForm(await leadGenForms.require(context, eid)),
    SocialAdvertiser: async ({ eid }, context) => toSocialAdvertiser(await socialAdvertisers.require(context, eid)),
    PhotoAccount: async ({ eid }, context) => toPhotoAccount(await photoAccounts.require(context, eid)),
    SocialPage: async ({ eid }, context) => toSocialPage(await socialPages.require(context, eid)),
    Event: async ({ eid }, context) => toEvent(await events.require(context, eid)),
  },
  // A connector to a real network stands here in the simulated one's place.
  jobs: {
    [PUBLISH_SOCIAL_CAMPAIGN]: publishSocialCampaign(simulatedNetwork),
    [PUBLISH_SOCIAL_OBJECT]: publishSocialObject(simulatedNetwork),
  },
});
