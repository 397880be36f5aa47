import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { FlattenNodePathSegment, RequiresSelection } from "../planning/planner.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { mergeInto } from "./merge.js";
import { applyRewrites } from "./rewrites.js";
import { createTreeObject, isTreeObject, type TreeObject, type TreePath } from "./tree.js";

/** An object of the tree that gets further fields from a subgraph. */
export interface Target {
  object: TreeObject;
  path: TreePath | undefined;
}

/** What a subgraph is asked about, each thing once, and whom the answers are for. */
export interface Representations {
  values: readonly TreeObject[];
  /** The objects that each of `values` stands for. */
  targets: readonly (readonly Target[])[];
}

/** Objects of another type, and those that lack a key because it could not be fetched, are left out. */
export function representationsFor(
  lookup: EntityLookup,
  root: TreeObject,
  variables: Readonly<Record<string, unknown>>,
  types: TypeConditions,
): Representations {
  const values: TreeObject[] = [];
  const targets: Target[][] = [];
  const indexes = new Map<string, number>();
  for (const path of lookup.paths) {
    for (const target of targetsAt(root, path, types)) {
      const value = project(lookup.requires, target.object, variables, types);
      if (value === undefined || typeof value["__typename"] !== "string") continue;
      applyRewrites(value, lookup.inputRewrites, types);
      const identity = JSON.stringify(value, bigintAsText);
      const index = indexes.get(identity);
      if (index !== undefined) {
        targets[index]?.push(target);
        continue;
      }
      indexes.set(identity, values.length);
      values.push(value);
      targets.push([target]);
    }
  }
  return { values, targets };
}

/** All objects at a path. A list may be nested deeper than the path says: the planner writes one "@" for lists of lists. */
export function targetsAt(root: TreeObject, path: readonly FlattenNodePathSegment[], types: TypeConditions): Target[] {
  const found: Target[] = [];
  function walk(value: unknown, depth: number, at: TreePath | undefined): void {
    if (Array.isArray(value)) {
      value.forEach((item, key) => walk(item, depth, { parent: at, key }));
      return;
    }
    if (!isTreeObject(value)) return;
    const segment = path[depth];
    if (segment === undefined) {
      found.push({ object: value, path: at });
    } else if (segment === "@") {
      walk(value, depth + 1, at);
    } else if ("Field" in segment) {
      walk(value[segment.Field], depth + 1, { parent: at, key: segment.Field });
    } else if (segment.TypeCondition.some((condition) => types.fits(value["__typename"], condition))) {
      walk(value, depth + 1, at);
    }
  }
  walk(root, 0, undefined);
  return found;
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
