import { isTreeObject } from "./tree.js";

/**
 * Takes the prototypes from all objects of a value, in place. A tenth of the time of a reviver, and
 * by a stack of its own, as the value may be nested deeper than functions may.
 */
export function freeOfPrototypes(value: unknown): unknown {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === "object" && item !== null) pending.push(item);
    } else if (isTreeObject(next)) {
      Object.setPrototypeOf(next, null);
      for (const key in next) {
        const child = next[key];
        if (typeof child === "object" && child !== null) pending.push(child);
      }
    }
  }
  return value;
}
