import { legacyAmount, legacyEnum } from "../legacy-format.js";
import type { CreditRow } from "./breakdown-operations.js";
import type { SegmentConversions } from "./breakdown-reader.js";
import type { ListArgs } from "./list-filter.js";
import { campaignsOf } from "./campaigns.js";
import { adGroupsOf, adsOf, adsOfAdGroup, allAdGroupsOf, audiencesOf, emailsOf, segmentsOf } from "./lists.js";
import { campaignTypeOf, channelOf, dailyBudget, statusOf } from "./mappings.js";
import { METRIC_FIELDS } from "./metric-fields.js";
import { metricsOf, withReports } from "./metric-resolvers.js";
import type {
  AdGroupNode,
  AdNode,
  AdvertisableNode,
  CampaignNode,
  EmailNode,
  OrganizationNode,
  SegmentNode,
  ViewerNode,
} from "./nouns.js";
import type { QueryContext } from "./query-context.js";
import { currencyOf, rangeOf, type RangeArgs, type ReportArgs } from "./report-range.js";

/** Days of granular conversions at most (decisions, section 8). */
const MAX_CREDIT_DAYS = 90;

const none = (): null => null;

/** The dates that every object has. */
const DATES = {
  createdDate: ({ createdAt }: { createdAt: string }) => createdAt,
  updatedDate: ({ updatedAt }: { updatedAt: string }) => updatedAt,
};

const ORGANIZATION = {
  createdDate: DATES.createdDate,
  advertisables: ({ eid }: OrganizationNode, _args: object, { graph }: QueryContext) =>
    graph.advertisablesOfOrganization(eid),
};

const USER = {
  name: ({ firstName, lastName }: ViewerNode) => `${firstName} ${lastName}`.trim(),
  role: ({ role, organizationRole }: ViewerNode) => legacyEnum(role === "STAFF" ? role : organizationRole),
  organization: ({ organization }: ViewerNode) => organization?.eid ?? null,
  advertisables: (_user: ViewerNode, _args: object, { graph }: QueryContext) => graph.advertisables.all(),
};

const ADVERTISABLE = {
  createdDate: DATES.createdDate,
  organization: ({ organizationEid }: AdvertisableNode) => organizationEid,
  // As in /api/v1: a paused advertisable is an approved one whose people stopped it.
  status: ({ status }: AdvertisableNode) => (status === "PAUSED" ? "approved" : legacyEnum(status)),
  campaigns: withReports("campaign", ({ eid }: AdvertisableNode, args: ListArgs, context) =>
    campaignsOf(eid, args, context),
  ),
  adgroups: withReports("adGroup", ({ eid }: AdvertisableNode, args: ListArgs, context) =>
    adGroupsOf("advertisableEid", eid, args, context),
  ),
  ads: withReports("ad", ({ eid }: AdvertisableNode, args: ListArgs, context) => adsOf(eid, args, context)),
  emails: ({ eid }: AdvertisableNode, _args: object, context: QueryContext) =>
    emailsOf("advertisableEid", eid, context),
  segments: ({ eid }: AdvertisableNode, args: ListArgs, context: QueryContext) => segmentsOf(eid, args, context),
  metrics: metricsOf("advertisable"),
  conversions: ({ eid }: AdvertisableNode, args: ReportArgs, { clock }: QueryContext) => ({
    eid,
    range: rangeOf(args, clock),
    currency: currencyOf(args),
  }),
  granularConversions: ({ eid }: AdvertisableNode, args: ReportArgs, { breakdowns, clock }: QueryContext) =>
    breakdowns.credits({ eid, range: rangeOf(args, clock, MAX_CREDIT_DAYS), currency: currencyOf(args) }),
};

const CAMPAIGN = {
  ...DATES,
  advertisable: ({ advertisableEid }: CampaignNode) => advertisableEid,
  status: (campaign: CampaignNode, _args: object, { today }: QueryContext) => statusOf(campaign, today),
  actualStatusString: ({ status }: CampaignNode) => legacyEnum(status),
  budget: ({ weeklyBudget, otherBudget = { amount: weeklyBudget, period: "weekly" } }: CampaignNode) =>
    otherBudget.period === null ? null : dailyBudget(otherBudget.amount, otherBudget.period),
  budgetType: () => "daily",
  cpc: ({ cpc }: CampaignNode) => legacyAmount(cpc),
  cpm: ({ cpm }: CampaignNode) => legacyAmount(cpm),
  channel: channelOf,
  type: campaignTypeOf,
  objective: ({ objective }: CampaignNode) => (objective === undefined ? null : legacyEnum(objective)),
  kpiMetric: none,
  kpiGoal: none,
  kpiCurrency: none,
  playbookEID: ({ playbookEid = null }: CampaignNode) => playbookEid,
  adgroups: withReports("adGroup", ({ eid }: CampaignNode, args: ListArgs, context) =>
    adGroupsOf("campaignEid", eid, args, context),
  ),
  emails: ({ eid, isEmail }: CampaignNode, _args: object, context: QueryContext) =>
    isEmail === true ? emailsOf("campaignEid", eid, context) : [],
  audiences: async ({ eid }: CampaignNode, _args: object, context: QueryContext) => {
    const adGroups = await allAdGroupsOf("campaignEid", eid, true, context);
    return await audiencesOf(
      adGroups.flatMap((each) => each.positiveSegments),
      context,
    );
  },
  metrics: metricsOf("campaign"),
};

const AD_GROUP = {
  ...DATES,
  campaign: ({ campaignEid }: AdGroupNode) => campaignEid,
  advertisable: ({ advertisableEid }: AdGroupNode) => advertisableEid,
  status: (adGroup: AdGroupNode, _args: object, { today }: QueryContext) => statusOf(adGroup, today),
  adType: ({ type }: AdGroupNode) => type,
  kpiMetric: ({ kpiMetric }: AdGroupNode) => kpiMetric ?? null,
  ads: adsOfAdGroup,
  audiences: ({ positiveSegments }: AdGroupNode, _args: object, context: QueryContext) =>
    audiencesOf(positiveSegments, context),
  metrics: metricsOf("adGroup"),
};

const AD = {
  ...DATES,
  advertisable: ({ advertisableEid }: AdNode) => advertisableEid,
  type: ({ type }: AdNode) => legacyEnum(type),
  status: (ad: AdNode, _args: object, { today }: QueryContext) => statusOf(ad, today),
  destinationURL: ({ destinationUrl }: AdNode) => destinationUrl,
  callToAction: none,
  originalAd: ({ originalAd }: AdNode) => originalAd?.eid ?? null,
  metrics: metricsOf("ad"),
};

const EMAIL = {
  ...DATES,
  advertisable: ({ advertisableEid }: EmailNode) => advertisableEid,
  campaign: ({ campaignEid }: EmailNode) => campaignEid,
  subject: ({ emailSubject }: EmailNode) => emailSubject,
  metrics: metricsOf("email"),
};

const SEGMENT = {
  advertisable: ({ advertisableEid }: SegmentNode) => advertisableEid,
  type: ({ type }: SegmentNode) => legacyEnum(type),
  conversionValue: ({ conversionValue }: SegmentNode) => legacyAmount(conversionValue),
  metrics: ({ eid }: SegmentNode, args: RangeArgs, { clock }: QueryContext) => ({ eid, range: rangeOf(args, clock) }),
};

const CONVERSIONS = {
  byAudience: async (
    question: Parameters<QueryContext["breakdowns"]["segmentConversions"]>[0],
    _args: object,
    { breakdowns }: QueryContext,
  ) => await breakdowns.segmentConversions(question),
};

/** A metric of what a segment counts. */
function counted(name: keyof typeof METRIC_FIELDS) {
  return ({ sums }: SegmentConversions) => METRIC_FIELDS[name]?.value(sums) ?? 0;
}

const AUDIENCE_CONVERSIONS = {
  audience: ({ segmentEid }: SegmentConversions) => segmentEid,
  name: async ({ segmentEid }: SegmentConversions, _args: object, { graph }: QueryContext) =>
    segmentEid === "" ? null : ((await graph.segments.byEid(segmentEid))?.name ?? null),
  conversions: counted("conversions"),
  clickThroughs: counted("clickThroughs"),
  viewThroughs: counted("viewThroughs"),
  revenue: counted("revenue"),
  clickRevenue: counted("clickRevenue"),
  viewRevenue: counted("viewRevenue"),
};

const GRANULAR_CONVERSION = {
  conversionTime: ({ convertedAt }: CreditRow) => convertedAt,
  conversionValue: ({ conversionValue }: CreditRow) => legacyAmount(conversionValue),
  attributionCredit: ({ kind }: CreditRow) => legacyEnum(kind),
  attributedRatio: ({ share }: CreditRow) => Number(share),
  attributedValue: ({ attributedValue }: CreditRow) => legacyAmount(attributedValue),
  isLastTouchAttribution: ({ isLastTouch }: CreditRow) => isLastTouch,
  touchpointTime: ({ touchedAt }: CreditRow) => touchedAt,
  firstTouchTime: ({ firstTouchedAt }: CreditRow) => firstTouchedAt,
  lastTouchTime: ({ lastTouchedAt }: CreditRow) => lastTouchedAt,
  segment: ({ segmentEid }: CreditRow) => segmentEid,
  campaign: ({ campaignEid }: CreditRow) => campaignEid,
  adgroup: ({ adGroupEid }: CreditRow) => adGroupEid,
  ad: ({ adEid }: CreditRow) => adEid,
};

const AUDIENCE_METRIC_RESULT = {
  summary: async (
    { eid, range }: { eid: string; range: Parameters<QueryContext["breakdowns"]["sizes"]>[1] },
    _args: object,
    { breakdowns }: QueryContext,
  ) => {
    const sizes = await breakdowns.sizes(eid, range);
    return { audienceSizeCurrent: sizes.current, audienceSizeNew: sizes.new, audienceSizeTotal: sizes.total };
  },
};

/** How the fields of objects are made that are not there under their own name. */
export const OBJECT_RESOLVERS = {
  Organization: ORGANIZATION,
  User: USER,
  Advertisable: ADVERTISABLE,
  Campaign: CAMPAIGN,
  Adgroup: AD_GROUP,
  Ad: AD,
  Email: EMAIL,
  Segment: SEGMENT,
  Audience: SEGMENT,
  AudienceMetricResult: AUDIENCE_METRIC_RESULT,
  Conversions: CONVERSIONS,
  AudienceConversions: AUDIENCE_CONVERSIONS,
  GranularConversion: GRANULAR_CONVERSION,
};
