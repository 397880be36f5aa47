import type { Parameter } from "./parameter.js";

/** A value of a JSON body as it is checked: undefined refuses it. */
type Read<T> = (value: unknown) => T | undefined;

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One object of a JSON body; undefined when not given. */
export function optionalObject<T>(description: string, must: string, read: Read<T>): Parameter<T | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    read: (raw) => {
      const value = raw.length === 1 ? read(raw[0]) : undefined;
      return value === undefined ? { code: "INVALID", must } : { value };
    },
  };
}

/** A list of objects of a JSON body; required. */
export function someObjects<T>(description: string, must: string, max: number, read: Read<T>): Parameter<T[]> {
  return {
    description,
    required: true,
    absent: [],
    read: (raw) => {
      if (raw.length > max) return { code: "TOO_MANY", must: `at most ${max} items` };
      const values: T[] = [];
      for (const item of raw) {
        const value = read(item);
        if (value === undefined) return { code: "INVALID", must };
        values.push(value);
      }
      return { value: values };
    },
  };
}

/** A number of a JSON body or a query. */
export function optionalNumber(description: string): Parameter<number | null | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    read: ([first, ...others]) => {
      const value = typeof first === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(first) ? Number(first) : first;
      return others.length === 0 && typeof value === "number" && Number.isFinite(value)
        ? { value }
        : { code: "INVALID", must: "a number" };
    },
  };
}
