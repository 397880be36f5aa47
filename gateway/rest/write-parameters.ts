import { parseReportDate } from "../../lib/date-range.js";
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
    "a day of the calendar, such as 2026-01-31",
    (text) => parseReportDate(text) ?? undefined,
  );
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
