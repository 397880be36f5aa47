import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { AdGroupAdStatus } from "./ad.type.js";

/** What can happen to an ad in one ad group. */
export type AdGroupAdEvent = "PAUSE" | "RESUME";

const MAX_ADS = 1_000;

export function checkAdEids(adEids: readonly string[]): Violation[] {
  if (adEids.length >= 1 && adEids.length <= MAX_ADS) return [];
  return [{ path: ["input", "adEids"], code: "COUNT", message: `adEids must be 1 to ${MAX_ADS} EIDs of ads.` }];
}

/** An ad in one ad group; what it waits for elsewhere does not matter here. */
export const AD_GROUP_AD_STATES: StateTable<AdGroupAdStatus, AdGroupAdEvent> = {
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED" },
};

/** The links after ads were chosen: those that stay keep their status, new ones serve. */
export function linksAfter<L extends { adEid: string }>(
  before: readonly L[],
  adEids: readonly string[],
  newLink: (adEid: string) => L,
): L[] {
  const known = new Map(before.map((link) => [link.adEid, link]));
  return [...new Set(adEids)].toSorted().map((adEid) => known.get(adEid) ?? newLink(adEid));
}
