import type { Violation } from "../../lib/errors.js";
import { checkText } from "../../lib/checks.js";

/** An ad as another system names it. */
export interface ExternalAd {
  campaignExternalId: string;
  adGroupExternalId: string;
  adExternalId: string;
}

/** An ad group with the campaign that it belongs to. */
export interface OwnedAdGroup {
  eid: string;
  campaignEid: string;
}

/** Where in the input the list of ads is: `["input", "ads"]`. */
export type ListPath = readonly string[];

/** Ads of one import at most, which bounds its statements. */
const MAX_ADS = 1_000;

/** Violations that are told at most; a thousand would help nobody. */
const MAX_VIOLATIONS = 20;

const FIELDS = ["campaignExternalId", "adGroupExternalId", "adExternalId"] as const;

export function checkExternalAds(ads: readonly ExternalAd[], path: ListPath): Violation[] {
  if (ads.length < 1 || ads.length > MAX_ADS) {
    return [{ path, code: "OUT_OF_RANGE", message: `ads must have 1 to ${MAX_ADS} items.` }];
  }
  const violations = ads.flatMap((ad, index) =>
    FIELDS.flatMap((field) =>
      checkIdentifier(field, ad[field]).map((violation) => ({ ...violation, path: [...path, index, field] })),
    ),
  );
  return violations.slice(0, MAX_VIOLATIONS);
}

function checkIdentifier(field: string, text: string): Violation[] {
  // Half a surrogate pair can't be stored, and what is stored in its place would not be found again.
  if (!text.isWellFormed()) return [{ path: [], code: "NOT_TEXT", message: `${field} must be well-formed text.` }];
  return checkText(field, text, 1, 255);
}

/**
 * Each ad group that the input puts into another campaign than it is in. Both maps are by external
 * identifier; what they lack is no violation.
 */
export function checkCampaigns(
  ads: readonly ExternalAd[],
  campaignEids: ReadonlyMap<string, string>,
  adGroups: ReadonlyMap<string, OwnedAdGroup>,
  path: ListPath,
): Violation[] {
  const told = new Set<string>();
  const violations: Violation[] = [];
  for (const [index, { campaignExternalId, adGroupExternalId }] of ads.entries()) {
    const adGroup = adGroups.get(adGroupExternalId);
    const campaignEid = campaignEids.get(campaignExternalId);
    if (
      adGroup === undefined ||
      campaignEid === undefined ||
      adGroup.campaignEid === campaignEid ||
      told.has(adGroupExternalId)
    )
      continue;
    told.add(adGroupExternalId);
    violations.push({
      path: [...path, index, "adGroupExternalId"],
      code: "OTHER_CAMPAIGN",
      message: `The ad group ${adGroupExternalId} (${adGroup.eid}) belongs to the campaign ${adGroup.campaignEid}, which is not the campaign ${campaignExternalId}.`,
    });
  }
  return violations.slice(0, MAX_VIOLATIONS);
}
