import { isEid } from "../../lib/eid.js";
import type { Violation } from "../../lib/errors.js";
import { isCurrency } from "../../lib/scalars.js";

/** Items of a list parameter at most. */
const MAX_ITEMS = 1_000;
const MAX_TEXT = 10_000;

/** How parameters say that they are texts of no certain shape. */
const ONE_TEXT = "one text";

export const CURRENCY_MUST = "three upper-case letters of ISO 4217, such as USD";

/** Why a value is not accepted. */
export interface Refusal {
  code: "INVALID" | "OUT_OF_RANGE" | "TOO_MANY" | "TOO_LARGE";
  /** What the parameter must be, to follow its name. */
  must: string;
}

/** What is wrong within a value that has parts, each path beginning in it. */
export interface InnerRefusal {
  violations: readonly Violation[];
}

/** A file of a multipart form. */
export class UploadedFile {
  constructor(readonly bytes: Buffer) {}
}

/** One input of a route: how its raw values become a value that the route can use. */
export interface Parameter<T> {
  readonly description: string;
  readonly required: boolean;
  /** The value when the client sends none; of no meaning for a required parameter. */
  readonly absent: T;
  /** Whether null and the empty text are values that it reads; elsewhere they count as not given. */
  readonly readsEmpty?: boolean;
  /** Whether a list is one value that it reads as it is, so that no other value passes for a list of one. */
  readonly readsWhole?: boolean;
  /** Whether it is a list that may come as one text, joined by commas. */
  readonly takesCommas?: boolean;
  /** Whether commas within an item of a JSON list belong to the item; such a list comes as one value. */
  readonly keepsItems?: boolean;
  /** `raw` has at least one value: text, a file of a form, or whatever JSON holds. */
  read(raw: readonly unknown[]): { value: T } | Refusal | InnerRefusal;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a route gets from its parameters. */
export type Input<P extends Parameters> = { readonly [N in keyof P]: P[N] extends Parameter<infer T> ? T : never };

function refusal(code: Refusal["code"], must: string): Refusal {
  return { code, must };
}

/** A parameter to which an empty text is a value, most often one that is refused, and not a way to leave it out as null is. */
export function refusingEmpty<T>(parameter: Parameter<T>): Parameter<T> {
  return {
    ...parameter,
    readsEmpty: true,
    read: (raw) => (raw.length === 1 && raw[0] === null ? { value: parameter.absent } : parameter.read(raw)),
  };
}

/** A parameter of one value, which is read off its text; undefined refuses it. */
export function single<T>(
  description: string,
  required: boolean,
  absent: T,
  must: string,
  parse: (text: string) => T | undefined,
): Parameter<T> {
  return {
    description,
    required,
    absent,
    read: (raw) => {
      const [first] = raw;
      const text = typeof first === "number" || typeof first === "boolean" ? String(first) : first;
      if (raw.length > 1) return refusal("INVALID", `${must}; it was given ${raw.length} times`);
      if (typeof text !== "string") return refusal("INVALID", must);
      if (text.length > MAX_TEXT || text.includes("\0")) {
        // Of anything but a text it is enough to say what it must be.
        if (must !== ONE_TEXT) return refusal("INVALID", must);
        if (text.length > MAX_TEXT) return refusal("TOO_LARGE", `at most ${MAX_TEXT} characters long`);
        return refusal("INVALID", "free of NUL characters");
      }
      const value = parse(text);
      return value === undefined ? refusal("INVALID", must) : { value };
    },
  };
}

/** The EID of one object; required. */
export function eid(description: string): Parameter<string> {
  return single(description, true, "", "an EID of 22 characters", (text) => (isEid(text) ? text : undefined));
}

export function optionalEid(description: string): Parameter<string | null> {
  return single<string | null>(description, false, null, "an EID of 22 characters", (text) =>
    isEid(text) ? text : undefined,
  );
}

/** A text; required. How long it may be is said by the graph. */
export function requiredText(description: string): Parameter<string> {
  return single(description, true, "", ONE_TEXT, (text) => text);
}

export function optionalText(description: string): Parameter<string | undefined> {
  return single<string | undefined>(description, false, undefined, ONE_TEXT, (text) => text);
}

export function flag(description: string, absent: boolean): Parameter<boolean> {
  const values: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };
  return single(description, false, absent, "true or false", (text) =>
    Object.hasOwn(values, text) ? values[text] : undefined,
  );
}

export function optionalFlag(description: string): Parameter<boolean | undefined> {
  return { ...flag(description, false), absent: undefined };
}

export function optionalInteger(description: string, min: number, max: number): Parameter<number | undefined> {
  return single<number | undefined>(description, false, undefined, `a whole number from ${min} to ${max}`, (text) =>
    wholeNumber(text, min, max),
  );
}

/** A whole number; required. */
export function integer(description: string, min: number, max: number): Parameter<number> {
  return single(description, true, min, `a whole number from ${min} to ${max}`, (text) => wholeNumber(text, min, max));
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** One of the given values. */
export function choice<V extends string>(
  description: string,
  values: readonly V[],
  absent: V,
  required = false,
): Parameter<V> {
  return single(description, required, absent, `one of ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

export function optionalChoice<V extends string>(description: string, values: readonly V[]): Parameter<V | undefined> {
  return single<V | undefined>(description, false, undefined, `one of ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

/** A currency as ISO 4217 writes it; USD when not given (document 3, limits). */
export function currency(): Parameter<string> {
  return single("Three upper-case letters of ISO 4217; USD when not given.", false, "USD", CURRENCY_MUST, currencyOf);
}

export function optionalCurrency(description: string): Parameter<string | undefined> {
  return single<string | undefined>(description, false, undefined, CURRENCY_MUST, currencyOf);
}

function currencyOf(code: string): string | undefined {
  return isCurrency(code) ? code : undefined;
}

export function list<T, A extends T[] | undefined>(
  description: string,
  required: boolean,
  absent: A,
  each: string,
  parse: (text: string) => T | undefined,
  keepsItems = false,
): Parameter<T[] | A> {
  return {
    description,
    required,
    absent,
    takesCommas: true,
    keepsItems,
    read: (raw) => {
      const must = `a list of ${each}, joined by commas or repeated`;
      // Text may hold several, joined by commas.
      const split = (item: unknown): unknown[] => (typeof item === "string" ? item.split(",") : [item]);
      const items = raw.flatMap((item): unknown[] =>
        Array.isArray(item) ? (keepsItems ? item : item.flatMap(split)) : split(item),
      );
      if (items.length > MAX_ITEMS) return refusal("TOO_MANY", `at most ${MAX_ITEMS} items`);
      const values: T[] = [];
      for (const item of items) {
        const value = typeof item === "string" && !item.includes("\0") ? parse(item.trim()) : undefined;
        if (value === undefined) return refusal("INVALID", must);
        values.push(value);
      }
      return { value: values };
    },
  };
}

export function eids(description: string): Parameter<string[] | undefined> {
  return list(description, false, undefined, "EIDs of 22 characters", (text) => (isEid(text) ? text : undefined));
}

/** EIDs of several objects; required. */
export function someEids(description: string): Parameter<string[]> {
  return list<string, string[]>(description, true, [], "EIDs of 22 characters", (text) =>
    isEid(text) ? text : undefined,
  );
}

/** Whole numbers, which JSON may hold as numbers; required. */
export function integers(description: string, min: number, max: number): Parameter<number[]> {
  const each = `whole numbers from ${min} to ${max}`;
  const numbers = list<number, number[]>(description, true, [], each, (text) => wholeNumber(text, min, max));
  return {
    ...numbers,
    read: (raw) => numbers.read(raw.flat().map((item) => (typeof item === "number" ? String(item) : item))),
  };
}

export function texts(description: string): Parameter<string[] | undefined> {
  return list(description, false, undefined, "texts", oneOfTexts);
}

/** Texts of any kind, which may hold commas themselves: a JSON list has one an item. */
export function keptTexts(description: string): Parameter<string[] | undefined> {
  return list(description, false, undefined, "texts", oneOfTexts, true);
}

function oneOfTexts(text: string): string | undefined {
  return text === "" || text.length > 255 ? undefined : text;
}

/** Some of the given values. */
export function choices<V extends string>(description: string, values: readonly V[]): Parameter<V[] | undefined> {
  return list(description, false, undefined, `values among ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

/** At least one of the given values; required. */
export function someOf<V extends string>(description: string, values: readonly V[]): Parameter<V[]> {
  return list<V, V[]>(description, true, [], `at least one of ${values.join(", ")}`, (text) =>
    values.find((value) => value === text),
  );
}

/** A file: a part of a multipart form, or its bytes in base64; required. */
export function file(description: string, maxBytes: number): Parameter<Buffer> {
  return {
    description,
    required: true,
    absent: Buffer.alloc(0),
    read: ([first, ...others]) => {
      const bytes = first instanceof UploadedFile ? first.bytes : fromBase64(first);
      if (bytes === undefined || bytes.length === 0 || others.length > 0)
        return refusal("INVALID", "one file of a multipart form, or its bytes in base64");
      return bytes.length > maxBytes ? refusal("TOO_LARGE", `at most ${maxBytes / 1_048_576} MiB`) : { value: bytes };
    },
  };
}

/** The same, or none. */
export function optionalFile(description: string, maxBytes: number): Parameter<Buffer | undefined> {
  return { ...file(description, maxBytes), required: false, absent: undefined };
}

function fromBase64(value: unknown): Buffer | undefined {
  if (typeof value !== "string" || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return undefined;
  return Buffer.from(value, "base64");
}
