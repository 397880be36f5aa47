import { QueryPlanner, type QueryPlan } from "@graphql-hive/router-query-planner";
import { AppError } from "../../lib/errors.js";

export type {
  FetchNodePathSegment,
  FetchRewrite,
  FlattenNodePathSegment,
  PlanNode,
  QueryPlan,
  RequiresSelection,
} from "@graphql-hive/router-query-planner";

/**
 * Plans one operation, off the main thread. Rejects with AppError: DEADLINE_EXCEEDED when planning
 * took too long or the signal fired, GRAPHQL_VALIDATION_FAILED when the operation is nested deeper
 * than about 50 levels, INTERNAL_SERVER_ERROR when the planner refuses it for another reason.
 */
export type Planner = (operation: string, signal?: AbortSignal) => Promise<QueryPlan>;

export interface PlannerOptions {
  /** How long one plan may take, in milliseconds. */
  deadlineMs?: number;
}

// Progressive overrides (`@override(label:)`) are not used: no label is ever active.
const NO_LABELS: ReadonlySet<string> = new Set();

/** The only place that knows the planner library, which is young (0.0.x) and may have to be replaced. */
export function createPlanner(supergraphSdl: string, { deadlineMs = 5_000 }: PlannerOptions = {}): Planner {
  const planner = new QueryPlanner(supergraphSdl);
  return async (operation, signal) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      return await untilAborted(planner.planAsync(operation, null, new Set(NO_LABELS), 0, stop), stop);
    } catch (error) {
      if (stop.aborted) throw new AppError("DEADLINE_EXCEEDED", "Planning this operation took too long; ask for less.");
      const cause = error instanceof Error ? error : new Error(String(error));
      if (cause.message.includes("Recursion limit exceeded"))
        throw new AppError("GRAPHQL_VALIDATION_FAILED", "The operation is nested too deeply.");
      throw new AppError("INTERNAL_SERVER_ERROR", "This operation cannot be planned.", { cause });
    }
  };
}

/** The library looks at the signal between its steps only; the caller should not wait for the next one. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("aborted"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
