import { type GraphQLError, locatedError, responsePathAsArray, type FieldNode, type GraphQLResolveInfo } from "graphql";
import type { SubgraphRequest } from "./subgraph-client.js";

/** Where a value stands in a subgraph's answer, as resolvers get to see it. */
export type Path = GraphQLResolveInfo["path"];

/** One run of a compiled subgraph operation. */
export interface SubgraphRun {
  context: unknown;
  /** Coerced. */
  variables: Record<string, unknown>;
  errors: GraphQLError[];
  /** Arguments that are the same for every object, by the number of their field. */
  arguments: (Record<string, unknown> | undefined)[];
  /** See SubgraphRequest. */
  takers: SubgraphRequest["takers"];
}

/** Completes what a resolver gave, or a promise of it. Throws what the nearest nullable place has to report. */
export type Complete = (value: unknown, path: Path, run: SubgraphRun) => unknown;

/** The field's completed value of an object, or a promise of it. */
export type CompleteField = (source: unknown, parentPath: Path | undefined, run: SubgraphRun) => unknown;

export function isPromise(value: unknown): value is Promise<unknown> {
  if (typeof value !== "object" || value === null) return false;
  const { then }: { then?: unknown } = value;
  return typeof then === "function";
}

/** Null in a nullable place, with the error reported; elsewhere the error is thrown on. */
export function handleError(
  thrown: unknown,
  nodes: readonly FieldNode[],
  path: Path,
  isNullable: boolean,
  run: SubgraphRun,
): null {
  const error = locatedError(thrown, nodes, responsePathAsArray(path));
  if (!isNullable) throw error;
  run.errors.push(error);
  return null;
}

/** Nobody waits for these any more, and their failing is no defect. */
export function abandon(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.then(undefined, () => undefined);
}
