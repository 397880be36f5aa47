import { isEid } from "../../lib/eid.js";
import { present } from "./entities.js";
import { isFields, optionalObject } from "./json-parameters.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import {
  eid,
  type Input,
  optionalEid,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
  someEids,
} from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { amountOrNull, day, optionalObjects, orNull } from "./social-parameters.js";
import {
  AD_SET_FIELDS,
  AUDIENCE_FIELDS,
  type AdSetData,
  adSetRecord,
  type AudienceData,
  audienceRecord,
} from "./social-records.js";
import { oneOf, optionalOneOf, requiredFlag } from "./write-parameters.js";

const AD_SETS = "/social/adsets/";
const AD_STATUSES: readonly unknown[] = ["draft", "paused", "active", "deleted"];

const isText = (value: unknown): value is string => typeof value === "string";

/** An ad of a body; what the answer of another request has beyond AdParams is left alone. */
const ads = optionalObjects(
  "Ads that are added, or changed where they have an eid; those that are not named stay.",
  "a list of objects, each with creative_eid and name as texts, status as draft, paused, active or deleted, and eid for one that is there",
  ({ eid: adEid, creative_eid: creativeEid, name, status }) => {
    const fits =
      (adEid == null || (isText(adEid) && isEid(adEid))) &&
      (creativeEid == null || (isText(creativeEid) && isEid(creativeEid))) &&
      (name == null || isText(name)) &&
      (status == null || AD_STATUSES.includes(status));
    return fits ? { eid: adEid, creativeEid, name, status: isText(status) ? graphEnum(status) : null } : undefined;
  },
);

const audiences = optionalObjects(
  "All its audiences: replaces those that it has.",
  "a list of objects, each with custom_audience_eid, an EID, and targeted, true or false",
  ({ custom_audience_eid: customAudienceEid, targeted = true }) =>
    isText(customAudienceEid) && isEid(customAudienceEid) && typeof targeted === "boolean"
      ? { customAudienceEid, targeted }
      : undefined,
);

const targeting = optionalObject<string[]>(
  "Where its ads appear: an object with page_types.",
  'an object such as {"page_types": ["desktopfeed", "mobilefeed"]}',
  (value) => {
    const types = isFields(value) ? value["page_types"] : undefined;
    return Array.isArray(types) && types.every(isText) ? types : undefined;
  },
);

const promotedObject = orNull(
  optionalObject<string | null>(
    "What its conversions are counted of: an object with segment_eid, or an empty one for nothing.",
    'an object such as {"segment_eid": "an EID of 22 characters"}',
    (value) => {
      const segment = isFields(value) ? (value["segment_eid"] ?? null) : undefined;
      return segment === null || (isText(segment) && isEid(segment)) ? segment : undefined;
    },
  ),
);

/** AdSetParams (document 2, part A); null takes a value away where one may be missing. */
const settings = {
  status: optionalOneOf("active, paused, deleted or archived; paused for a new one.", [
    "active",
    "paused",
    "deleted",
    "archived",
  ]),
  budget: amountOrNull("Budget per day, from 0."),
  bid_amount: amountOrNull("The bid, from 0."),
  cpc: amountOrNull("What one click costs, from 0; fixed_cpc needs it."),
  is_autobid: optionalFlag("Whether the network sets the bid; true for a new one."),
  min_age: orNull(optionalInteger("Age from which people see it, 13 to 65.", 13, 65)),
  max_age: orNull(optionalInteger("Age up to which people see it, 13 to 65, not less than min_age.", 13, 65)),
  start_date: day("First day."),
  end_date: day("The day after the last one, not before start_date."),
  flight_start_date: day("The same as start_date, which wins over it."),
  flight_end_date: day("The same as end_date, which wins over it."),
  flight_timezone: optionalOneOf("UTC, the only one.", ["UTC"]),
  optimization_goal: optionalOneOf("What the network makes the most of.", [
    "IMPRESSIONS",
    "OFFSITE_CONVERSIONS",
    "LINK_CLICKS",
    "LEAD_GENERATION",
    "LANDING_PAGE_VIEWS",
  ]),
  pacing_type: optionalOneOf("How the budget is spent; standard for a new one.", ["standard", "no_pacing"]),
  pricing_model: optionalOneOf("What it pays; dynamic for a new one.", ["dynamic", "fixed_cpc"]),
  promoted_object: promotedObject,
  targeting,
  ui_period: optionalText("The period that people see its budget for, 1 to 40 characters; daily for a new one."),
  ads,
  audiences,
};

const NAMES = {
  startDate: "start_date",
  promotedSegmentEid: "promoted_object",
  pageTypes: "targeting",
  adSetEid: "adset_eid",
};

function settingsOf(input: Input<typeof settings>) {
  return {
    status: upper(input.status),
    budget: input.budget,
    bidAmount: input.bid_amount,
    cpc: input.cpc,
    isAutobid: input.is_autobid,
    minAge: input.min_age,
    maxAge: input.max_age,
    startDate: input.start_date === undefined ? input.flight_start_date : input.start_date,
    endDate: input.end_date === undefined ? input.flight_end_date : input.end_date,
    optimizationGoal: input.optimization_goal,
    pacingType: upper(input.pacing_type),
    pricingModel: upper(input.pricing_model),
    promotedSegmentEid: input.promoted_object,
    pageTypes: input.targeting,
    uiPeriod: input.ui_period,
    ads: input.ads,
    audiences: input.audiences,
  };
}

function upper(value: string | undefined): string | undefined {
  return value === undefined ? undefined : graphEnum(value);
}

interface AdSetAnswer {
  done: { adSet: AdSetData } | null;
}

function adSetBody({ done }: AdSetAnswer) {
  return adSetRecord(present(done).adSet);
}

function mutation(field: string, inputType: string): string {
  return `mutation Change($input: ${inputType}!) { done: ${field}(input: $input) { adSet { ...AdSetFields } } } ${AD_SET_FIELDS}`;
}

const PLACE = "eid name type region primaryCity countryCode countryName included error";
/** Places lie in each other four deep: a city in a part of a region of a country. */
const PLACES = `geolocations { ${PLACE} selectedChildren { ${PLACE} selectedChildren { ${PLACE} selectedChildren { ${PLACE} } } } }`;

interface PlaceData {
  eid: string;
  name: string;
  type: string | null;
  region: string | null;
  primaryCity: string | null;
  countryCode: string | null;
  countryName: string | null;
  included: boolean;
  error: string | null;
  selectedChildren?: PlaceData[];
}

function placeRecord(place: PlaceData): object {
  return {
    eid: place.eid,
    name: place.name,
    type: place.type === null ? null : legacyEnum(place.type),
    region: place.region,
    primary_city: place.primaryCity,
    country_code: place.countryCode,
    country_name: place.countryName,
    included: place.included,
    error: place.error,
    selected_children: (place.selectedChildren ?? []).map(placeRecord),
  };
}

const FACTS = { area: "social", names: NAMES } as const;
const adSetKey = { eid: eid("EID of the ad set.") };
const placesKey = { adset_eid: eid("EID of the ad set.") };

export const SOCIAL_AD_SET_ROUTES: readonly RestRoute[] = [
  listRoute<AdSetData, "campaign_eid">({
    path: AD_SETS,
    description: "The ad sets that are not deleted, of every advertisable that can be seen. Document 2, part A.",
    rootField: "adSets",
    noun: "AdSet",
    selection: "...AdSetFields",
    fragment: AD_SET_FIELDS,
    narrowings: {
      campaign_eid: {
        parameter: optionalEid("Only those of this campaign; 404 for one that can't be seen. Own."),
        rootField: "socialCampaign",
        filter: "campaignEid",
      },
    },
    record: adSetRecord,
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: AD_SETS,
    permission: "social.write",
    description:
      "Creates an ad set; the ad set. AdSetParams names no campaign, so campaign_eid is required beside it (own). Document 2, part A.",
    parameters: {
      campaign_eid: eid("EID of its campaign."),
      name: requiredText("Name, 1 to 255 characters."),
      ...settings,
    },
    operation: mutation("createAdSet", "CreateAdSetInput"),
    variables: (input) => ({
      input: { campaignEid: input.campaign_eid, name: input.name, ...settingsOf(input) },
    }),
    body: adSetBody,
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: "/social/adsets/create_default/{campaign_eid}",
    permission: "social.write",
    description: "Gives a campaign an ad set with every default, as a draft; the ad set. Document 2, part A.",
    parameters: { campaign_eid: eid("EID of the campaign.") },
    operation: mutation("createDefaultAdSet", "CreateDefaultAdSetInput"),
    variables: (input) => ({ input: { campaignEid: input.campaign_eid } }),
    body: adSetBody,
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: "/social/adsets/{eid}",
    permission: "social.read",
    description: "An ad set, a deleted one too. Document 2, part A.",
    parameters: adSetKey,
    operation: `query AdSet($eid: ID!) { adSet(eid: $eid) { ...AdSetFields } } ${AD_SET_FIELDS}`,
    variables: (input) => input,
    body: ({ adSet }: { adSet: AdSetData | null }) => adSetRecord(present(adSet)),
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: "/social/adsets/{eid}",
    permission: "social.write",
    description: "Copies an ad set with its ads, audiences and places; the copy, which is paused. Document 2, part A.",
    parameters: {
      ...adSetKey,
      name: optionalText('Name of the copy, 1 to 255 characters; "Copy of" and the name when not given. Own.'),
    },
    operation: mutation("cloneAdSet", "CloneAdSetInput"),
    variables: (input) => ({ input }),
    body: adSetBody,
  }),
  defineRoute({
    ...FACTS,
    method: "PUT",
    path: "/social/adsets/{eid}",
    permission: "social.write",
    description: "Changes an ad set; what is not given stays. The ad set. Document 2, part A.",
    parameters: { ...adSetKey, name: optionalText("Name, 1 to 255 characters."), ...settings },
    operation: mutation("editAdSet", "EditAdSetInput"),
    variables: (input) => ({ input: { eid: input.eid, name: input.name, ...settingsOf(input) } }),
    body: adSetBody,
  }),
  defineRoute({
    ...FACTS,
    method: "DELETE",
    path: "/social/adsets/{eid}",
    permission: "social.write",
    status: 204,
    description: "Deletes an ad set with its ads. Document 2, part A; decisions, section 6.",
    parameters: adSetKey,
    operation: `mutation Delete($input: DeleteAdSetInput!) { done: deleteAdSet(input: $input) { adSet { eid } } }`,
    variables: (input) => ({ input }),
    body: () => null,
  }),
  defineRoute({
    ...FACTS,
    method: "GET",
    path: "/social/adsets/{adset_eid}/geotargeting",
    permission: "social.read",
    description: "The places that an ad set targets or excludes, those within each other nested. Document 2, part A.",
    parameters: placesKey,
    operation: `query Places($eid: ID!) { adSet(eid: $eid) { ${PLACES} } }`,
    variables: (input) => ({ eid: input.adset_eid }),
    body: ({ adSet }: { adSet: { geolocations: PlaceData[] } | null }) => present(adSet).geolocations.map(placeRecord),
  }),
  defineRoute({
    ...FACTS,
    method: "POST",
    path: "/social/adsets/{adset_eid}/geotargeting",
    permission: "social.write",
    description: "Targets or excludes a place; all places of the ad set. Document 2, part A.",
    parameters: {
      ...placesKey,
      geolocation_eid: eid("EID of the place, as /social/geolocations/ has it."),
      included: requiredFlag("True shows the ads to people there, false does not."),
    },
    operation: `mutation Place($input: SetAdSetGeolocationInput!) {
      done: setAdSetGeolocation(input: $input) { adSet { ${PLACES} } } }`,
    variables: (input) => ({
      input: { adSetEid: input.adset_eid, geolocationEid: input.geolocation_eid, included: input.included },
    }),
    body: ({ done }: { done: { adSet: { geolocations: PlaceData[] } } | null }) =>
      present(done).adSet.geolocations.map(placeRecord),
  }),
  defineRoute({
    ...FACTS,
    method: "PUT",
    path: "/social/adsetaudiences/{action}",
    permission: "social.write",
    description:
      "Targets or excludes audiences that an ad set has, all that are named or none; those audiences. Document 2, part A.",
    parameters: {
      action: oneOf("What to do with their people.", ["target_audiences", "exclude_audiences"]),
      adset_eid: eid("EID of the ad set."),
      audience_eids: someEids("EIDs of its audiences, or of their custom audiences."),
    },
    names: { adSetEid: "adset_eid" },
    operation: `mutation Audiences($input: SetAudiencesTargetedInput!) {
      done: setAudiencesTargeted(input: $input) { audiences { ...AudienceFields } } } ${AUDIENCE_FIELDS}`,
    variables: (input) => ({
      input: {
        adSetEid: input.adset_eid,
        audienceEids: input.audience_eids,
        targeted: input.action === "target_audiences",
      },
    }),
    body: ({ done }: { done: { audiences: AudienceData[] } | null }) => present(done).audiences.map(audienceRecord),
  }),
];
