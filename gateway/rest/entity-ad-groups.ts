import { adGroupListRoute, type ListChange } from "./ad-group-list-route.js";
import { neededFor, pageParameters, paged, present } from "./entities.js";
import {
  AD_FIELDS,
  AD_GROUP_FIELDS,
  type AdData,
  type AdGroupData,
  adGroupRecord,
  adRecord,
} from "./entity-records.js";
import { geoTargets } from "./geo-targets.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { mutationRoute } from "./mutation-route.js";
import {
  choices,
  eid,
  eids,
  flag,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
  someEids,
} from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { lasting, oneOf, optionalOneOf, removableItems } from "./write-parameters.js";

const PLACEMENTS = ["all", "rightcolumn", "desktopfeed", "mobilefeed", "partnernetwork", "photostream"] as const;

const adGroupParameter = { adgroup: eid("EID of the ad group.") };

const placementParameter = { placement: oneOf("Where its ads are shown on a social network.", PLACEMENTS) };

const siteParameter = { site: requiredText("Domain, such as example.com.") };

const platformParameters = {
  type: oneOf("Kind of platform.", ["mobile", "desktop"]),
  os: oneOf("Operating system.", ["ios", "android"]),
  os_version: requiredText("Version of the operating system, 1 to 64 characters."),
  device: oneOf("Kind of device; it must be one of the operating system's.", [
    "android_tablet",
    "android_smartphone",
    "ipod",
    "ipad",
    "iphone",
  ]),
};

function platformTarget(input: { type: string; os: string; os_version: string; device: string }): ListChange {
  return {
    platformTargets: [
      {
        type: graphEnum(input.type),
        os: graphEnum(input.os),
        osVersion: input.os_version,
        device: graphEnum(input.device),
      },
    ],
  };
}

interface AdGroupPayload {
  adGroup: AdGroupData;
}

const RECORD = { selection: "adGroup { ...AdGroupFields }", fragment: AD_GROUP_FIELDS };

function recordOf({ adGroup }: AdGroupPayload) {
  return adGroupRecord(adGroup);
}

/** The lists of adgroup/create and adgroup/edit. */
const listParameters = {
  ads: eids("EIDs of ads of the same advertisable."),
  positive_segments: eids("EIDs of the segments that it addresses."),
  negative_segments: eids("EIDs of the segments that it leaves out."),
};

/** Its status after adgroup/pause or adgroup/unpause. */
function statusRoute(verb: "pause" | "unpause", mutation: string): RestRoute {
  return mutationRoute({
    method: "PUT",
    path: `/api/v1/adgroup/${verb}`,
    permission: "adGroup.write",
    description: `The status of an ad group after the ${verb}; 409 in any status but approved and paused. Decisions, section 6.`,
    parameters: adGroupParameter,
    mutation,
    inputType: "AdGroupStatusInput",
    selection: "adGroup { status }",
    input: (input) => ({ eid: input.adgroup }),
    results: ({ adGroup }: { adGroup: { status: string } }) => legacyEnum(adGroup.status),
  });
}

/** The status of one ad in an ad group, or of several in request order. */
function adStatusRoutes(verb: "pause" | "unpause", mutation: string): RestRoute[] {
  const facts = {
    method: "PUT" as const,
    permission: "adGroup.write" as const,
    names: { adEids: "ads" },
    mutation,
    inputType: "AdGroupAdsInput",
    selection: "statuses",
  };
  return [
    mutationRoute({
      ...facts,
      path: `/api/v1/adgroup/${verb}_ad`,
      description: `The status of an ad in an ad group after the ${verb}; 404 for an ad that is not in it. Decisions, section 6.`,
      parameters: { ...adGroupParameter, ad: eid("EID of the ad.") },
      input: (input) => ({ adGroupEid: input.adgroup, adEids: [input.ad] }),
      results: ({ statuses }: { statuses: string[] }) => legacyEnum(statuses[0] ?? ""),
    }),
    mutationRoute({
      ...facts,
      path: `/api/v1/adgroup/${verb}_ads`,
      description: `The status of each ad in an ad group after the ${verb}, in request order; 404 for an ad that is not in it, and nothing is done then. Decisions, section 6.`,
      parameters: { ...adGroupParameter, ads: someEids("EIDs of the ads.") },
      input: (input) => ({ adGroupEid: input.adgroup, adEids: input.ads }),
      results: ({ statuses }: { statuses: string[] }) => statuses.map(legacyEnum),
    }),
  ];
}

export const AD_GROUP_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/adgroup/get_ads",
    permission: "ad.read",
    description: "The ads of an ad group that are not deleted. Decisions, section 6.",
    parameters: { ...adGroupParameter, ...pageParameters },
    operation: `query Ads($eid: ID!, $after: String) {
      adGroup(eid: $eid) { ads(first: 1000, after: $after) { nodes { ...AdFields } pageInfo { hasNextPage endCursor } } }
    } ${AD_FIELDS}`,
    connection: "adGroup.ads",
    needed: neededFor,
    variables: (input) => ({ eid: input.adgroup }),
    body: ({ adGroup }: { adGroup: { ads: { nodes: AdData[] } } | null }, input) => ({
      results: paged(present(adGroup).ads.nodes, input).map(adRecord),
    }),
  }),
  mutationRoute({
    method: "POST",
    path: "/api/v1/adgroup/create",
    permission: "adGroup.write",
    description: "Creates an ad group; it begins in admin_review unless staff creates it. Document 2, part B.",
    parameters: {
      campaign: eid("EID of the campaign."),
      name: optionalText("Name, 1 to 255 characters; the campaign's when not given."),
      ...listParameters,
      geo_targets: geoTargets("Places as a JSON string; those of the campaign's other ad groups when not given."),
      placement_targets: choices("Where its ads are shown on a social network.", PLACEMENTS),
    },
    mutation: "createAdGroup",
    // One text to the old interface.
    names: { geoTargets: "geo_targets" },
    inputType: "CreateAdGroupInput",
    ...RECORD,
    input: (input) => ({
      campaignEid: input.campaign,
      name: input.name,
      adEids: input.ads,
      positiveSegments: input.positive_segments,
      negativeSegments: input.negative_segments,
      geoTargets: input.geo_targets,
      placementTargets: input.placement_targets?.map(graphEnum),
    }),
    results: recordOf,
  }),
  mutationRoute({
    method: "PUT",
    path: "/api/v1/adgroup/edit",
    permission: "adGroup.write",
    description:
      "Changes an ad group; what is not given stays, and a list replaces the old one: an empty list or value takes all out. Document 2, part B.",
    parameters: {
      ...adGroupParameter,
      name: lasting(optionalText("Name, 1 to 255 characters.")),
      status: lasting(
        optionalOneOf("approved to resume it, paused to pause it; 409 while neither.", ["approved", "paused"]),
      ),
      ads: removableItems(listParameters.ads),
      positive_segments: removableItems(listParameters.positive_segments),
      negative_segments: removableItems(listParameters.negative_segments),
      geo_targets: removableItems(
        geoTargets("Places as a JSON string; they replace all that it has, [] for all places."),
      ),
      geo_target_worldwide: lasting(optionalFlag("true removes all geo targets; false changes nothing.")),
    },
    mutation: "editAdGroup",
    // One text to the old interface.
    names: { geoTargets: "geo_targets" },
    inputType: "EditAdGroupInput",
    ...RECORD,
    input: (input) => ({
      eid: input.adgroup,
      name: input.name,
      status: input.status === undefined ? undefined : graphEnum(input.status),
      adEids: input.ads,
      positiveSegments: input.positive_segments,
      negativeSegments: input.negative_segments,
      geoTargets: input.geo_targets,
      geoTargetWorldwide: input.geo_target_worldwide,
    }),
    results: recordOf,
  }),
  mutationRoute({
    method: "POST",
    path: "/api/v1/adgroup/clone",
    permission: "adGroup.write",
    description: "Copies an ad group with its site exclusions, geo targets and ads. Document 2, part B.",
    parameters: adGroupParameter,
    mutation: "cloneAdGroup",
    inputType: "CloneAdGroupInput",
    ...RECORD,
    input: (input) => ({ eid: input.adgroup }),
    results: recordOf,
  }),
  statusRoute("pause", "pauseAdGroup"),
  statusRoute("unpause", "resumeAdGroup"),
  ...adStatusRoutes("pause", "pauseAdGroupAds"),
  ...adStatusRoutes("unpause", "resumeAdGroupAds"),
  adGroupListRoute({
    method: "PUT",
    verb: "add_segments",
    kind: "add",
    answers: "success",
    description: "Adds segments that an ad group addresses, or leaves out. Document 2, part B.",
    parameters: {
      segments: someEids("EIDs of the segments."),
      is_negative: flag("Whether they are left out; false when not given.", false),
    },
    names: { positiveSegments: "segments", negativeSegments: "segments" },
    lists: (input) => ({ [input.is_negative ? "negativeSegments" : "positiveSegments"]: input.segments }),
  }),
  adGroupListRoute({
    method: "DELETE",
    verb: "remove_segments",
    kind: "remove",
    answers: "record",
    description: "Takes segments out of both lists of an ad group. Decisions, section 6.",
    parameters: { segments: someEids("EIDs of the segments.") },
    lists: (input) => ({ positiveSegments: input.segments, negativeSegments: input.segments }),
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "add_platform_target",
    kind: "add",
    answers: "success",
    description: "Adds a kind of device that an ad group addresses. Document 2, part B.",
    parameters: platformParameters,
    lists: platformTarget,
  }),
  adGroupListRoute({
    method: "DELETE",
    verb: "remove_platform_target",
    kind: "remove",
    answers: "changed",
    description: "Takes out a kind of device; whether it was there. Document 2, part B.",
    parameters: platformParameters,
    lists: platformTarget,
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "add_demographic_target",
    kind: "add",
    answers: "success",
    description: "Adds ages that an ad group addresses. Document 2, part B.",
    parameters: {
      min_age: optionalInteger("Youngest age in years, 13 to max_age; 18 when not given.", 13, 65),
      max_age: optionalInteger("Oldest age in years, included, up to 65; 65 when not given.", 13, 65),
    },
    lists: (input) => ({ demographicTargets: [{ minAge: input.min_age, maxAge: input.max_age }] }),
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "add_placement_target",
    kind: "add",
    answers: "record",
    description: "Adds a place on a social network where an ad group's ads are shown. Decisions, section 6.",
    parameters: placementParameter,
    lists: (input) => ({ placementTargets: [graphEnum(input.placement)] }),
  }),
  adGroupListRoute({
    method: "DELETE",
    verb: "remove_placement_target",
    kind: "remove",
    answers: "changed",
    description: "Takes out a place on a social network; whether it was there. Document 2, part B.",
    parameters: placementParameter,
    lists: (input) => ({ placementTargets: [graphEnum(input.placement)] }),
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "exclude_site",
    kind: "add",
    answers: "record",
    description: "Lets an ad group's ads not be shown on a domain. Decisions, section 6.",
    parameters: siteParameter,
    names: { siteExclusions: "site" },
    lists: (input) => ({ siteExclusions: [input.site] }),
  }),
  adGroupListRoute({
    method: "GET",
    verb: "allow_site",
    kind: "remove",
    answers: "record",
    description: "Lets an ad group's ads be shown on an excluded domain again. Decisions, section 6.",
    parameters: siteParameter,
    names: { siteExclusions: "site" },
    lists: (input) => ({ siteExclusions: [input.site] }),
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "select_ads",
    kind: "add",
    answers: "record",
    description: "Lets ads serve in an ad group. Decisions, section 6.",
    parameters: { ads: someEids("EIDs of ads of the same advertisable.") },
    lists: (input) => ({ adEids: input.ads }),
  }),
  adGroupListRoute({
    method: "PUT",
    verb: "deselect_ads",
    kind: "remove",
    answers: "record",
    description: "Takes ads out of an ad group. Decisions, section 6.",
    parameters: { ads: someEids("EIDs of ads of the same advertisable.") },
    lists: (input) => ({ adEids: input.ads }),
  }),
];
