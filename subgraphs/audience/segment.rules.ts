import { checkInteger, checkLine, checkMoney } from "../../lib/checks.js";
import { type Decimal, decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

/** Days that a segment or a window may last (decisions, section 7). */
const MAX_DAYS = 540;
const MAX_NAME = 255;
const PLACES = 2;

/** The fields of a segment that a client may send; undefined and null are "nothing to check". */
export interface SegmentFields {
  name?: string | null | undefined;
  displayName?: string | null | undefined;
  duration?: number | null | undefined;
  conversionValue?: Decimal | null | undefined;
}

export function checkSegment({ name, displayName, duration, conversionValue }: SegmentFields): Violation[] {
  return [
    ...checkLine("name", name, 1, MAX_NAME),
    ...checkLine("displayName", displayName, 1, MAX_NAME),
    ...checkInteger("duration", duration, 1, MAX_DAYS),
    ...checkMoney("conversionValue", conversionValue),
  ];
}

/** An amount as the table keeps it, to the cent; null for none. */
export function storedValue(amount: Decimal | null): string | null {
  return amount === null ? null : decimal(amount).toFixed(PLACES);
}
