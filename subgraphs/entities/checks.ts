import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";

/** Characters of an address at most, as for links of social ads (document 2, limits). */
const MAX_URL_LENGTH = 1_024;
const MAX_DOMAINS = 1_000;

/** Digits that an amount of money may have before and after the point. */
const MAX_MONEY = 1e12;
const MONEY_PLACES = 2;

/** An address as it goes into headers and tables: no spaces, no control characters, whole characters. */
const PLAIN = /^[^\s\p{Cc}\p{Cs}]+$/u;

const DOMAIN = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A text that is null or not given passes; control characters (NUL among them) never do. */
export function checkText(field: string, text: string | null | undefined, min: number, max: number): Violation[] {
  if (text == null) return [];
  // oxlint-disable-next-line no-control-regex -- control characters are just what this looks for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text)) {
    return [violation(field, "CONTROL_CHARACTER", `${field} must not contain control characters.`)];
  }
  if (!text.isWellFormed()) return [violation(field, "NOT_UNICODE", `${field} must be whole characters of Unicode.`)];
  if (text.trim().length >= min && text.length <= max) return [];
  return [violation(field, "LENGTH", `${field} must have ${min} to ${max} characters.`)];
}

export function checkUrl(field: string, url: string | null | undefined): Violation[] {
  if (url == null) return [];
  const parsed = url.length <= MAX_URL_LENGTH && URL.canParse(url) ? new URL(url) : null;
  if (parsed !== null && ["http:", "https:"].includes(parsed.protocol) && parsed.username === "" && PLAIN.test(url))
    return [];
  return [
    violation(field, "NOT_A_URL", `${field} must be an http or https address of at most ${MAX_URL_LENGTH} characters.`),
  ];
}

export function checkDomains(field: string, domains: readonly string[] | undefined): Violation[] {
  if (domains === undefined) return [];
  if (domains.length > MAX_DOMAINS)
    return [violation(field, "TOO_MANY", `${field} must have at most ${MAX_DOMAINS} domains.`)];
  return domains.flatMap((domain, index) =>
    DOMAIN.test(domain)
      ? []
      : [
          {
            path: ["input", field, index],
            code: "NOT_A_DOMAIN",
            message: `${field}: write a domain in lower case, such as example.com.`,
          },
        ],
  );
}

/** Money: 0 or more, at most 2 decimals. */
export function checkMoney(field: string, amount: Decimal | null | undefined): Violation[] {
  if (amount == null) return [];
  if (amount.gte(0) && amount.lt(MAX_MONEY) && amount.round(MONEY_PLACES).eq(amount)) return [];
  return [
    violation(field, "NOT_AN_AMOUNT", `${field} must be an amount from 0 with at most ${MONEY_PLACES} decimals.`),
  ];
}

/** Start and end of an object that runs for some days; the end is exclusive. */
export function checkDates(start: string | null | undefined, end: string | null | undefined): Violation[] {
  if (start == null || end == null || start <= end) return [];
  return [violation("startDate", "START_AFTER_END", "startDate must not be after endDate.")];
}

function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}
