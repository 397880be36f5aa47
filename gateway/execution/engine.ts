import { buildASTSchema, executeSync, parse, type DocumentNode, type GraphQLSchema } from "graphql";
import QuickLRU from "quick-lru";
import { AppError } from "../../lib/errors.js";
import { graphNames } from "../planning/join-directives.js";
import { createOperationCache } from "../planning/operation-cache.js";
import {
  prepareOperation,
  type Introspection,
  type Operation,
  type OperationVariant,
  type PlanningContext,
} from "../planning/operation.js";
import { createPlanner, type Planner } from "../planning/planner.js";
import { separateRequiredFields } from "../planning/required-fields.js";
import { createTypeConditions } from "../planning/type-conditions.js";
import { type AnswerWriter, createAnswerWriter } from "./answer-writer.js";
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
  /** How many operations are kept prepared that were asked for more than once; at most twice as many are in memory. */
  cachedOperations?: number;
  /** Milliseconds after its start in which an operation still asks subgraphs. Default 10,000. */
  requestMs?: number;
  /** Milliseconds for a request that may take longer than that. */
  deadlineMs?: (context: C) => number | undefined;
  /** Default: in a process of its own. */
  createPlanner?: (supergraphSdl: string) => Planner;
  /** Told of every failure of which a client sees the code only: to be logged. */
  onFailure?: (error: unknown) => void;
}

export interface EngineRequest<C> extends OperationRequest<C> {
  /** Must be valid against the engine's schema. */
  document: DocumentNode;
  operationName?: string | null;
}

/** One run of a prepared operation. */
export interface OperationRequest<C> {
  variables?: Readonly<Record<string, unknown>> | null;
  context: C;
  /** When it fires, no further subgraph is asked. */
  signal?: AbortSignal;
  /** Filled with what the run took. */
  trace?: Trace;
}

export interface EngineResponse {
  /** Absent when nothing was asked of any subgraph; null when a null reached the root, or the answer could not be made. */
  data?: TreeObject | null;
  errors?: ResponseError[];
}

/** An answer that may be JSON text already. */
export interface EngineAnswer extends EngineResponse {
  /** In place of `data`, of an answer without errors: `{"data":…}` and a line break. */
  text?: Buffer | string;
}

export interface Engine<C> {
  /** What clients see. */
  schema: GraphQLSchema;
  /** The same with what is @inaccessible, for operations of ours. */
  ownSchema: GraphQLSchema;
  /** Never rejects. */
  readonly execute: (request: EngineRequest<C>) => Promise<EngineResponse>;
  /** The operation of a document that is valid against the schema, from the cache. Throws AppError when there is none. */
  readonly prepare: (document: DocumentNode, operationName: string | undefined) => Operation;
  /** An operation of ours, valid against `ownSchema`; the caller keeps it. Throws AppError when the document has none. */
  readonly prepareOwn: (document: DocumentNode) => Operation;
  /** Runs a prepared operation. Never rejects. */
  readonly run: (operation: Operation, request: OperationRequest<C>) => Promise<EngineResponse>;
  /** As `run`, but gives the data as JSON text where it can. */
  readonly answer: (operation: Operation, request: OperationRequest<C>) => Promise<EngineAnswer>;
}

const REQUEST_MS = 10_000;

/** A prepared operation takes about 100 kB. */
const KEPT_OPERATIONS = 250;

/** How many operations keep compiled code that writes their answers; at most twice as many are in memory. */
const KEPT_WRITERS = 250;

const NO_VARIABLES: Readonly<Record<string, unknown>> = Object.freeze({});

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
  const ownPlanning: PlanningContext = { ...planning, schema: supergraph };
  const cache = createOperationCache(options.cachedOperations ?? KEPT_OPERATIONS);
  const onFailure = options.onFailure ?? (() => undefined);
  assertClients(options.clients, graphNames(supergraphDocument).values());

  const writers = new QuickLRU<OperationVariant, AnswerWriter>({ maxSize: KEPT_WRITERS });

  function prepare(document: DocumentNode, operationName: string | undefined): Operation {
    return cache.get(document, operationName, () => prepareOperation(planning, document, operationName));
  }

  /** The answer of a variant's first run is made by plain code; from the second on by code of its own. */
  function writerFor(variant: OperationVariant): AnswerWriter | undefined {
    variant.runs += 1;
    if (variant.runs === 1) return undefined;
    let made = writers.get(variant);
    if (made === undefined) writers.set(variant, (made = createAnswerWriter(variant)));
    return made;
  }

  /** Never rejects. */
  async function run(operation: Operation, request: OperationRequest<C>, asText: boolean): Promise<EngineAnswer> {
    const began = performance.now();
    let hasAsked = false;
    try {
      const { errors: mistakes, values: variables } = operation.coerceVariables(request.variables ?? NO_VARIABLES);
      if (mistakes !== undefined)
        return { errors: mistakes.map(({ message }) => ({ message, extensions: { code: "BAD_USER_INPUT" } })) };
      const known = operation.variant(variables);
      const variant = known instanceof Promise ? await known : known;
      if (request.trace !== undefined) {
        request.trace.queryPlan = variant.queryPlan;
        if (request.trace.explainOnly) return { data: null };
      }
      const toText = asText ? writerFor(variant) : undefined;
      const planRun: PlanRun<C> = {
        clients: options.clients,
        context: request.context,
        variables,
        types,
        signal: request.signal,
        deadline: began + Math.max(options.requestMs ?? REQUEST_MS, options.deadlineMs?.(request.context) ?? 0),
        onFailure,
        root: createTreeObject(),
        errors: [],
        // A trace counts the objects of each answer.
        transcode: request.trace === undefined ? toText?.transcode : undefined,
        text: undefined,
        trace: request.trace,
      };
      hasAsked = true;
      const running = runPlan(variant.plan, planRun);
      if (running !== undefined) await running;
      if (variant.introspection !== undefined) introspect(schema, variant.introspection, variables, planRun.root);
      return answerOf(variant, planRun, toText);
    } catch (error) {
      return failed(error, hasAsked);
    }
  }

  function answerOf(
    variant: OperationVariant,
    { root, errors: found, text }: PlanRun<C>,
    toText: AnswerWriter | undefined,
  ): EngineAnswer {
    if (toText !== undefined && found.length === 0) {
      const made = text ?? toText.serialise(root);
      if (made !== undefined) return { text: made };
    }
    const errors = clientErrors(found, variant.shape, root, variant.schema);
    const explained = createErrorIndex();
    for (const { path } of errors) if (path !== undefined) explained.add(path);
    const data = shapeResponse(variant.shape, root, { schema: variant.schema, errors, explained });
    return { data, ...(errors.length > 0 && { errors }) };
  }

  function failed(error: unknown, hasAsked: boolean): EngineResponse {
    if (!(error instanceof AppError) || error.originalError !== undefined) onFailure(error);
    return { ...(hasAsked && { data: null }), errors: [errorOf(error)] };
  }

  return {
    schema,
    ownSchema: supergraph,
    prepare,
    prepareOwn: (document) => prepareOperation(ownPlanning, document, undefined),
    execute: async (request) => {
      try {
        return await run(prepare(request.document, request.operationName ?? undefined), request, false);
      } catch (error) {
        return failed(error, false);
      }
    },
    run: (operation, request) => run(operation, request, false),
    answer: (operation, request) => run(operation, request, true),
  };
}

function assertClients(clients: Readonly<Record<string, unknown>>, names: Iterable<string>): void {
  for (const name of names) {
    if (!Object.hasOwn(clients, name)) throw new Error(`There is no client for the subgraph ${name}.`);
  }
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

function errorOf(error: unknown): ResponseError {
  if (error instanceof AppError) return { message: error.message, extensions: error.extensions };
  return { message: "This operation cannot be run.", extensions: { code: "INTERNAL_SERVER_ERROR" } };
}
