import { legacyAmount, legacyEnum } from "./legacy-format.js";
import { socialDateTime } from "./social-parameters.js";

interface Dated {
  createdAt: string;
  updatedAt: string;
}

function dates({ createdAt, updatedAt }: Dated) {
  return { created_at: socialDateTime(createdAt), updated_at: socialDateTime(updatedAt) };
}

export const AUDIENCE_FIELDS = `fragment AudienceFields on ProspectingAudience {
  eid adGroupEid sourceSegmentEid targetSegmentEid size createdAt updatedAt }`;

export interface AudienceData extends Dated {
  eid: string;
  adGroupEid: string;
  sourceSegmentEid: string | null;
  targetSegmentEid: string | null;
  size: number;
}

export function audienceRecord(audience: AudienceData) {
  return {
    eid: audience.eid,
    adgroup_eid: audience.adGroupEid,
    source_segment_eid: audience.sourceSegmentEid,
    target_segment_eid: audience.targetSegmentEid,
    size: audience.size,
    ...dates(audience),
  };
}

export const FLIGHT_FIELDS = `fragment FlightFields on Flight { eid adGroupEid startDate endDate createdAt updatedAt }`;

export interface FlightData extends Dated {
  eid: string;
  adGroupEid: string;
  startDate: string;
  endDate: string;
}

export function flightRecord(flight: FlightData) {
  return {
    eid: flight.eid,
    adgroup_eid: flight.adGroupEid,
    start_date: flight.startDate,
    end_date: flight.endDate,
    ...dates(flight),
  };
}

export const GEO_FIELDS = `fragment GeoFields on ProspectingGeoTarget {
  geoEid geoType operation name countryCode countryName regionCode regionName }`;

export interface GeoData {
  geoEid: string;
  geoType: string;
  operation: string;
  name: string;
  countryCode: string;
  countryName: string;
  regionCode: string | null;
  regionName: string | null;
}

/** A geo target with the sub-object of its kind; what nobody knows of a place is null. */
export function geoTargetRecord(geo: GeoData) {
  const kind = legacyEnum(geo.geoType);
  return {
    geo_eid: geo.geoEid,
    geo_type: kind,
    name: geo.name,
    operation: legacyEnum(geo.operation),
    [kind]: {
      eid: geo.geoEid,
      geo_type: kind,
      name: geo.name,
      // The social network has no metropolitan areas.
      is_social_target: geo.geoType !== "METRO",
      ...placeRecord(geo),
    },
  };
}

function placeRecord(geo: GeoData): object {
  const country = { country: geo.countryName };
  const identifier = identifierOf(geo.geoEid);
  switch (geo.geoType) {
    case "COUNTRY":
      return { ...country, code: geo.countryCode, identifier: null, server_id: null };
    case "REGION":
      return { ...country, region: geo.regionCode, identifier: geo.regionCode, name_localized: geo.name };
    case "METRO":
      return { ...country, country_code: geo.countryCode, identifier, server_id: identifier, boundaries: null };
    case "CITY":
      return { country_code: geo.countryCode, region_code: geo.regionCode, identifier, name_localized: geo.name };
    default:
      return { country_code: geo.countryCode, identifier: /^\d{1,15}$/.test(geo.name) ? Number(geo.name) : null };
  }
}

/** The number that an EID of a city or a metropolitan area holds: DMA-501 is 501. */
function identifierOf(eid: string): number | null {
  const [, digits] = /^[A-Z]+-(\d{1,15})_*$/.exec(eid) ?? [];
  return digits === undefined ? null : Number(digits);
}

export const AD_GROUP_FIELDS = `fragment AdGroupFields on ProspectingAdGroup {
  eid name advertisableEid campaignEid status userStatus isActive autoAudience autoGeoTargets attributeTargetsSegment
  attributeTargets { name options { name target } } deviceTargets { device target } createdAt updatedAt
  campaign { name }
  ads { eid adEid status userStatus isActive adminStatus skipApproveAd }
  segments { eid segmentEid isActive isNegative targetingType createdAt updatedAt }
  audience { ...AudienceFields } geoTargets { ...GeoFields } } ${AUDIENCE_FIELDS} ${GEO_FIELDS}`;

interface AdData {
  eid: string;
  adEid: string;
  status: string;
  userStatus: string;
  isActive: boolean;
  /** Null unless the viewer is a platform administrator, as the two below. */
  adminStatus: string | null;
  skipApproveAd: boolean | null;
}

interface SegmentData extends Dated {
  eid: string;
  segmentEid: string;
  isActive: boolean;
  isNegative: boolean;
  targetingType: string | null;
}

export interface AdGroupData extends Dated {
  eid: string;
  name: string;
  advertisableEid: string;
  campaignEid: string;
  status: string;
  userStatus: string;
  isActive: boolean;
  autoAudience: boolean;
  autoGeoTargets: boolean;
  attributeTargetsSegment: string | null;
  attributeTargets: { name: string; options: { name: string; target: boolean }[] }[];
  deviceTargets: { device: string; target: boolean }[];
  campaign: { name: string };
  ads: AdData[];
  segments: SegmentData[];
  audience: AudienceData | null;
  geoTargets: GeoData[];
}

export function adGroupRecord(adGroup: AdGroupData) {
  return {
    eid: adGroup.eid,
    name: adGroup.name,
    advertisable_eid: adGroup.advertisableEid,
    campaign_eid: adGroup.campaignEid,
    status: legacyEnum(adGroup.status),
    user_status: legacyEnum(adGroup.userStatus),
    is_active: adGroup.isActive,
    auto_audience: adGroup.autoAudience,
    auto_geo_targets: adGroup.autoGeoTargets,
    attribute_targets_segment: adGroup.attributeTargetsSegment,
    attribute_targets: adGroup.attributeTargets,
    device_targets: Object.fromEntries(adGroup.deviceTargets.map(({ device, target }) => [device, target])),
    ads: adGroup.ads.map((ad) => adRecord(ad, adGroup)),
    segments: adGroup.segments.map((segment) => ({
      eid: segment.eid,
      adgroup_eid: adGroup.eid,
      segment_eid: segment.segmentEid,
      is_active: segment.isActive,
      is_negative: segment.isNegative,
      segment_targeting_type: segment.targetingType,
      ...dates(segment),
    })),
    audience: adGroup.audience === null ? null : audienceRecord(adGroup.audience),
    geo_targets: adGroup.geoTargets.map(geoTargetRecord),
    ...dates(adGroup),
  };
}

function adRecord(ad: AdData, adGroup: AdGroupData) {
  return {
    eid: ad.eid,
    ad_eid: ad.adEid,
    ad_eids: [ad.adEid],
    adgroup_eid: adGroup.eid,
    campaign_eid: adGroup.campaignEid,
    campaign_name: adGroup.campaign.name,
    advertisable_eid: adGroup.advertisableEid,
    is_active: ad.isActive,
    status: legacyEnum(ad.status),
    user_status: legacyEnum(ad.userStatus),
    ...(ad.adminStatus !== null && {
      admin_status: legacyEnum(ad.adminStatus),
      skip_approve_ad: ad.skipApproveAd,
    }),
  };
}

/** A campaign with its ad groups, of which `$adGroups` says which ones. */
export const CAMPAIGN_FIELDS = `fragment CampaignFields on ProspectingCampaign {
  eid name advertisableEid status userStatus adminStatus adminNotes source currency weeklyBudget { amount } frequencyCap
  kpiGoal { amount } kpiMetric isActive startDate endDate contextualTargetingCategories { categoryId categoryName }
  createdAt updatedAt adGroups(first: 1000, filter: $adGroups) { nodes { ...AdGroupFields } } } ${AD_GROUP_FIELDS}`;

interface Category {
  categoryId: number;
  categoryName: string;
}

export interface CampaignData extends Dated {
  eid: string;
  name: string;
  advertisableEid: string;
  status: string;
  userStatus: string;
  adminStatus: string | null;
  adminNotes: string | null;
  source: string | null;
  currency: string;
  weeklyBudget: { amount: string } | null;
  frequencyCap: number | null;
  kpiGoal: { amount: string } | null;
  kpiMetric: string | null;
  isActive: boolean;
  startDate: string | null;
  endDate: string | null;
  contextualTargetingCategories: Category[];
  adGroups: { nodes: AdGroupData[] };
}

export function categoryRecords(categories: readonly Category[]) {
  return categories.map(({ categoryId, categoryName }) => ({ category_id: categoryId, category_name: categoryName }));
}

export function campaignRecord(campaign: CampaignData) {
  return {
    eid: campaign.eid,
    name: campaign.name,
    advertisable_eid: campaign.advertisableEid,
    ...(campaign.adminStatus !== null && {
      admin_notes: campaign.adminNotes,
      admin_status: legacyEnum(campaign.adminStatus),
    }),
    source: campaign.source,
    currency_code: campaign.currency,
    weekly_budget: legacyAmount(campaign.weeklyBudget),
    frequency_cap: campaign.frequencyCap,
    kpi_goal: legacyAmount(campaign.kpiGoal),
    kpi_metric: campaign.kpiMetric,
    is_active: campaign.isActive,
    status: legacyEnum(campaign.status),
    user_status: legacyEnum(campaign.userStatus),
    start_date: campaign.startDate,
    end_date: campaign.endDate,
    contextual_targeting_categories: categoryRecords(campaign.contextualTargetingCategories),
    adgroups: campaign.adGroups.nodes.map(adGroupRecord),
    ...dates(campaign),
  };
}
