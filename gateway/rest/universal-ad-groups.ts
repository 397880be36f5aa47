import { badInput } from "../../lib/errors.js";
import { jsonAmount, jsonChoice, jsonDateTime, jsonEid, jsonText, jsonTexts, notNull } from "./activate-parameters.js";
import { activateMutation } from "./activate-route.js";
import { eid, type Input } from "./parameter.js";
import type { RestRoute } from "./route.js";
import { listRoute } from "./universal-list-route.js";
import {
  AD_GROUP_NAMES,
  AD_TYPES,
  ads,
  adsOf,
  KPI_METRICS,
  OBJECTIVES,
  STATUSES,
  targetingFeatures,
  upper,
} from "./universal-parameters.js";
import { AD_FIELDS, AD_GROUP_FIELDS, type AdGroupData, adGroupRecord, adRecord } from "./universal-records.js";

const AD_GROUP = "/activate/api/v2/adgroup";

const settings = {
  objective: jsonChoice("awareness, consideration or convert; its campaign's for a new one.", OBJECTIVES),
  kpi_metric: jsonChoice("What its goal is measured by: CPA, CPC or CPM; CPA for a new one.", KPI_METRICS),
  kpi_goal: jsonAmount("The goal in the campaign's currency; null lets the service make the best of it."),
  start_date: jsonDateTime("When it starts; with its campaign when not given."),
  end_date: jsonDateTime("When it ends, after start_date; null for with its campaign."),
  ads,
  sn_placements: jsonTexts(
    "Where its ads appear on social networks: at most 20 different words of lower-case letters, digits and _.",
  ),
  targeting_features: targetingFeatures,
};

function settingsOf(input: Input<typeof settings>) {
  return {
    objective: upper(input.objective),
    kpiMetric: input.kpi_metric,
    kpiGoal: input.kpi_goal,
    startDate: input.start_date,
    endDate: input.end_date,
    ads: adsOf(input.ads),
    snPlacements: input.sn_placements,
    positiveSegmentEids: input.targeting_features?.positive_segment_eids,
    negativeSegmentEids: input.targeting_features?.negative_segment_eids,
  };
}

interface Answer {
  universalAdGroup: AdGroupData;
}

const FACTS = { area: "universal", permission: "universal.write", names: AD_GROUP_NAMES } as const;

const SHARED = {
  ...FACTS,
  path: AD_GROUP,
  selection: "universalAdGroup { ...AdGroupFields }",
  fragment: AD_GROUP_FIELDS,
  data: ({ universalAdGroup }: Answer) => adGroupRecord(universalAdGroup),
} as const;

export const UNIVERSAL_AD_GROUP_ROUTES: readonly RestRoute[] = [
  listRoute<AdGroupData>({
    path: AD_GROUP,
    description: "Universal ad groups.",
    rootField: "universalAdGroups",
    noun: "UniversalAdGroup",
    selection: "...AdGroupFields",
    fragment: AD_GROUP_FIELDS,
    narrowings: {
      eid: {
        description: "Only this ad group; 404 for one that can't be seen.",
        rootField: "universalAdGroup",
        filter: "eid",
      },
      campaign_eid: {
        description: "Only those of this campaign; 404 for one that can't be seen.",
        rootField: "universalCampaign",
        filter: "campaignEid",
      },
      advertisable_eid: {
        description: "Only those of this advertisable; 404 for one that can't be seen. Own.",
        rootField: "advertisable",
        filter: "advertisableEid",
      },
    },
    record: adGroupRecord,
  }),
  activateMutation({
    ...SHARED,
    method: "POST",
    description:
      "Creates a universal ad group, a draft; eid, status and created_at are made by the service, and ignored where a client sends them. 400 where the campaign's budget is too small for one more. Document 1, part C; decisions, section 7.",
    parameters: {
      campaign_eid: eid("EID of its campaign."),
      name: notNull(jsonText("Name, 1 to 255 characters.")),
      ad_type: jsonChoice("static or dynamic; static when not given.", AD_TYPES),
      ...settings,
    },
    mutation: "createUniversalAdGroup",
    inputType: "CreateUniversalAdGroupInput",
    input: (input) => ({
      campaignEid: input.campaign_eid,
      name: input.name,
      adType: upper(input.ad_type),
      ...settingsOf(input),
    }),
  }),
  activateMutation({
    ...SHARED,
    method: "PUT",
    description:
      "Changes a universal ad group; what is not given stays, and null takes end_date and kpi_goal away. created_at is ignored. Document 1, part C; decisions, section 7.",
    parameters: {
      eid: eid("EID of the ad group."),
      campaign_eid: jsonEid("EID of its campaign; 404 for any other."),
      name: jsonText("Name, 1 to 255 characters."),
      status: jsonChoice("draft, live, paused or completed; 409 where it can't stand there.", STATUSES),
      ...settings,
    },
    mutation: "editUniversalAdGroup",
    inputType: "EditUniversalAdGroupInput",
    input: (input) => ({
      eid: input.eid,
      campaignEid: input.campaign_eid,
      name: input.name,
      status: upper(input.status),
      ...settingsOf(input),
    }),
  }),
  activateMutation({
    ...FACTS,
    method: "PUT",
    path: "/activate/api/v2/adgroup_ad",
    description: "Puts an ad of a universal ad group elsewhere; the ad. Document 1, part C; decisions, section 7.",
    parameters: {
      adgroup_eid: eid("EID of the ad group."),
      ad_eid: eid("EID of the ad; 404 for one that is not in the ad group."),
      eid: jsonEid("EID of the ad; no other than ad_eid."),
      status: notNull(jsonChoice("draft, live, paused or completed; 409 where it can't stand there.", STATUSES)),
    },
    mutation: "setUniversalAdGroupAdStatus",
    inputType: "SetUniversalAdGroupAdStatusInput",
    selection: "universalAdGroupAd { ...AdFields }",
    fragment: AD_FIELDS,
    input: (input) => {
      if (input.eid != null && input.eid !== input.ad_eid)
        throw badInput(["eid"], "MISMATCH", "eid must be the same as ad_eid.");
      return { adGroupEid: input.adgroup_eid, adEid: input.ad_eid, status: upper(input.status) };
    },
    data: ({ universalAdGroupAd }: { universalAdGroupAd: AdGroupData["ads"]["nodes"][number] }) =>
      adRecord(universalAdGroupAd),
  }),
];
