import { isEid } from "../../lib/eid.js";
import type { Violation } from "../../lib/errors.js";
import { checkText } from "../../lib/checks.js";

/** Rules of a pixel at most, so that one list can name them all. */
const MAX_RULES = 1_000;

/** Segments that one rule fills at most. */
const MAX_SEGMENTS = 1_000;

const MAX_PATTERN_LENGTH = 1_024;
const MAX_PAGE_URL_LENGTH = 10_240;

/** EIDs that a message names at most. */
const MAX_NAMED = 5;

/** The characters of an address as browsers send it. */
const PATTERN = /^[\x21-\x7e]+$/;

/** The fields of a rule that a client may send; undefined is "not given". */
export interface RuleFields {
  name?: string | undefined;
  displayName?: string | null | undefined;
  pattern?: string | undefined;
  segmentEids?: readonly string[] | undefined;
}

export function checkRule(fields: RuleFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("displayName", fields.displayName, 1, 255),
    ...checkPattern(fields.pattern),
    ...checkSegments(fields.segmentEids ?? []),
  ];
}

function checkSegments(eids: readonly string[]): Violation[] {
  if (eids.length > MAX_SEGMENTS)
    return [violation("segmentEids", "TOO_MANY", `segmentEids must be at most ${MAX_SEGMENTS}.`)];
  if (new Set(eids).size === eids.length && eids.every(isEid)) return [];
  return [violation("segmentEids", "INVALID", "segmentEids must be EIDs of 22 characters, each once.")];
}

function checkPattern(pattern: string | undefined): Violation[] {
  if (pattern === undefined) return [];
  if (pattern.length < 1 || pattern.length > MAX_PATTERN_LENGTH) {
    return [violation("pattern", "LENGTH", `pattern must have 1 to ${MAX_PATTERN_LENGTH} characters.`)];
  }
  if (PATTERN.test(pattern)) return [];
  return [
    violation(
      "pattern",
      "NOT_A_PATTERN",
      "pattern must be written as a browser sends an address: without spaces, and with other letters percent-encoded, such as %C3%A9.",
    ),
  ];
}

/** One more rule of a pixel that has `count` of them. */
export function checkRoom(count: number): Violation[] {
  return count < MAX_RULES
    ? []
    : [violation("pixelEid", "TOO_MANY", `A pixel has at most ${MAX_RULES} rules; edit one that it has.`)];
}

/** The place to which one of the pixel's rules shall move, of as many as are not deleted. */
export function checkPlace(order: number, count: number): Violation[] {
  if (order >= 1 && order <= count) return [];
  const message = `order must be from 1 to ${count}, the number of the pixel's rules that are not deleted.`;
  return [violation("order", "OUT_OF_RANGE", message)];
}

/** A whole new order: it must name each of the pixel's rules once and nothing else. */
export function checkOrder(wanted: readonly string[], ruleEids: readonly string[]): Violation[] {
  const known = new Set(ruleEids);
  const named = new Set(wanted);
  const strangers = [...named].filter((eid) => !known.has(eid));
  const forgotten = ruleEids.filter((eid) => !named.has(eid));
  const repeated = new Set(wanted.filter((eid, index) => wanted.indexOf(eid) < index));
  const of = (code: string, eids: readonly string[], message: string): Violation[] =>
    eids.length === 0 ? [] : [violation("ruleEids", code, `${message}: ${listed(eids)}.`)];
  return [
    ...of("UNKNOWN", strangers, "ruleEids names what is none of the pixel's rules"),
    ...of("REPEATED", [...repeated], "ruleEids names a rule more than once"),
    ...of("INCOMPLETE", forgotten, "ruleEids must name every rule of the pixel; it lacks"),
  ];
}

function listed(eids: readonly string[]): string {
  const more = eids.length - MAX_NAMED;
  const named = eids.slice(0, MAX_NAMED).map((eid) => (isEid(eid) ? eid : "what is no EID"));
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
}

/** The list with one of its items moved to a place from 1. */
export function moved(eids: readonly string[], eid: string, order: number): string[] {
  return eids.filter((each) => each !== eid).toSpliced(order - 1, 0, eid);
}

export function checkPageUrl(field: string, url: string): Violation[] {
  if (pageUrl(url) !== null) return [];
  const message = `${field} must be an http or https address of at most ${MAX_PAGE_URL_LENGTH} characters.`;
  return [{ path: [field], code: "NOT_A_URL", message }];
}

/** The address of a page as a browser writes it, or null for what is none. */
function pageUrl(url: string): string | null {
  const parsed = url.length <= MAX_PAGE_URL_LENGTH ? URL.parse(url) : null;
  return parsed !== null && ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
}

/** Whether the page at an address is one of the pattern's; false for what is no address of a page. */
export function matchesPage(pattern: string, url: string): boolean {
  const href = pageUrl(url);
  return href !== null && matches(pattern, href);
}

/**
 * A wildcard match in time linear in the text: each piece between two stars is taken where it comes
 * first, since a later place would leave less room for the pieces after it.
 */
function matches(pattern: string, text: string): boolean {
  const [head = "", ...pieces] = pattern.split("*");
  const tail = pieces.pop();
  if (tail === undefined) return text === head;
  const end = text.length - tail.length;
  if (head.length > end || !text.startsWith(head) || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end;
}

function violation(field: string, code: string, message: string): Violation {
  return { path: ["input", field], code, message };
}
