import { type GeoTargetData, geoTargetRecord } from "./geo-targets.js";
import { legacyAmount, legacyDateTime, legacyEnum } from "./legacy-format.js";

/**
 * The nouns of /api/v1: for each the fields that are asked of the graph and the record that old
 * clients get (document 2, part B; decisions, section 6).
 */

interface Money {
  amount: string;
}

export const ORGANIZATION_FIELDS = "fragment OrganizationFields on Organization { eid name createdAt }";

export interface OrganizationData {
  eid: string;
  name: string;
  createdAt: string;
}

export function organizationRecord(data: OrganizationData) {
  return { eid: data.eid, name: data.name, created_date: legacyDateTime(data.createdAt) };
}

export const USER_FIELDS = `fragment UserFields on User {
  eid username firstName lastName email locale defaultTimezone role organizationRole
  organization { eid } defaultAdvertisable { eid }
}`;

export interface UserData {
  eid: string;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
  defaultTimezone: string;
  role: string;
  organizationRole: string;
  organization: { eid: string } | null;
  defaultAdvertisable: { eid: string } | null;
}

export function userRecord(data: UserData) {
  return {
    eid: data.eid,
    // Deprecated in favour of eid; old clients still read it.
    id: data.eid,
    username: data.username,
    first_name: data.firstName,
    last_name: data.lastName,
    email: data.email,
    locale: data.locale,
    default_timezone: data.defaultTimezone,
    role: legacyEnum(data.role),
    organization_role: legacyEnum(data.organizationRole),
    organization: data.organization?.eid ?? null,
    default_profile: data.defaultAdvertisable?.eid ?? null,
  };
}

export const ADVERTISABLE_FIELDS = `fragment AdvertisableFields on Advertisable {
  eid name url productName organizationEid status approvalState isActive isPublisher isCoopApproved hasPrivacyPolicy
  enableCustomerMultiDurSegs attachedUsers blacklistedSites clickThroughConversionWindow viewThroughConversionWindow
  cmNetworks liquidads ops optimizer saleser iab1CategoryId iab1CategoryName iab2CategoryId iab2CategoryName
  iabContentId thirdpartyCategoryId thirdpartyCategoryName createdAt updatedAt
}`;

export interface AdvertisableData {
  eid: string;
  name: string;
  url: string | null;
  productName: string | null;
  organizationEid: string;
  status: string;
  approvalState: string | null;
  isActive: boolean;
  isPublisher: boolean;
  isCoopApproved: boolean;
  hasPrivacyPolicy: boolean;
  enableCustomerMultiDurSegs: boolean;
  attachedUsers: string[];
  blacklistedSites: string[];
  clickThroughConversionWindow: number;
  viewThroughConversionWindow: number;
  cmNetworks: string | null;
  liquidads: string | null;
  ops: string | null;
  optimizer: string | null;
  saleser: string | null;
  iab1CategoryId: string | null;
  iab1CategoryName: string | null;
  iab2CategoryId: string | null;
  iab2CategoryName: string | null;
  iabContentId: number | null;
  thirdpartyCategoryId: number | null;
  thirdpartyCategoryName: string | null;
  createdAt: string;
  updatedAt: string;
}

export function advertisableRecord(data: AdvertisableData) {
  return {
    eid: data.eid,
    name: data.name,
    url: data.url,
    product_name: data.productName,
    organization: data.organizationEid,
    // The old interface knows no paused advertisable: it is an approved one whose people stopped it.
    status: data.status === "PAUSED" ? "approved" : legacyEnum(data.status),
    approval_state: data.approvalState,
    is_active: data.isActive,
    is_publisher: data.isPublisher,
    is_coop_approved: data.isCoopApproved,
    has_privacy_policy: data.hasPrivacyPolicy,
    enable_customer_multi_dur_segs: data.enableCustomerMultiDurSegs,
    attached_users: data.attachedUsers,
    blacklisted_sites: data.blacklistedSites,
    click_through_conversion_window: data.clickThroughConversionWindow,
    view_through_conversion_window: data.viewThroughConversionWindow,
    cm_networks: data.cmNetworks,
    liquidads: data.liquidads,
    ops: data.ops,
    optimizer: data.optimizer,
    saleser: data.saleser,
    iab1_category_id: data.iab1CategoryId,
    iab1_category_name: data.iab1CategoryName,
    iab2_category_id: data.iab2CategoryId,
    iab2_category_name: data.iab2CategoryName,
    iab_content_id: data.iabContentId,
    thirdparty_category_id: data.thirdpartyCategoryId,
    thirdparty_category_name: data.thirdpartyCategoryName,
    created_date: legacyDateTime(data.createdAt),
    updated_date: legacyDateTime(data.updatedAt),
  };
}

/** The `_fast` lists leave out what hangs on other records. */
export const CAMPAIGN_FAST_FIELDS = `fragment CampaignFields on Campaign {
  eid name advertisableEid status isActive weeklyBudget { amount } uiBudgetDaily cpc { amount } cpm { amount } maxCpm { amount }
  startDate endDate spendLimitUntil isRetargeting isCoop isPubgraph isSocial isSnWca isSnNewsfeed isMobileVendorNetwork
  pricingStrategies promotion { code description } createdAt updatedAt
}`;

export const CAMPAIGN_FIELDS = CAMPAIGN_FAST_FIELDS.replace("eid name", "eid adGroupEids name");

export interface CampaignData {
  eid: string;
  adGroupEids?: string[];
  name: string;
  advertisableEid: string;
  status: string;
  isActive: boolean;
  weeklyBudget: Money | null;
  uiBudgetDaily: boolean;
  cpc: Money | null;
  cpm: Money | null;
  maxCpm: Money | null;
  startDate: string | null;
  endDate: string | null;
  spendLimitUntil: string | null;
  isRetargeting: boolean;
  isCoop: boolean;
  isPubgraph: boolean;
  isSocial: boolean;
  isSnWca: boolean;
  isSnNewsfeed: boolean;
  isMobileVendorNetwork: boolean;
  pricingStrategies: string[];
  promotion: { code: string; description: string | null } | null;
  createdAt: string;
  updatedAt: string;
}

export function campaignRecord(data: CampaignData) {
  return {
    eid: data.eid,
    name: data.name,
    advertisable: data.advertisableEid,
    ...(data.adGroupEids !== undefined && { adgroups: data.adGroupEids }),
    status: legacyEnum(data.status),
    is_active: data.isActive,
    budget: legacyAmount(data.weeklyBudget),
    ui_budget_daily: data.uiBudgetDaily,
    cpc: legacyAmount(data.cpc),
    cpm: legacyAmount(data.cpm),
    max_cpm: legacyAmount(data.maxCpm),
    start_date: data.startDate,
    end_date: data.endDate,
    spend_limit_until: data.spendLimitUntil,
    is_retargeting: data.isRetargeting,
    is_coop: data.isCoop,
    is_pubgraph: data.isPubgraph,
    is_social: data.isSocial,
    is_sn_wca: data.isSnWca,
    is_sn_newsfeed: data.isSnNewsfeed,
    is_mobile_vendor_network: data.isMobileVendorNetwork,
    pricing_strategies: data.pricingStrategies,
    // Exists only where a promotion was used (document 2, part B).
    ...(data.promotion !== null && {
      promotion: { code: data.promotion.code, description: data.promotion.description },
    }),
    created_date: legacyDateTime(data.createdAt),
    updated_date: legacyDateTime(data.updatedAt),
  };
}

export const AD_GROUP_FAST_FIELDS = `fragment AdGroupFields on AdGroup {
  eid name type status campaignEid advertisableEid isActive createdAt updatedAt
}`;

export const AD_GROUP_FIELDS = `fragment AdGroupFields on AdGroup {
  eid name type status campaignEid advertisableEid isActive createdAt updatedAt adLinks { adEid status }
  positiveSegments negativeSegments geoTargets { eid isNegative countryId regionId metroId cityId postalCodeId postalCode }
  geoTargetWorldwide placementTargets
  platformTargets { type os osVersion device } demographicTargets { minAge maxAge } siteExclusions adOptimization flightTimezone
}`;

export interface AdGroupFastData {
  eid: string;
  name: string;
  type: string;
  status: string;
  campaignEid: string;
  advertisableEid: string;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface AdGroupData extends AdGroupFastData {
  adLinks: { adEid: string; status: string }[];
  positiveSegments: string[];
  negativeSegments: string[];
  geoTargets: GeoTargetData[];
  geoTargetWorldwide: boolean;
  placementTargets: string[];
  platformTargets: { type: string; os: string; osVersion: string; device: string }[];
  demographicTargets: { minAge: number; maxAge: number }[];
  siteExclusions: string[];
  adOptimization: string | null;
  flightTimezone: string;
}

export function adGroupFastRecord(data: AdGroupFastData) {
  return {
    eid: data.eid,
    name: data.name,
    type: data.type,
    status: legacyEnum(data.status),
    campaign: data.campaignEid,
    advertisable: data.advertisableEid,
    is_active: data.isActive,
    created_date: legacyDateTime(data.createdAt),
    updated_date: legacyDateTime(data.updatedAt),
  };
}

export function adGroupRecord(data: AdGroupData) {
  return {
    ...adGroupFastRecord(data),
    ads: data.adLinks.map((link) => ({ id: link.adEid, status: legacyEnum(link.status) })),
    segments: [
      ...data.positiveSegments.map((id) => ({ id, is_negative: false })),
      ...data.negativeSegments.map((id) => ({ id, is_negative: true })),
    ],
    positive_segments: data.positiveSegments,
    negative_segments: data.negativeSegments,
    geo_targets: data.geoTargets.map(geoTargetRecord),
    geo_target_worldwide: data.geoTargetWorldwide,
    placement_targets: data.placementTargets.map(legacyEnum),
    platform_targets: data.platformTargets.map((target) => ({
      type: legacyEnum(target.type),
      os: legacyEnum(target.os),
      os_version: target.osVersion,
      device: legacyEnum(target.device),
    })),
    demographic_targets: data.demographicTargets.map((target) => ({ min_age: target.minAge, max_age: target.maxAge })),
    site_exclusions: data.siteExclusions,
    ad_optimization: data.adOptimization,
    flight_timezone: data.flightTimezone,
  };
}

export const AD_FAST_FIELDS = `fragment AdFields on Ad {
  eid name advertisableEid status type isActive adFormat adFormatName adFormatId width height src destinationUrl headline body
  message hasEdits hasPendingEdits hasFutureCampaigns isOutlined outlineColor validClicktag createdAt updatedAt
}`;

export const AD_FIELDS = AD_FAST_FIELDS.replace("eid name", "eid adGroupLinks { adGroupEid } originalAd { eid } name");

export interface AdData {
  eid: string;
  adGroupLinks?: { adGroupEid: string }[];
  originalAd?: { eid: string } | null;
  name: string;
  advertisableEid: string;
  status: string;
  type: string;
  isActive: boolean;
  adFormat: string | null;
  adFormatName: string | null;
  adFormatId: number | null;
  width: number | null;
  height: number | null;
  src: string | null;
  destinationUrl: string | null;
  headline: string | null;
  body: string | null;
  message: string | null;
  hasEdits: boolean;
  hasPendingEdits: boolean;
  hasFutureCampaigns: boolean;
  isOutlined: boolean;
  outlineColor: string | null;
  validClicktag: boolean;
  createdAt: string;
  updatedAt: string;
}

export function adRecord(data: AdData) {
  return {
    eid: data.eid,
    name: data.name,
    advertisable: data.advertisableEid,
    ...(data.adGroupLinks !== undefined && { adgroups: data.adGroupLinks.map((link) => link.adGroupEid) }),
    status: legacyEnum(data.status),
    type: legacyEnum(data.type),
    is_active: data.isActive,
    ad_format: data.adFormat,
    ad_format_name: data.adFormatName,
    ad_format_id: data.adFormatId,
    width: data.width,
    height: data.height,
    src: data.src,
    destination_url: data.destinationUrl,
    headline: data.headline,
    body: data.body,
    message: data.message,
    ...(data.originalAd !== undefined && { original_ad: data.originalAd?.eid ?? null }),
    has_edits: data.hasEdits,
    has_pending_edits: data.hasPendingEdits,
    has_future_campaigns: data.hasFutureCampaigns,
    is_outlined: data.isOutlined,
    outline_color: data.outlineColor,
    valid_clicktag: data.validClicktag,
    created_date: legacyDateTime(data.createdAt),
    updated_date: legacyDateTime(data.updatedAt),
  };
}
