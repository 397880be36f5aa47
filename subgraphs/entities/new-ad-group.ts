import type { RequestContext } from "../../lib/context.js";
import { AppError, notFound } from "../../lib/errors.js";
import type { AdGroupAd } from "./ad-group-ad.table.js";
import type { AdGroupLists } from "./ad-group-target.input.js";
import type { GivenTargets } from "./ad-group-target.rules.js";
import { NO_TARGETS } from "./ad-group-target.table.js";
import { isDeleted } from "./ad.rules.js";
import { type AdRecord, ads } from "./ad.table.js";
import { normalDomains } from "./checks.js";
import type { WholeAdGroup } from "./whole-ad-group.table.js";

/** A new ad group that addresses everybody and has no ads. */
export function newAdGroup(
  context: RequestContext,
  campaign: { eid: string; advertisableEid: string },
  name: string,
): WholeAdGroup {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: campaign.advertisableEid,
    campaignEid: campaign.eid,
    externalId: null,
    name,
    type: "web",
    status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
    isActive: true,
    positiveSegments: [],
    negativeSegments: [],
    geoTargetWorldwide: true,
    placementTargets: [],
    siteExclusions: [],
    ...NO_TARGETS,
    adOptimization: null,
    flightTimezone: "UTC",
    ads: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** A copy of an ad group with its site exclusions, geo targets and ads (document 2, part B, adgroup/clone). */
export function copyOf(
  context: RequestContext,
  original: WholeAdGroup,
  changes: { name?: string; campaignEid?: string },
): WholeAdGroup {
  const campaign = { eid: changes.campaignEid ?? original.campaignEid, advertisableEid: original.advertisableEid };
  const copy = newAdGroup(context, campaign, changes.name ?? original.name);
  return {
    ...copy,
    type: original.type,
    siteExclusions: original.siteExclusions,
    geoTargets: original.geoTargets,
    geoTargetWorldwide: original.geoTargetWorldwide,
    ads: original.ads.map(({ adEid, status }) => ({ adGroupEid: copy.eid, adEid, status })),
  };
}

/** Makes an ad serve in an ad group. Throws ILLEGAL_TRANSITION for one that is deleted. */
export function newLink(adGroupEid: string, adEid: string, known: ReadonlyMap<string, AdRecord>): AdGroupAd {
  const ad = known.get(adEid);
  if (ad !== undefined && isDeleted(ad))
    throw new AppError("ILLEGAL_TRANSITION", `The ad ${adEid} is deleted: it can't be added.`);
  return { adGroupEid, adEid, status: "APPROVED" };
}

/** The ads by EID; NOT_FOUND unless all are ads of the advertisable that the viewer sees; one statement. */
export async function requireAds(
  context: RequestContext,
  advertisableEid: string,
  adEids: readonly string[],
): Promise<Map<string, AdRecord>> {
  const found = await Promise.all([...new Set(adEids)].map((eid) => ads.require(context, eid)));
  for (const ad of found) if (ad.advertisableEid !== advertisableEid) throw notFound("ad", ad.eid);
  return new Map(found.map((ad) => [ad.eid, ad]));
}

/** The lists that an input gives, as plain values: undefined and null are "not given". */
export function givenLists(input: AdGroupLists): GivenTargets {
  return {
    positiveSegments: input.positiveSegments ?? undefined,
    negativeSegments: input.negativeSegments ?? undefined,
    placementTargets: input.placementTargets ?? undefined,
    platformTargets: input.platformTargets?.map(({ type, os, osVersion, device }) => ({ type, os, osVersion, device })),
    demographicTargets: input.demographicTargets?.map(({ minAge, maxAge }) => ({ minAge, maxAge })),
    siteExclusions: normalDomains(input.siteExclusions),
  };
}
