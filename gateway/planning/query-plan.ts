import type { PlanNode, QueryPlan } from "./planner.js";

/** The plans of an operation as one, in the planner's own nodes. */
export function joinPlans(plans: readonly QueryPlan[]): QueryPlan {
  const nodes = plans.flatMap(({ node }) => node ?? []);
  const [first] = nodes;
  if (first === undefined) return { kind: "QueryPlan" };
  return { kind: "QueryPlan", node: nodes.length === 1 ? first : { kind: "Sequence", nodes } };
}

/** How many requests to subgraphs a plan has: all of them, though some may turn out to have nothing to ask for. */
export function countFetches(plan: QueryPlan): number {
  return plan.node === undefined ? 0 : fetchesOf(plan.node);
}

function fetchesOf(node: PlanNode): number {
  switch (node.kind) {
    case "Fetch":
    case "BatchFetch":
      return 1;
    case "Flatten":
      return fetchesOf(node.node);
    case "Sequence":
    case "Parallel":
      return node.nodes.reduce((count, child) => count + fetchesOf(child), 0);
    case "Condition":
      return [node.ifClause, node.elseClause].reduce(
        (count, child) => count + (child == null ? 0 : fetchesOf(child)),
        0,
      );
    case "Subscription":
    case "Defer":
      break;
  }
  // These two are never run.
  return 0;
}

/**
 * A plan for the explorer's Query Plan tab, which shows nothing of a plan of which it doesn't know
 * one part: it reads the fields of a rewrite beside the rewrite's name and not below it.
 */
export function shownPlan(plan: QueryPlan): unknown {
  return shown(plan);
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] =>
    (key === "KeyRenamer" || key === "ValueSetter") && typeof item === "object" && item !== null
      ? [[key, item], ...Object.entries(item)]
      : [[key, shown(item)]],
  );
  return Object.fromEntries(entries);
}
