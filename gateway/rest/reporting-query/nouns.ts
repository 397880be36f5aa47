import type { BUDGET_DAYS } from "./mappings.js";
import { type Connection, type GraphOperation, graphOperation, type ListFilter } from "./graph-operation.js";
import { type ReportedNode, REPORTS, type ReportVariables } from "./metrics-operations.js";

type BudgetPeriod = keyof typeof BUDGET_DAYS;

interface Money {
  amount: string;
}

interface AmountOfMoney {
  exactAmount: string;
}

export interface AdvertisableNode {
  eid: string;
  name: string;
  isActive: boolean;
  organizationEid: string;
  status: string;
  url: string | null;
  currency: string;
  clickThroughConversionWindow: number;
  viewThroughConversionWindow: number;
  createdAt: string;
}

export interface CampaignNode {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  isActive: boolean;
  weeklyBudget: AmountOfMoney | null;
  cpc: Money | null;
  cpm: Money | null;
  currency: string;
  startDate: string | null;
  endDate: string | null;
  isRetargeting: boolean;
  isCoop: boolean;
  isSocial: boolean;
  /** Whether it is one of the e-mail area, which knows nothing of budgets. */
  isEmail?: boolean;
  isUniversal?: boolean;
  /** A budget that is not one of a week. */
  otherBudget?: { amount: AmountOfMoney | null; period: BudgetPeriod | null };
  objective?: string;
  playbookEid?: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface AdGroupNode {
  eid: string;
  advertisableEid: string;
  campaignEid: string;
  name: string;
  type: string;
  status: string;
  isActive: boolean;
  positiveSegments: string[];
  /** Whether it is one of a universal campaign. */
  isUniversal?: boolean;
  kpiMetric?: string;
  createdAt: string;
  updatedAt: string;
}

export interface UniversalCampaignNode {
  eid: string;
  advertisableEid: string;
  playbookEid: string | null;
  name: string;
  status: string;
  currency: string;
  objective: string;
  /** Instants. */
  startDate: string | null;
  endDate: string | null;
  budget: AmountOfMoney | null;
  budgetSettings: { budgetType: "DAILY" | "MONTHLY" | "LIFETIME" };
  createdAt: string;
  updatedAt: string;
}

export interface UniversalAdGroupNode {
  eid: string;
  advertisableEid: string;
  campaignEid: string;
  name: string;
  adType: string;
  status: string;
  kpiMetric: string;
  positiveSegmentEids: string[];
  createdAt: string;
  updatedAt: string;
}

export interface AdNode {
  eid: string;
  advertisableEid: string;
  name: string;
  type: string;
  status: string;
  isActive: boolean;
  adFormat: string | null;
  adFormatName: string | null;
  width: number | null;
  height: number | null;
  src: string | null;
  destinationUrl: string | null;
  headline: string | null;
  body: string | null;
  message: string | null;
  originalAd: { eid: string } | null;
  createdAt: string;
  updatedAt: string;
}

export interface SegmentNode {
  eid: string;
  advertisableEid: string;
  name: string;
  type: string;
  duration: number;
  isActive: boolean;
  isConversion: boolean;
  conversionValue: Money | null;
}

export interface EmailCampaignNode {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  /** Instants. */
  startDate: string | null;
  endDate: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface EmailNode {
  eid: string;
  advertisableEid: string;
  campaignEid: string;
  position: number;
  emailSubject: string | null;
  createdAt: string;
  updatedAt: string;
}

export type ListOperation<N> = GraphOperation<
  { list: Connection<N> },
  { filter: ListFilter | null; after: string | null }
>;

function listOf<N>(name: string, field: string, type: string, fields: string): ListOperation<N> {
  return graphOperation(`query ${name}($filter: ${type}Filter, $after: String) {
    list: ${field}(first: 1000, after: $after, filter: $filter) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }
  }`);
}

/** A list whose objects come with their reports. */
export type ReportedListOperation<N> = GraphOperation<
  { list: Connection<N & ReportedNode> },
  ReportVariables & { filter: ListFilter | null; after: string | null }
>;

function reportedListOf<N>(name: string, field: string, type: string, fields: string): ReportedListOperation<N> {
  return graphOperation(`query ${name}($filter: ${type}Filter, $after: String, ${REPORTS.variables}) {
    list: ${field}(first: 1000, after: $after, filter: $filter) {
      nodes { ${fields} ${REPORTS.selection} } pageInfo { hasNextPage endCursor }
    }
  } ${REPORTS.fragments}`);
}

const CAMPAIGN_FIELDS = `eid advertisableEid name status isActive weeklyBudget { exactAmount } cpc { amount } cpm { amount } currency
    startDate endDate isRetargeting isCoop isSocial createdAt updatedAt`;

const AD_GROUP_FIELDS =
  "eid advertisableEid campaignEid name type status isActive positiveSegments createdAt updatedAt";

const AD_FIELDS = `eid advertisableEid name type status isActive adFormat adFormatName width height src destinationUrl headline body
    message originalAd { eid } createdAt updatedAt`;

/** The lists that are most often asked for together with the reports of what is in them. */
export const REPORTED_NOUNS = {
  campaign: reportedListOf<CampaignNode>("ReportingReportedCampaigns", "campaigns", "Campaign", CAMPAIGN_FIELDS),
  adGroup: reportedListOf<AdGroupNode>("ReportingReportedAdGroups", "adGroups", "AdGroup", AD_GROUP_FIELDS),
  ad: reportedListOf<AdNode>("ReportingReportedAds", "ads", "Ad", AD_FIELDS),
} as const;

const ADVERTISABLE_FIELDS =
  "eid name isActive organizationEid status url currency clickThroughConversionWindow viewThroughConversionWindow createdAt";

/** The nouns that have a list over all that the viewer may see, with the fields that the old query shows. */
export const NOUNS = {
  advertisable: listOf<AdvertisableNode>(
    "ReportingAdvertisables",
    "advertisables",
    "Advertisable",
    ADVERTISABLE_FIELDS,
  ),
  campaign: listOf<CampaignNode>("ReportingCampaigns", "campaigns", "Campaign", CAMPAIGN_FIELDS),
  adGroup: listOf<AdGroupNode>("ReportingAdGroups", "adGroups", "AdGroup", AD_GROUP_FIELDS),
  ad: listOf<AdNode>("ReportingAds", "ads", "Ad", AD_FIELDS),
  segment: listOf<SegmentNode>(
    "ReportingSegments",
    "segments",
    "Segment",
    "eid advertisableEid name type duration isActive isConversion conversionValue { amount }",
  ),
  emailCampaign: listOf<EmailCampaignNode>(
    "ReportingEmailCampaigns",
    "emailCampaigns",
    "EmailCampaign",
    "eid advertisableEid name status startDate endDate createdAt updatedAt",
  ),
  email: listOf<EmailNode>(
    "ReportingEmails",
    "emails",
    "Email",
    "eid advertisableEid campaignEid position emailSubject createdAt updatedAt",
  ),
  universalCampaign: listOf<UniversalCampaignNode>(
    "ReportingUniversalCampaigns",
    "universalCampaigns",
    "UniversalCampaign",
    `eid advertisableEid playbookEid name status currency objective startDate endDate budget { exactAmount }
    budgetSettings { budgetType } createdAt updatedAt`,
  ),
  universalAdGroup: listOf<UniversalAdGroupNode>(
    "ReportingUniversalAdGroups",
    "universalAdGroups",
    "UniversalAdGroup",
    "eid advertisableEid campaignEid name adType status kpiMetric positiveSegmentEids createdAt updatedAt",
  ),
} as const;

/** Which ads are in universal ad groups. */
export const UNIVERSAL_AD_GROUP_ADS = graphOperation<
  { list: Connection<{ eid: string; ads: { nodes: { adEid: string }[] } }> },
  { filter: ListFilter }
>(`query ReportingUniversalAdGroupAds($filter: UniversalAdGroupFilter) {
  list: universalAdGroups(first: 1000, filter: $filter) {
    nodes { eid ads(first: 1000) { nodes { adEid } } } pageInfo { hasNextPage endCursor } }
}`);

/** Which ads serve in ad groups. */
export const AD_GROUP_ADS = graphOperation<
  { list: Connection<{ eid: string; adLinks: { adEid: string }[] }> },
  { filter: ListFilter }
>(`query ReportingAdGroupAds($filter: AdGroupFilter) {
  list: adGroups(first: 1000, filter: $filter) { nodes { eid adLinks { adEid } } pageInfo { hasNextPage endCursor } }
}`);

/** An advertisable with its campaigns and their reports, the most usual of all questions. */
export const ADVERTISABLE_WITH_CAMPAIGNS = graphOperation<
  { advertisable: (AdvertisableNode & { campaigns: Connection<CampaignNode & ReportedNode> | null }) | null },
  ReportVariables & { eid: string; filter: ListFilter }
>(`query ReportingAdvertisableWithCampaigns($eid: ID!, $filter: CampaignFilter, ${REPORTS.variables}) {
  advertisable(eid: $eid) {
    ${ADVERTISABLE_FIELDS}
    campaigns(first: 1000, filter: $filter) {
      nodes { ${CAMPAIGN_FIELDS} ${REPORTS.selection} } pageInfo { hasNextPage endCursor }
    }
  }
} ${REPORTS.fragments}`);

export interface OrganizationNode {
  eid: string;
  name: string;
  createdAt: string;
}

/** Organizations by their ids; null in the place of each that the viewer does not belong to. */
export const ORGANIZATIONS = graphOperation<{ nodes: (OrganizationNode | null)[] }, { ids: readonly string[] }>(
  "query ReportingOrganizations($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { eid name createdAt } } }",
);

/** The first advertisables of organizations by their ids. */
export const ORGANIZATIONS_ADVERTISABLES = graphOperation<
  { nodes: ({ eid: string; advertisables: Connection<AdvertisableNode> } | null)[] },
  { ids: readonly string[] }
>(`query ReportingOrganizationsAdvertisables($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Organization {
    eid advertisables(first: 1000) { nodes { ${ADVERTISABLE_FIELDS} } pageInfo { hasNextPage endCursor } }
  } }
}`);

/** The advertisables of one organization, page by page. */
export const ORGANIZATION_ADVERTISABLES = graphOperation<
  { organization: { advertisables: Connection<AdvertisableNode> } | null },
  { eid: string; after: string | null }
>(`query ReportingOrganizationAdvertisables($eid: ID!, $after: String) {
  organization(eid: $eid) {
    advertisables(first: 1000, after: $after) { nodes { ${ADVERTISABLE_FIELDS} } pageInfo { hasNextPage endCursor } }
  }
}`);

export interface ViewerNode {
  eid: string;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  organizationRole: string;
  organization: { eid: string } | null;
  locale: string;
  defaultTimezone: string;
}

export const VIEWER = graphOperation<{ viewer: ViewerNode }, Readonly<Record<string, never>>>(
  `query ReportingViewer {
    viewer { eid email firstName lastName role organizationRole organization { eid } locale defaultTimezone }
  }`,
);
