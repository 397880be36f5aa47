import type { Decimal } from "../../lib/decimal.js";
import { isEid } from "../../lib/eid.js";
import { AppError, type Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { AdSetStatus, OptimizationGoal, PricingModel } from "./ad-set.type.js";
import { checkDates, checkInteger, checkMoney, checkText, violation } from "../../lib/checks.js";
import type { SocialCampaignStatus, SocialObjective } from "./social-campaign.type.js";

/** An event is the status that is wanted. */
export const AD_SET_STATES: StateTable<AdSetStatus, AdSetStatus> = {
  DRAFT: { DRAFT: "DRAFT", ACTIVE: "ACTIVE", PAUSED: "PAUSED", ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  ACTIVE: { ACTIVE: "ACTIVE", PAUSED: "PAUSED", ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  PAUSED: { ACTIVE: "ACTIVE", PAUSED: "PAUSED", ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  ARCHIVED: { ARCHIVED: "ARCHIVED", DELETED: "DELETED" },
  DELETED: { DELETED: "DELETED" },
};

/** Ages in years (document 2, limits). */
const MIN_AGE = 13;
const MAX_AGE = 65;
const MAX_PAGE_TYPES = 20;

/** Ads and audiences of one ad set at most, so that each can be read and copied as a whole. */
export const MAX_CHILDREN = 1_000;

export const DEFAULT_PAGE_TYPES: readonly string[] = ["desktopfeed", "mobilefeed"];
export const DEFAULT_PERIOD = "daily";

/** What fits each objective (own: the documents name both lists only). */
export const GOAL_OF_OBJECTIVE: Readonly<Record<SocialObjective, OptimizationGoal>> = {
  CONVERSIONS: "OFFSITE_CONVERSIONS",
  LINK_CLICKS: "LINK_CLICKS",
  LEAD_GENERATION: "LEAD_GENERATION",
  PRODUCT_CATALOG_SALES: "OFFSITE_CONVERSIONS",
};

/** The fields of an ad set that a client may send; undefined and null are "nothing to check". */
interface AdSetFields {
  name?: string | null | undefined;
  uiPeriod?: string | null | undefined;
  budget?: Decimal | null | undefined;
  bidAmount?: Decimal | null | undefined;
  cpc?: Decimal | null | undefined;
  minAge?: number | null | undefined;
  maxAge?: number | null | undefined;
  promotedSegmentEid?: string | null | undefined;
  pageTypes?: readonly string[] | null | undefined;
  ads?: readonly object[] | null | undefined;
  audiences?: readonly { customAudienceEid: string }[] | null | undefined;
}

export function checkAdSet(fields: AdSetFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("uiPeriod", fields.uiPeriod, 1, 40),
    ...checkMoney("budget", fields.budget),
    ...checkMoney("bidAmount", fields.bidAmount),
    ...checkMoney("cpc", fields.cpc),
    ...checkInteger("minAge", fields.minAge, MIN_AGE, MAX_AGE),
    ...checkInteger("maxAge", fields.maxAge, MIN_AGE, MAX_AGE),
    ...checkSegment(fields.promotedSegmentEid),
    ...checkPageTypes(fields.pageTypes),
    ...checkAudiences(fields.audiences),
    ...((fields.ads?.length ?? 0) > MAX_CHILDREN ? [tooMany("ads")] : []),
  ];
}

function checkSegment(eid: string | null | undefined): Violation[] {
  if (eid == null || isEid(eid)) return [];
  return [violation("promotedSegmentEid", "NOT_AN_EID", "promotedSegmentEid must be an EID of 22 characters.")];
}

function checkPageTypes(types: readonly string[] | null | undefined): Violation[] {
  if (types == null) return [];
  const plain = types.every((type) => /^[a-z_]{1,40}$/.test(type));
  if (plain && types.length <= MAX_PAGE_TYPES && new Set(types).size === types.length) return [];
  const message = `pageTypes must be at most ${MAX_PAGE_TYPES} different words of lower-case letters and _.`;
  return [violation("pageTypes", "NOT_PAGE_TYPES", message)];
}

function checkAudiences(audiences: readonly { customAudienceEid: string }[] | null | undefined): Violation[] {
  if (audiences == null) return [];
  if (audiences.length > MAX_CHILDREN) return [tooMany("audiences")];
  if (new Set(audiences.map((each) => each.customAudienceEid)).size === audiences.length) return [];
  return [violation("audiences", "REPEATED", "audiences must name each custom audience once.")];
}

function tooMany(field: string): Violation {
  return violation(field, "TOO_MANY", `An ad set has at most ${MAX_CHILDREN} ${field}.`);
}

/** What must hold between the fields of an ad set as it would be. */
export function checkWholeAdSet(adSet: {
  minAge: number | null;
  maxAge: number | null;
  startDate: string | null;
  endDate: string | null;
  pricingModel: PricingModel;
  cpc: string | null;
}): Violation[] {
  const { minAge, maxAge, pricingModel, cpc } = adSet;
  return [
    ...(minAge !== null && maxAge !== null && minAge > maxAge
      ? [violation("maxAge", "MIN_ABOVE_MAX", "maxAge must not be less than minAge.")]
      : []),
    ...(pricingModel === "FIXED_CPC" && cpc === null
      ? [violation("cpc", "MISSING", "cpc is required where each click costs the same.")]
      : []),
    ...checkDates(adSet.startDate, adSet.endDate),
  ];
}

/** Refuses what a deleted or archived parent can't have. */
export function requireOpen(parent: string, status: SocialCampaignStatus | AdSetStatus): void {
  if (status === "DELETED" || status === "ARCHIVED")
    throw new AppError("ILLEGAL_TRANSITION", `${parent} with status ${status} takes nothing new.`);
}

/** Refuses more children than an ad set may have. */
export function requireRoom(field: "ads" | "audiences", count: number): Violation[] {
  return count > MAX_CHILDREN ? [tooMany(field)] : [];
}

/** The name of a copy, of at most 255 characters. */
export function copyName(name: string): string {
  return `Copy of ${name}`.slice(0, 255).toWellFormed();
}
