import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { FlattenNodePathSegment, RequiresSelection } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { mergeInto } from "./merge.js";
import { type Collect, compileCollect } from "./compile-collect.js";
import { compileProjection, MISSING, NOT_PLAIN, type Projection } from "./projection.js";
import { applyRewrites } from "./rewrites.js";
import type { Takers } from "./subgraph-client.js";
import { createTreeObject, isTreeObject, type TreeObject, type TreePath } from "./tree.js";

/** What a subgraph is asked about, each thing once, and whom the answers are for. */
export interface Representations extends Takers {
  values: readonly TreeObject[];
}

/** Objects of another type, and those that lack a key because it could not be fetched, are left out. */
export function representationsFor(
  lookup: EntityLookup,
  root: TreeObject,
  variables: Readonly<Record<string, unknown>>,
  types: TypeConditions,
): Representations {
  const values: TreeObject[] = [];
  const indexes: number[] = [];
  const byType = new Map<unknown, TypeRepresentations>();
  const others = new Map<string, number>();

  function placeOfOther(object: TreeObject): number {
    const value = project(lookup.requires, object, variables, types);
    if (value === undefined || typeof value["__typename"] !== "string") return MISSING;
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
  // The same list unless something has to be left out.
  let objects = found;
  for (let i = 0; i < found.length; i += 1) {
    const object = found[i];
    if (object === undefined) continue;
    if (ofType === undefined || object["__typename"] !== typename) {
      typename = object["__typename"];
      ofType = byType.get(typename);
      if (ofType === undefined) {
        ofType = { projection: projectionOf(lookup, typename, types), known: new Map() };
        byType.set(typename, ofType);
      }
    }
    let place = ofType.projection === undefined ? NOT_PLAIN : ofType.projection(object, ofType.known, values);
    if (place === NOT_PLAIN) place = placeOfOther(object);
    if (place === MISSING) {
      if (objects === found) objects = found.slice(0, i);
      continue;
    }
    if (objects !== found) objects.push(object);
    indexes.push(place);
  }
  return { values, objects, indexes, types };
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

/** How the objects of a look-up are found, for each of its paths; compiled in the second run. */
function collectsOf(lookup: EntityLookup, types: TypeConditions): readonly Collect[] {
  if (lookup.runs > 1) return (lookup.collects ??= lookup.paths.map((path) => compileCollect(path, types)));
  return lookup.paths.map(
    (path): Collect =>
      (root, found) =>
        walk(root, path, 0, undefined, types, (object) => void found.push(object)),
  );
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
