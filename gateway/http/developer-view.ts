import type { IncomingHttpHeaders } from "node:http";
import { IDEMPOTENCY_HEADER } from "../../lib/idempotency.js";
import { createTrace, type Trace } from "../execution/trace.js";
import { countFetches, shownPlan } from "../planning/query-plan.js";

/** The header by which a client may ask for the number of statements; an answer takes no longer for it. */
export const STATEMENTS_HEADER = "adgraph-statements";
const OWN_HEADER = "adgraph-";

/** What an answer shall tell in its `extensions` beside the data. */
export interface DeveloperView {
  /** `adgraph-cost: 1`: what the operation costs; for everyone who may ask at all. */
  cost: boolean;
  /** `adgraph-statements: count`: the number of SQL statements. */
  statements: boolean;
  /** `adgraph-trace: 1`: the plan and each fetch; `adgraph-explain: 1`: the plan, and nothing is run. */
  trace: Trace | undefined;
}

/** Reads the headers by which developers ask. How an answer is made is for them alone: others are answered as if they had not asked. */
export function developerView(headers: IncomingHttpHeaders, isDeveloper: boolean): DeveloperView {
  const explains = isDeveloper && headers["adgraph-explain"] === "1";
  const traces = isDeveloper && headers["adgraph-trace"] === "1";
  return {
    cost: headers["adgraph-cost"] === "1" || explains || traces,
    statements: isDeveloper && headers[STATEMENTS_HEADER] === "count",
    trace: explains || traces ? createTrace(explains) : undefined,
  };
}

/** The part of `extensions` that tells of a trace. */
export function traceExtensions({
  explainOnly,
  queryPlan,
  expectedStatements,
  fetches,
}: Trace): Record<string, unknown> {
  if (queryPlan === undefined) return {};
  return {
    queryPlan: shownPlan(queryPlan),
    ...(explainOnly ? { expectedFetches: countFetches(queryPlan), expectedStatements } : { trace: { fetches } }),
  };
}

/** Whether a request has a header of ours that asks for more than the number of statements, or an Idempotency-Key. */
export function asksForMore(headers: IncomingHttpHeaders): boolean {
  if (headers[IDEMPOTENCY_HEADER] !== undefined) return true;
  for (const name in headers) if (name.startsWith(OWN_HEADER) && name !== STATEMENTS_HEADER) return true;
  return false;
}
