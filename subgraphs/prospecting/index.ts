import { defineSubgraph } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import { AUDIENCE_RESOLVERS } from "./audience.resolver.js";
import { audiences, toAudience } from "./audience.table.js";
import { FLIGHT_RESOLVERS } from "./flight.resolver.js";
import { flights, toFlight } from "./flight.table.js";
import { GeoTargetResolver } from "./geo-target.resolver.js";
import { PROSPECTING_AD_GROUP_RESOLVERS } from "./prospecting-ad-group.resolver.js";
import { adGroups, toAdGroup } from "./prospecting-ad-group.table.js";
import { PROSPECTING_CAMPAIGN_RESOLVERS } from "./prospecting-campaign.resolver.js";
import { campaigns, toCampaign } from "./prospecting-campaign.table.js";
import { Segment } from "./segment.ref.js";
import { SettingsResolver } from "./settings.resolver.js";

/** Campaigns that look for new people. */
export const prospecting = defineSubgraph({
  name: "prospecting",
  resolvers: [
    ...PROSPECTING_CAMPAIGN_RESOLVERS,
    ...PROSPECTING_AD_GROUP_RESOLVERS,
    ...AUDIENCE_RESOLVERS,
    ...FLIGHT_RESOLVERS,
    GeoTargetResolver,
    SettingsResolver,
  ],
  orphanedTypes: [Advertisable, Ad, Segment],
  references: {
    ProspectingCampaign: async ({ eid }, context) => toCampaign(await campaigns.require(context, eid)),
    ProspectingAdGroup: async ({ eid }, context) => toAdGroup(await adGroups.require(context, eid)),
    ProspectingAudience: async ({ eid }, context) => toAudience(await audiences.require(context, eid)),
    Flight: async ({ eid }, context) => toFlight(await flights.require(context, eid)),
  },
});
