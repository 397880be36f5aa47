import { performance } from "node:perf_hooks";
import { statementScope } from "../../lib/statement-scope.js";
import type { FetchRequest } from "../planning/fetch-request.js";
import type { QueryPlan } from "../planning/planner.js";
import type { SubgraphResponse } from "./subgraph-client.js";

/** One request to a subgraph, as a developer may see it. */
export interface FetchTrace {
  subgraph: string;
  kind: "query" | "mutation";
  /** When it was sent, in milliseconds since the operation began. */
  startMs: number;
  /** How long the answer took, in milliseconds. */
  ms: number;
  /** Objects in the answer. */
  rows: number;
  errors: number;
  /**
   * The SQL that it ran, without values. Several fetches at once share their statements: each is
   * shown with the fetch that came first. Empty for a subgraph elsewhere.
   */
  statements: readonly string[];
}

/** What the engine tells about one run; made by who wants to know it, filled by the engine. */
export interface Trace {
  /** Plan the operation and run nothing; the data is null then. */
  explainOnly: boolean;
  /** Undefined until the operation is planned. */
  queryPlan: QueryPlan | undefined;
  /** Of an operation that is not run now: as many as it took the last time; null when it has not run here. */
  expectedStatements: number | null;
  /** In the order of their answers. */
  fetches: FetchTrace[];
  /** As `performance.now()` gives it. */
  began: number;
}

export function createTrace(explainOnly: boolean): Trace {
  return { explainOnly, queryPlan: undefined, expectedStatements: null, fetches: [], began: performance.now() };
}

/** Runs one fetch and writes down what it took, also when it fails. */
export async function traceFetch(
  trace: Trace,
  request: FetchRequest,
  fetch: () => SubgraphResponse | Promise<SubgraphResponse>,
): Promise<SubgraphResponse> {
  const statements: string[] = [];
  const start = performance.now();
  let response: SubgraphResponse | undefined;
  try {
    response = await statementScope.run(statements, fetch);
    return response;
  } finally {
    trace.fetches.push({
      subgraph: request.service,
      kind: request.kind,
      startMs: milliseconds(start - trace.began),
      ms: milliseconds(performance.now() - start),
      rows: countObjects(response?.data) - (response?.data == null ? 0 : 1),
      errors: response === undefined ? 1 : (response.errors?.length ?? 0),
      statements,
    });
  }
}

/** To a thousandth. */
function milliseconds(time: number): number {
  return Math.round(time * 1_000) / 1_000;
}

function countObjects(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let objects = Array.isArray(value) ? 0 : 1;
  for (const item of Object.values(value)) objects += countObjects(item);
  return objects;
}
