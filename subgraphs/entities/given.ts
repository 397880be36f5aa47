/** The fields of an edit that were given: `undefined` is "not given", `null` removes a value. */
export function given<R extends object>(fields: { [F in keyof R]?: R[F] | undefined }): Partial<R> {
  const changes: Partial<R> = {};
  for (const field of Object.keys(fields) as (keyof R)[]) {
    const value = fields[field];
    if (value !== undefined) changes[field] = value;
  }
  return changes;
}
