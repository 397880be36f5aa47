import type { TypeConditions } from "../planning/type-conditions.js";
import type { TreeObject } from "./tree.js";

/** Puts the fields of a row into an object: by `slow` where that has another value already. */
export type MergeRow = (target: TreeObject, row: TreeObject, slow: MergeValue, types: TypeConditions) => void;

/** What two values come to. */
export type MergeValue = (known: unknown, value: unknown, isTypename: boolean, types: TypeConditions) => unknown;

/** Of every row. */
const MERGE = Symbol("merge");

/** Of every row: nothing is inherited, so that a key from outside is never anything but a key. */
const ROW_PROTOTYPE: object = Object.freeze(Object.create(null));

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
  Row.prototype = Object.freeze(Object.create(ROW_PROTOTYPE, { [MERGE]: { value: compileMerge(keys) } }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a constructor
  return Row as unknown as RowClass;
}

/** How a row with the keys that its class gave it is merged; undefined for any other object. */
export function mergeOfRow(object: object): MergeRow | undefined {
  const { [MERGE]: merge }: { [MERGE]?: MergeRow } = object;
  return merge;
}

/** Whether the object belongs to the tree; any other is the value of a scalar and belongs to a resolver. */
export function isOwnTreeObject(object: object): boolean {
  return mergeOfRow(object) !== undefined || Object.getPrototypeOf(object) === null;
}

/** Code that puts a value into the object `t`: by `slow` where that has another value under the key. */
export function mergeText(name: string, value: string, fresh: string): string {
  const place = `t[${JSON.stringify(name)}]`;
  const slow = `${place} = slow(${place}, ${value}, ${name === "__typename"}, types)`;
  return `if (${place} === undefined) ${place} = ${fresh}; else if (${place} !== ${value}) ${slow};`;
}

function compileMerge(keys: readonly string[]): MergeRow {
  const lines = keys.map((name) => {
    const value = `s[${JSON.stringify(name)}]`;
    return mergeText(name, value, `${value} === undefined ? null : ${value}`);
  });
  // oxlint-disable-next-line typescript/no-implied-eval -- as above
  const merge = new Function("t", "s", "slow", "types", lines.join("\n"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return merge as MergeRow;
}
