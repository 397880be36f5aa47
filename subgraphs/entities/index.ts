import { defineSubgraph } from "../define-subgraph.js";
import { toAd, ads } from "./ad.table.js";
import { AdGroupAdsResolver, AdResolver, AdvertisableAdsResolver } from "./ad.resolver.js";
import { AdGroupAdResolver } from "./ad-group-ad.resolver.js";
import { AdGroupTargetResolver } from "./ad-group-target.resolver.js";
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
import { PixelRulesResolver, RuleResolver } from "./rule.resolver.js";
import { rules, toRule } from "./rule.table.js";
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
    PixelResolver,
    AdvertisablePixelResolver,
    RuleResolver,
    PixelRulesResolver,
  ],
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
    Ad: async ({ eid }, context) => toAd(await ads.require(context, eid)),
  },
});
