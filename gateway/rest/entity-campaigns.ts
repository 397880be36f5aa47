import { neededFor, pageParameters, paged, present } from "./entities.js";
import {
  AD_GROUP_FIELDS,
  type AdGroupData,
  adGroupRecord,
  CAMPAIGN_FIELDS,
  type CampaignData,
  campaignRecord,
} from "./entity-records.js";
import { legacyEnum } from "./legacy-format.js";
import { mutationRoute } from "./mutation-route.js";
import { eid, optionalFlag, optionalText, requiredText, someEids } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { amount, lasting, optionalDay, removable, requiredFlag } from "./write-parameters.js";

const campaignParameter = { campaign: eid("EID of the campaign.") };

const terms = {
  budget: amount("Budget per WEEK in the advertisable's currency, from 0, at most 2 decimals."),
  cpc: amount("Goal for the cost of one click, from 0, at most 2 decimals."),
  cpm: amount("Goal for the cost of 1,000 impressions, from 0, at most 2 decimals."),
  max_cpm: amount("The most to pay for 1,000 impressions, from 0, at most 2 decimals."),
  start_date: optionalDay("First day, in UTC: YYYY-MM-DD, MM-DD-YYYY, or a date-time of ISO 8601 on that day."),
  end_date: optionalDay("The day AFTER the last one, in UTC, not before start_date; written as start_date is."),
};

const isRetargeting = optionalFlag("Whether it addresses people who visited the site.");

interface CampaignPayload {
  campaign: CampaignData;
}

const RECORD = { selection: "campaign { ...CampaignFields }", fragment: CAMPAIGN_FIELDS };

function recordOf({ campaign }: CampaignPayload) {
  return campaignRecord(campaign);
}

/** Its status after campaign/pause or campaign/unpause. */
function statusRoute(verb: "pause" | "unpause", mutation: string): RestRoute {
  return mutationRoute({
    method: "PUT",
    path: `/api/v1/campaign/${verb}`,
    permission: "campaign.write",
    description: `The status of a campaign after the ${verb}; 409 in any status but approved and paused. Decisions, section 6.`,
    parameters: campaignParameter,
    mutation,
    inputType: "CampaignStatusInput",
    selection: "campaign { status }",
    input: (input) => ({ eid: input.campaign }),
    results: ({ campaign }: CampaignPayload) => legacyEnum(campaign.status),
  });
}

function adsStatusRoute(verb: "pause" | "unpause", mutation: string, source: string): RestRoute {
  return mutationRoute({
    method: "PUT",
    path: `/api/v1/campaign/${verb}_ads`,
    permission: "campaign.write",
    description: `The status of each ad in the campaign's ad groups after the ${verb}, in request order; 404 for an ad that is in none of them, and nothing is done then. ${source}`,
    parameters: { ...campaignParameter, ads: someEids("EIDs of the ads.") },
    mutation,
    inputType: "CampaignAdsInput",
    selection: "statuses",
    input: (input) => ({ campaignEid: input.campaign, adEids: input.ads }),
    results: ({ statuses }: { statuses: string[] }) => statuses.map(legacyEnum),
  });
}

export const CAMPAIGN_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/campaign/get_adgroups",
    permission: "adGroup.read",
    description: "The ad groups of a campaign that are not deleted. Decisions, section 6.",
    parameters: { ...campaignParameter, ...pageParameters },
    operation: `query AdGroups($eid: ID!, $after: String) {
      campaign(eid: $eid) { adGroups(first: 1000, after: $after) { nodes { ...AdGroupFields } pageInfo { hasNextPage endCursor } } }
    } ${AD_GROUP_FIELDS}`,
    connection: "campaign.adGroups",
    needed: neededFor,
    variables: (input) => ({ eid: input.campaign }),
    body: ({ campaign }: { campaign: { adGroups: { nodes: AdGroupData[] } } | null }, input) => ({
      results: paged(present(campaign).adGroups.nodes, input).map(adGroupRecord),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/campaign/get_ip_range_exclusions",
    permission: "campaign.read",
    description:
      "The IP addresses and networks that a campaign is not shown to, such as 192.0.2.0/24. Document 2, part B.",
    parameters: campaignParameter,
    operation: "query Exclusions($eid: ID!) { campaign(eid: $eid) { ipRangeExclusions } }",
    variables: (input) => ({ eid: input.campaign }),
    body: ({ campaign }: { campaign: { ipRangeExclusions: string[] } | null }) => ({
      results: present(campaign).ipRangeExclusions,
    }),
  }),
  mutationRoute({
    method: "POST",
    path: "/api/v1/campaign/create",
    permission: "campaign.write",
    description: "Creates a campaign; it begins in admin_review unless staff creates it. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      name: requiredText("Name, 1 to 255 characters."),
      ...terms,
      is_retargeting: isRetargeting,
      is_coop: optionalFlag("Whether it uses the data co-operative; false when not given."),
      is_pubgraph: optionalFlag("Whether it uses the publishers' graph; false when not given."),
      is_social: optionalFlag("Whether it serves on a social network; false when not given."),
      is_sn_wca: optionalFlag("Whether it addresses a web custom audience; false when not given."),
      is_sn_newsfeed: optionalFlag("Whether it serves in a news feed; false when not given."),
      is_mobile_vendor_network: optionalFlag("Whether it serves on a mobile vendor's network; false when not given."),
      ui_budget_daily: optionalFlag("Whether people see the budget per day; false when not given."),
    },
    names: { weeklyBudget: "budget" },
    mutation: "createCampaign",
    inputType: "CreateCampaignInput",
    ...RECORD,
    input: (input) => ({
      advertisableEid: input.advertisable,
      name: input.name,
      weeklyBudget: input.budget,
      cpc: input.cpc,
      cpm: input.cpm,
      maxCpm: input.max_cpm,
      startDate: input.start_date,
      endDate: input.end_date,
      uiBudgetDaily: input.ui_budget_daily,
      isRetargeting: input.is_retargeting,
      isCoop: input.is_coop,
      isPubgraph: input.is_pubgraph,
      isSocial: input.is_social,
      isSnWca: input.is_sn_wca,
      isSnNewsfeed: input.is_sn_newsfeed,
      isMobileVendorNetwork: input.is_mobile_vendor_network,
    }),
    results: recordOf,
  }),
  mutationRoute({
    method: "PUT",
    path: "/api/v1/campaign/edit",
    permission: "campaign.write",
    description:
      "Changes a campaign; what is not given stays, and null or an empty value removes a budget, goal or date. Document 2, part B.",
    parameters: {
      ...campaignParameter,
      ui_budget_daily: requiredFlag("Whether people see the budget per day; budget is per WEEK all the same."),
      name: lasting(optionalText("Name, 1 to 255 characters.")),
      budget: removable(terms.budget),
      cpc: removable(terms.cpc),
      cpm: removable(terms.cpm),
      max_cpm: removable(terms.max_cpm),
      start_date: removable(terms.start_date),
      end_date: removable(terms.end_date),
      is_retargeting: lasting(isRetargeting),
    },
    names: { weeklyBudget: "budget" },
    mutation: "editCampaign",
    inputType: "EditCampaignInput",
    ...RECORD,
    input: (input) => ({
      eid: input.campaign,
      name: input.name,
      weeklyBudget: input.budget,
      cpc: input.cpc,
      cpm: input.cpm,
      maxCpm: input.max_cpm,
      startDate: input.start_date,
      endDate: input.end_date,
      uiBudgetDaily: input.ui_budget_daily,
      isRetargeting: input.is_retargeting,
    }),
    results: recordOf,
  }),
  mutationRoute({
    method: "POST",
    path: "/api/v1/campaign/clone",
    permission: "campaign.write",
    description:
      "Copies a campaign with its settings, IP range exclusions and active ad groups, these as adgroup/clone does. Decisions, section 6.",
    parameters: {
      ...campaignParameter,
      name: optionalText('Name of the copy, 1 to 255 characters; "Copy of" and the name when not given.'),
    },
    names: { eid: "campaign" },
    mutation: "cloneCampaign",
    inputType: "CloneCampaignInput",
    ...RECORD,
    input: (input) => ({ eid: input.campaign, name: input.name }),
    results: recordOf,
  }),
  statusRoute("pause", "pauseCampaign"),
  statusRoute("unpause", "resumeCampaign"),
  adsStatusRoute("pause", "pauseCampaignAds", "Decisions, section 6."),
  adsStatusRoute("unpause", "resumeCampaignAds", "Document 2, part B."),
];
