import { type Decimal, decimal } from "./decimal.js";
import { keysOf } from "./keys.js";

/** The fields of an edit that were given: `undefined` is "not given", `null` removes a value. */
export function given<R extends object>(fields: { [F in keyof R]?: R[F] | undefined }): Partial<R> {
  const changes: Partial<R> = {};
  for (const field of keysOf<{ [F in keyof R]?: R[F] | undefined }>(fields)) {
    const value = fields[field];
    if (value !== undefined) changes[field] = value;
  }
  return changes;
}

/** An amount as a table keeps it, to the cent; null and "not given" stay what they are. */
export function stored(amount: Decimal): string;
export function stored(amount: Decimal | null | undefined): string | null | undefined;
export function stored(amount: Decimal | null | undefined): string | null | undefined {
  return amount == null ? amount : decimal(amount).toFixed(2);
}
