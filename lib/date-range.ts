import { DateTime } from "luxon";
import type { Clock } from "./clock.js";
import type { Violation } from "./errors.js";

/** Days from `start` up to, not including, `end`; both YYYY-MM-DD in UTC. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

/** How one surface of the platform reads a range (decisions, section 3). */
export interface RangePolicy {
  /** Whether the end that a client sends is the last day ("inclusive") or the day after it. */
  readonly end: "inclusive" | "exclusive";
  /** Whether past_days beats start and end where both are sent. */
  readonly pastDaysWins: boolean;
}

export const RANGE_POLICIES = {
  graph: { end: "exclusive", pastDaysWins: true },
  entityReport: { end: "inclusive", pastDaysWins: true },
  reportService: { end: "exclusive", pastDaysWins: true },
  reportingQuery: { end: "exclusive", pastDaysWins: false },
} as const satisfies Record<string, RangePolicy>;

/** What a client may send, as text; undefined is "not given". */
export interface RangeInput {
  start?: string | undefined;
  end?: string | undefined;
  pastDays?: number | undefined;
}

/** Milliseconds; a day of UTC always has as many. */
const DAY = 86_400_000;

/** Ten years: the longest range, which bounds the rows of a zero-filled date breakdown. */
export const MAX_RANGE_DAYS = 3_660;

/** Days of a request that names neither dates nor past days. */
export const DEFAULT_PAST_DAYS = 30;

/** Days that a client may name: every one has a day before and a day after that is written in ten characters. */
export const FIRST_DAY = "1900-01-01";
export const LAST_DAY = "9998-12-31";

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const AMERICAN = /^\d{2}-\d{2}-\d{4}$/;

/** A report date, `YYYY-MM-DD` or `MM-DD-YYYY`, as YYYY-MM-DD; null when it is no day of the calendar from 1900 to 9998. */
export function parseReportDate(text: string): string | null {
  const day = ISO.test(text) ? text : AMERICAN.test(text) ? `${text.slice(6)}-${text.slice(0, 5)}` : null;
  if (day === null || day < FIRST_DAY || day > LAST_DAY) return null;
  // JavaScript moves a 30 February into March; a day that it leaves alone is one of the calendar.
  const millis = Date.parse(day);
  return !Number.isNaN(millis) && isoDay(millis) === day ? day : null;
}

/** A day written in a Luxon format, as YYYY-MM-DD; null when the text does not fit or is no day. */
export function parseDate(text: string, format: string): string | null {
  const day = DateTime.fromFormat(text, format, { zone: "utc" });
  return day.isValid ? day.toISODate() : null;
}

export function today(clock: Clock): string {
  return isoDay(clock.now());
}

export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * DAY);
}

/** The first day of the month of a day, or of one of the months after it. */
export function startOfMonth(day: string, monthsLater = 0): string {
  return isoDay(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + monthsLater, 1));
}

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY);
}

/** Every day of the range, ascending. */
export function eachDay(range: DateRange): readonly string[] {
  const start = Date.parse(range.start);
  const length = Math.max(0, (Date.parse(range.end) - start) / DAY);
  return Array.from({ length }, (_, index) => isoDay(start + index * DAY));
}

/** The names that a surface gives to the three inputs, for its violations. */
export interface RangeNames {
  start: readonly string[];
  end: readonly string[];
  pastDays: readonly string[];
}

/**
 * The one range resolver, for every surface. Ranges that reach today or the future are fine, an
 * empty one too. Without any input: the 30 days before today. A missing end is today, a missing
 * start 30 days before the end, or the first day that there is.
 */
export function resolveRange(
  input: RangeInput,
  policy: RangePolicy,
  clock: Clock,
  names: RangeNames,
): DateRange | Violation[] {
  const now = today(clock);
  const datesGiven = input.start !== undefined || input.end !== undefined;
  if (input.pastDays !== undefined && (policy.pastDaysWins || !datesGiven)) {
    if (!Number.isInteger(input.pastDays) || input.pastDays < 0 || input.pastDays > MAX_RANGE_DAYS) {
      return [
        {
          path: names.pastDays,
          code: "OUT_OF_RANGE",
          message: `${names.pastDays.join(".")} must be a whole number from 0 to ${MAX_RANGE_DAYS}.`,
        },
      ];
    }
    return { start: addDays(now, -input.pastDays), end: now };
  }

  const start = input.start === undefined ? null : parseReportDate(input.start);
  const lastOrEnd = input.end === undefined ? null : parseReportDate(input.end);
  const violations: Violation[] = [];
  if (input.start !== undefined && start === null) violations.push(notADate(names.start));
  if (input.end !== undefined && lastOrEnd === null) violations.push(notADate(names.end));
  if (violations.length > 0) return violations;

  const end = lastOrEnd === null ? now : policy.end === "inclusive" ? addDays(lastOrEnd, 1) : lastOrEnd;
  if (end > LAST_DAY) {
    return [
      { path: names.end, code: "OUT_OF_RANGE", message: `${names.end.join(".")} must be a day before ${LAST_DAY}.` },
    ];
  }
  const range = { start: start ?? daysBefore(end), end };
  if (range.start > (lastOrEnd ?? end)) {
    return [
      {
        path: names.start,
        code: "START_AFTER_END",
        message: `${names.start.join(".")} must not be after ${names.end.join(".")}.`,
      },
    ];
  }
  if (daysBetween(range.start, range.end) > MAX_RANGE_DAYS) {
    return [
      { path: names.end, code: "RANGE_TOO_LONG", message: `The range must not be longer than ${MAX_RANGE_DAYS} days.` },
    ];
  }
  return range;
}

/** The start of a range that has none: there is nothing before the first day. */
function daysBefore(end: string): string {
  const start = addDays(end, -DEFAULT_PAST_DAYS);
  return start < FIRST_DAY ? FIRST_DAY : start;
}

function notADate(path: readonly string[]): Violation {
  return {
    path,
    code: "NOT_A_DATE",
    message: `${path.join(".")} must be a day from 1900 to 9998 as YYYY-MM-DD or MM-DD-YYYY.`,
  };
}

function isoDay(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
