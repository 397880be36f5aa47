import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import type { CampaignStatus } from "./campaign.type.js";
import { checkDates, checkMoney, checkText } from "../../lib/checks.js";
import { checkIpRanges } from "./ip-range.rules.js";
import type { EntityEvent } from "./entity-event.js";

export const CAMPAIGN_STATES: StateTable<CampaignStatus, EntityEvent> = {
  ADMIN_REVIEW: { APPROVE: "APPROVED", REJECT: "REJECTED" },
  APPROVED: { PAUSE: "PAUSED", RESUME: "APPROVED", APPROVE: "APPROVED", REJECT: "REJECTED" },
  PAUSED: { PAUSE: "PAUSED", RESUME: "APPROVED", REJECT: "REJECTED" },
  REJECTED: { APPROVE: "APPROVED", REJECT: "REJECTED" },
  CANCELLED: {},
  COMPLETED: {},
};

/** The fields of a campaign that a client may send; undefined is "not given". */
export interface CampaignFields {
  name?: string | undefined;
  weeklyBudget?: Decimal | null | undefined;
  cpc?: Decimal | null | undefined;
  cpm?: Decimal | null | undefined;
  maxCpm?: Decimal | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  ipRangeExclusions?: string[] | null | undefined;
}

/** Checks a new campaign, or an edited one as it would be after the edit. */
export function checkCampaign(fields: CampaignFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkMoney("weeklyBudget", fields.weeklyBudget),
    ...checkMoney("cpc", fields.cpc),
    ...checkMoney("cpm", fields.cpm),
    ...checkMoney("maxCpm", fields.maxCpm),
    ...checkDates(fields.startDate, fields.endDate),
    ...checkIpRanges("ipRangeExclusions", fields.ipRangeExclusions),
  ];
}

/** Ad groups that a copied campaign may have. */
const MAX_CLONED_AD_GROUPS = 1_000;

export function checkClone(adGroups: number): Violation[] {
  if (adGroups <= MAX_CLONED_AD_GROUPS) return [];
  const message = `eid must be a campaign with at most ${MAX_CLONED_AD_GROUPS} ad groups; this one has ${adGroups}.`;
  return [{ path: ["input", "eid"], code: "TOO_MANY", message }];
}

export function checkPromotion(
  promotion: { code: string; description?: string | null | undefined } | null | undefined,
): Violation[] {
  return [
    ...checkText("code", promotion?.code, 1, 64),
    ...checkText("description", promotion?.description, 1, 255),
  ].map((violation) => ({ ...violation, path: ["input", "promotion", ...violation.path.slice(1)] }));
}
