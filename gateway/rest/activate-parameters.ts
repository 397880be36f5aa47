import { isEid } from "../../lib/eid.js";
import { AppError } from "../../lib/errors.js";
import { isoDateTime } from "./iso-date-time.js";
import { bind } from "./bind.js";
import { isFields } from "./json-parameters.js";
import type { InnerRefusal, Input, Parameter, Parameters, Refusal } from "./parameter.js";

/**
 * Parameters of the JSON bodies of /activate. They keep apart what is not given (undefined) and what is
 * given as null, and take each value in the type of JSON that the documents name for it and in no other:
 * "10" is no amount.
 */

/** Items of a list in a body at most. */
const MAX_ITEMS = 1_000;

/** Reads one value that is not null; undefined refuses it. */
type ReadValue<T> = (value: unknown) => T | undefined;

function jsonValue<T>(description: string, must: string, read: ReadValue<T>): Parameter<T | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    readsWhole: true,
    read: ([whole]) => {
      if (whole === null) return { value: null };
      const value = read(whole);
      return value === undefined ? { code: "INVALID", must } : { value };
    },
  };
}

/** The same parameter, to be given; null is still a value. */
export function toBeGiven<T>(parameter: Parameter<T>): Parameter<T> {
  return { ...parameter, required: true };
}

/** The same parameter, to be given and not null. */
export function notNull<T>(parameter: Parameter<T | null | undefined>): Parameter<T | undefined> {
  return {
    ...parameter,
    required: true,
    absent: undefined,
    readsEmpty: false,
    read: (raw) => {
      const read = parameter.read(raw);
      if (!("value" in read)) return read;
      return read.value === null ? { code: "INVALID", must: "given" } : { value: read.value };
    },
  };
}

/** A text, of which the graph says how long it may be. */
export function jsonText(description: string): Parameter<string | null | undefined> {
  return jsonValue(description, "one text", (value) =>
    typeof value === "string" && !value.includes("\0") ? value : undefined,
  );
}

export function jsonEid(description: string): Parameter<string | null | undefined> {
  return jsonValue(description, "an EID of 22 characters", (value) =>
    typeof value === "string" && isEid(value) ? value : undefined,
  );
}

export function jsonFlag(description: string): Parameter<boolean | null | undefined> {
  return jsonValue(description, "true or false", (value) => (typeof value === "boolean" ? value : undefined));
}

export function jsonInteger(description: string, min: number, max: number): Parameter<number | null | undefined> {
  return jsonValue(description, `a whole number from ${min} to ${max}`, (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max ? value : undefined,
  );
}

/** An amount of money as a JSON number, read into its digits so that no cent is lost. */
export function jsonAmount(description: string): Parameter<string | null | undefined> {
  return jsonValue(description, "a number from 0 with at most 2 decimals, such as 12.5", (value) =>
    typeof value === "number" && /^\d{1,12}(\.\d{1,2})?$/.test(String(value)) ? String(value) : undefined,
  );
}

/** One of the given values. */
export function jsonChoice<V extends string>(
  description: string,
  values: readonly V[],
): Parameter<V | null | undefined> {
  return jsonValue(description, `one of ${values.join(", ")}`, (given) => values.find((value) => value === given));
}

/** An instant: a date or a date-time of ISO 8601, without zone in UTC; as the graph takes it. */
export function jsonDateTime(description: string): Parameter<string | null | undefined> {
  return jsonValue(description, "a date-time of ISO 8601, such as 2026-01-31T12:00:00 or 2026-01-31", (value) =>
    typeof value === "string" ? isoDateTime(value) : undefined,
  );
}

/** A list, whose empty form is a value. */
function jsonList<T>(description: string, each: string, read: ReadValue<T>): Parameter<T[] | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    readsWhole: true,
    read: ([whole]) => {
      if (whole === null) return { value: null };
      if (!Array.isArray(whole)) return { code: "INVALID", must: `a list of ${each}` };
      const items: readonly unknown[] = whole;
      if (items.length > MAX_ITEMS) return { code: "TOO_MANY", must: `at most ${MAX_ITEMS} items` };
      const values: T[] = [];
      for (const item of items) {
        const value = read(item);
        if (value === undefined) return { code: "INVALID", must: `a list of ${each}` };
        values.push(value);
      }
      return { value: values };
    },
  };
}

export function jsonEids(description: string): Parameter<string[] | null | undefined> {
  return jsonList(description, "EIDs of 22 characters", (item) =>
    typeof item === "string" && isEid(item) ? item : undefined,
  );
}

export function jsonTexts(description: string): Parameter<string[] | null | undefined> {
  return jsonList(description, "texts", (item) =>
    typeof item === "string" && !item.includes("\0") ? item : undefined,
  );
}

/** Some of the given values. */
export function jsonChoices<V extends string>(
  description: string,
  values: readonly V[],
): Parameter<V[] | null | undefined> {
  return jsonList(description, `values among ${values.join(", ")}`, (item) => values.find((value) => value === item));
}

/** An object whose fields are parameters themselves; errors name the one at fault as `email.sender_name`. */
export function jsonObject<P extends Parameters>(
  description: string,
  fields: P,
): Parameter<Input<P> | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    readsWhole: true,
    read: ([whole]) => (whole === null ? { value: null } : readFields(fields, whole)),
  };
}

/** A list of such objects; errors name the one at fault as `emails.0.body`. */
export function jsonObjects<P extends Parameters>(
  description: string,
  fields: P,
  max: number,
): Parameter<Input<P>[] | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    readsEmpty: true,
    readsWhole: true,
    read: ([whole]) => {
      if (whole === null) return { value: null };
      if (!Array.isArray(whole)) return { code: "INVALID", must: "a list of objects" };
      const items: readonly unknown[] = whole;
      if (items.length > max) return { code: "TOO_MANY", must: `at most ${max} items` };
      const values: Input<P>[] = [];
      const violations: InnerRefusal["violations"][number][] = [];
      for (const [index, item] of items.entries()) {
        const read = readFields(fields, item);
        if ("value" in read) values.push(read.value);
        else if ("violations" in read)
          violations.push(...read.violations.map((each) => ({ ...each, path: [index, ...each.path] })));
        else return { code: "INVALID", must: "a list of objects" };
      }
      return violations.length > 0 ? { violations } : { value: values };
    },
  };
}

function readFields<P extends Parameters>(fields: P, value: unknown): { value: Input<P> } | Refusal | InnerRefusal {
  if (!isFields(value)) return { code: "INVALID", must: "an object" };
  try {
    return { value: bind(fields, { query: {}, body: value }) };
  } catch (error) {
    if (error instanceof AppError && error.violations.length > 0) return { violations: error.violations };
    throw error;
  }
}
