import { AppError } from "../../lib/errors.js";
import type { CompiledNode } from "../planning/compile-plan.js";
import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { FetchRequest } from "../planning/fetch-request.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import { entityErrors, rootErrors, unavailable, type AskedEntities, type TreeError } from "./fetch-errors.js";
import { mergeFresh, mergeInto } from "./merge.js";
import { representationsFor, type Representations } from "./representations.js";
import { applyRewrites } from "./rewrites.js";
import type { SubgraphClient, SubgraphResponse } from "./subgraph-client.js";
import { traceFetch, type Trace } from "./trace.js";
import { isTreeObject, type TreeObject } from "./tree.js";

/** What one run of an operation shares and fills. */
export interface PlanRun<C> {
  clients: Readonly<Record<string, SubgraphClient<C>>>;
  context: C;
  /** Coerced values of the client's variables. */
  variables: Readonly<Record<string, unknown>>;
  types: TypeConditions;
  signal: AbortSignal | undefined;
  onFailure: (error: unknown) => void;
  /** Everything fetched so far, under internal names. */
  root: TreeObject;
  errors: TreeError[];
  /** Told of every fetch, when somebody wants to know. */
  trace: Trace | undefined;
}

/** Runs a plan. Never rejects: what cannot be fetched becomes an error in `run.errors`. */
export async function runPlan<C>(node: CompiledNode, run: PlanRun<C>): Promise<void> {
  switch (node.kind) {
    case "Fetch":
      return runFetch(node, run);
    case "EntityFetch":
      return runEntityFetch(node, run);
    case "Sequence":
      for (const child of node.nodes) await runPlan(child, run);
      return;
    case "Parallel":
      await Promise.all(node.nodes.map((child) => runPlan(child, run)));
      return;
    case "Condition": {
      const clause = run.variables[node.variable] === true ? node.ifClause : node.elseClause;
      if (clause !== undefined) await runPlan(clause, run);
    }
  }
}

async function runFetch<C>(node: Extract<CompiledNode, { kind: "Fetch" }>, run: PlanRun<C>): Promise<void> {
  const { data, errors } = await send(node.request, variablesFor(node.request, run), run);
  if (errors !== undefined) run.errors.push(...rootErrors(errors, node.rootKeys, node.outputRewrites));
  if (!isTreeObject(data)) return;
  if (node.outputRewrites.length === 0) return mergeFresh(run.root, data, run.types);
  applyRewrites(data, node.outputRewrites, run.types);
  mergeInto(run.root, data, run.types);
}

async function runEntityFetch<C>(node: Extract<CompiledNode, { kind: "EntityFetch" }>, run: PlanRun<C>): Promise<void> {
  const variables = variablesFor(node.request, run);
  let isEmpty = true;
  const asked: AskedEntities[] = node.lookups.map((lookup) => {
    const representations = representationsFor(lookup, run.root, run.variables, run.types);
    variables[lookup.variable] = representations.values;
    if (representations.values.length > 0) isEmpty = false;
    return { lookup, representations };
  });
  if (isEmpty) return;
  const { data, errors } = await send(node.request, variables, run);
  if (errors !== undefined) run.errors.push(...entityErrors(errors, asked, run.root, run.types));
  for (const { lookup, representations } of asked) mergeEntities(data?.[lookup.alias], lookup, representations, run);
}

function mergeEntities<C>(
  entities: unknown,
  { outputRewrites }: EntityLookup,
  { objects, indexes }: Representations,
  { types }: PlanRun<C>,
): void {
  if (!Array.isArray(entities)) return;
  const merge = outputRewrites.length === 0 ? mergeFresh : mergeInto;
  if (outputRewrites.length > 0) for (const entity of entities) applyRewrites(entity, outputRewrites, types);
  for (let i = 0; i < objects.length; i += 1) {
    const object = objects[i];
    const entity: unknown = entities[indexes[i] ?? 0];
    if (object !== undefined && isTreeObject(entity)) merge(object, entity, types);
  }
}

/** A variable that the client did not set is not sent, as null would mean something else. */
function variablesFor<C>(request: FetchRequest, run: PlanRun<C>): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const name of request.variables) {
    if (Object.hasOwn(run.variables, name)) variables[name] = run.variables[name];
  }
  return variables;
}

async function send<C>(
  request: FetchRequest,
  variables: Record<string, unknown>,
  run: PlanRun<C>,
): Promise<SubgraphResponse> {
  try {
    if (run.signal?.aborted)
      throw new AppError("DEADLINE_EXCEEDED", "The answer took too long; ask for less or try again.");
    const client = run.clients[request.service];
    if (client === undefined) throw new Error(`There is no client for the subgraph ${request.service}.`);
    const { document, operation, operationName, kind } = request;
    const fetch = () =>
      client.execute({ document, operation, operationName, variables, kind, signal: run.signal }, run.context);
    const response = await (run.trace === undefined ? fetch() : traceFetch(run.trace, request, fetch));
    const isNothing = response.data == null && (response.errors ?? []).length === 0;
    return isNothing ? { errors: [unavailable(undefined)] } : response;
  } catch (error) {
    run.onFailure(error);
    return { errors: [unavailable(error)] };
  }
}
