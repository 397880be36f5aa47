import { AppError } from "../../lib/errors.js";
import {
  AD_FAST_FIELDS,
  AD_FIELDS,
  AD_GROUP_FAST_FIELDS,
  AD_GROUP_FIELDS,
  type AdData,
  type AdGroupData,
  type AdGroupFastData,
  adGroupFastRecord,
  adGroupRecord,
  adRecord,
  ADVERTISABLE_FIELDS,
  type AdvertisableData,
  advertisableRecord,
  CAMPAIGN_FAST_FIELDS,
  CAMPAIGN_FIELDS,
  type CampaignData,
  campaignRecord,
  ORGANIZATION_FIELDS,
  type OrganizationData,
  organizationRecord,
  USER_FIELDS,
  type UserData,
  userRecord,
} from "./entity-records.js";
import { graphEnum } from "./legacy-format.js";
import { choices, eid, eids, flag, optionalEid, optionalInteger } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

const CAMPAIGN_STATUSES = ["admin_review", "approved", "paused", "rejected", "cancelled", "completed"] as const;
const AD_GROUP_STATUSES = ["admin_review", "approved", "paused", "admin_paused"] as const;
const AD_STATUSES = ["admin_review", "approved", "paused", "rejected"] as const;
export const AD_TYPES = ["liquid", "image", "flash", "ad_network"] as const;

/** What a campaign may be called in `types`: by whom it addresses and where it serves (own decision). */
const CAMPAIGN_TYPES = [
  "retargeting",
  "prospecting",
  "social",
  "coop",
  "pubgraph",
  "sn_wca",
  "sn_newsfeed",
  "mobile_vendor_network",
] as const;
type CampaignType = (typeof CAMPAIGN_TYPES)[number];

type CampaignKinds = Pick<
  CampaignData,
  "isRetargeting" | "isSocial" | "isCoop" | "isPubgraph" | "isSnWca" | "isSnNewsfeed" | "isMobileVendorNetwork"
>;

const IS_OF_TYPE: Readonly<Record<CampaignType, (campaign: CampaignKinds) => boolean>> = {
  retargeting: (campaign) => campaign.isRetargeting,
  prospecting: (campaign) => !campaign.isRetargeting,
  social: (campaign) => campaign.isSocial,
  coop: (campaign) => campaign.isCoop,
  pubgraph: (campaign) => campaign.isPubgraph,
  sn_wca: (campaign) => campaign.isSnWca,
  sn_newsfeed: (campaign) => campaign.isSnNewsfeed,
  mobile_vendor_network: (campaign) => campaign.isMobileVendorNetwork,
};

function isOfTypes(campaign: CampaignKinds, types: readonly CampaignType[] | undefined): boolean {
  return types === undefined || types.some((type) => IS_OF_TYPE[type](campaign));
}

/** An enum filter of the graph from the old lists of wanted and unwanted statuses. */
function statusFilter(wanted: readonly string[] | undefined, unwanted?: readonly string[]) {
  return { in: wanted?.map(graphEnum), notIn: unwanted?.map(graphEnum) };
}

/** The record of one object: GET /api/v1/<noun>/get. */
export function getRoute<N extends string, D>(
  noun: N,
  field: string,
  fields: string,
  permission: RestRoute["permission"],
  record: (data: D) => unknown,
): RestRoute {
  const fragment = /fragment (\w+)/.exec(fields)?.[1] ?? "";
  return defineRoute({
    area: "entities",
    method: "GET",
    path: `/api/v1/${noun}/get`,
    permission,
    description: `The record of one ${noun}. Document 2, part B.`,
    parameters: { [noun]: eid(`EID of the ${noun}.`) },
    operation: `query Get($eid: ID!) { found: ${field}(eid: $eid) { ...${fragment} } } ${fields}`,
    variables: (input) => ({ eid: input[noun] }),
    body: ({ found }: { found: D | null }) => ({ results: record(present(found)) }),
  });
}

export function present<D>(found: D | null): D {
  if (found === null) throw new AppError("NOT_FOUND", "There is no such object that you can see.");
  return found;
}

/** Pages of a list, on request only (decisions, section 2). */
export const pageParameters = {
  page: optionalInteger(
    "Which page, from 1; a page past the end is empty. The whole list when none of the three is given.",
    1,
    1_000_000,
  ),
  per_page: optionalInteger("Records of a page, 1 to 100; 100 when only page is given.", 1, 100),
  page_size: optionalInteger("The same as per_page, which wins over it.", 1, 100),
};

type PageInputs = Readonly<Record<"page" | "per_page" | "page_size", number | undefined>>;

/** The page that is wanted, from 1, and how long it is; null for the whole list. */
function pageOf({ page, per_page, page_size }: PageInputs): { page: number; size: number } | null {
  if (page === undefined && per_page === undefined && page_size === undefined) return null;
  return { page: page ?? 1, size: per_page ?? page_size ?? 100 };
}

/** Rows that a page of a list needs; null for the whole list. */
export function neededFor(input: PageInputs): number | null {
  const wanted = pageOf(input);
  return wanted === null ? null : wanted.page * wanted.size;
}

export function paged<R>(records: R[], input: PageInputs): R[] {
  const wanted = pageOf(input);
  if (wanted === null) return records;
  const start = (wanted.page - 1) * wanted.size;
  return records.slice(start, start + wanted.size);
}

export const organizationParameter = {
  organization: optionalEid("EID of the organization; the caller's own when not given."),
};

const campaignListParameters = {
  advertisable: eid("EID of the advertisable."),
  is_active: flag("Whether the campaigns are not deleted; true when not given.", true),
  statuses: choices("Only these statuses.", CAMPAIGN_STATUSES),
  blacklist_statuses: choices("None of these statuses.", CAMPAIGN_STATUSES),
  types: choices("Only campaigns of any of these types.", CAMPAIGN_TYPES),
  ...pageParameters,
};

function campaignsRoute(path: string, fields: string, description: string): RestRoute {
  return defineRoute({
    area: "entities",
    method: "GET",
    path,
    permission: "campaign.read",
    description,
    parameters: campaignListParameters,
    operation: `query Campaigns($advertisable: ID!, $filter: CampaignFilter, $after: String) {
      advertisable(eid: $advertisable) { campaigns(first: 1000, after: $after, filter: $filter) { nodes { ...CampaignFields } pageInfo { hasNextPage endCursor } } }
    } ${fields}`,
    connection: "advertisable.campaigns",
    needed: (input) => (input.types === undefined ? neededFor(input) : null),
    variables: (input) => ({
      advertisable: input.advertisable,
      filter: { isActive: { eq: input.is_active }, status: statusFilter(input.statuses, input.blacklist_statuses) },
    }),
    body: ({ advertisable }: { advertisable: { campaigns: { nodes: CampaignData[] } } | null }, input) => ({
      results: paged(
        present(advertisable).campaigns.nodes.filter((campaign) => isOfTypes(campaign, input.types)),
        input,
      ).map(campaignRecord),
    }),
  });
}

const adGroupListParameters = {
  advertisable: eid("EID of the advertisable."),
  camp_active: flag("Whether their campaigns are not deleted; true when not given.", true),
  camp_eids: eids("Only ad groups of these campaigns."),
  camp_statuses: choices("Only ad groups of campaigns with these statuses.", CAMPAIGN_STATUSES),
  camp_blacklist_statuses: choices("No ad groups of campaigns with these statuses.", CAMPAIGN_STATUSES),
  camp_types: choices("Only ad groups of campaigns of any of these types.", CAMPAIGN_TYPES),
  statuses: choices("Only these statuses; all of them when not given.", AD_GROUP_STATUSES),
  blacklist_statuses: choices("None of these statuses.", AD_GROUP_STATUSES),
  ...pageParameters,
};

type CampaignOfAdGroup = { campaign: CampaignKinds & { isActive: boolean; status: string } };

function adGroupsRoute<D extends AdGroupFastData>(
  path: string,
  fields: string,
  description: string,
  record: (data: D) => unknown,
): RestRoute {
  return defineRoute({
    area: "entities",
    method: "GET",
    path,
    permission: "adGroup.read",
    description,
    parameters: adGroupListParameters,
    operation: `query AdGroups($advertisable: ID!, $filter: AdGroupFilter, $after: String) {
      advertisable(eid: $advertisable) { adGroups(first: 1000, after: $after, filter: $filter) {
        nodes {
          ...AdGroupFields
          campaign { isActive status isRetargeting isSocial isCoop isPubgraph isSnWca isSnNewsfeed isMobileVendorNetwork }
        }
        pageInfo { hasNextPage endCursor }
      } }
    } ${fields}`,
    connection: "advertisable.adGroups",
    variables: (input) => ({
      advertisable: input.advertisable,
      filter: {
        campaignEid: { in: input.camp_eids },
        status: statusFilter(input.statuses ?? AD_GROUP_STATUSES, input.blacklist_statuses),
      },
    }),
    body: ({ advertisable }: { advertisable: { adGroups: { nodes: (D & CampaignOfAdGroup)[] } } | null }, input) => {
      const wanted = input.camp_statuses?.map(graphEnum);
      const unwanted = input.camp_blacklist_statuses?.map(graphEnum) ?? [];
      const adGroups = present(advertisable).adGroups.nodes.filter(
        ({ campaign }) =>
          campaign.isActive === input.camp_active &&
          (wanted?.includes(campaign.status) ?? true) &&
          !unwanted.includes(campaign.status) &&
          isOfTypes(campaign, input.camp_types),
      );
      return { results: paged(adGroups, input).map(record) };
    },
  });
}

const adListParameters = {
  advertisable: eid("EID of the advertisable."),
  is_active: flag("Whether the ads are not deleted; true when not given.", true),
  statuses: choices("Only these statuses.", AD_STATUSES),
  types: choices("Only these types.", AD_TYPES),
  width: optionalInteger("Only this width in pixels.", 1, 10_000),
  height: optionalInteger("Only this height in pixels.", 1, 10_000),
  include_sn: flag("Whether ads of social networks (type ad_network) are among them; true when not given.", true),
  ...pageParameters,
};

function adsRoute(path: string, fields: string, description: string): RestRoute {
  return defineRoute({
    area: "entities",
    method: "GET",
    path,
    permission: "ad.read",
    description,
    parameters: adListParameters,
    operation: `query Ads($advertisable: ID!, $filter: AdFilter, $after: String) {
      advertisable(eid: $advertisable) { ads(first: 1000, after: $after, filter: $filter) { nodes { ...AdFields } pageInfo { hasNextPage endCursor } } }
    } ${fields}`,
    connection: "advertisable.ads",
    needed: neededFor,
    variables: (input) => ({
      advertisable: input.advertisable,
      filter: {
        isActive: { eq: input.is_active },
        status: statusFilter(input.statuses),
        type: statusFilter(input.types, input.include_sn ? undefined : ["ad_network"]),
        width: { eq: input.width },
        height: { eq: input.height },
      },
    }),
    body: ({ advertisable }: { advertisable: { ads: { nodes: AdData[] } } | null }, input) => ({
      results: paged(present(advertisable).ads.nodes, input).map(adRecord),
    }),
  });
}

export const ENTITY_ROUTES: readonly RestRoute[] = [
  getRoute<"user", UserData>("user", "user", USER_FIELDS, "user.read", userRecord),
  getRoute<"advertisable", AdvertisableData>(
    "advertisable",
    "advertisable",
    ADVERTISABLE_FIELDS,
    "advertisable.read",
    advertisableRecord,
  ),
  getRoute<"campaign", CampaignData>("campaign", "campaign", CAMPAIGN_FIELDS, "campaign.read", campaignRecord),
  getRoute<"adgroup", AdGroupData>("adgroup", "adGroup", AD_GROUP_FIELDS, "adGroup.read", adGroupRecord),
  getRoute<"ad", AdData>("ad", "ad", AD_FIELDS, "ad.read", adRecord),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/organization/get",
    permission: "organization.read",
    description: "The record of an organization. Document 2, part B.",
    parameters: organizationParameter,
    operation: `query Organization($eid: ID) { organization(eid: $eid) { ...OrganizationFields } } ${ORGANIZATION_FIELDS}`,
    variables: (input) => ({ eid: input.organization }),
    body: ({ organization }: { organization: OrganizationData | null }) => ({
      results: organizationRecord(present(organization)),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "GET",
    path: "/api/v1/organization/get_advertisables",
    permission: "organization.read",
    description: "The advertisables of an organization that the caller may see. Document 2, part B.",
    parameters: { ...organizationParameter, ...pageParameters },
    operation: `query Advertisables($eid: ID, $after: String) {
      organization(eid: $eid) { advertisables(first: 1000, after: $after) { nodes { ...AdvertisableFields } pageInfo { hasNextPage endCursor } } }
    } ${ADVERTISABLE_FIELDS}`,
    connection: "organization.advertisables",
    needed: neededFor,
    variables: (input) => ({ eid: input.organization }),
    body: ({ organization }: { organization: { advertisables: { nodes: AdvertisableData[] } } | null }, input) => ({
      results: paged(present(organization).advertisables.nodes, input).map(advertisableRecord),
    }),
  }),
  campaignsRoute(
    "/api/v1/advertisable/get_campaigns",
    CAMPAIGN_FIELDS,
    "The campaigns of an advertisable. Document 2, part B.",
  ),
  campaignsRoute(
    "/api/v1/advertisable/get_campaigns_fast",
    CAMPAIGN_FAST_FIELDS,
    "The campaigns of an advertisable, without their ad groups. Decisions, section 6.",
  ),
  adGroupsRoute<AdGroupData>(
    "/api/v1/advertisable/get_adgroups",
    AD_GROUP_FIELDS,
    "The ad groups of an advertisable. Decisions, section 6.",
    adGroupRecord,
  ),
  adGroupsRoute<AdGroupFastData>(
    "/api/v1/advertisable/get_adgroups_fast",
    AD_GROUP_FAST_FIELDS,
    "The ad groups of an advertisable, without their ads, segments and targets. Document 2, part B.",
    adGroupFastRecord,
  ),
  adsRoute("/api/v1/advertisable/get_ads", AD_FIELDS, "The ads of an advertisable. Decisions, section 6."),
  adsRoute(
    "/api/v1/advertisable/get_ads_fast",
    AD_FAST_FIELDS,
    "The ads of an advertisable, without their ad groups. Document 2, part B.",
  ),
];
