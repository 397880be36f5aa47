import type { IncomingHttpHeaders } from "node:http";
import { may, type Viewer } from "../../lib/viewer.js";
import { createTrace, type Trace } from "../execution/trace.js";
import { countFetches, shownPlan } from "../planning/query-plan.js";

/** What an answer shall tell in its `extensions` beside the data. */
export interface DeveloperView {
  /** `adgraph-cost: 1`: what the operation costs; for everyone who may ask at all. */
  cost: boolean;
  /** `adgraph-statements: count`: the number of SQL statements. */
  statements: boolean;
  /** `adgraph-trace: 1`: the plan and each fetch; `adgraph-explain: 1`: the plan, and nothing is run. */
  trace: Trace | undefined;
}

/**
 * Reads the headers by which developers ask. How an answer is made is for staff only, except where
 * everyone is a developer (`development`): the demo. Others are answered as if they had not asked.
 */
export function developerView(headers: IncomingHttpHeaders, viewer: Viewer, development: boolean): DeveloperView {
  const isDeveloper = development || may(viewer, "graph.trace");
  const explains = isDeveloper && headers["adgraph-explain"] === "1";
  const traces = isDeveloper && headers["adgraph-trace"] === "1";
  return {
    cost: headers["adgraph-cost"] === "1" || explains || traces,
    statements: isDeveloper && headers["adgraph-statements"] === "count",
    trace: explains || traces ? createTrace(explains) : undefined,
  };
}

/** The part of `extensions` that tells of a trace. */
export function traceExtensions({ explainOnly, queryPlan, fetches }: Trace): Record<string, unknown> {
  if (queryPlan === undefined) return {};
  return {
    queryPlan: shownPlan(queryPlan),
    ...(explainOnly ? { expectedFetches: countFetches(queryPlan) } : { trace: { fetches } }),
  };
}
