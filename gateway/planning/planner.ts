import type { QueryPlan } from "@graphql-hive/router-query-planner";
import { PlannerQueue } from "./planner-queue.js";

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
 * took too long or the signal fired, GRAPHQL_VALIDATION_FAILED when the planner breaks on the
 * operation or it is nested deeper than about 50 levels, SERVICE_UNAVAILABLE when too many are
 * waiting, INTERNAL_SERVER_ERROR when the planner refuses it for another reason.
 */
export type Planner = (operation: string, signal?: AbortSignal) => Promise<QueryPlan>;

export interface PlannerOptions {
  /** How long one plan may take, with waiting for others, in milliseconds. Default 5,000. */
  deadlineMs?: number;
}

/** One planner process is enough for every supergraph of this process. */
const queue = new PlannerQueue();

/** Starts the planner in a process of its own and returns at once. */
export function createPlanner(supergraphSdl: string, { deadlineMs = 5_000 }: PlannerOptions = {}): Planner {
  queue.warm(supergraphSdl);
  return (operation, signal) => queue.plan(supergraphSdl, operation, deadlineMs, signal);
}
