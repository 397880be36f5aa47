import { type Decimal, decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

const MAX_DAYS = 540;
const MAX_NAME = 255;
/** What the table keeps: 12 digits before the point. */
const MAX_VALUE = 1e12;
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
    ...checkName("name", name),
    ...checkName("displayName", displayName),
    ...checkDuration(duration),
    ...checkValue(conversionValue),
  ];
}

/** A line of text: no control characters, no broken characters, not only blanks. */
function checkName(field: string, text: string | null | undefined): Violation[] {
  if (text == null) return [];
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    return [violation(field, "CONTROL_CHARACTER", `${field} must be one line of whole characters.`)];
  if (text.trim() !== "" && text.length <= MAX_NAME) return [];
  return [violation(field, "LENGTH", `${field} must have 1 to ${MAX_NAME} characters.`)];
}

/** Days that a segment or a window may last (decisions, section 7). */
function checkDuration(days: number | null | undefined): Violation[] {
  if (days == null || (days >= 1 && days <= MAX_DAYS)) return [];
  return [violation("duration", "OUT_OF_RANGE", `duration must be from 1 to ${MAX_DAYS} days.`)];
}

function checkValue(value: Decimal | null | undefined): Violation[] {
  if (value == null || (value.gte(0) && value.lt(MAX_VALUE) && value.round(PLACES).eq(value))) return [];
  const message = `conversionValue must be an amount from 0 with at most ${PLACES} decimals.`;
  return [violation("conversionValue", "NOT_AN_AMOUNT", message)];
}

/** An amount as the table keeps it, to the cent; null for none. */
export function storedValue(amount: Decimal | null): string | null {
  return amount === null ? null : decimal(amount).toFixed(PLACES);
}

function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}
