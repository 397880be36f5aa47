import type { Decimal } from "../../lib/decimal.js";
import { AppError, type Violation } from "../../lib/errors.js";

/** Objects of one kind that an ad group has at most, so that each list can be read and written as a whole. */
export const MAX_CHILDREN = 1_000;

/** What changed something where its maker does not say: the platform's own pages. */
export const DEFAULT_EVENT_SOURCE = "ui";

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
  if (text.trim().length > 0 && text.length <= max) return [];
  return [violation(field, "LENGTH", `${field} must have 1 to ${max} characters.`)];
}

/** Money: 0 or more, at most 2 decimals. */
export function checkMoney(field: string, amount: Decimal | null | undefined): Violation[] {
  if (amount == null) return [];
  if (amount.gte(0) && amount.lt(MAX_MONEY) && amount.round(MONEY_PLACES).eq(amount)) return [];
  const message = `${field} must be an amount from 0 with at most ${MONEY_PLACES} decimals.`;
  return [violation(field, "NOT_AN_AMOUNT", message)];
}

export function checkInteger(field: string, value: number | null | undefined, min: number, max: number): Violation[] {
  if (value == null || (Number.isInteger(value) && value >= min && value <= max)) return [];
  return [violation(field, "OUT_OF_RANGE", `${field} must be a whole number from ${min} to ${max}.`)];
}

/** First and last day of what runs for some days. */
export function checkDates(start: string | null, end: string | null): Violation[] {
  if (start === null || end === null || start <= end) return [];
  return [violation("startDate", "START_AFTER_END", "The first day must not be after the last one.")];
}

export function checkEventSource(source: string | null | undefined): Violation[] {
  return checkText("eventSource", source, 255);
}

/** A list of an input that names each thing once, and not too many. */
export function checkList(
  field: string,
  keys: readonly string[] | null | undefined,
  what: string,
  max = MAX_CHILDREN,
): Violation[] {
  if (keys == null) return [];
  if (keys.length > max) return [violation(field, "TOO_MANY", `${field} must be at most ${max}.`)];
  if (new Set(keys).size === keys.length) return [];
  return [violation(field, "REPEATED", `${field} must name each ${what} once.`)];
}

/** Refuses what an inactive campaign or ad group can't have. */
export function requireActive(noun: string, isActive: boolean): void {
  if (!isActive) throw new AppError("ILLEGAL_TRANSITION", `${noun} that is inactive takes nothing new.`);
}
