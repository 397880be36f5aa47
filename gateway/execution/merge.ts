import type { TypeConditions } from "../planning/type-conditions.js";
import { isOwnTreeObject } from "./row-class.js";
import { isTreeObject, type TreeObject } from "./tree.js";

/**
 * Puts the fields of `source` into `target`, deeply. The objects of `source` become part of the
 * tree, and the same object may be part of it in several places: equal representations are the
 * same entity.
 */
export function mergeInto(target: TreeObject, source: TreeObject, types: TypeConditions): void {
  if (target === source) return;
  for (const key in source) {
    const value = source[key];
    // A subgraph that sees an interface as one object type knows less than one that named the type.
    if (key === "__typename" && types.isObject(target[key]) && !types.isObject(value)) continue;
    target[key] = merged(target[key], value, types);
  }
}

function merged(known: unknown, value: unknown, types: TypeConditions): unknown {
  if (value === null || value === undefined) return known ?? null;
  if (Array.isArray(known) && Array.isArray(value) && known.length === value.length) {
    return known.map((item, index) => merged(item, value[index], types));
  }
  if (isTreeObject(known) && isTreeObject(value) && isOwnTreeObject(known)) {
    mergeInto(known, value, types);
    return known;
  }
  return value;
}
