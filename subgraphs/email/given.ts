import { keysOf } from "../../lib/keys.js";

/** The fields of an edit that were given: `undefined` is "not given", `null` removes a value. */
export function given<R extends object>(fields: { [F in keyof R]?: R[F] | undefined }): Partial<R> {
  const changes: Partial<R> = {};
  for (const field of keysOf<{ [F in keyof R]?: R[F] | undefined }>(fields)) {
    const value = fields[field];
    if (value !== undefined) changes[field] = value;
  }
  return changes;
}
