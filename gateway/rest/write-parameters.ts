import { parseReportDate } from "../../lib/date-range.js";
import { isoDateTime } from "./iso-date-time.js";
import { type Parameter, single } from "./parameter.js";

/** Parameters that only routes that change something take. */

export function amount(description: string): Parameter<string | undefined> {
  return single<string | undefined>(
    description,
    false,
    undefined,
    "an amount from 0 with at most 2 decimals, such as 12.50",
    (text) => (/^\d{1,12}(\.\d{1,2})?$/.test(text) ? text : undefined),
  );
}

export function optionalDay(description: string): Parameter<string | undefined> {
  return single<string | undefined>(
    description,
    false,
    undefined,
    "a day of the calendar, such as 2026-01-31, or a date-time on it",
    dayOf,
  );
}

/** The day of a date or a date-time, in UTC. */
export function dayOf(text: string): string | undefined {
  if (!text.includes("T")) return parseReportDate(text) ?? undefined;
  return isoDateTime(text)?.slice(0, 10);
}

/** Of an edit, a value that can be removed: null or an empty text removes it. */
export function removable<T>(parameter: Parameter<T | undefined>): Parameter<T | null | undefined> {
  return {
    ...parameter,
    readsEmpty: true,
    read: (raw) => (isEmpty(raw) ? { value: null } : parameter.read(raw)),
  };
}

/** Of an edit, a value that can't be removed. */
export function lasting<T>(parameter: Parameter<T>): Parameter<T> {
  return {
    ...parameter,
    readsEmpty: true,
    read: (raw) =>
      isEmpty(raw) || raw.length === 0
        ? { code: "INVALID", must: "given a value, or left out to stay as it is" }
        : parameter.read(raw),
  };
}

/** Of an edit, a list that can be emptied: by an empty one, or by an empty text; null is no list. */
export function removableItems<T>(parameter: Parameter<T[] | undefined>): Parameter<T[] | undefined> {
  return {
    ...parameter,
    readsEmpty: true,
    read: (raw) => {
      if (raw.length === 0 || (raw.length === 1 && raw[0] === "")) return { value: [] };
      return isEmpty(raw)
        ? { code: "INVALID", must: "a list; an empty one takes all out, and left out it stays as it is" }
        : parameter.read(raw);
    },
  };
}

function isEmpty(raw: readonly unknown[]): boolean {
  return raw.length === 1 && (raw[0] === null || raw[0] === "");
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };

function readFlag(text: string): boolean | undefined {
  return Object.hasOwn(FLAGS, text) ? FLAGS[text] : undefined;
}

export function requiredFlag(description: string): Parameter<boolean> {
  return single(description, true, false, "true or false", readFlag);
}

/** One of the given values; required. */
export function oneOf<V extends string>(description: string, values: readonly [V, ...V[]]): Parameter<V> {
  return single<V>(description, true, values[0], `one of ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

/** One of the given values, or none. */
export function optionalOneOf<V extends string>(description: string, values: readonly V[]): Parameter<V | undefined> {
  return single<V | undefined>(description, false, undefined, `one of ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

/** A size as the records have it: "300x250" or "300 wide x 250 high". */
export function optionalAdFormat(description: string): Parameter<{ width: number; height: number } | undefined> {
  return single<{ width: number; height: number } | undefined>(
    description,
    false,
    undefined,
    "a size in pixels, such as 300x250",
    (text) => {
      const [, width, height] = /^(\d{1,5})(?: wide)? ?x ?(\d{1,5})(?: high)?$/.exec(text) ?? [];
      return width === undefined || height === undefined ? undefined : { width: Number(width), height: Number(height) };
    },
  );
}
