import { AppError, ERROR_CODES } from "../../lib/errors.js";
import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { Rewrite } from "../planning/rewrite.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { pathsOfObjects, type Representations } from "./representations.js";
import type { ResponseError } from "./subgraph-client.js";
import { pathToArray, type TreeObject } from "./tree.js";

/** An error with its place in the merged tree. */
export interface TreeError {
  message: string;
  path: readonly (string | number)[];
  extensions: Readonly<Record<string, unknown>>;
}

/** Part of an answer that cannot be had because its subgraph could not be asked. No address, no reason. */
export function unavailable(error: unknown): ResponseError {
  if (error instanceof AppError) return { message: error.message, extensions: error.extensions };
  return { message: ERROR_CODES.SERVICE_UNAVAILABLE.meaning, extensions: { code: "SERVICE_UNAVAILABLE" } };
}

/** Errors of a fetch of root fields; one without a path is about each of them. */
export function rootErrors(
  errors: readonly ResponseError[],
  rootKeys: readonly string[],
  rewrites: readonly Rewrite[],
): TreeError[] {
  const renames = renamesOf(rewrites);
  return errors.flatMap((error) => {
    const [head] = error.path ?? [];
    const paths =
      error.path !== undefined && typeof head === "string"
        ? [renamed(error.path, renames)]
        : rootKeys.map((key) => [key]);
    return paths.map((path) => treeError(error, path));
  });
}

/** One `_entities` field of a request with what was asked by it. */
export interface AskedEntities {
  lookup: EntityLookup;
  representations: Representations;
}

/** Errors of a fetch of entities, once for every object that stands behind the representation; one without a path is about all. */
export function entityErrors(
  errors: readonly ResponseError[],
  asked: readonly AskedEntities[],
  root: TreeObject,
  types: TypeConditions,
): TreeError[] {
  const placesOf = new Map<AskedEntities, readonly Places[]>();
  return errors.flatMap((error) => {
    const [alias, index, ...rest] = error.path ?? [];
    const field = asked.find(({ lookup }) => lookup.alias === alias);
    const fields = field === undefined ? asked : [field];
    return fields.flatMap((one) => {
      let places = placesOf.get(one);
      if (places === undefined) placesOf.set(one, (places = placesOfValues(one, root, types)));
      // One that nobody asked for is no reason to lose the error.
      const own = field !== undefined && typeof index === "number" ? places[index] : undefined;
      const paths = own ?? places.flat();
      const tail = own === undefined ? [] : renamed(rest, renamesOf(one.lookup.outputRewrites));
      return paths.map((path) => treeError(error, [...path, ...tail]));
    });
  });
}

type Places = readonly (readonly (string | number)[])[];

/** The places of the objects behind each representation. Worked out for an error only: paths are not kept otherwise. */
function placesOfValues(
  { lookup, representations: { values, objects, indexes } }: AskedEntities,
  root: TreeObject,
  types: TypeConditions,
): readonly Places[] {
  const paths = pathsOfObjects(lookup, root, types);
  const places = values.map((): (readonly (string | number)[])[] => []);
  for (const [at, object] of objects.entries()) {
    const own = paths.get(object) ?? [];
    // An object that stands in several places is in the list once for each of them.
    paths.delete(object);
    places[indexes[at] ?? 0]?.push(...own.map((path) => pathToArray(path)));
  }
  return places;
}

function treeError(error: ResponseError, path: readonly (string | number)[]): TreeError {
  return { message: error.message, path, extensions: error.extensions ?? { code: "INTERNAL_SERVER_ERROR" } };
}

/** The planner's own aliases are unique within a fetch, so that the renamed key alone tells the new name. */
function renamesOf(rewrites: readonly Rewrite[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const rewrite of rewrites) {
    const last = rewrite.path.at(-1);
    if (rewrite.kind === "rename" && last !== undefined && "Key" in last) renames.set(last.Key, rewrite.key);
  }
  return renames;
}

function renamed(path: readonly (string | number)[], renames: ReadonlyMap<string, string>): (string | number)[] {
  return path.map((key) => (typeof key === "string" ? (renames.get(key) ?? key) : key));
}
