import type { FlattenNodePathSegment } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import type { TreeObject } from "./tree.js";

/** Adds the objects at one path to a list. */
export type Collect = (root: TreeObject, found: TreeObject[]) => void;

/**
 * Code that walks down one path, a function for each of its steps: a key that is part of the code is read several
 * times faster than one that is a value. A list may be nested deeper than the path says: the planner
 * writes one "@" for lists of lists.
 */
export function compileCollect(path: readonly FlattenNodePathSegment[], types: TypeConditions): Collect {
  const functions: string[] = [];
  const fits: ((typename: unknown) => boolean)[] = [];
  const steps = path.filter((segment) => segment !== "@");
  for (const [depth, segment] of steps.entries()) {
    functions.push("Field" in segment ? fieldStep(depth, segment.Field) : typeStep(depth, fits.length));
    if ("Field" in segment) continue;
    const conditions = segment.TypeCondition;
    fits.push((typename) => conditions.some((condition) => types.fits(typename, condition)));
  }
  functions.push(`function at${steps.length}(o, found) { found.push(o); }`);
  const names = fits.map((_fits, index) => `fits${index}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- code made for one look-up is what makes this fast; names are quoted
  const make = new Function(...names, `${functions.join("\n")}\nreturn at0;`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text above is such a function
  return make(...fits) as Collect;
}

function fieldStep(depth: number, field: string): string {
  const next = `at${depth + 1}`;
  return `function list${depth}(v, found) {
  for (let i = 0; i < v.length; i += 1) {
    const o = v[i];
    if (typeof o !== "object" || o === null) continue;
    if (Array.isArray(o)) list${depth}(o, found); else ${next}(o, found);
  }
}
function at${depth}(o, found) {
  const v = o[${JSON.stringify(field)}];
  if (typeof v !== "object" || v === null) return;
  if (Array.isArray(v)) list${depth}(v, found); else ${next}(v, found);
}`;
}

/** Objects of one type mostly follow each other, so the type that has fitted last is tried first. */
function typeStep(depth: number, index: number): string {
  return `let fitted${depth};
function at${depth}(o, found) {
  const t = o["__typename"];
  if (t !== fitted${depth} || t === undefined) { if (!fits${index}(t)) return; fitted${depth} = t; }
  at${depth + 1}(o, found);
}`;
}
