import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

/** Characters of an address at most (document 2, limits). */
const MAX_URL = 1_024;

/** Digits that an amount may have before and after the point. */
const MAX_MONEY = 1e12;
const MONEY_PLACES = 2;

/** An address as it goes into tables and to the network: no spaces, no control characters, whole characters. */
const PLAIN = /^[^\s\p{Cc}\p{Cs}]+$/u;

/** Everything but line breaks and tabs of what has no shape of its own. */
// oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

export function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}

/** A text that is null or not given passes; control characters (NUL among them) never do. */
export function checkText(field: string, text: string | null | undefined, min: number, max: number): Violation[] {
  if (text == null) return [];
  if (CONTROL.test(text) || !text.isWellFormed())
    return [violation(field, "CONTROL_CHARACTER", `${field} must be whole characters, without control characters.`)];
  if (text.trim().length >= min && text.length <= max) return [];
  return [violation(field, "LENGTH", `${field} must have ${min} to ${max} characters.`)];
}

export function checkUrl(field: string, url: string | null | undefined): Violation[] {
  if (url == null) return [];
  const parsed = url.length <= MAX_URL ? URL.parse(url) : null;
  if (parsed !== null && ["http:", "https:"].includes(parsed.protocol) && parsed.username === "" && PLAIN.test(url))
    return [];
  return [violation(field, "NOT_A_URL", `${field} must be an http or https address of at most ${MAX_URL} characters.`)];
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

/** Start and end of what runs for some days; the end is the day after the last one. */
export function checkDates(start: string | null | undefined, end: string | null | undefined): Violation[] {
  if (start == null || end == null || start <= end) return [];
  return [violation("startDate", "START_AFTER_END", "startDate must not be after endDate.")];
}
