import { isEid } from "../../lib/eid.js";
import { isFields } from "./json-parameters.js";
import { exactNumber } from "./long-numbers.js";
import { choice, optionalFlag, optionalInteger, type Parameter, single } from "./parameter.js";
import { dayOf } from "./write-parameters.js";

/** Items of a list in a body at most. */
const MAX_ITEMS = 1_000;

/** The same parameter where null takes the value away. */
export function orNull<T>(parameter: Parameter<T | undefined>): Parameter<T | null | undefined> {
  return {
    ...parameter,
    readsEmpty: true,
    read: (raw) => {
      const [first] = raw;
      if (raw.length === 1 && first === null) return { value: null };
      // A form has no null, and leaves a field empty that is not filled in.
      return raw.length === 1 && first === "" ? { value: undefined } : parameter.read(raw);
    },
  };
}

/** A text of which the graph says how long it may be: an empty one is too short, and null takes it away. */
export function textOrNull(description: string): Parameter<string | null | undefined> {
  const text = single<string | undefined>(description, false, undefined, "one text", (given) => given);
  return {
    ...text,
    readsEmpty: true,
    read: (raw) => (raw.length === 1 && raw[0] === null ? { value: null } : text.read(raw)),
  };
}

export function eidOrNull(description: string): Parameter<string | null | undefined> {
  return orNull(
    single<string | undefined>(description, false, undefined, "an EID of 22 characters", (text) =>
      isEid(text) ? text : undefined,
    ),
  );
}

export function day(description: string): Parameter<string | null | undefined> {
  return orNull(
    single<string | undefined>(description, false, undefined, "a day of the calendar, such as 2026-01-31", dayOf),
  );
}

export function amountOrNull(description: string): Parameter<string | null | undefined> {
  return orNull(
    single<string | undefined>(
      description,
      false,
      undefined,
      "an amount from 0 with at most 2 decimals, such as 12.50",
      (text) => (/^\d{1,12}(\.\d{1,2})?$/.test(text) ? text : undefined),
    ),
  );
}

/** A number of 64 bits: a JSON number, whose every digit the reader of bodies keeps, or its digits as text; required. */
export function longNumber(description: string): Parameter<string> {
  const must = "a whole number from 1 to 9223372036854775807";
  return {
    description,
    required: true,
    absent: "",
    read: ([first, ...others]) => {
      const text = typeof first === "number" && Number.isSafeInteger(first) ? String(first) : first;
      const fits = others.length === 0 && typeof text === "string" && /^\d{1,19}$/.test(text);
      return fits ? { value: text } : { code: "INVALID", must };
    },
  };
}

/** Objects of a list in a JSON body; undefined when not given, and an empty list is a list. */
export function optionalObjects<T>(
  description: string,
  must: string,
  read: (value: Readonly<Record<string, unknown>>) => T | undefined,
): Parameter<T[] | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    read: (raw) => {
      if (raw.length === 1 && (raw[0] === null || raw[0] === "")) return { value: undefined };
      if (raw.length > MAX_ITEMS) return { code: "TOO_MANY", must: `at most ${MAX_ITEMS} items` };
      const values: T[] = [];
      for (const item of raw) {
        const value = isFields(item) ? read(item) : undefined;
        if (value === undefined) return { code: "INVALID", must };
        values.push(value);
      }
      return { value: values };
    },
  };
}

/** What every list of /social takes (document 2, part A; decisions, section 2). */
export function listParameters<S extends string>(sorts: readonly [S, ...S[]]) {
  return {
    all: optionalFlag("True gives every record, false one page; true when neither page nor page_size is given."),
    page: optionalInteger("Which page, from 1; a page past the end is empty.", 1, 1_000_000),
    page_size: optionalInteger("Records of a page, 1 to 100; 25 when not given.", 1, 100),
    sort: choice("What to sort by, the smallest first; created_date when not given.", sorts, sorts[0]),
  };
}

/** Records of a page when the client does not say. */
export const DEFAULT_SIZE = 25;

interface ListInput {
  all: boolean | undefined;
  page: number | undefined;
  page_size: number | undefined;
}

function wantsAll(input: ListInput): boolean {
  return input.all ?? (input.page === undefined && input.page_size === undefined);
}

/** Records that a page takes, with those before it; null for all. */
export function neededOf(input: ListInput): number | null {
  return wantsAll(input) ? null : (input.page ?? 1) * (input.page_size ?? DEFAULT_SIZE);
}

/** The answer of a list: what the graph gave as a whole, or a page of it. `count` says how many there are in all. */
export function paginated<R, T>(
  records: readonly R[],
  input: ListInput,
  toRecord: (record: R) => T,
  count = records.length,
) {
  if (wantsAll(input)) return { count, page: 1, page_size: count, results: records.map(toRecord) };
  const page = input.page ?? 1;
  const size = input.page_size ?? DEFAULT_SIZE;
  const rows = records.slice((page - 1) * size, page * size);
  return { count, page, page_size: size, results: rows.map(toRecord) };
}

/** A date-time as /social writes it: microseconds, no zone (decisions, section 3). */
export function socialDateTime(iso: string): string {
  return `${iso.slice(0, 23)}000`;
}

/** A number of 64 bits in an answer: a JSON number with every digit, which clients with such numbers read. */
export function longInteger(text: string | null): number | object | null {
  if (text === null) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : exactNumber(text);
}
