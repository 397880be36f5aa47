import { QueryPlanner, type QueryPlan } from "@graphql-hive/router-query-planner";

// A program of its own, started by planner.ts. It must import nothing of ours and use no syntax that
// goes beyond types, so that Node runs it from the sources as it is.

export type PlannerRequest =
  | { kind: "supergraph"; key: number; sdl: string }
  | { kind: "plan"; id: number; key: number; operation: string };

export type PlannerAnswer =
  | { kind: "ready"; key: number }
  | { kind: "plan"; id: number; plan: QueryPlan }
  | { kind: "refusal"; id: number; message: string };

// Progressive overrides (`@override(label:)`) are not used: no label is ever active.
const NO_LABELS: ReadonlySet<string> = new Set();

const planners = new Map<number, QueryPlanner | string>();

process.on("message", (request: PlannerRequest) => {
  if (request.kind === "supergraph") load(request.key, request.sdl);
  else void plan(request.id, request.key, request.operation);
});

// The service is gone. A planner that still runs in another thread would hold up an ordinary exit.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

function load(key: number, sdl: string): void {
  try {
    planners.set(key, new QueryPlanner(sdl));
  } catch (error) {
    planners.set(key, messageOf(error));
  }
  answer({ kind: "ready", key });
}

async function plan(id: number, key: number, operation: string): Promise<void> {
  const planner = planners.get(key);
  if (typeof planner !== "object") {
    answer({ kind: "refusal", id, message: planner ?? "The supergraph is not known." });
    return;
  }
  try {
    answer({ kind: "plan", id, plan: await planner.planAsync(operation, null, new Set(NO_LABELS), 0) });
  } catch (error) {
    answer({ kind: "refusal", id, message: messageOf(error) });
  }
}

function answer(message: PlannerAnswer): void {
  process.send?.(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
