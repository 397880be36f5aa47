import { jsonAmount, jsonChoice, jsonDateTime, jsonEid, jsonText, notNull } from "./activate-parameters.js";
import { activateMutation } from "./activate-route.js";
import { eid } from "./parameter.js";
import type { RestRoute } from "./route.js";
import { listRoute } from "./universal-list-route.js";
import { budgetSettings, budgetSettingsOf, jsonCurrency, OBJECTIVES, STATUSES, upper } from "./universal-parameters.js";
import { CAMPAIGN_FIELDS, type CampaignData, campaignRecord } from "./universal-records.js";

const CAMPAIGN = "/activate/api/v2/campaign";

const budget = jsonAmount(
  "Amount for one period of budget_type: at least 5 USD a day for each ad group, in other currencies by the rate of the day. The goal when not given.",
);
const objective = jsonChoice("awareness, consideration or convert; convert for a new one.", OBJECTIVES);
const startDate = jsonDateTime("When it starts; as soon as it is live when not given. Own.");
const endDate = jsonDateTime("When it ends, after start_date; null for without end. Own.");

interface Answer {
  universalCampaign: CampaignData;
}

const SHARED = {
  area: "universal",
  path: CAMPAIGN,
  permission: "universal.write",
  selection: "universalCampaign { ...CampaignFields }",
  fragment: CAMPAIGN_FIELDS,
  data: ({ universalCampaign }: Answer) => campaignRecord(universalCampaign),
} as const;

export const UNIVERSAL_CAMPAIGN_ROUTES: readonly RestRoute[] = [
  listRoute<CampaignData>({
    path: CAMPAIGN,
    description: "Universal campaigns.",
    rootField: "universalCampaigns",
    noun: "UniversalCampaign",
    selection: "...CampaignFields",
    fragment: CAMPAIGN_FIELDS,
    narrowings: {
      advertisable_eid: {
        description: "Only those of this advertisable; 404 for one that can't be seen.",
        rootField: "advertisable",
        filter: "advertisableEid",
      },
      eid: {
        description: "Only this campaign; 404 for one that can't be seen.",
        rootField: "universalCampaign",
        filter: "eid",
      },
    },
    record: campaignRecord,
  }),
  activateMutation({
    ...SHARED,
    method: "POST",
    description:
      "Creates a universal campaign, a draft; eid, status and created_at are made by the service, and ignored where a client sends them. Document 1, part C; decisions, section 7.",
    parameters: {
      advertisable_eid: eid("EID of the advertisable."),
      name: notNull(jsonText("Name, 1 to 255 characters.")),
      budget,
      budget_settings: notNull(budgetSettings("How the budget is meant.")),
      currency: jsonCurrency("Currency of its amounts; the advertisable's when not given."),
      objective,
      start_date: startDate,
      end_date: endDate,
    },
    mutation: "createUniversalCampaign",
    inputType: "CreateUniversalCampaignInput",
    input: (input) => ({
      advertisableEid: input.advertisable_eid,
      name: input.name,
      budget: input.budget,
      budgetSettings: budgetSettingsOf(input.budget_settings),
      currency: input.currency,
      objective: upper(input.objective),
      startDate: input.start_date,
      endDate: input.end_date,
    }),
  }),
  activateMutation({
    ...SHARED,
    method: "PUT",
    description:
      "Changes a universal campaign; what is not given stays, and null takes end_date away. created_at is ignored. Document 1, part C; decisions, section 7.",
    parameters: {
      eid: eid("EID of the campaign."),
      advertisable_eid: jsonEid("EID of its advertisable; 404 for any other."),
      name: jsonText("Name, 1 to 255 characters."),
      budget,
      budget_settings: budgetSettings("How the budget is meant."),
      objective,
      status: jsonChoice("draft, live, paused or completed; 409 where it can't stand there.", STATUSES),
      start_date: startDate,
      end_date: endDate,
    },
    mutation: "editUniversalCampaign",
    inputType: "EditUniversalCampaignInput",
    input: (input) => ({
      eid: input.eid,
      advertisableEid: input.advertisable_eid,
      name: input.name,
      budget: input.budget,
      budgetSettings: budgetSettingsOf(input.budget_settings),
      objective: upper(input.objective),
      status: upper(input.status),
      startDate: input.start_date,
      endDate: input.end_date,
    }),
  }),
];
