import { AppError } from "../../lib/errors.js";
import { bind } from "./bind.js";
import { present } from "./entities.js";
import {
  eid,
  type Input,
  optionalCurrency,
  optionalEid,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
} from "./parameter.js";
import { adminStatus, contextualCategories, eventSource, upper, userStatus } from "./prospecting-parameters.js";
import { CAMPAIGN_FIELDS, type CampaignData, campaignRecord, categoryRecords } from "./prospecting-records.js";
import { defineRoute, type RestRoute } from "./route.js";
import { amountOrNull, day, optionalObjects, orNull, socialDateTime, textOrNull } from "./social-parameters.js";

const OF_ADVERTISABLE = "/prospecting/api/v2/advertisables/{adv}";
const ONE = "/prospecting/api/v2/campaigns/{campaign}";

/** What a campaign can be given (decisions, section 6); null takes a value away where one may be missing. */
const settings = {
  start_date: day("First day."),
  end_date: day("LAST day, included, not before start_date."),
  weekly_budget: amountOrNull("Budget per WEEK over all its ad groups, from 0."),
  currency_code: optionalCurrency("Currency of its amounts; USD for a new one."),
  kpi_metric: textOrNull("What its goal is measured by, 1 to 40 characters."),
  kpi_goal: amountOrNull("The goal for that metric, from 0."),
  frequency_cap: orNull(optionalInteger("How often a person sees its ads in a day at most, 1 to 1,000.", 1, 1_000)),
  contextual_targeting_categories: contextualCategories(),
  is_active: optionalFlag("False takes it away with its ad groups."),
  user_status: userStatus,
  source: textOrNull("Where it was made, 1 to 255 characters."),
  admin_status: adminStatus,
  admin_notes: textOrNull("Notes of platform administrators, 1 to 10,000 characters; 403 for everybody else."),
  event_source: eventSource,
};

const edited = { name: optionalText("Name, 1 to 255 characters."), ...settings };

function settingsOf(input: Input<typeof settings>) {
  return {
    startDate: input.start_date,
    endDate: input.end_date,
    weeklyBudget: input.weekly_budget,
    currency: input.currency_code,
    kpiMetric: input.kpi_metric,
    kpiGoal: input.kpi_goal,
    frequencyCap: input.frequency_cap,
    contextualTargetingCategories: input.contextual_targeting_categories,
    isActive: input.is_active,
    userStatus: upper(input.user_status),
    source: input.source,
    adminStatus: upper(input.admin_status),
    adminNotes: input.admin_notes,
    eventSource: input.event_source,
  };
}

/** Which ad groups a campaign is shown with. */
function adGroupFilter(activeOnly: boolean) {
  return { isActive: { in: activeOnly ? [true] : [true, false] } };
}

interface CampaignAnswer {
  done: { campaign: CampaignData } | null;
}

const FACTS = { area: "prospecting", names: { currency: "currency_code" } } as const;
const FILTER = "$adGroups: ProspectingAdGroupFilter";

const SETTINGS = "advertisableEid optedIn optedAt contextualTargetingCategories { categoryId categoryName } updatedAt";

interface SettingsData {
  advertisableEid: string;
  optedIn: boolean;
  optedAt: string | null;
  contextualTargetingCategories: { categoryId: number; categoryName: string }[];
  updatedAt: string | null;
}

function settingsRecord(data: SettingsData) {
  return {
    advertisable_eid: data.advertisableEid,
    opted_in: data.optedIn,
    opted_at: data.optedAt === null ? null : socialDateTime(data.optedAt),
    contextual_targeting_categories: categoryRecords(data.contextualTargetingCategories),
    updated_at: data.updatedAt === null ? null : socialDateTime(data.updatedAt),
  };
}

const adv = eid("EID of the advertisable.");

export const PROSPECTING_CAMPAIGN_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...FACTS,
    method: "GET",
    path: `${OF_ADVERTISABLE}/campaigns`,
    permission: "prospecting.read",
    description: "The campaigns of an advertisable with their active ad groups. Document 2, part C.",
    parameters: {
      adv,
      is_active: optionalFlag("True those that are active, false the others; true when not given."),
    },
    operation: `query Campaigns($eid: ID!, $after: String, $filter: ProspectingCampaignFilter, ${FILTER}) {
      advertisable(eid: $eid) { prospectingCampaigns(first: 1000, after: $after, filter: $filter) {
        nodes { ...CampaignFields } pageInfo { hasNextPage endCursor } } } } ${CAMPAIGN_FIELDS}`,
    connection: "advertisable.prospectingCampaigns",
    variables: (input) => ({
      eid: input.adv,
      filter: { isActive: { eq: input.is_active ?? true } },
      adGroups: adGroupFilter(true),
    }),
    body: ({ advertisable }: { advertisable: { prospectingCampaigns: { nodes: CampaignData[] } } | null }) => ({
      results: present(advertisable).prospectingCampaigns.nodes.map(campaignRecord),
    }),
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: `${OF_ADVERTISABLE}/campaigns`,
    permission: "prospecting.write",
    description:
      "Creates a campaign; the campaign. 403 unless the advertisable has opted in to the addendum. Decisions, section 6.",
    parameters: { adv, name: requiredText("Name, 1 to 255 characters."), ...settings },
    operation: `mutation Create($input: CreateProspectingCampaignInput!, ${FILTER}) {
      done: createProspectingCampaign(input: $input) { campaign { ...CampaignFields } } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => ({
      input: { advertisableEid: input.adv, name: input.name, ...settingsOf(input) },
      adGroups: adGroupFilter(true),
    }),
    body: ({ done }: CampaignAnswer) => ({ results: campaignRecord(present(done).campaign) }),
  }),
  defineRoute({
    ...FACTS,
    method: "PATCH",
    path: `${OF_ADVERTISABLE}/campaigns`,
    permission: "prospecting.write",
    description:
      "Changes campaigns of an advertisable, all that are named or none; those campaigns. The body is a list of objects with eid and what changes, or one such object (own). Decisions, section 6.",
    parameters: {
      adv,
      campaigns: optionalObjects(
        "Campaigns, each with eid and what changes; the body itself may be this list.",
        "a list of objects, each with eid and what changes",
        (item) => item,
      ),
      eid: optionalEid("EID of the one campaign that changes, where the body is no list."),
      ...edited,
    },
    listBody: "campaigns",
    operation: `mutation Edit($input: EditProspectingCampaignsInput!, ${FILTER}) {
      done: editProspectingCampaigns(input: $input) { campaigns { ...CampaignFields } } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => {
      const items = input.campaigns?.map((item) =>
        bind(
          { eid: eid("EID of the campaign."), ...edited },
          {
            query: {},
            body: item,
          },
        ),
      );
      const campaigns = items ?? (input.eid === null ? [] : [{ ...input, eid: input.eid }]);
      if (campaigns.length === 0) throw missing("campaigns");
      return {
        input: {
          advertisableEid: input.adv,
          campaigns: campaigns.map((each) => ({ eid: each.eid, name: each.name, ...settingsOf(each) })),
        },
        adGroups: adGroupFilter(true),
      };
    },
    body: ({ done }: { done: { campaigns: CampaignData[] } | null }) => ({
      results: present(done).campaigns.map(campaignRecord),
    }),
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: ONE,
    permission: "prospecting.read",
    description: "A campaign with its ad groups, those that were taken away too. Decisions, section 6.",
    parameters: {
      campaign: eid("EID of the campaign."),
      active_adgroups_only: optionalFlag("True leaves out ad groups that were taken away."),
    },
    operation: `query Campaign($eid: ID!, ${FILTER}) {
      prospectingCampaign(eid: $eid) { ...CampaignFields } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => ({ eid: input.campaign, adGroups: adGroupFilter(input.active_adgroups_only ?? false) }),
    body: ({ prospectingCampaign }: { prospectingCampaign: CampaignData | null }) => ({
      results: campaignRecord(present(prospectingCampaign)),
    }),
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: ONE,
    permission: "prospecting.write",
    description: "Changes a campaign; what is not given stays. The campaign. Decisions, section 6.",
    parameters: { campaign: eid("EID of the campaign."), ...edited },
    operation: `mutation Edit($input: EditProspectingCampaignInput!, ${FILTER}) {
      done: editProspectingCampaign(input: $input) { campaign { ...CampaignFields } } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => ({
      input: { eid: input.campaign, name: input.name, ...settingsOf(input) },
      adGroups: adGroupFilter(true),
    }),
    body: ({ done }: CampaignAnswer) => ({ results: campaignRecord(present(done).campaign) }),
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: `${OF_ADVERTISABLE}/settings`,
    permission: "prospecting.read",
    description: "What an advertisable has settled for all its prospecting. Decisions, section 6.",
    parameters: { adv },
    operation: `query Settings($eid: ID!) { advertisable(eid: $eid) { prospectingSettings { ${SETTINGS} } } }`,
    variables: (input) => ({ eid: input.adv }),
    body: ({ advertisable }: { advertisable: { prospectingSettings: SettingsData | null } | null }) => ({
      results: settingsRecord(present(present(advertisable).prospectingSettings)),
    }),
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: `${OF_ADVERTISABLE}/settings`,
    permission: "prospecting.write",
    description:
      "Changes what an advertisable has settled; opted_in needs an administrator or owner, otherwise 403. Decisions, sections 1 and 6.",
    parameters: {
      adv,
      opted_in: optionalFlag("True opts in to the prospecting addendum, false out of it."),
      contextual_targeting_categories: contextualCategories(),
    },
    operation: `mutation Settings($input: EditProspectingSettingsInput!) {
      done: editProspectingSettings(input: $input) { settings { ${SETTINGS} } } }`,
    variables: (input) => ({
      input: {
        advertisableEid: input.adv,
        optedIn: input.opted_in,
        contextualTargetingCategories: input.contextual_targeting_categories,
      },
    }),
    body: ({ done }: { done: { settings: SettingsData } | null }) => ({
      results: settingsRecord(present(done).settings),
    }),
  }),
];

function missing(parameter: string): AppError {
  const message = `${parameter} is required.`;
  return new AppError("BAD_USER_INPUT", message, { violations: [{ path: [parameter], code: "MISSING", message }] });
}
