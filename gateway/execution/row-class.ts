import type { TreeObject } from "./tree.js";

/** Of every row: nothing is inherited, so that a key from outside is never anything but a key. */
const ROW_PROTOTYPE: unknown = Object.freeze(Object.create(null));

/** Makes an object with the class's keys, in their order, from one value for each. */
export type RowClass = new (...values: unknown[]) => TreeObject;

/**
 * A class of tree objects that all have these keys. Objects without a prototype are hash tables to
 * the engine; those of a class have a layout that compiled code reads and writes several times
 * faster. Keys must be GraphQL names.
 */
export function createRowClass(keys: readonly string[]): RowClass {
  const assignments = keys.map((key, index) => `this[${JSON.stringify(key)}] = a${index};`);
  // oxlint-disable-next-line typescript/no-implied-eval -- a layout known ahead is what makes rows fast; keys are quoted
  const Row = new Function(...keys.map((_key, index) => `a${index}`), assignments.join("\n"));
  Row.prototype = ROW_PROTOTYPE;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a constructor
  return Row as unknown as RowClass;
}

/** Whether the object belongs to the tree; any other is the value of a scalar and belongs to a resolver. */
export function isOwnTreeObject(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || prototype === ROW_PROTOTYPE;
}
