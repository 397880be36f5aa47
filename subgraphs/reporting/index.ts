import { defineSubgraph } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { AdSet } from "./ad-set.ref.js";
import { AdGroup } from "./ad-group.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import {
  AdAttributionsResolver,
  AdGroupAttributionsResolver,
  AdvertisableAttributionsResolver,
  AttributionReportResolver,
  CampaignAttributionsResolver,
  SegmentAttributionsResolver,
} from "./attributions.resolver.js";
import { AdvertisableAttributeResolver, AttributeReportResolver } from "./attribute-metrics.resolver.js";
import { Campaign } from "./campaign.ref.js";
import { currencyRateIngest } from "./currency-rate.ingest.js";
import {
  AdDeliveriesResolver,
  AdGroupDeliveriesResolver,
  AdvertisableDeliveriesResolver,
  CampaignDeliveriesResolver,
  DeliveryReportResolver,
  TargetAccountDeliveriesResolver,
} from "./deliveries.resolver.js";
import { TargetAccount } from "./target-account.ref.js";
import { deliveryIngest } from "./delivery.ingest.js";
import { EVENT_INGEST } from "./event.ingest.js";
import { FACT_INGEST } from "./fact.ingest.js";
import { AdvertisableGranularAttributionsResolver } from "./granular-attributions.resolver.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.ref.js";
import { ProspectingCampaign } from "./prospecting-campaign.ref.js";
import { Segment } from "./segment.ref.js";
import { AdvertisableSegmentDeliveriesResolver, SegmentDeliveryReportResolver } from "./segment-deliveries.resolver.js";
import { AdvertisableSiteResolver, SiteReportResolver } from "./site-metrics.resolver.js";
import { SocialAd } from "./social-ad.ref.js";
import { SocialCampaign } from "./social-campaign.ref.js";
import { OTHER_AREAS_RESOLVERS } from "./other-areas.resolver.js";
import { UniversalAdGroup } from "./universal-ad-group.ref.js";
import { UniversalCampaign } from "./universal-campaign.ref.js";
import {
  AdvertisableAddressedUsersResolver,
  AdvertisableUserListResolver,
  SegmentUserListResolver,
  UserListReportResolver,
} from "./user-lists.resolver.js";
import { StrategyCampaign } from "./strategy-campaign.ref.js";

/** Reports on what the other areas own. It has no entity of its own; its tables are written by its loaders only. */
export const reporting = defineSubgraph({
  name: "reporting",
  resolvers: [
    AdvertisableDeliveriesResolver,
    CampaignDeliveriesResolver,
    AdGroupDeliveriesResolver,
    AdDeliveriesResolver,
    TargetAccountDeliveriesResolver,
    DeliveryReportResolver,
    AdvertisableAttributionsResolver,
    CampaignAttributionsResolver,
    AdGroupAttributionsResolver,
    AdAttributionsResolver,
    SegmentAttributionsResolver,
    AttributionReportResolver,
    AdvertisableGranularAttributionsResolver,
    AdvertisableSiteResolver,
    SiteReportResolver,
    AdvertisableAttributeResolver,
    AttributeReportResolver,
    AdvertisableSegmentDeliveriesResolver,
    SegmentDeliveryReportResolver,
    AdvertisableUserListResolver,
    AdvertisableAddressedUsersResolver,
    SegmentUserListResolver,
    UserListReportResolver,
    ...OTHER_AREAS_RESOLVERS,
  ],
  orphanedTypes: [
    ProspectingCampaign,
    ProspectingAdGroup,
    Advertisable,
    Campaign,
    AdGroup,
    Ad,
    Segment,
    TargetAccount,
    SocialCampaign,
    AdSet,
    SocialAd,
    StrategyCampaign,
    UniversalCampaign,
    UniversalAdGroup,
  ],
  ingest: { deliveries: deliveryIngest, "currency-rates": currencyRateIngest, ...FACT_INGEST, ...EVENT_INGEST },
});
