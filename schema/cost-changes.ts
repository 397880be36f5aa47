import { buildASTSchema, parse, type DocumentNode, type GraphQLSchema } from "graphql";
import { DEFAULT_LIMITS, type OperationLimits } from "../lib/operation-limits.js";
import { prepareOperation, type PlanningContext } from "../gateway/planning/operation.js";
import { compileRules } from "../gateway/planning/operation-rules.js";
import { createPlanner } from "../gateway/planning/planner.js";
import { countFetches } from "../gateway/planning/query-plan.js";
import { separateRequiredFields } from "../gateway/planning/required-fields.js";
import { createTypeConditions } from "../gateway/planning/type-conditions.js";
import { finding, type Finding } from "./finding.js";
import { fits } from "./fits.js";
import type { KnownOperation } from "./usage-index.js";

/** One state of the graph; a supergraph that is not known has no plans. */
export interface GraphState {
  api: GraphQLSchema;
  supergraphSdl: string | null;
}

/** Plans that are asked for at a time: the planner's queue is short. */
const AT_ONCE = 50;

/**
 * Operations that cost more than before, or more than a client may ask for. Expects operations that fit the later state;
 * what did not fit the earlier one cannot have become costlier.
 */
export async function costChanges(
  operations: readonly KnownOperation[],
  before: GraphState,
  after: GraphState,
  limits: OperationLimits = DEFAULT_LIMITS,
): Promise<Finding[]> {
  const costs = operations.flatMap((operation) => staticCost(operation, before.api, after.api, limits));
  if (before.supergraphSdl === null || after.supergraphSdl === null || before.supergraphSdl === after.supergraphSdl)
    return costs;
  const [old, now] = [planningOf(before.api, before.supergraphSdl), planningOf(after.api, after.supergraphSdl)];
  for (let from = 0; from < operations.length; from += AT_ONCE) {
    const part = operations.slice(from, from + AT_ONCE);
    costs.push(...(await Promise.all(part.map((operation) => fetchChange(operation, old, now)))).flat());
  }
  return costs;
}

function staticCost(
  operation: KnownOperation,
  before: GraphQLSchema,
  after: GraphQLSchema,
  limits: OperationLimits,
): Finding[] {
  const [was, is] = [before, after].map((schema) => costOf(schema, operation.document, limits));
  if (was === undefined || is === undefined || is <= was || !fits(before, operation.document)) return [];
  const isOver = operation.isClients && is > limits.cost && was <= limits.cost;
  return [
    finding({
      kind: "cost",
      level: isOver ? "breaking" : "dangerous",
      code: isOver ? "LIMIT_EXCEEDED" : "COSTLIER",
      coordinate: null,
      message: `${operation.name} (${operation.source}) costs ${is} objects, before ${was}${isOver ? `; clients may ask for ${limits.cost}` : ""}`,
      remedy: isOver
        ? "Raise the limit, or shorten the lists that the operation asks for."
        : "Shorten its lists, or see that it is asked for rarely.",
    }),
  ];
}

function costOf(schema: GraphQLSchema, document: DocumentNode, limits: OperationLimits): number | undefined {
  return compileRules(schema, document, undefined, limits)?.cost({});
}

async function fetchChange(operation: KnownOperation, old: PlanningContext, now: PlanningContext): Promise<Finding[]> {
  const [was, is] = await Promise.all([fetchesOf(old, operation.document), fetchesOf(now, operation.document)]);
  if (was === null || is === null || is <= was || !fits(old.schema, operation.document)) return [];
  return [
    finding({
      kind: "cost",
      level: "dangerous",
      code: "MORE_FETCHES",
      coordinate: null,
      message: `${operation.name} (${operation.source}) takes ${is} requests to areas, before ${was}`,
      remedy: "Keep what it asks for together in one area, or accept that it is slower.",
    }),
  ];
}

/** Null for what the planner cannot plan, with every condition off. */
async function fetchesOf(context: PlanningContext, document: DocumentNode): Promise<number | null> {
  try {
    const { queryPlan } = await prepareOperation(context, document, undefined).variant({});
    return countFetches(queryPlan);
  } catch {
    return null;
  }
}

function planningOf(schema: GraphQLSchema, supergraphSdl: string): PlanningContext {
  const document = parse(supergraphSdl, { noLocation: true });
  const supergraph = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  const { plannerSdl, required } = separateRequiredFields(document);
  return { schema, types: createTypeConditions(supergraph), required, plan: createPlanner(plannerSdl) };
}
