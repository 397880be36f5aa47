import { present } from "./entities.js";
import { someObjects } from "./json-parameters.js";
import { eid, type Input, integer, optionalFlag, optionalInteger, optionalText, requiredText } from "./parameter.js";
import {
  ads,
  attributeTargets,
  deviceTargets,
  eventSource,
  GEO_MUST,
  geoTargets,
  readGeoTarget,
  segments,
  upper,
  userStatus,
} from "./prospecting-parameters.js";
import {
  AD_GROUP_FIELDS,
  type AdGroupData,
  adGroupRecord,
  AUDIENCE_FIELDS,
  type AudienceData,
  audienceRecord,
  GEO_FIELDS,
  type GeoData,
  geoTargetRecord,
} from "./prospecting-records.js";
import { defineRoute, type RestRoute } from "./route.js";
import { eidOrNull, textOrNull } from "./social-parameters.js";

const API = "/prospecting/api/v2";
const ONE = `${API}/adgroups/{adgroup}`;
const OF_CAMPAIGN = `${API}/campaigns/{campaign}`;
const AREA = { area: "prospecting", names: { targetingType: "segment_targeting_type" } } as const;

/** What an ad group can be given (document 2, part C). */
const settings = {
  ads,
  segments,
  geo_targets: geoTargets,
  attribute_targets: attributeTargets,
  attribute_targets_segment: textOrNull("The segment that attributes are taken of, 1 to 255 characters."),
  auto_audience: optionalFlag("Leaves its audience to the platform."),
  auto_geo_targets: optionalFlag("Leaves its places to the platform."),
  device_targets: deviceTargets,
  is_active: optionalFlag("False takes it away."),
  user_status: userStatus,
  event_source: eventSource,
};

function settingsOf(input: Input<typeof settings>) {
  return {
    ads: input.ads?.flat(),
    segments: input.segments,
    geoTargets: input.geo_targets,
    attributeTargets: input.attribute_targets,
    attributeTargetsSegment: input.attribute_targets_segment,
    autoAudience: input.auto_audience,
    autoGeoTargets: input.auto_geo_targets,
    deviceTargets: input.device_targets,
    isActive: input.is_active,
    userStatus: upper(input.user_status),
    eventSource: input.event_source,
  };
}

interface AdGroupAnswer {
  done: { adGroup: AdGroupData } | null;
}

interface GeoTargetsOf {
  eid: string;
  geoTargets: GeoData[];
}

/** The places of one ad group: `{data, eid}`. */
function placesRecord({ eid: adGroupEid, geoTargets: targets }: GeoTargetsOf) {
  return { data: targets.map(geoTargetRecord), eid: adGroupEid };
}

/** The places of each ad group of a campaign. */
function placesByAdGroup(campaign: { adGroups: { nodes: GeoTargetsOf[] } }) {
  return campaign.adGroups.nodes.map(({ eid: adGroupEid, geoTargets: targets }) => ({
    adgroup: adGroupEid,
    geotargets: targets.map(geoTargetRecord),
  }));
}

const adgroup = eid("EID of the ad group.");
const campaign = eid("EID of the campaign.");
const targets = someObjects(
  "Places that are added, changed or removed, each once; the body itself is this list.",
  GEO_MUST,
  1_000,
  readGeoTarget,
);
const PLACES = "eid geoTargets { ...GeoFields }";
const CAMPAIGN_PLACES = `adGroups(first: 1000) { nodes { ${PLACES} } }`;

export const PROSPECTING_AD_GROUP_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...AREA,
    method: "GET",
    path: ONE,
    permission: "prospecting.read",
    description: "An ad group, one that was taken away too. Document 2, part C.",
    parameters: { adgroup },
    operation: `query AdGroup($eid: ID!) { prospectingAdGroup(eid: $eid) { ...AdGroupFields } } ${AD_GROUP_FIELDS}`,
    variables: (input) => ({ eid: input.adgroup }),
    body: ({ prospectingAdGroup }: { prospectingAdGroup: AdGroupData | null }) => ({
      results: adGroupRecord(present(prospectingAdGroup)),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: ONE,
    permission: "prospecting.write",
    description: "Changes an ad group; what is not given stays. The ad group. Document 2, part C.",
    parameters: { adgroup, name: optionalText("Name, 1 to 255 characters."), ...settings },
    operation: `mutation Edit($input: EditProspectingAdGroupInput!) {
      done: editProspectingAdGroup(input: $input) { adGroup { ...AdGroupFields } } } ${AD_GROUP_FIELDS}`,
    variables: (input) => ({ input: { eid: input.adgroup, name: input.name, ...settingsOf(input) } }),
    body: ({ done }: AdGroupAnswer) => ({ results: adGroupRecord(present(done).adGroup) }),
  }),
  defineRoute({
    ...AREA,
    method: "GET",
    path: `${OF_CAMPAIGN}/adgroups`,
    permission: "prospecting.read",
    description: "The ad groups of a campaign. Decisions, section 6.",
    parameters: {
      campaign,
      is_active: optionalFlag("True those that are active, false the others; true when not given. Own."),
    },
    operation: `query AdGroups($eid: ID!, $after: String, $filter: ProspectingAdGroupFilter) {
      prospectingCampaign(eid: $eid) { adGroups(first: 1000, after: $after, filter: $filter) {
        nodes { ...AdGroupFields } pageInfo { hasNextPage endCursor } } } } ${AD_GROUP_FIELDS}`,
    connection: "prospectingCampaign.adGroups",
    variables: (input) => ({ eid: input.campaign, filter: { isActive: { eq: input.is_active ?? true } } }),
    body: ({ prospectingCampaign }: { prospectingCampaign: { adGroups: { nodes: AdGroupData[] } } | null }) => ({
      results: present(prospectingCampaign).adGroups.nodes.map(adGroupRecord),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: `${OF_CAMPAIGN}/adgroups`,
    permission: "prospecting.write",
    description:
      "Creates an ad group; the ad group. 403 unless the advertisable has opted in to the addendum. Decisions, section 6.",
    parameters: { campaign, name: requiredText("Name, 1 to 255 characters."), ...settings },
    operation: `mutation Create($input: CreateProspectingAdGroupInput!) {
      done: createProspectingAdGroup(input: $input) { adGroup { ...AdGroupFields } } } ${AD_GROUP_FIELDS}`,
    variables: (input) => ({ input: { campaignEid: input.campaign, name: input.name, ...settingsOf(input) } }),
    body: ({ done }: AdGroupAnswer) => ({ results: adGroupRecord(present(done).adGroup) }),
  }),
  defineRoute({
    ...AREA,
    method: "GET",
    path: `${ONE}/geo-targets`,
    permission: "prospecting.read",
    description: "The places of an ad group. Document 2, part C.",
    parameters: { adgroup },
    operation: `query Places($eid: ID!) { prospectingAdGroup(eid: $eid) { ${PLACES} } } ${GEO_FIELDS}`,
    variables: (input) => ({ eid: input.adgroup }),
    body: ({ prospectingAdGroup }: { prospectingAdGroup: GeoTargetsOf | null }) => ({
      results: placesRecord(present(prospectingAdGroup)),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: `${ONE}/geo-targets`,
    permission: "prospecting.write",
    description: "Adds, changes and removes places of an ad group, all or none; all its places. Document 2, part C.",
    parameters: { adgroup, targets },
    listBody: "targets",
    operation: `mutation Places($input: SetAdGroupGeoTargetsInput!) {
      done: setAdGroupGeoTargets(input: $input) { adGroup { ${PLACES} } } } ${GEO_FIELDS}`,
    variables: (input) => ({ input: { adGroupEid: input.adgroup, targets: input.targets } }),
    body: ({ done }: { done: { adGroup: GeoTargetsOf } | null }) => ({ results: placesRecord(present(done).adGroup) }),
  }),
  defineRoute({
    ...AREA,
    method: "GET",
    path: `${OF_CAMPAIGN}/geo-targets`,
    permission: "prospecting.read",
    description: "The places of each active ad group of a campaign. Document 2, part C; decisions, section 6.",
    parameters: { campaign },
    operation: `query Places($eid: ID!) { prospectingCampaign(eid: $eid) { ${CAMPAIGN_PLACES} } } ${GEO_FIELDS}`,
    variables: (input) => ({ eid: input.campaign }),
    body: ({ prospectingCampaign }: { prospectingCampaign: { adGroups: { nodes: GeoTargetsOf[] } } | null }) => ({
      results: placesByAdGroup(present(prospectingCampaign)),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: `${OF_CAMPAIGN}/geo-targets`,
    permission: "prospecting.write",
    description:
      "Adds, changes and removes places of every active ad group of a campaign, all or none; the places of each. Document 2, part C; decisions, section 6.",
    parameters: { campaign, targets },
    listBody: "targets",
    operation: `mutation Places($input: SetCampaignGeoTargetsInput!) {
      done: setCampaignGeoTargets(input: $input) { campaign { ${CAMPAIGN_PLACES} } } } ${GEO_FIELDS}`,
    variables: (input) => ({ input: { campaignEid: input.campaign, targets: input.targets } }),
    body: ({ done }: { done: { campaign: { adGroups: { nodes: GeoTargetsOf[] } } } | null }) => ({
      results: placesByAdGroup(present(done).campaign),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "GET",
    path: `${ONE}/audience`,
    permission: "prospecting.read",
    description: "The audience of an ad group; 404 where it has none. Document 2, part C.",
    parameters: { adgroup },
    operation: `query Audience($eid: ID!) { prospectingAdGroup(eid: $eid) { audience { ...AudienceFields } } } ${AUDIENCE_FIELDS}`,
    variables: (input) => ({ eid: input.adgroup }),
    body: ({ prospectingAdGroup }: { prospectingAdGroup: { audience: AudienceData | null } | null }) => ({
      results: audienceRecord(present(present(prospectingAdGroup).audience)),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: `${ONE}/audience`,
    permission: "prospecting.write",
    description: "Gives an ad group its audience, or changes it; the audience. Document 2, part C.",
    parameters: {
      adgroup,
      size: integer("How many people it shall have, 0 to 2,147,483,647.", 0, 2_147_483_647),
      source_segment_eid: eidOrNull("EID of the segment that its people resemble."),
      event_source: eventSource,
    },
    operation: `mutation Audience($input: SetProspectingAudienceInput!) {
      done: setProspectingAudience(input: $input) { audience { ...AudienceFields } } } ${AUDIENCE_FIELDS}`,
    variables: (input) => ({
      input: {
        adGroupEid: input.adgroup,
        size: input.size,
        sourceSegmentEid: input.source_segment_eid,
        eventSource: input.event_source,
      },
    }),
    body: ({ done }: { done: { audience: AudienceData } | null }) => ({
      results: audienceRecord(present(done).audience),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "GET",
    path: `${API}/audiences/{audience}`,
    permission: "prospecting.read",
    description: "An audience. Decisions, section 6.",
    parameters: { audience: eid("EID of the audience.") },
    operation: `query Audience($eid: ID!) { prospectingAudience(eid: $eid) { ...AudienceFields } } ${AUDIENCE_FIELDS}`,
    variables: (input) => ({ eid: input.audience }),
    body: ({ prospectingAudience }: { prospectingAudience: AudienceData | null }) => ({
      results: audienceRecord(present(prospectingAudience)),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: `${API}/audiences/{audience}`,
    permission: "prospecting.write",
    description: "Changes an audience; what is not given stays. The audience. Decisions, section 6.",
    parameters: {
      audience: eid("EID of the audience."),
      size: optionalInteger("How many people it shall have, 0 to 2,147,483,647.", 0, 2_147_483_647),
      source_segment_eid: eidOrNull("EID of the segment that its people resemble."),
      target_segment_eid: eidOrNull("EID of the segment that they are gathered in."),
      event_source: eventSource,
    },
    operation: `mutation Audience($input: EditProspectingAudienceInput!) {
      done: editProspectingAudience(input: $input) { audience { ...AudienceFields } } } ${AUDIENCE_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.audience,
        size: input.size,
        sourceSegmentEid: input.source_segment_eid,
        targetSegmentEid: input.target_segment_eid,
        eventSource: input.event_source,
      },
    }),
    body: ({ done }: { done: { audience: AudienceData } | null }) => ({
      results: audienceRecord(present(done).audience),
    }),
  }),
];
