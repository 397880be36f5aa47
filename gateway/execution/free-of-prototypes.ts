import { isTreeObject } from "./tree.js";

/** Levels of lists and objects, far below those at which a function that calls itself for each runs out of stack. */
const MAX_LEVELS = 500;

/**
 * Takes the prototypes from all objects of a value, in place. A tenth of the time of a reviver, and
 * level by level, as the value may be nested deeper than functions may. What lies deeper than anybody
 * could write as JSON again becomes null: no operation asks for so many levels, only a scalar has them.
 */
export function freeOfPrototypes(value: unknown): unknown {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const next of level) {
      if (Array.isArray(next)) {
        for (let i = 0; i < next.length; i += 1) if (isTooDeep(next[i], depth, below)) next[i] = null;
      } else if (isTreeObject(next)) {
        Object.setPrototypeOf(next, null);
        for (const key in next) if (isTooDeep(next[key], depth, below)) next[key] = null;
      }
    }
    level = below;
  }
  return value;
}

/** Puts a child that is a list or an object to the next level, unless it is too deep. */
function isTooDeep(child: unknown, depth: number, below: unknown[]): boolean {
  if (typeof child !== "object" || child === null) return false;
  if (depth >= MAX_LEVELS) return true;
  below.push(child);
  return false;
}
