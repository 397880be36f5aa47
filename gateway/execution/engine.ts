import { buildASTSchema, executeSync, getVariableValues, parse, type DocumentNode, type GraphQLSchema } from "graphql";
import { AppError } from "../../lib/errors.js";
import { graphNames } from "../planning/join-directives.js";
import { createOperationCache } from "../planning/operation-cache.js";
import { prepareOperation, type Introspection, type Operation, type PlanningContext } from "../planning/operation.js";
import { createPlanner, type Planner } from "../planning/planner.js";
import { separateRequiredFields } from "../planning/required-fields.js";
import { createTypeConditions } from "../planning/type-conditions.js";
import { clientErrors } from "./client-errors.js";
import { createErrorIndex } from "./error-index.js";
import { runPlan, type PlanRun } from "./run-plan.js";
import { shapeResponse } from "./shape-response.js";
import type { ResponseError, SubgraphClient } from "./subgraph-client.js";
import type { Trace } from "./trace.js";
import { createTreeObject, isTreeObject, type TreeObject } from "./tree.js";

export interface EngineOptions<C> {
  supergraphSdl: string;
  apiSdl: string;
  /** By subgraph name. */
  clients: Readonly<Record<string, SubgraphClient<C>>>;
  /** How many operations are kept prepared; at most twice as many are in memory. */
  cachedOperations?: number;
  /** Default: in a process of its own. */
  createPlanner?: (supergraphSdl: string) => Planner;
  /** Told of every failure of which a client sees the code only: to be logged. */
  onFailure?: (error: unknown) => void;
}

export interface EngineRequest<C> {
  /** Must be valid against the engine's schema. */
  document: DocumentNode;
  operationName?: string | null;
  variables?: Readonly<Record<string, unknown>> | null;
  context: C;
  /** When it fires, no further subgraph is asked. */
  signal?: AbortSignal;
  /** Filled with what the run took. */
  trace?: Trace;
}

export interface EngineResponse {
  /** Absent when the operation could not start; null when a null reached the root. */
  data?: TreeObject | null;
  errors?: ResponseError[];
}

export interface Engine<C> {
  /** What clients see. */
  schema: GraphQLSchema;
  /** Never rejects. */
  execute(request: EngineRequest<C>): Promise<EngineResponse>;
}

/** Executes operations over subgraphs. Throws when a subgraph of the supergraph has no client. */
export function createEngine<C>(options: EngineOptions<C>): Engine<C> {
  const schema = buildASTSchema(parse(options.apiSdl, { noLocation: true }));
  const supergraphDocument = parse(options.supergraphSdl, { noLocation: true });
  const supergraph = buildASTSchema(supergraphDocument, { assumeValid: true, assumeValidSDL: true });
  const { plannerSdl, required } = separateRequiredFields(supergraphDocument);
  const types = createTypeConditions(supergraph);
  const planning: PlanningContext = {
    schema,
    types,
    required,
    plan: (options.createPlanner ?? createPlanner)(plannerSdl),
  };
  const cache = createOperationCache(options.cachedOperations ?? 1_000);
  const onFailure = options.onFailure ?? (() => undefined);
  assertClients(options.clients, graphNames(supergraphDocument).values());

  async function run(request: EngineRequest<C>): Promise<EngineResponse> {
    const operationName = request.operationName ?? undefined;
    const operation = cache.get(request.document, operationName, () =>
      prepareOperation(planning, request.document, operationName),
    );
    const coerced = coerceVariables(schema, operation, request.variables ?? {});
    if (coerced.errors !== undefined) return { errors: coerced.errors };
    const variables = coerced.values;
    const variant = await operation.variant(conditionValues(operation, variables));
    if (request.trace !== undefined) {
      request.trace.queryPlan = variant.queryPlan;
      if (request.trace.explainOnly) return { data: null };
    }
    const planRun: PlanRun<C> = {
      clients: options.clients,
      context: request.context,
      variables,
      types,
      signal: request.signal,
      onFailure,
      root: createTreeObject(),
      errors: [],
      trace: request.trace,
    };
    for (const plan of variant.plans) await runPlan(plan, planRun);
    if (variant.introspection !== undefined) introspect(schema, variant.introspection, variables, planRun.root);
    const errors = clientErrors(planRun.errors, variant.shape, planRun.root, schema);
    const explained = createErrorIndex();
    for (const { path } of errors) if (path !== undefined) explained.add(path);
    const data = shapeResponse(variant.shape, planRun.root, { schema, errors, explained });
    return { data, ...(errors.length > 0 && { errors }) };
  }

  return {
    schema,
    async execute(request) {
      try {
        return await run(request);
      } catch (error) {
        if (!(error instanceof AppError) || error.originalError !== undefined) onFailure(error);
        return { errors: [startError(error)] };
      }
    },
  };
}

function assertClients(clients: Readonly<Record<string, unknown>>, names: Iterable<string>): void {
  for (const name of names) {
    if (!Object.hasOwn(clients, name)) throw new Error(`There is no client for the subgraph ${name}.`);
  }
}

function coerceVariables(
  schema: GraphQLSchema,
  operation: Operation,
  inputs: Readonly<Record<string, unknown>>,
): { errors: ResponseError[]; values?: never } | { errors?: never; values: Record<string, unknown> } {
  const result = getVariableValues(schema, operation.definition.variableDefinitions ?? [], inputs, { maxErrors: 50 });
  // Without a prototype, so that a variable that is not set is not found among what objects have of their own.
  if (result.coerced !== undefined) return { values: Object.assign(createTreeObject(), result.coerced) };
  return { errors: (result.errors ?? []).map(({ message }) => ({ message, extensions: { code: "BAD_USER_INPUT" } })) };
}

function conditionValues(operation: Operation, variables: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(operation.conditionVariables.map((name) => [name, variables[name] === true]));
}

function introspect(
  schema: GraphQLSchema,
  introspection: Introspection,
  variables: Record<string, unknown>,
  root: TreeObject,
): void {
  const { data } = executeSync({ schema, document: introspection.document, variableValues: variables });
  if (!isTreeObject(data)) return;
  for (const { responseKey, sourceKey } of introspection.fields) root[sourceKey] = data[responseKey];
}

function startError(error: unknown): ResponseError {
  if (error instanceof AppError) return { message: error.message, extensions: error.extensions };
  return { message: "This operation cannot be run.", extensions: { code: "INTERNAL_SERVER_ERROR" } };
}
