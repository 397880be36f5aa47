import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { FlattenNodePathSegment, RequiresSelection } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { mergeInto } from "./merge.js";
import { compileProjection, type Projection } from "./projection.js";
import { applyRewrites } from "./rewrites.js";
import { createTreeObject, isTreeObject, type TreeObject, type TreePath } from "./tree.js";

/** What a subgraph is asked about, each thing once, and whom the answers are for. */
export interface Representations {
  values: readonly TreeObject[];
  /** The objects of the tree that get further fields. */
  objects: readonly TreeObject[];
  /** Which of `values` stands for the object at the same place of `objects`. */
  indexes: readonly number[];
}

/** Objects of another type, and those that lack a key because it could not be fetched, are left out. */
export function representationsFor(
  lookup: EntityLookup,
  root: TreeObject,
  variables: Readonly<Record<string, unknown>>,
  types: TypeConditions,
): Representations {
  const values: TreeObject[] = [];
  const objects: TreeObject[] = [];
  const indexes: number[] = [];
  const byType = new Map<unknown, TypeRepresentations>();
  const others = new Map<string, number>();

  /** The place of an object's representation among the values; undefined when it cannot be asked about. */
  function placeOf(object: TreeObject, { projection, known }: TypeRepresentations): number | undefined {
    const identity = projection?.identify(object);
    if (projection === undefined || identity === null) return placeOfOther(object);
    if (identity === undefined) return undefined;
    let place = known.get(identity);
    if (place === undefined) {
      place = values.push(projection.represent(object)) - 1;
      known.set(identity, place);
    }
    return place;
  }

  function placeOfOther(object: TreeObject): number | undefined {
    const value = project(lookup.requires, object, variables, types);
    if (value === undefined || typeof value["__typename"] !== "string") return undefined;
    applyRewrites(value, lookup.inputRewrites, types);
    const identity = JSON.stringify(value, bigintAsText);
    let place = others.get(identity);
    if (place === undefined) {
      place = values.push(value) - 1;
      others.set(identity, place);
    }
    return place;
  }

  lookup.runs += 1;
  let typename: unknown;
  let ofType: TypeRepresentations | undefined;
  const found: TreeObject[] = [];
  for (const collect of collectsOf(lookup, types)) collect(root, found);
  for (const object of found) {
    if (ofType === undefined || object["__typename"] !== typename) {
      typename = object["__typename"];
      ofType = byType.get(typename);
      if (ofType === undefined) {
        ofType = { projection: projectionOf(lookup, typename, types), known: new Map() };
        byType.set(typename, ofType);
      }
    }
    const place = placeOf(object, ofType);
    if (place === undefined) continue;
    objects.push(object);
    indexes.push(place);
  }
  return { values, objects, indexes };
}

/** What is known of the objects of one type while representations are made. */
interface TypeRepresentations {
  projection: Projection | undefined;
  known: Map<string | number, number>;
}

/** Compiled in the second run, if an object can be of the type at all. */
function projectionOf(lookup: EntityLookup, typename: unknown, types: TypeConditions): Projection | undefined {
  const { projections } = lookup;
  if (typeof typename !== "string" || lookup.inputRewrites.length > 0 || lookup.runs === 1) return undefined;
  const known = projections.get(typename);
  if (known !== undefined || !types.isObject(typename) || projections.has(typename)) return known;
  const made = compileProjection(lookup.requires, typename, types);
  projections.set(typename, made);
  return made;
}

/** Adds the objects at one path to a list. */
export type Collect = (value: unknown, found: TreeObject[]) => void;

/** How the objects of a look-up are found, for each of its paths. */
function collectsOf(lookup: EntityLookup, types: TypeConditions): readonly Collect[] {
  lookup.collects ??= lookup.paths.map((path) => compileCollect(path, types));
  return lookup.collects;
}

/** A list may be nested deeper than the path says: the planner writes one "@" for lists of lists. */
function compileCollect([segment, ...rest]: readonly FlattenNodePathSegment[], types: TypeConditions): Collect {
  if (segment === "@") return compileCollect(rest, types);
  const collect = compileCollectObject(segment, rest, types);
  return function collectAny(value, found) {
    if (!Array.isArray(value)) {
      if (isTreeObject(value)) collect(value, found);
      return;
    }
    for (let i = 0; i < value.length; i += 1) collectAny(value[i], found);
  };
}

function compileCollectObject(
  segment: Exclude<FlattenNodePathSegment, "@"> | undefined,
  rest: readonly FlattenNodePathSegment[],
  types: TypeConditions,
): (object: TreeObject, found: TreeObject[]) => void {
  if (segment === undefined) return (object, found) => void found.push(object);
  const next = compileCollect(rest, types);
  if ("Field" in segment) {
    const { Field: field } = segment;
    return (object, found) => next(object[field], found);
  }
  const conditions = segment.TypeCondition;
  return (object, found) => {
    if (conditions.some((condition) => types.fits(object["__typename"], condition))) next(object, found);
  };
}

/** Where the objects are that a look-up is about; one that is in several places has several paths. */
export function pathsOfObjects(
  lookup: EntityLookup,
  root: TreeObject,
  types: TypeConditions,
): Map<TreeObject, TreePath[]> {
  const paths = new Map<TreeObject, TreePath[]>();
  for (const path of lookup.paths) {
    walk(root, path, 0, undefined, types, (object, at) => {
      const known = paths.get(object);
      if (known === undefined) paths.set(object, [at]);
      else known.push(at);
    });
  }
  return paths;
}

/** As `compileCollect`, for the few times when the places of the objects are wanted too. */
function walk(
  value: unknown,
  path: readonly FlattenNodePathSegment[],
  depth: number,
  at: TreePath | undefined,
  types: TypeConditions,
  onObject: (object: TreeObject, at: TreePath) => void,
): void {
  if (Array.isArray(value)) {
    for (let key = 0; key < value.length; key += 1) walk(value[key], path, depth, { parent: at, key }, types, onObject);
    return;
  }
  if (!isTreeObject(value)) return;
  const segment = path[depth];
  if (segment === undefined) {
    // The root is no entity, so that every object found has a place below it.
    if (at !== undefined) onObject(value, at);
  } else if (segment === "@") {
    walk(value, path, depth + 1, at, types, onObject);
  } else if ("Field" in segment) {
    walk(value[segment.Field], path, depth + 1, { parent: at, key: segment.Field }, types, onObject);
  } else if (segment.TypeCondition.some((condition) => types.fits(value["__typename"], condition))) {
    walk(value, path, depth + 1, at, types, onObject);
  }
}

/** The required fields of an object; undefined when one is missing or no type condition fits. */
function project(
  selections: readonly RequiresSelection[],
  object: TreeObject,
  variables: Readonly<Record<string, unknown>>,
  types: TypeConditions,
): TreeObject | undefined {
  const projected = createTreeObject();
  for (const selection of selections) {
    if (selection.kind === "Field") {
      const value = object[selection.name];
      if (value === undefined) return undefined;
      projected[selection.alias ?? selection.name] =
        selection.selections === undefined ? value : projectValue(selection.selections, value, variables, types);
    } else if (selection.kind === "InlineFragment") {
      if (selection.skipIf != null && variables[selection.skipIf] === true) continue;
      if (selection.includeIf != null && variables[selection.includeIf] !== true) continue;
      if (!types.fits(object["__typename"], selection.typeCondition)) continue;
      const fields = project(selection.selections, object, variables, types);
      if (fields === undefined) return undefined;
      mergeInto(projected, fields, types);
    }
  }
  return projected;
}

function projectValue(
  selections: readonly RequiresSelection[],
  value: unknown,
  variables: Readonly<Record<string, unknown>>,
  types: TypeConditions,
): unknown {
  if (Array.isArray(value)) return value.map((item) => projectValue(selections, item, variables, types));
  return isTreeObject(value) ? (project(selections, value, variables, types) ?? null) : value;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
