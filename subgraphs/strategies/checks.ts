import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

/** Characters of an address at most, as in the other areas (document 2, limits). */
const MAX_URL = 1_024;

/** Digits that an amount may have before and after the point. */
const MAX_MONEY = 1e12;
const MONEY_PLACES = 2;

/** An address without spaces and control characters, in whole characters. */
const PLAIN = /^[^\s\p{Cc}\p{Cs}]+$/u;

/** Everything but line breaks and tabs of what has no shape of its own. */
// oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/;

type Path = readonly (string | number)[];

export function violation(path: Path, code: string, message: string): Violation {
  return { path: ["input", ...path], code, message };
}

/** A text that is null or not given passes; control characters (NUL among them) never do, line breaks where `lines` says so. */
export function checkText(
  path: Path,
  text: string | null | undefined,
  min: number,
  max: number,
  lines: "ONE_LINE" | "LINES" = "ONE_LINE",
): Violation[] {
  if (text == null) return [];
  const name = String(path.at(-1));
  if (CONTROL.test(text) || !text.isWellFormed() || (lines === "ONE_LINE" && LINE_BREAK.test(text)))
    return [violation(path, "CONTROL_CHARACTER", `${name} must be whole characters, without control characters.`)];
  if (text.trim().length >= min && text.length <= max) return [];
  return [violation(path, "LENGTH", `${name} must have ${min} to ${max} characters.`)];
}

export function checkUrl(path: Path, url: string | null | undefined): Violation[] {
  if (url == null) return [];
  const parsed = url.length <= MAX_URL ? URL.parse(url) : null;
  if (parsed !== null && ["http:", "https:"].includes(parsed.protocol) && parsed.username === "" && PLAIN.test(url))
    return [];
  const message = `${path.at(-1)} must be an http or https address of at most ${MAX_URL} characters.`;
  return [violation(path, "NOT_A_URL", message)];
}

/** Money that is to be spent: more than 0, at most 2 decimals. */
export function checkAmount(path: Path, amount: Decimal | null | undefined): Violation[] {
  if (amount == null) return [];
  if (amount.gt(0) && amount.lt(MAX_MONEY) && amount.round(MONEY_PLACES).eq(amount)) return [];
  const message = `${path.at(-1)} must be an amount over 0 with at most ${MONEY_PLACES} decimals.`;
  return [violation(path, "NOT_AN_AMOUNT", message)];
}
