import {
  jsonAmount,
  jsonChoice,
  jsonDateTime,
  jsonEid,
  jsonFlag,
  jsonInteger,
  jsonObject,
  jsonObjects,
  jsonText,
  jsonTexts,
  notNull,
} from "./activate-parameters.js";
import { activateMutation } from "./activate-route.js";
import { eid, type Input } from "./parameter.js";
import type { RestRoute } from "./route.js";
import { listRoute } from "./universal-list-route.js";
import {
  AD_GROUP_NAMES,
  AD_TYPES,
  ads,
  adsOf,
  budgetFields,
  budgetSettings,
  budgetSettingsOf,
  jsonCurrency,
  jsonKept,
  KPI_METRICS,
  OBJECTIVES,
  STATUSES,
  targetingFeatures,
  upper,
} from "./universal-parameters.js";
import { PLAYBOOK_FIELDS, type PlaybookData, playbookRecord } from "./universal-records.js";

const PLAYBOOKS = "/activate/api/v2/playbooks";

/** Campaigns of a playbook at most, and ad groups that one request may give to a campaign. */
const MAX_CHILDREN = 100;

const MAX_INTEGER = 2_147_483_647;

const bulkAdGroup = {
  eid: jsonEid("EID of an ad group of the campaign; a new one has none."),
  name: jsonText("Name, 1 to 255 characters; a new one needs it."),
  status: jsonChoice("Where it shall stand; ignored of a new one, which is a draft.", STATUSES),
  ad_type: jsonChoice("static or dynamic; static for a new one, and ignored of one that is there.", AD_TYPES),
  objective: jsonChoice("What it is for; its campaign's for a new one.", OBJECTIVES),
  kpi_metric: jsonChoice("What its goal is measured by; CPA for a new one.", KPI_METRICS),
  kpi_goal: jsonAmount("The goal in the playbook's currency; null lets the service make the best of it."),
  ads,
  sn_placements: jsonTexts("Where its ads appear on social networks."),
  high_intent: jsonFlag("Whether it is for people who are close to buying."),
  wizard_ticket_id: jsonInteger("Number of the wizard's run that made it.", 0, MAX_INTEGER),
  targeting_features: targetingFeatures,
};

const bulkCampaign = {
  eid: jsonEid("EID of a campaign of the playbook; a new one has none."),
  name: jsonText("Name, 1 to 255 characters; a new one needs it."),
  objective: jsonChoice("What it is for; convert for a new one.", OBJECTIVES),
  status: jsonChoice("Where it shall stand; ignored of a new one, which is a draft.", STATUSES),
  tactic_type: jsonText("Kept as it is, 1 to 100 characters."),
  template: jsonText("What it was made from, such as universal; kept as it is, 1 to 100 characters."),
  use_case: jsonText("Kept as it is, 1 to 100 characters."),
  rw_excluded_lead_type: jsonText("Kept as it is, 1 to 100 characters."),
  budget_settings: budgetSettings("How its budget is meant; its goal is its budget."),
  dayparting: jsonKept("When in the week it serves: an object that is kept as it is."),
  domain_frequency_cap: jsonAmount("Impressions on one domain at most; null for no limit."),
  domain_frequency_cap_enabled: jsonFlag("Whether domain_frequency_cap holds."),
  rw_manage_domain_frequency_cap: jsonFlag("Whether the service sets domain_frequency_cap."),
  user_frequency_cap: jsonInteger("Impressions for one person at most; null for no limit.", 0, 1_000_000),
  adgroups: jsonObjects(
    "Ad groups that are added or changed; those that are not named stay.",
    bulkAdGroup,
    MAX_CHILDREN,
  ),
};

const settings = {
  start_date: jsonDateTime("When it starts; as soon as it is live when not given."),
  end_date: jsonDateTime("When it ends, after start_date; null for without end."),
  campaigns: jsonObjects(
    "Campaigns that come into it or get another budget; those that are not named stay.",
    { eid: notNull(jsonEid("EID of the campaign.")), budget: jsonAmount("Its budget; what it has when not given.") },
    MAX_CHILDREN,
  ),
  bulk_campaigns: jsonObjects(
    "Campaigns that are made in it or changed; those that are not named stay.",
    bulkCampaign,
    MAX_CHILDREN,
  ),
};

const budget = jsonObject("Its budget, which is the goal in there. What was spent is never set.", {
  ...budgetFields,
  currency: jsonCurrency("Currency of all its amounts; the advertisable's when not given. It can't be changed."),
});

type BulkCampaign = Input<typeof bulkCampaign>;
type BulkAdGroup = Input<typeof bulkAdGroup>;

/** What is new has an EID of the service's, and is a draft, whatever its client says. */
function keyOf({ eid: own, status }: { eid: string | null | undefined; status: string | null | undefined }) {
  return own == null ? { eid: null } : { eid: own, status: upper(status) };
}

function adGroupOf(adGroup: BulkAdGroup) {
  return {
    ...keyOf(adGroup),
    name: adGroup.name,
    ...(adGroup.eid == null && { adType: upper(adGroup.ad_type) }),
    objective: upper(adGroup.objective),
    kpiMetric: adGroup.kpi_metric,
    kpiGoal: adGroup.kpi_goal,
    ads: adsOf(adGroup.ads),
    snPlacements: adGroup.sn_placements,
    highIntent: adGroup.high_intent,
    wizardTicketId: adGroup.wizard_ticket_id,
    positiveSegmentEids: adGroup.targeting_features?.positive_segment_eids,
    negativeSegmentEids: adGroup.targeting_features?.negative_segment_eids,
  };
}

function campaignOf(campaign: BulkCampaign) {
  return {
    ...keyOf(campaign),
    name: campaign.name,
    objective: upper(campaign.objective),
    tacticType: campaign.tactic_type,
    template: campaign.template,
    useCase: campaign.use_case,
    rwExcludedLeadType: campaign.rw_excluded_lead_type,
    budgetSettings: budgetSettingsOf(campaign.budget_settings),
    dayparting: campaign.dayparting,
    domainFrequencyCap: campaign.domain_frequency_cap,
    domainFrequencyCapEnabled: campaign.domain_frequency_cap_enabled,
    rwManageDomainFrequencyCap: campaign.rw_manage_domain_frequency_cap,
    userFrequencyCap: campaign.user_frequency_cap,
    adGroups: campaign.adgroups?.map(adGroupOf),
  };
}

function settingsOf(input: Input<typeof settings>) {
  return {
    startDate: input.start_date,
    endDate: input.end_date,
    campaigns: input.campaigns,
    bulkCampaigns: input.bulk_campaigns?.map(campaignOf),
  };
}

/** The same campaign without the EIDs that its client has chosen. */
function asNew(campaign: BulkCampaign): BulkCampaign {
  return { ...campaign, eid: null, adgroups: campaign.adgroups?.map((adGroup) => ({ ...adGroup, eid: null })) };
}

interface Answer {
  playbook: PlaybookData;
}

const SHARED = {
  area: "universal",
  path: PLAYBOOKS,
  permission: "universal.write",
  names: { ...AD_GROUP_NAMES, adGroups: "adgroups", budgetSettings: "budget", currency: "budget" },
  selection: "playbook { ...PlaybookFields }",
  // An answer to a change always has all details.
  fragment: PLAYBOOK_FIELDS.replace(" @include(if: $verbose)", ""),
  data: ({ playbook }: Answer) => playbookRecord(playbook),
} as const;

export const UNIVERSAL_PLAYBOOK_ROUTES: readonly RestRoute[] = [
  listRoute<PlaybookData>({
    path: PLAYBOOKS,
    description: "Playbooks.",
    rootField: "playbooks",
    noun: "Playbook",
    selection: "...PlaybookFields",
    fragment: PLAYBOOK_FIELDS,
    verbose: "Whether bulk_campaigns holds all details of each campaign; it is empty otherwise.",
    narrowings: {
      advertisable_eid: {
        description: "Only those of this advertisable; 404 for one that can't be seen.",
        rootField: "advertisable",
        filter: "advertisableEid",
      },
      eid: {
        description: "Only this playbook; 404 for one that can't be seen.",
        rootField: "playbook",
        filter: "eid",
      },
    },
    record: playbookRecord,
  }),
  activateMutation({
    ...SHARED,
    method: "POST",
    description:
      "Creates a playbook with its campaigns, their ad groups and ads, all of them drafts, or nothing; eid, status, effective_status and created_at are made by the service, and ignored where a client sends them. Document 1, part C; decisions, section 7.",
    parameters: {
      advertisable_eid: eid("EID of the advertisable."),
      name: notNull(jsonText("Name, 1 to 255 characters.")),
      playbook_type: jsonChoice("standard, also when not given.", ["standard"]),
      budget: notNull(budget),
      budget_balancing_automated: jsonFlag(
        "Whether new campaigns without a goal get equal parts of what the others leave of the playbook's.",
      ),
      ...settings,
    },
    mutation: "createPlaybook",
    inputType: "CreatePlaybookInput",
    input: (input) => ({
      advertisableEid: input.advertisable_eid,
      name: input.name,
      playbookType: upper(input.playbook_type),
      currency: input.budget?.currency,
      budgetSettings: budgetSettingsOf(input.budget),
      budgetBalancingAutomated: input.budget_balancing_automated,
      ...settingsOf({ ...input, bulk_campaigns: input.bulk_campaigns?.map(asNew) }),
    }),
  }),
  activateMutation({
    ...SHARED,
    method: "PUT",
    description:
      "Changes a playbook and campaigns in it: all that is given or nothing. What is not given stays, and null takes end_date away. Document 1, part C; decisions, section 7.",
    parameters: {
      eid: eid("EID of the playbook."),
      advertisable_eid: jsonEid("EID of its advertisable; 404 for any other."),
      name: jsonText("Name, 1 to 255 characters."),
      status: jsonChoice("draft, live, paused or completed; 409 where it can't stand there.", STATUSES),
      budget,
      ...settings,
    },
    mutation: "editPlaybook",
    inputType: "EditPlaybookInput",
    input: (input) => ({
      eid: input.eid,
      advertisableEid: input.advertisable_eid,
      name: input.name,
      status: upper(input.status),
      currency: input.budget?.currency,
      budgetSettings: budgetSettingsOf(input.budget),
      ...settingsOf(input),
    }),
  }),
];
