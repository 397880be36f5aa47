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
  const byType = new Map<string, Map<string | number, number>>();
  const others = new Map<string, number>();

  function add(known: Map<string | number, number>, identity: string | number, value: TreeObject): number {
    let index = known.get(identity);
    if (index === undefined) {
      index = values.push(value) - 1;
      known.set(identity, index);
    }
    return index;
  }

  function addPlain(object: TreeObject): number | undefined | null {
    const typename = object["__typename"];
    if (typeof typename !== "string" || lookup.inputRewrites.length > 0) return null;
    const projection = projectionOf(lookup, typename, types);
    const plain = projection?.(object);
    if (plain == null) return projection === undefined ? null : plain;
    let known = byType.get(typename);
    if (known === undefined) byType.set(typename, (known = new Map()));
    return add(known, plain.identity, plain.value);
  }

  function addOther(object: TreeObject): number | undefined {
    const value = project(lookup.requires, object, variables, types);
    if (value === undefined || typeof value["__typename"] !== "string") return undefined;
    applyRewrites(value, lookup.inputRewrites, types);
    return add(others, JSON.stringify(value, bigintAsText), value);
  }

  for (const path of lookup.paths) {
    for (const object of objectsAt(root, path, types)) {
      const plain = addPlain(object);
      const index = plain === null ? addOther(object) : plain;
      if (index === undefined) continue;
      objects.push(object);
      indexes.push(index);
    }
  }
  return { values, objects, indexes };
}

/** Compiled at first sight of the type, if an object can be of it at all. */
function projectionOf(lookup: EntityLookup, typename: string, types: TypeConditions): Projection | undefined {
  const { projections } = lookup;
  const known = projections.get(typename);
  if (known !== undefined || !types.isObject(typename) || projections.has(typename)) return known;
  const made = compileProjection(lookup.requires, typename, types);
  projections.set(typename, made);
  return made;
}

/** All objects at a path. A list may be nested deeper than the path says: the planner writes one "@" for lists of lists. */
export function objectsAt(
  root: TreeObject,
  path: readonly FlattenNodePathSegment[],
  types: TypeConditions,
): TreeObject[] {
  const found: TreeObject[] = [];
  walk(root, path, 0, undefined, types, (object) => found.push(object));
  return found;
}

/** The path of the root, which stands for "keep paths" here. */
const ROOT: TreePath = { parent: undefined, key: "" };

/** Where the objects are that a look-up is about; one that is in several places has several paths. */
export function pathsOfObjects(
  lookup: EntityLookup,
  root: TreeObject,
  types: TypeConditions,
): Map<TreeObject, TreePath[]> {
  const paths = new Map<TreeObject, TreePath[]>();
  for (const path of lookup.paths) {
    walk(root, path, 0, ROOT, types, (object, at) => {
      const known = paths.get(object);
      if (at === undefined) return;
      if (known === undefined) paths.set(object, [at]);
      else known.push(at);
    });
  }
  return paths;
}

function below(at: TreePath | undefined, key: string | number): TreePath | undefined {
  return at === undefined ? undefined : { parent: at === ROOT ? undefined : at, key };
}

/** Paths are kept only when `at` is given. */
function walk(
  value: unknown,
  path: readonly FlattenNodePathSegment[],
  depth: number,
  at: TreePath | undefined,
  types: TypeConditions,
  onObject: (object: TreeObject, at: TreePath | undefined) => void,
): void {
  if (Array.isArray(value)) {
    for (let key = 0; key < value.length; key += 1) walk(value[key], path, depth, below(at, key), types, onObject);
    return;
  }
  if (!isTreeObject(value)) return;
  const segment = path[depth];
  if (segment === undefined) {
    onObject(value, at);
  } else if (segment === "@") {
    walk(value, path, depth + 1, at, types, onObject);
  } else if ("Field" in segment) {
    walk(value[segment.Field], path, depth + 1, below(at, segment.Field), types, onObject);
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
