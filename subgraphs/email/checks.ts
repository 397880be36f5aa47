import { checkText, violation } from "../../lib/checks.js";
import { normaliseAddress } from "../../lib/email-address.js";
import type { Violation } from "../../lib/errors.js";

const MAX_URL = 2_048;

/** An address as it goes into mails: no spaces, no control characters, whole characters. */
const PLAIN_URL = /^[^\s\p{Cc}\p{Cs}"<>\\]+$/u;

/** What could end a line or turn the direction in which one is read: it would forge a header or what a person sees. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** A text that stands in a header or on one line of a mail; null and "not given" pass. */
export function checkHeaderLine(field: string, text: string | null | undefined, max = 255): Violation[] {
  if (text == null) return [];
  if (LINE_BREAKING.test(text) || !text.isWellFormed())
    return [violation(field, "CONTROL_CHARACTER", `${field} must be one line of whole characters.`)];
  return checkText(field, text, 1, max);
}

export function checkHttpUrl(field: string, url: string | null | undefined): Violation[] {
  if (url == null) return [];
  const parsed = url.length <= MAX_URL && PLAIN_URL.test(url) ? URL.parse(url) : null;
  if (
    parsed !== null &&
    ["http:", "https:"].includes(parsed.protocol) &&
    parsed.username === "" &&
    parsed.password === ""
  )
    return [];
  return [violation(field, "NOT_A_URL", `${field} must be an http or https address of at most ${MAX_URL} characters.`)];
}

/** A name beside an address: one that looks like an address itself is there to deceive, as mail programs show it first. */
function checkName(field: string, name: string | null | undefined): Violation[] {
  const violations = checkHeaderLine(field, name);
  if (violations.length > 0 || name == null || !/[@<>"]/.test(name)) return violations;
  return [violation(field, "NOT_A_NAME", `${field} must not look like an address: without @, <, > and quotes.`)];
}

/** Who sends, and from where. */
export interface SenderFields {
  senderName?: string | null | undefined;
  senderAddress?: string | null | undefined;
  footerPostalAddress?: string | null | undefined;
}

export function checkSender({ senderName, senderAddress, footerPostalAddress }: SenderFields): Violation[] {
  return [
    ...checkName("senderName", senderName),
    ...(senderAddress != null && normaliseAddress(senderAddress) === null
      ? [violation("senderAddress", "NOT_AN_ADDRESS", "senderAddress must be an e-mail address.")]
      : []),
    ...checkText("footerPostalAddress", footerPostalAddress, 1, 1_000),
  ];
}

/** The sender's address as it is kept: without blanks around it. Upper case stays, as a person may want to be written. */
export function trimmed(text: string | null | undefined): string | null | undefined {
  return text?.trim() ?? text;
}
