import { type FetchPolicy, refusalOfUrl } from "../../lib/fetch-policy.js";
import { AppError, type Violation } from "../../lib/errors.js";
import { checkUrl } from "../../lib/checks.js";

const TAG_NAME = /^[\p{L}_][\p{L}\p{N}._-]{0,99}$/u;

/** The fields of a feed's configuration that a client may send; undefined is "not given". */
export interface FeedConfigFields {
  url?: string | undefined;
  delimiter?: string | null | undefined;
  quoteChar?: string | null | undefined;
  encoding?: string | null | undefined;
  tagName?: string | null | undefined;
  locale?: string | null | undefined;
}

export function checkFeedConfig(fields: FeedConfigFields, policy: FetchPolicy): Violation[] {
  return [
    ...checkFeedUrl(fields.url, policy),
    ...checkCharacter("delimiter", fields.delimiter),
    ...checkCharacter("quoteChar", fields.quoteChar),
    ...(fields.encoding == null || encodingOf(fields.encoding) !== null
      ? []
      : [violation("encoding", "UNKNOWN", "encoding must be one that browsers know, such as utf-8 or windows-1252.")]),
    ...(fields.tagName == null || TAG_NAME.test(fields.tagName)
      ? []
      : [
          violation(
            "tagName",
            "NOT_A_NAME",
            "tagName must be the name of an element or list without a namespace prefix, 1 to 100 characters.",
          ),
        ]),
    ...(fields.locale == null || localeOf(fields.locale) !== null
      ? []
      : [violation("locale", "UNKNOWN", "locale must be a language and region, such as de-DE.")]),
  ];
}

/** What must hold of a configuration as a whole. */
export function checkWholeConfig(config: {
  url: string | null;
  delimiter: string | null;
  quoteChar: string | null;
}): Violation[] {
  if (config.url === null) return [violation("url", "MISSING", "url is required as long as the feed has none.")];
  if ((config.quoteChar ?? '"') !== config.delimiter) return [];
  return [violation("quoteChar", "SAME", "quoteChar and delimiter must be two characters.")];
}

/** Refuses to crawl a feed that platform administrators have not allowed. */
export function requireAllowed(isAllowed: boolean): void {
  if (isAllowed) return;
  throw new AppError("FORBIDDEN", "A platform administrator must first allow feeds for this advertisable.");
}

/** The standard's name of an encoding, or null where it has none. */
export function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** A locale as BCP 47 writes it, or null where there is no such. */
export function localeOf(text: string): string | null {
  if (text.length > 40) return null;
  try {
    const [locale] = Intl.NumberFormat.supportedLocalesOf(text.replaceAll("_", "-"));
    return locale ?? null;
  } catch {
    return null;
  }
}

function checkFeedUrl(url: string | undefined, policy: FetchPolicy): Violation[] {
  if (url === undefined) return [];
  const violations = checkUrl("url", url);
  const refusal = violations.length > 0 ? null : refusalOfUrl(new URL(url), policy);
  if (refusal === null) return violations;
  return [
    violation(
      "url",
      refusal,
      refusal === "BLOCKED_ADDRESS"
        ? "url must be on a public host."
        : "url must be on port 80 or 443, without user and password.",
    ),
  ];
}

function checkCharacter(field: string, text: string | null | undefined): Violation[] {
  if (text == null || /^[^\r\n\0\p{Cs}]$/u.test(text)) return [];
  return [violation(field, "NOT_A_CHARACTER", `${field} must be one character and no line break.`)];
}

function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}
