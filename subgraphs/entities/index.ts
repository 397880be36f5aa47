import { defineSubgraph } from "../define-subgraph.js";
import { toAd, ads } from "./ad.table.js";
import { AdGroupAdsResolver, AdResolver, AdvertisableAdsResolver } from "./ad.resolver.js";
import { AdGroupAdResolver } from "./ad-group-ad.resolver.js";
import { AdGroupTargetResolver } from "./ad-group-target.resolver.js";
import { AdPictureResolver } from "./ad-picture.resolver.js";
import { AdTemplateResolver } from "./ad-template.resolver.js";
import { AdGroupResolver, AdvertisableAdGroupsResolver, CampaignAdGroupsResolver } from "./ad-group.resolver.js";
import { adGroups, toAdGroup } from "./ad-group.table.js";
import { AdvertisableLogoResolver, AdvertisableLogosResolver } from "./advertisable-logo.resolver.js";
import { advertisableLogos, toAdvertisableLogo } from "./advertisable-logo.table.js";
import { AdvertisableResolver, requireAdvertisable } from "./advertisable.resolver.js";
import {
  BillingMethodResolver,
  OrganizationBillingMethodsResolver,
  requireBillingMethod,
} from "./billing-method.resolver.js";
import { AdvertisableCampaignsResolver, CampaignResolver } from "./campaign.resolver.js";
import { campaigns, toCampaign } from "./campaign.table.js";
import { DeletionResolver } from "./deletion.resolver.js";
import { AdvertisableFeedConfigResolver, FeedConfigResolver } from "./feed-config.resolver.js";
import { feedConfigs, toFeedConfig } from "./feed-config.table.js";
import { crawlFeed } from "./feed-crawl.job.js";
import { FeedConfigCrawlsResolver, FeedCrawlResolver } from "./feed-crawl.resolver.js";
import { CRAWL_FEED, feedCrawls, toFeedCrawl } from "./feed-crawl.table.js";
import { ImportResolver } from "./import.resolver.js";
import {
  InvoiceLineResolver,
  InvoiceResolver,
  OrganizationInvoicesResolver,
  requireInvoice,
} from "./invoice.resolver.js";
import { OrganizationResolver, requireOrganization } from "./organization.resolver.js";
import { AdvertisablePixelResolver, PixelResolver } from "./pixel.resolver.js";
import { pixels, toPixel } from "./pixel.table.js";
import { AdvertisableProductsResolver, ProductResolver } from "./product.resolver.js";
import { products, toProduct } from "./product.table.js";
import { PixelRulesResolver, RuleResolver } from "./rule.resolver.js";
import { rules, toRule } from "./rule.table.js";
import { Segment } from "./segment.ref.js";
import { SegmentRuleResolver } from "./segment-rule.resolver.js";
import { OrganizationMemberResolver, OrganizationPeopleResolver, requireUser, UserResolver } from "./user.resolver.js";

/** Organizations, users, advertisables and what they advertise with: the nouns that every area refers to. */
export const entities = defineSubgraph({
  name: "entities",
  resolvers: [
    OrganizationResolver,
    OrganizationPeopleResolver,
    OrganizationInvoicesResolver,
    OrganizationBillingMethodsResolver,
    OrganizationMemberResolver,
    UserResolver,
    InvoiceResolver,
    InvoiceLineResolver,
    BillingMethodResolver,
    AdvertisableResolver,
    AdvertisableLogoResolver,
    AdvertisableLogosResolver,
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
    DeletionResolver,
    PixelResolver,
    AdvertisablePixelResolver,
    RuleResolver,
    PixelRulesResolver,
    SegmentRuleResolver,
    FeedConfigResolver,
    AdvertisableFeedConfigResolver,
    FeedCrawlResolver,
    FeedConfigCrawlsResolver,
    ProductResolver,
    AdvertisableProductsResolver,
    AdTemplateResolver,
    AdPictureResolver,
  ],
  orphanedTypes: [Segment],
  references: {
    Organization: ({ eid }, context) => requireOrganization(context, eid),
    User: ({ eid }, context) => requireUser(context, eid),
    Invoice: ({ eid }, context) => requireInvoice(context, eid),
    BillingMethod: ({ eid }, context) => requireBillingMethod(context, eid),
    Advertisable: ({ eid }, context) => requireAdvertisable(context, eid),
    AdvertisableLogo: async ({ eid }, context) => toAdvertisableLogo(await advertisableLogos.require(context, eid)),
    Campaign: async ({ eid }, context) => toCampaign(await campaigns.require(context, eid)),
    AdGroup: async ({ eid }, context) => toAdGroup(await adGroups.require(context, eid)),
    Pixel: async ({ eid }, context) => toPixel(await pixels.require(context, eid)),
    Rule: async ({ eid }, context) => toRule(await rules.require(context, eid)),
    FeedConfig: async ({ eid }, context) => toFeedConfig(await feedConfigs.require(context, eid)),
    FeedCrawl: async ({ eid }, context) => toFeedCrawl(await feedCrawls.require(context, eid)),
    Product: async ({ eid }, context) => toProduct(await products.require(context, eid)),
    Ad: async ({ eid }, context) => toAd(await ads.require(context, eid)),
  },
  jobs: { [CRAWL_FEED]: crawlFeed },
});
