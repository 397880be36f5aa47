import { checkText, violation } from "../../lib/checks.js";
import { AppError, type Violation } from "../../lib/errors.js";

/** Objects of one kind that an ad group has at most, so that each list can be read and written as a whole. */
export const MAX_CHILDREN = 1_000;

/** What changed something where its maker does not say: the platform's own pages. */
export const DEFAULT_EVENT_SOURCE = "ui";

/** First and last day of what runs for some days. */
export function checkDates(start: string | null, end: string | null): Violation[] {
  if (start === null || end === null || start <= end) return [];
  return [violation("startDate", "START_AFTER_END", "The first day must not be after the last one.")];
}

export function checkEventSource(source: string | null | undefined): Violation[] {
  return checkText("eventSource", source, 1, 255);
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
