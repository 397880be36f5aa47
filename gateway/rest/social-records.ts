import { legacyAmount, legacyEnum } from "./legacy-format.js";
import { socialDateTime } from "./social-parameters.js";

interface Dated {
  createdAt: string;
  updatedAt: string;
}

function dates({ createdAt, updatedAt }: Dated) {
  return { created_date: socialDateTime(createdAt), updated_date: socialDateTime(updatedAt) };
}

type Amount = { amount: string } | null;

export const AD_FIELDS = `fragment AdFields on SocialAd {
  eid adSetEid creativeEid name status isActive remoteStatus disapprovalReason createdAt updatedAt }`;

export interface AdData extends Dated {
  eid: string;
  adSetEid: string;
  creativeEid: string;
  name: string;
  status: string;
  isActive: boolean;
  remoteStatus: string | null;
  disapprovalReason: string | null;
}

/** An ad within its ad set. */
function embeddedAd(ad: AdData) {
  return {
    eid: ad.eid,
    creative_eid: ad.creativeEid,
    name: ad.name,
    status: legacyEnum(ad.status),
    is_active: ad.isActive,
    remote_status: ad.remoteStatus,
    disapproval_reason: ad.disapprovalReason,
    ...dates(ad),
  };
}

export function adRecord(ad: AdData) {
  return { ...embeddedAd(ad), adset_eid: ad.adSetEid };
}

export const AUDIENCE_FIELDS = `fragment AudienceFields on AdSetAudience { eid customAudienceEid targeted createdAt updatedAt }`;

export interface AudienceData extends Dated {
  eid: string;
  customAudienceEid: string;
  targeted: boolean;
}

export function audienceRecord(audience: AudienceData) {
  return {
    eid: audience.eid,
    custom_audience_eid: audience.customAudienceEid,
    targeted: audience.targeted,
    ...dates(audience),
  };
}

/** An ad set with its ads, of which it has at most 1,000. */
export const AD_SET_FIELDS = `fragment AdSetFields on AdSet {
  eid advertisableEid campaignEid name status budget { amount } bidAmount { amount } cpc { amount } isAutobid
  minAge maxAge startDate endDate optimizationGoal pacingType pricingModel promotedSegmentEid pageTypes uiPeriod
  createdAt updatedAt ads(first: 1000) { nodes { ...AdFields } } audiences { ...AudienceFields } }
  ${AD_FIELDS} ${AUDIENCE_FIELDS}`;

export interface AdSetData extends Dated {
  eid: string;
  advertisableEid: string;
  campaignEid: string;
  name: string;
  status: string;
  budget: Amount;
  bidAmount: Amount;
  cpc: Amount;
  isAutobid: boolean;
  minAge: number | null;
  maxAge: number | null;
  startDate: string | null;
  endDate: string | null;
  optimizationGoal: string;
  pacingType: string;
  pricingModel: string;
  promotedSegmentEid: string | null;
  pageTypes: string[];
  uiPeriod: string;
  ads: { nodes: AdData[] };
  audiences: AudienceData[];
}

export function adSetRecord(adSet: AdSetData) {
  return {
    eid: adSet.eid,
    advertisable_eid: adSet.advertisableEid,
    campaign_eid: adSet.campaignEid,
    name: adSet.name,
    status: legacyEnum(adSet.status),
    budget: legacyAmount(adSet.budget),
    bid_amount: legacyAmount(adSet.bidAmount),
    cpc: legacyAmount(adSet.cpc),
    is_autobid: adSet.isAutobid,
    min_age: adSet.minAge,
    max_age: adSet.maxAge,
    start_date: adSet.startDate,
    end_date: adSet.endDate,
    flight_start_date: adSet.startDate,
    flight_end_date: adSet.endDate,
    flight_timezone: "UTC",
    optimization_goal: adSet.optimizationGoal,
    pacing_type: legacyEnum(adSet.pacingType),
    pricing_model: legacyEnum(adSet.pricingModel),
    promoted_object: adSet.promotedSegmentEid === null ? {} : { segment_eid: adSet.promotedSegmentEid },
    targeting: { page_types: adSet.pageTypes },
    ui_period: adSet.uiPeriod,
    ads: adSet.ads.nodes.map(embeddedAd),
    audiences: adSet.audiences.map(audienceRecord),
    ...dates(adSet),
  };
}

export const CAMPAIGN_FIELDS = `fragment CampaignFields on SocialCampaign {
  eid advertisableEid name status isActive goal bidStrategy performanceTarget performanceTargetValue { amount }
  objective source isLaunched currency budget { amount } kpiMetric kpiGoal { amount currency } startDate endDate
  spendLimitUntil createdAt updatedAt adSets(first: 1000) { nodes { ...AdSetFields } } } ${AD_SET_FIELDS}`;

export interface CampaignData extends Dated {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  isActive: boolean;
  goal: string;
  bidStrategy: string;
  performanceTarget: string | null;
  performanceTargetValue: Amount;
  objective: string;
  source: string | null;
  isLaunched: boolean;
  currency: string;
  budget: Amount;
  kpiMetric: string | null;
  kpiGoal: { amount: string; currency: string } | null;
  startDate: string | null;
  endDate: string | null;
  spendLimitUntil: string | null;
  adSets: { nodes: AdSetData[] };
}

export function campaignRecord(campaign: CampaignData) {
  return {
    eid: campaign.eid,
    advertisable_eid: campaign.advertisableEid,
    advertisable: { eid: campaign.advertisableEid },
    name: campaign.name,
    status: legacyEnum(campaign.status),
    is_active: campaign.isActive,
    goal: legacyEnum(campaign.goal),
    is_prospecting: campaign.goal === "PROSPECT",
    is_retargeting: campaign.goal === "RETARGET",
    bid_strategy: legacyEnum(campaign.bidStrategy),
    performance_target: campaign.performanceTarget === null ? "None" : legacyEnum(campaign.performanceTarget),
    performance_target_value: legacyAmount(campaign.performanceTargetValue),
    objective: campaign.objective,
    source: campaign.source,
    should_launch: campaign.isLaunched,
    currency: campaign.currency,
    budget: legacyAmount(campaign.budget),
    kpi_metric: campaign.kpiMetric,
    kpi_goal: campaign.kpiGoal?.amount ?? null,
    kpi_currency: campaign.kpiGoal?.currency ?? null,
    start_date: campaign.startDate,
    end_date: campaign.endDate,
    spend_limit_until: campaign.spendLimitUntil,
    adsets: campaign.adSets.nodes.map(adSetRecord),
    ...dates(campaign),
  };
}

export const FORM_FIELDS = `fragment FormFields on LeadGenForm {
  eid advertisableEid name followUpActionUrl privacyPolicyUrl externalId createdAt updatedAt }`;

export interface FormData extends Dated {
  eid: string;
  advertisableEid: string;
  name: string;
  followUpActionUrl: string;
  privacyPolicyUrl: string;
  externalId: string | null;
}

export function formRecord(form: FormData) {
  return {
    eid: form.eid,
    name: form.name,
    external_id: form.externalId,
    follow_up_action_url: form.followUpActionUrl,
    privacy_policy_url: form.privacyPolicyUrl,
    advertisable: { eid: form.advertisableEid },
    ...dates(form),
  };
}

export const CREATIVE_FIELDS = `fragment CreativeFields on Creative {
  eid advertisableEid name title message description caption callToAction link imageUrl photoPermalinkUrl externalId
  width height status isActive isDynamic readOnly createdAt updatedAt leadGenForm { ...FormFields } } ${FORM_FIELDS}`;

export interface CreativeData extends Dated {
  eid: string;
  advertisableEid: string;
  name: string;
  title: string | null;
  message: string | null;
  description: string | null;
  caption: string | null;
  callToAction: string | null;
  link: string | null;
  imageUrl: string | null;
  photoPermalinkUrl: string | null;
  externalId: string | null;
  width: number | null;
  height: number | null;
  status: string;
  isActive: boolean;
  isDynamic: boolean;
  readOnly: boolean;
  leadGenForm: FormData | null;
}

export function creativeRecord(creative: CreativeData) {
  return {
    eid: creative.eid,
    name: creative.name,
    title: creative.title,
    message: creative.message,
    description: creative.description,
    caption: creative.caption,
    call_to_action: creative.callToAction,
    link: creative.link,
    image_url: creative.imageUrl,
    photo_permalink_url: creative.photoPermalinkUrl,
    external_id: creative.externalId,
    width: creative.width,
    height: creative.height,
    status: legacyEnum(creative.status),
    is_active: creative.isActive,
    is_dynamic: creative.isDynamic,
    read_only: creative.readOnly,
    advertisable: { eid: creative.advertisableEid },
    lead_gen_form: creative.leadGenForm === null ? null : formRecord(creative.leadGenForm),
    ...dates(creative),
  };
}

export const CUSTOM_AUDIENCE_FIELDS = `fragment CustomAudienceFields on CustomAudience {
  eid advertisableEid name isConversion conversionValue { amount } matchMethod retentionDays rule subtype
  approximateCount createdAt updatedAt
  lookalikeAudience { eid originAudienceEid countryCode countryName allowInternationalSeeds ratio type } }`;

export interface CustomAudienceData extends Dated {
  eid: string;
  advertisableEid: string;
  name: string;
  isConversion: boolean;
  conversionValue: Amount;
  matchMethod: string | null;
  retentionDays: number;
  rule: string;
  subtype: string;
  approximateCount: number | null;
  lookalikeAudience: {
    eid: string;
    originAudienceEid: string;
    countryCode: string;
    countryName: string;
    allowInternationalSeeds: boolean;
    ratio: number;
    type: string | null;
  } | null;
}

/** The old interface's names of what puts people into an audience, by the graph's. */
export const SUBTYPES: Readonly<Record<string, string>> = {
  CLAIM: "CLAIM",
  CUSTOM: "CUSTOM",
  LOOKALIKE: "LOOKALIKE",
  WEBSITE: "WEBSITE",
  ARBITRARY_DATA: "arbitrary_data",
  PAGES_VIEWED: "pages_viewed",
  PRODUCTS_VIEWED: "products_viewed",
  DERIVED: "lookalike",
  LEAD_GENERATION: "lead_generation",
};

export function customAudienceRecord(audience: CustomAudienceData) {
  const { lookalikeAudience: lookalike } = audience;
  return {
    eid: audience.eid,
    name: audience.name,
    advertiser: { eid: audience.advertisableEid },
    approximate_count: audience.approximateCount,
    is_conversion: audience.isConversion,
    conversion_value: legacyAmount(audience.conversionValue),
    match_method: audience.matchMethod,
    retention_days: audience.retentionDays,
    rule: audience.rule,
    subtype: SUBTYPES[audience.subtype],
    lookalike_audience:
      lookalike === null
        ? null
        : {
            eid: lookalike.eid,
            origin_audience_eid: lookalike.originAudienceEid,
            country_code: lookalike.countryCode,
            country_name: lookalike.countryName,
            allow_international_seeds: lookalike.allowInternationalSeeds,
            ratio: lookalike.ratio,
            type: lookalike.type === null ? "None" : legacyEnum(lookalike.type),
          },
    ...dates(audience),
  };
}
