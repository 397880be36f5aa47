/** The keys of an object that has no others than its type says, as TypeScript can't know of an object in general. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the callers' objects are literals of their own
  return Object.keys(object) as (keyof T & string)[];
}
