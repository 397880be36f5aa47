import { parseReportDate } from "../../lib/date-range.js";

/** What `isoDateTime` reads. */
export const DATE_TIME = "a date-time from 1900 to 9998 such as 2026-01-31T12:00:00Z";

/** An ISO 8601 date-time as the graph takes it; undefined for what is none, or on no day of the calendar from 1900 to 9998. */
export function isoDateTime(text: string): string | undefined {
  if (parseReportDate(text.slice(0, 10)) === null) return undefined;
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return undefined;
  const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes("T") ? text : `${text}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
