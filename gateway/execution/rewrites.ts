import type { FetchNodePathSegment } from "../planning/planner.js";
import type { Rewrite } from "../planning/rewrite.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { isTreeObject } from "./tree.js";

/** Changes `value` in place as the rewrites say. */
export function applyRewrites(value: unknown, rewrites: readonly Rewrite[], types: TypeConditions): void {
  for (const rewrite of rewrites) applyAt(value, rewrite.path, rewrite, types);
}

function applyAt(
  value: unknown,
  [segment, ...rest]: readonly FetchNodePathSegment[],
  rewrite: Rewrite,
  types: TypeConditions,
): void {
  if (segment === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) applyAt(item, [segment, ...rest], rewrite, types);
    return;
  }
  if (!isTreeObject(value)) return;
  if ("TypenameEquals" in segment) {
    const fits = segment.TypenameEquals.some((condition) => types.fits(value["__typename"], condition));
    if (fits) applyAt(value, rest, rewrite, types);
    return;
  }
  const key = segment.Key;
  if (!(key in value)) return;
  if (rest.length > 0) {
    applyAt(value[key], rest, rewrite, types);
  } else if (rewrite.kind === "set") {
    value[key] = rewrite.value;
  } else if (rewrite.key !== key) {
    value[rewrite.key] = value[key];
    delete value[key];
  }
}
