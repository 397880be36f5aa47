import type { Decimal } from "../../lib/decimal.js";
import { isEid } from "../../lib/eid.js";
import type { Violation } from "../../lib/errors.js";
import { checkInstant, checkInteger, checkLine, checkMoney, violation } from "../../lib/checks.js";

const MAX_NAME = 255;
/** The most that an integer of the graph holds. */
const MAX_TICKET = 2_147_483_647;
const MAX_PLACEMENTS = 20;

/** Ads of one ad group at most, and segments of one list. */
export const MAX_CHILDREN = 1_000;

/** The fields of an ad group that a client may send; undefined and null are "nothing to check". */
interface AdGroupFields {
  name?: string | null | undefined;
  kpiGoal?: Decimal | null | undefined;
  snPlacements?: readonly string[] | null | undefined;
  positiveSegmentEids?: readonly string[] | null | undefined;
  negativeSegmentEids?: readonly string[] | null | undefined;
  wizardTicketId?: number | null | undefined;
  startDate?: Date | null | undefined;
  endDate?: Date | null | undefined;
  ads?: readonly { adEid: string }[] | null | undefined;
}

export function checkAdGroup(fields: AdGroupFields): Violation[] {
  return [
    ...checkLine("name", fields.name, 1, MAX_NAME),
    ...checkMoney("kpiGoal", fields.kpiGoal),
    ...checkPlacements(fields.snPlacements),
    ...checkEids("positiveSegmentEids", fields.positiveSegmentEids),
    ...checkEids("negativeSegmentEids", fields.negativeSegmentEids),
    ...checkInstant("startDate", fields.startDate),
    ...checkInstant("endDate", fields.endDate),
    ...checkInteger("wizardTicketId", fields.wizardTicketId, 0, MAX_TICKET),
    ...checkEids(
      "ads",
      fields.ads?.map((ad) => ad.adEid),
    ),
  ];
}

function checkPlacements(words: readonly string[] | null | undefined): Violation[] {
  if (words == null) return [];
  const plain = words.every((word) => /^[a-z0-9_]{1,40}$/.test(word));
  if (plain && words.length <= MAX_PLACEMENTS && new Set(words).size === words.length) return [];
  const message = `snPlacements must be at most ${MAX_PLACEMENTS} different words of lower-case letters, digits and _.`;
  return [violation("snPlacements", "NOT_PLACEMENTS", message)];
}

function checkEids(field: string, eids: readonly string[] | null | undefined): Violation[] {
  if (eids == null) return [];
  if (eids.length > MAX_CHILDREN)
    return [violation(field, "TOO_MANY", `${field} must be at most ${MAX_CHILDREN} EIDs.`)];
  if (!eids.every(isEid)) return [violation(field, "NOT_AN_EID", `${field} must be EIDs of 22 characters.`)];
  if (new Set(eids).size === eids.length) return [];
  return [violation(field, "REPEATED", `${field} must name each EID once.`)];
}

/** What must hold between the segments of an ad group as it would be. */
export function checkSegments(adGroup: {
  positiveSegmentEids: readonly string[];
  negativeSegmentEids: readonly string[];
}): Violation[] {
  const negative = new Set(adGroup.negativeSegmentEids);
  const both = adGroup.positiveSegmentEids.find((eid) => negative.has(eid));
  if (both === undefined) return [];
  const message = `negativeSegmentEids must name none of the positive ones, as it does with ${both}.`;
  return [violation("negativeSegmentEids", "CONTRADICTION", message)];
}
