import type { TypeConditions } from "../planning/type-conditions.js";
import { isOwnTreeObject, mergeOfRow } from "./row-class.js";
import { isTreeObject, type TreeObject } from "./tree.js";

/**
 * Puts the fields of `source` into `target`, deeply. The objects of `source` become part of the
 * tree, and the same object may be part of it in several places: equal representations are the
 * same entity.
 */
export function mergeInto(target: TreeObject, source: TreeObject, types: TypeConditions): void {
  if (target === source) return;
  for (const key in source) target[key] = mergedField(target[key], source[key], key === "__typename", types);
}

/**
 * As `mergeInto`, of an object that is still as its subgraph gave it: with exactly the keys of its
 * class, if it is a row.
 */
export function mergeFresh(target: TreeObject, source: TreeObject, types: TypeConditions): void {
  const merge = mergeOfRow(source);
  if (merge === undefined) mergeInto(target, source, types);
  else if (target !== source) merge(target, source, mergedField, types);
}

/** What two values of one field come to. */
export function mergedField(known: unknown, value: unknown, isTypename: boolean, types: TypeConditions): unknown {
  // A subgraph that sees an interface as one object type knows less than one that named the type.
  if (isTypename && types.isObject(known) && !types.isObject(value)) return known;
  return merged(known, value, types);
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
