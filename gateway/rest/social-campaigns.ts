import { present } from "./entities.js";
import { graphEnum } from "./legacy-format.js";
import { eid, type Input, optionalCurrency, optionalFlag, optionalText, requiredText, single } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { amountOrNull, day, orNull, textOrNull } from "./social-parameters.js";
import { CAMPAIGN_FIELDS, type CampaignData, campaignRecord } from "./social-records.js";
import { oneOf, optionalOneOf } from "./write-parameters.js";

const CAMPAIGNS = "/social/campaigns/";

const GOALS = ["retarget", "prospect"] as const;
const OBJECTIVES = ["CONVERSIONS", "LINK_CLICKS", "LEAD_GENERATION", "PRODUCT_CATALOG_SALES"] as const;
const TARGETS = ["None", "cpc", "cpm", "cpl", "cpa"];

/** None, like null, takes the target away. */
const performanceTarget = orNull(
  single<string | null | undefined>(
    "What a manual bid strategy aims at: None, cpc, cpm, cpl or cpa.",
    false,
    undefined,
    `one of ${TARGETS.join(", ")}`,
    (text) => (TARGETS.includes(text) ? (text === "None" ? null : graphEnum(text)) : undefined),
  ),
);

/** CampaignParams, and the fields of CampaignBulk that can be set (document 2, part A). */
const settings = {
  status: optionalOneOf("active, paused, deleted or archived; paused for a new one.", [
    "active",
    "paused",
    "deleted",
    "archived",
  ]),
  bid_strategy: optionalOneOf("Who sets the bids; automatic for a new one.", ["automatic", "manual"]),
  performance_target: performanceTarget,
  performance_target_value: amountOrNull("The amount that the target aims at, from 0."),
  source: textOrNull("Where it was made, 1 to 255 characters."),
  should_launch: optionalFlag("True launches it: it does not serve before. A launched one stays launched."),
  budget: amountOrNull("Budget per day over all its ad sets, from 0."),
  kpi_metric: textOrNull("What its goal is measured by, 1 to 40 characters."),
  kpi_goal: amountOrNull("The goal for that metric, from 0."),
  kpi_currency: orNull(optionalCurrency("Currency of kpi_goal; that of the campaign when not given.")),
  start_date: day("First day."),
  end_date: day("The day after the last one, not before start_date."),
  spend_limit_until: day("Nothing is spent before this day."),
};

function settingsOf(input: Input<typeof settings>) {
  return {
    status: upper(input.status),
    bidStrategy: upper(input.bid_strategy),
    performanceTarget: input.performance_target,
    performanceTargetValue: input.performance_target_value,
    source: input.source,
    shouldLaunch: input.should_launch,
    budget: input.budget,
    kpiMetric: input.kpi_metric,
    kpiGoal: input.kpi_goal,
    kpiCurrency: input.kpi_currency,
    startDate: input.start_date,
    endDate: input.end_date,
    spendLimitUntil: input.spend_limit_until,
  };
}

function upper(value: string | undefined): string | undefined {
  return value === undefined ? undefined : graphEnum(value);
}

interface CampaignAnswer {
  done: { socialCampaign: CampaignData } | null;
}

const FACTS = { area: "social", names: { performanceTarget: "performance_target", startDate: "start_date" } } as const;
const campaignKey = { eid: eid("EID of the campaign.") };

export const SOCIAL_CAMPAIGN_ROUTES: readonly RestRoute[] = [
  listRoute<CampaignData>({
    path: CAMPAIGNS,
    description: "The campaigns that are not deleted, with their ad sets. Decisions, section 6; document 2, part A.",
    rootField: "socialCampaigns",
    noun: "SocialCampaign",
    selection: "...CampaignFields",
    fragment: CAMPAIGN_FIELDS,
    record: campaignRecord,
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: CAMPAIGNS,
    permission: "social.write",
    description: "Creates a campaign; the campaign. Decisions, section 6; document 2, part A, CampaignParams.",
    parameters: {
      advertisable_eid: eid("EID of the advertisable."),
      name: requiredText("Name, 1 to 255 characters."),
      goal: oneOf("Whom it addresses.", GOALS),
      objective: oneOf("What it is for.", OBJECTIVES),
      currency: orNull(
        optionalCurrency("Currency of its amounts; that of the advertiser on the network, or USD. Own."),
      ),
      ...settings,
    },
    operation: `mutation Create($input: CreateSocialCampaignInput!) {
      done: createSocialCampaign(input: $input) { socialCampaign { ...CampaignFields } } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        name: input.name,
        goal: graphEnum(input.goal),
        objective: input.objective,
        currency: input.currency,
        ...settingsOf(input),
      },
    }),
    body: ({ done }: CampaignAnswer) => campaignRecord(present(done).socialCampaign),
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: "/social/campaigns/{eid}",
    permission: "social.read",
    description: "A campaign, a deleted one too, with its ad sets. Decisions, section 6; document 2, part A.",
    parameters: campaignKey,
    operation: `query Campaign($eid: ID!) { socialCampaign(eid: $eid) { ...CampaignFields } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => input,
    body: ({ socialCampaign }: { socialCampaign: CampaignData | null }) => campaignRecord(present(socialCampaign)),
  }),
  defineRoute({
    ...FACTS,
    method: "PUT",
    path: "/social/campaigns/{eid}",
    permission: "social.write",
    description:
      "Changes a campaign; what is not given stays, and one that is deleted takes its ad sets and ads with it. Decisions, section 6.",
    parameters: {
      ...campaignKey,
      name: optionalText("Name, 1 to 255 characters."),
      goal: optionalOneOf("Whom it addresses.", GOALS),
      objective: optionalOneOf("What it is for.", OBJECTIVES),
      ...settings,
    },
    operation: `mutation Edit($input: EditSocialCampaignInput!) {
      done: editSocialCampaign(input: $input) { socialCampaign { ...CampaignFields } } } ${CAMPAIGN_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.eid,
        name: input.name,
        goal: upper(input.goal),
        objective: input.objective,
        ...settingsOf(input),
      },
    }),
    body: ({ done }: CampaignAnswer) => campaignRecord(present(done).socialCampaign),
  }),
];
