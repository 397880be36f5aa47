import { activateDateTime } from "./activate-route.js";
import { legacyAmount, legacyEnum } from "./legacy-format.js";

type Amount = { amount: string } | null;

/** What has been spent is asked for only where the answer says it. */
const BUDGET_FIELDS = `fragment BudgetFields on UniversalBudgetSettings {
  budgetType goal { amount } isProrated spend { amount } currentMonthSpend { amount } }`;

interface BudgetData {
  budgetType: "DAILY" | "MONTHLY" | "LIFETIME";
  goal: Amount;
  isProrated: boolean;
  spend: Amount;
  currentMonthSpend: Amount;
}

/** spend where the budget is monthly or for a lifetime, current_month_spend where it is monthly (document 1, part C). */
function budgetRecord(settings: BudgetData) {
  const { budgetType, goal, spend, currentMonthSpend } = settings;
  return {
    budget_type: legacyEnum(budgetType),
    ...(budgetType !== "DAILY" && { spend: legacyAmount(spend) }),
    ...(budgetType === "MONTHLY" && { current_month_spend: legacyAmount(currentMonthSpend) }),
    goal: legacyAmount(goal),
  };
}

function dateTime(iso: string | null): string | null {
  return iso === null ? null : activateDateTime(iso);
}

interface AdData {
  adEid: string;
  status: string;
  createdAt: string;
}

export const AD_FIELDS = `fragment AdFields on UniversalAdGroupAd { adEid status createdAt }`;

export function adRecord({ adEid, status }: AdData) {
  return { eid: adEid, status: legacyEnum(status) };
}

/** An ad group with its ads, of which it has at most 1,000. */
export const AD_GROUP_FIELDS = `fragment AdGroupFields on UniversalAdGroup {
  eid campaignEid name status adType objective kpiMetric kpiGoal { amount } startDate endDate createdAt snPlacements
  positiveSegmentEids negativeSegmentEids highIntent wizardTicketId ads(first: 1000) { nodes { ...AdFields } } } ${AD_FIELDS}`;

export interface AdGroupData {
  eid: string;
  campaignEid: string;
  name: string;
  status: string;
  adType: string;
  objective: string;
  kpiMetric: string;
  kpiGoal: Amount;
  startDate: string | null;
  endDate: string | null;
  createdAt: string;
  snPlacements: string[];
  positiveSegmentEids: string[];
  negativeSegmentEids: string[];
  highIntent: boolean;
  wizardTicketId: number | null;
  ads: { nodes: AdData[] };
}

function commonAdGroup(adGroup: AdGroupData) {
  return {
    eid: adGroup.eid,
    campaign_eid: adGroup.campaignEid,
    name: adGroup.name,
    status: legacyEnum(adGroup.status),
    ad_type: legacyEnum(adGroup.adType),
    objective: legacyEnum(adGroup.objective),
    kpi_metric: adGroup.kpiMetric,
    kpi_goal: legacyAmount(adGroup.kpiGoal),
    created_at: activateDateTime(adGroup.createdAt),
    sn_placements: adGroup.snPlacements,
    targeting_features: {
      positive_segment_eids: adGroup.positiveSegmentEids,
      negative_segment_eids: adGroup.negativeSegmentEids,
    },
  };
}

export function adGroupRecord(adGroup: AdGroupData) {
  return {
    ...commonAdGroup(adGroup),
    start_date: dateTime(adGroup.startDate),
    end_date: dateTime(adGroup.endDate),
    ads: adGroup.ads.nodes.map(adRecord),
  };
}

/** An ad group within a playbook. */
function bulkAdGroupRecord(adGroup: AdGroupData) {
  return {
    ...commonAdGroup(adGroup),
    high_intent: adGroup.highIntent,
    wizard_ticket_id: adGroup.wizardTicketId,
    ads: adGroup.ads.nodes.map((ad) => ({ ...adRecord(ad), added_on: activateDateTime(ad.createdAt) })),
  };
}

export const CAMPAIGN_FIELDS = `fragment CampaignFields on UniversalCampaign {
  eid advertisableEid name status currency objective startDate endDate createdAt budget { amount }
  budgetSettings { ...BudgetFields } } ${BUDGET_FIELDS}`;

export interface CampaignData {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  currency: string;
  objective: string;
  startDate: string | null;
  endDate: string | null;
  createdAt: string;
  budget: Amount;
  budgetSettings: BudgetData;
}

export function campaignRecord(campaign: CampaignData) {
  return {
    eid: campaign.eid,
    advertisable_eid: campaign.advertisableEid,
    name: campaign.name,
    status: legacyEnum(campaign.status),
    currency: campaign.currency,
    objective: legacyEnum(campaign.objective),
    start_date: dateTime(campaign.startDate),
    end_date: dateTime(campaign.endDate),
    created_at: activateDateTime(campaign.createdAt),
    budget: legacyAmount(campaign.budget),
    budget_settings: budgetRecord(campaign.budgetSettings),
  };
}

/** A playbook; with all details of its campaigns where the variable `verbose` says so. */
export const PLAYBOOK_FIELDS = `fragment PlaybookFields on Playbook {
  eid advertisableEid name status effectiveStatus { status } playbookType startDate endDate currency
  budgetBalancingAutomated budgetSettings { ...BudgetFields }
  campaigns(first: 100) { nodes { eid budget { amount } ...BulkFields @include(if: $verbose) } } }
  fragment BulkFields on UniversalCampaign {
    name status objective createdAt tacticType template useCase rwExcludedLeadType dayparting domainFrequencyCap
    domainFrequencyCapEnabled rwManageDomainFrequencyCap userFrequencyCap budgetSettings { ...BudgetFields }
    adGroups(first: 1000) { nodes { ...AdGroupFields } } }
  ${BUDGET_FIELDS} ${AD_GROUP_FIELDS}`;

interface BulkData {
  eid: string;
  budget: Amount;
  name: string;
  status: string;
  objective: string;
  createdAt: string;
  tacticType: string | null;
  template: string | null;
  useCase: string | null;
  rwExcludedLeadType: string | null;
  dayparting: string | null;
  domainFrequencyCap: string | null;
  domainFrequencyCapEnabled: boolean;
  rwManageDomainFrequencyCap: boolean;
  userFrequencyCap: number | null;
  budgetSettings: BudgetData;
  adGroups: { nodes: AdGroupData[] };
}

export interface PlaybookData {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  effectiveStatus: { status: string } | null;
  playbookType: string;
  startDate: string | null;
  endDate: string | null;
  currency: string;
  budgetBalancingAutomated: boolean;
  budgetSettings: BudgetData;
  campaigns: { nodes: (Pick<BulkData, "eid" | "budget"> & Partial<BulkData>)[] };
}

function isBulk(campaign: PlaybookData["campaigns"]["nodes"][number]): campaign is BulkData {
  return campaign.adGroups !== undefined;
}

export function playbookRecord(playbook: PlaybookData) {
  const campaigns = playbook.campaigns.nodes;
  return {
    eid: playbook.eid,
    advertisable_eid: playbook.advertisableEid,
    name: playbook.name,
    status: legacyEnum(playbook.status),
    effective_status: playbook.effectiveStatus === null ? null : legacyEnum(playbook.effectiveStatus.status),
    playbook_type: legacyEnum(playbook.playbookType),
    start_date: dateTime(playbook.startDate),
    end_date: dateTime(playbook.endDate),
    budget: { ...proratedBudgetRecord(playbook.budgetSettings), currency: playbook.currency },
    budget_balancing_automated: playbook.budgetBalancingAutomated,
    campaigns: campaigns.map(({ eid, budget }) => ({ eid, budget: legacyAmount(budget) })),
    bulk_campaigns: campaigns.filter(isBulk).map(bulkRecord),
  };
}

/** Budget settings within a playbook. */
function proratedBudgetRecord(settings: BudgetData) {
  return { ...budgetRecord(settings), is_prorated: settings.isProrated };
}

function bulkRecord(campaign: BulkData) {
  return {
    eid: campaign.eid,
    name: campaign.name,
    objective: legacyEnum(campaign.objective),
    status: legacyEnum(campaign.status),
    created_at: activateDateTime(campaign.createdAt),
    tactic_type: campaign.tacticType,
    template: campaign.template,
    use_case: campaign.useCase,
    rw_excluded_lead_type: campaign.rwExcludedLeadType,
    budget_settings: proratedBudgetRecord(campaign.budgetSettings),
    dayparting: campaign.dayparting === null ? null : readJson(campaign.dayparting),
    domain_frequency_cap: campaign.domainFrequencyCap === null ? null : Number(campaign.domainFrequencyCap),
    domain_frequency_cap_enabled: campaign.domainFrequencyCapEnabled,
    rw_manage_domain_frequency_cap: campaign.rwManageDomainFrequencyCap,
    user_frequency_cap: campaign.userFrequencyCap,
    adgroups: campaign.adGroups.nodes.map(bulkAdGroupRecord),
  };
}

function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}
