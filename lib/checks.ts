import { placesOf } from "./currency.js";
import { FIRST_DAY, LAST_DAY } from "./date-range.js";
import type { Decimal } from "./decimal.js";
import type { Violation } from "./errors.js";

/** Characters of an address at most (document 2, limits). */
const MAX_URL = 1_024;

/** Digits that an amount of money may have before and after the point. */
const MAX_MONEY = 1e12;
const MONEY_PLACES = 2;

/** An address as it goes into headers, tables and to the network: no spaces, no control characters, whole characters. */
const PLAIN = /^[^\s\p{Cc}\p{Cs}]+$/u;

/** Everything but line breaks and tabs of what has no shape of its own. */
// oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** What ends a line. */
const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/;

/** A field of an input, or the way to one that lies deeper. */
export type FieldPath = string | readonly (string | number)[];

function partsOf(field: FieldPath): readonly (string | number)[] {
  return typeof field === "string" ? [field] : field;
}

function nameOf(field: FieldPath): string {
  return String(partsOf(field).at(-1));
}

/** What is wrong with a field of a mutation's input. */
export function violation(field: FieldPath, code: string, message: string): Violation {
  return { path: ["input", ...partsOf(field)], code, message };
}

/** A text that is null or not given passes; control characters (NUL among them) never do. */
export function checkText(field: FieldPath, text: string | null | undefined, min: number, max: number): Violation[] {
  if (text == null) return [];
  const name = nameOf(field);
  if (CONTROL.test(text) || !text.isWellFormed())
    return [violation(field, "CONTROL_CHARACTER", `${name} must be whole characters, without control characters.`)];
  // A character outside the first plane, such as an emoji, has two units; PostgreSQL counts it as one too.
  if (text.trim().length >= min && (text.length <= max || [...text].length <= max)) return [];
  return [violation(field, "LENGTH", `${name} must have ${min} to ${max} characters.`)];
}

/** A text of one line; null and "not given" pass. */
export function checkLine(field: FieldPath, text: string | null | undefined, min: number, max: number): Violation[] {
  if (text == null || !LINE_BREAK.test(text)) return checkText(field, text, min, max);
  return [violation(field, "CONTROL_CHARACTER", `${nameOf(field)} must be one line, without control characters.`)];
}

/** An address of the web without credentials; null and "not given" pass. */
export function checkUrl(field: FieldPath, url: string | null | undefined): Violation[] {
  if (url == null) return [];
  const parsed = url.length <= MAX_URL ? URL.parse(url) : null;
  if (parsed !== null && ["http:", "https:"].includes(parsed.protocol) && parsed.username === "" && PLAIN.test(url))
    return [];
  const message = `${nameOf(field)} must be an http or https address of at most ${MAX_URL} characters.`;
  return [violation(field, "NOT_A_URL", message)];
}

/** Money: 0 or more, at most 2 decimals; null and "not given" pass. */
export function checkMoney(field: FieldPath, amount: Decimal | null | undefined): Violation[] {
  if (amount == null || (amount.gte(0) && isMoney(amount))) return [];
  const message = `${nameOf(field)} must be an amount from 0 with at most ${MONEY_PLACES} decimals.`;
  return [violation(field, "NOT_AN_AMOUNT", message)];
}

/** Money that is to be spent: more than 0, at most 2 decimals; null and "not given" pass. */
export function checkSpending(field: FieldPath, amount: Decimal | null | undefined): Violation[] {
  if (amount == null || (amount.gt(0) && isMoney(amount))) return [];
  const message = `${nameOf(field)} must be an amount over 0 with at most ${MONEY_PLACES} decimals.`;
  return [violation(field, "NOT_AN_AMOUNT", message)];
}

function isMoney(amount: Decimal): boolean {
  return amount.lt(MAX_MONEY) && amount.round(MONEY_PLACES).eq(amount);
}

/** Money of a currency that has no smaller unit, such as the yen, is a whole number; null and "not given" pass. */
export function checkUnits(field: FieldPath, amount: Decimal | null | undefined, currency: string): Violation[] {
  if (amount == null || amount.round(placesOf(currency)).eq(amount)) return [];
  const message = `${nameOf(field)} must be a whole number: ${currency} has no smaller unit.`;
  return [violation(field, "NOT_AN_AMOUNT", message)];
}

/** A whole number within bounds; null and "not given" pass. */
export function checkInteger(
  field: FieldPath,
  value: number | null | undefined,
  min: number,
  max: number,
): Violation[] {
  if (value == null || (Number.isInteger(value) && value >= min && value <= max)) return [];
  return [violation(field, "OUT_OF_RANGE", `${nameOf(field)} must be a whole number from ${min} to ${max}.`)];
}

/** An instant on a day that reports know too; null and "not given" pass. */
export function checkInstant(field: FieldPath, instant: Date | null | undefined): Violation[] {
  if (instant == null) return [];
  const year = instant.getUTCFullYear();
  if (year >= Number(FIRST_DAY.slice(0, 4)) && year <= Number(LAST_DAY.slice(0, 4))) return [];
  return [violation(field, "OUT_OF_RANGE", `${nameOf(field)} must be from ${FIRST_DAY} to ${LAST_DAY}.`)];
}

/** Start and end of what runs for some days; the end is the day after the last one. */
export function checkDates(start: string | null | undefined, end: string | null | undefined): Violation[] {
  if (start == null || end == null || start <= end) return [];
  return [violation("startDate", "START_AFTER_END", "startDate must not be after endDate.")];
}
