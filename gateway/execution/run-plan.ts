import { AppError } from "../../lib/errors.js";
import type { CompiledNode } from "../planning/compile-plan.js";
import type { EntityLookup } from "../planning/compile-entity-fetch.js";
import type { FetchRequest } from "../planning/fetch-request.js";
import type { TypeConditions } from "../planning/type-conditions.js";
import type { Transcode } from "./compile-transcoder.js";
import { entityErrors, rootErrors, unavailable, type AskedEntities, type TreeError } from "./fetch-errors.js";
import { mergeFresh, mergeInto } from "./merge.js";
import { representationsFor, type Representations } from "./representations.js";
import { applyRewrites } from "./rewrites.js";
import {
  TAKEN,
  type SubgraphClient,
  type SubgraphRequest,
  type SubgraphResponse,
  type Takers,
} from "./subgraph-client.js";
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
  /** When no further subgraph is asked, by `performance.now`. */
  deadline: number;
  onFailure: (error: unknown) => void;
  /** Everything fetched so far, under internal names. */
  root: TreeObject;
  errors: TreeError[];
  /** Makes the answer to the client out of the bytes of the only fetch, where that is wanted. */
  transcode: Transcode | undefined;
  /** What it made. */
  text: Buffer | string | undefined;
  /** Told of every fetch, when somebody wants to know. */
  trace: Trace | undefined;
}

/**
 * Runs a plan; the promise, of its end, is only there when something has to be waited for. Never throws
 * or rejects: what cannot be fetched becomes an error in `run.errors`.
 */
export function runPlan<C>(node: CompiledNode, run: PlanRun<C>): Promise<void> | undefined {
  switch (node.kind) {
    case "Fetch":
      return runFetch(node, run);
    case "EntityFetch":
      return runEntityFetch(node, run);
    case "Sequence":
      return runSequence(node.nodes, 0, run);
    case "Parallel":
      return runParallel(node.nodes, run);
    case "Condition":
      break;
  }
  const clause = run.variables[node.variable] === true ? node.ifClause : node.elseClause;
  return clause === undefined ? undefined : runPlan(clause, run);
}

function runSequence<C>(nodes: readonly CompiledNode[], from: number, run: PlanRun<C>): Promise<void> | undefined {
  for (let index = from; index < nodes.length; index += 1) {
    const node = nodes[index];
    const running = node === undefined ? undefined : runPlan(node, run);
    if (running !== undefined) return running.then(() => runSequence(nodes, index + 1, run));
  }
  return undefined;
}

function runParallel<C>(nodes: readonly CompiledNode[], run: PlanRun<C>): Promise<void> | undefined {
  const running = nodes.map((node) => runPlan(node, run)).filter((promise) => promise !== undefined);
  return running.length === 0 ? undefined : Promise.all(running).then(() => undefined);
}

type FetchNode = Extract<CompiledNode, { kind: "Fetch" }>;

function runFetch<C>(node: FetchNode, run: PlanRun<C>): Promise<void> | undefined {
  const response = send(node.request, variablesFor(node.request, run), run);
  if (response instanceof Promise) return response.then((answer) => takeFetch(answer, node, run));
  takeFetch(response, node, run);
  return undefined;
}

function takeFetch<C>({ data, errors, text }: SubgraphResponse, node: FetchNode, run: PlanRun<C>): void {
  run.text = text;
  if (errors !== undefined) run.errors.push(...rootErrors(errors, node.rootKeys, node.outputRewrites));
  if (!isTreeObject(data)) return;
  if (node.outputRewrites.length === 0) return mergeFresh(run.root, data, run.types);
  applyRewrites(data, node.outputRewrites, run.types);
  mergeInto(run.root, data, run.types);
}

function runEntityFetch<C>(
  node: Extract<CompiledNode, { kind: "EntityFetch" }>,
  run: PlanRun<C>,
): Promise<void> | undefined {
  const variables = variablesFor(node.request, run);
  let isEmpty = true;
  const asked: AskedEntities[] = node.lookups.map((lookup) => {
    const representations = representationsFor(lookup, run.root, run.variables, run.types);
    variables[lookup.variable] = representations.values;
    if (representations.values.length > 0) isEmpty = false;
    return { lookup, representations };
  });
  if (isEmpty) return undefined;
  const response = send(node.request, variables, run, takersOf(asked, run));
  if (response instanceof Promise) return response.then((answer) => takeEntities(answer, asked, run));
  takeEntities(response, asked, run);
  return undefined;
}

/** Undefined where somebody wants to see what the subgraph gave, or it has to be changed before it is put into the tree. */
function takersOf<C>(asked: readonly AskedEntities[], run: PlanRun<C>): SubgraphRequest["takers"] {
  if (run.trace !== undefined || asked.some(({ lookup }) => lookup.outputRewrites.length > 0)) return undefined;
  const takers: Record<string, Takers> = {};
  for (const { lookup, representations } of asked) takers[lookup.alias] = representations;
  return takers;
}

function takeEntities<C>({ data, errors }: SubgraphResponse, asked: readonly AskedEntities[], run: PlanRun<C>): void {
  if (errors !== undefined) run.errors.push(...entityErrors(errors, asked, run.root, run.types));
  for (const { lookup, representations } of asked) mergeEntities(data?.[lookup.alias], lookup, representations, run);
}

function mergeEntities<C>(
  entities: unknown,
  { outputRewrites }: EntityLookup,
  { objects, indexes }: Representations,
  { types }: PlanRun<C>,
): void {
  if (!Array.isArray(entities) || entities === TAKEN) return;
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

function send<C>(
  request: FetchRequest,
  variables: Record<string, unknown>,
  run: PlanRun<C>,
  takers?: SubgraphRequest["takers"],
): SubgraphResponse | Promise<SubgraphResponse> {
  try {
    if (run.signal?.aborted || performance.now() > run.deadline)
      throw new AppError("DEADLINE_EXCEEDED", "The answer took too long; ask for less or try again.");
    const client = run.clients[request.service];
    if (client === undefined) throw new Error(`There is no client for the subgraph ${request.service}.`);
    const { document, operation, operationName, kind } = request;
    const fetch = () =>
      client.execute(
        { document, operation, operationName, variables, kind, signal: run.signal, takers, transcode: run.transcode },
        run.context,
      );
    const response = run.trace === undefined ? fetch() : traceFetch(run.trace, request, fetch);
    if (!(response instanceof Promise)) return checked(response);
    return response.then(checked, (error: unknown) => notAsked(error, run));
  } catch (error) {
    return notAsked(error, run);
  }
}

function checked(response: SubgraphResponse): SubgraphResponse {
  const { data, errors, text } = response;
  const isNothing = data == null && text === undefined && (errors === undefined || errors.length === 0);
  return isNothing ? { errors: [unavailable(undefined)] } : response;
}

function notAsked<C>(error: unknown, run: PlanRun<C>): SubgraphResponse {
  run.onFailure(error);
  return { errors: [unavailable(error)] };
}
