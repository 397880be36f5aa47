import { defineSubgraph } from "../define-subgraph.js";
import { toAd, ads } from "./ad.table.js";
import { AdGroupAdsResolver, AdResolver, AdvertisableAdsResolver } from "./ad.resolver.js";
import { AdGroupAdResolver } from "./ad-group-ad.resolver.js";
import { AdGroupTargetResolver } from "./ad-group-target.resolver.js";
import { AdGroupResolver, AdvertisableAdGroupsResolver, CampaignAdGroupsResolver } from "./ad-group.resolver.js";
import { adGroups, toAdGroup } from "./ad-group.table.js";
import { AdvertisableResolver, requireAdvertisable } from "./advertisable.resolver.js";
import { AdvertisableCampaignsResolver, CampaignResolver } from "./campaign.resolver.js";
import { campaigns, toCampaign } from "./campaign.table.js";
import { ImportResolver } from "./import.resolver.js";
import { OrganizationResolver, requireOrganization } from "./organization.resolver.js";
import { requireUser, UserResolver } from "./user.resolver.js";

/** Organizations, users, advertisables and what they advertise with: the nouns that every area refers to. */
export const entities = defineSubgraph({
  name: "entities",
  resolvers: [
    OrganizationResolver,
    UserResolver,
    AdvertisableResolver,
    CampaignResolver,
    AdvertisableCampaignsResolver,
    AdGroupResolver,
    AdGroupTargetResolver,
    AdGroupAdResolver,
    AdvertisableAdGroupsResolver,
    CampaignAdGroupsResolver,
    AdResolver,
    AdvertisableAdsResolver,
    AdGroupAdsResolver,
    ImportResolver,
  ],
  references: {
    Organization: ({ eid }, context) => requireOrganization(context, eid),
    User: ({ eid }, context) => requireUser(context, eid),
    Advertisable: ({ eid }, context) => requireAdvertisable(context, eid),
    Campaign: async ({ eid }, context) => toCampaign(await campaigns.require(context, eid)),
    AdGroup: async ({ eid }, context) => toAdGroup(await adGroups.require(context, eid)),
    Ad: async ({ eid }, context) => toAd(await ads.require(context, eid)),
  },
});
