import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

/** Digits that an amount may have before and after the point. */
const MAX_MONEY = 1e12;
const MONEY_PLACES = 2;

/** Everything but line breaks and tabs of what has no shape of its own. */
// oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

export function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}

/** A text that is null or not given passes; control characters (NUL among them) never do. */
export function checkText(field: string, text: string | null | undefined, max: number): Violation[] {
  if (text == null) return [];
  if (CONTROL.test(text) || !text.isWellFormed())
    return [violation(field, "CONTROL_CHARACTER", `${field} must be whole characters, without control characters.`)];
  if (text.trim().length >= 1 && text.length <= max) return [];
  return [violation(field, "LENGTH", `${field} must have 1 to ${max} characters.`)];
}

/** An amount of 0 or more, at most 2 decimals. */
export function checkAmount(field: string, amount: Decimal | null | undefined): Violation[] {
  if (amount == null) return [];
  if (amount.gte(0) && amount.lt(MAX_MONEY) && amount.round(MONEY_PLACES).eq(amount)) return [];
  const message = `${field} must be an amount from 0 with at most ${MONEY_PLACES} decimals.`;
  return [violation(field, "NOT_AN_AMOUNT", message)];
}

export function checkInteger(field: string, value: number | null | undefined, max: number): Violation[] {
  if (value == null || (Number.isInteger(value) && value >= 0 && value <= max)) return [];
  return [violation(field, "OUT_OF_RANGE", `${field} must be a whole number from 0 to ${max}.`)];
}

/** Start and end of what runs from one instant up to another. */
export function checkPeriod({ startDate, endDate }: { startDate: Date | null; endDate: Date | null }): Violation[] {
  if (startDate === null || endDate === null || startDate < endDate) return [];
  return [violation("endDate", "END_BEFORE_START", "endDate must be after startDate.")];
}
