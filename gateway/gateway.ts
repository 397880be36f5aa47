import type { FastifyInstance } from "fastify";
import { type GraphQLSchema, parse, validate } from "graphql";
import type { Clock } from "../lib/clock.js";
import { ConfigError } from "../lib/config.js";
import { ADAPTER_PAGE_LIMIT, type AskGraph, createContext, type RequestContext } from "../lib/context.js";
import { type Database, databaseFailure } from "../lib/database.js";
import type { ContactKeys } from "../lib/contact-keys.js";
import type { FetchPolicy } from "../lib/fetch-policy.js";
import { eidSource, type Random } from "../lib/eid.js";
import { AppError } from "../lib/errors.js";
import type { IdempotentRequest } from "../lib/idempotency.js";
import type { Log } from "../lib/log.js";
import type { Viewer } from "../lib/viewer.js";
import { SUBGRAPHS } from "../subgraphs/index.js";
import { composeSupergraph, type Supergraph } from "./composition/compose.js";
import { createNodeSubgraph } from "./composition/node-subgraph.js";
import { createHttpSubgraph, type HttpLimits, type HttpSubgraph } from "./execution/http-subgraph.js";
import { createEngine, type Engine, type EngineResponse } from "./execution/engine.js";
import { createLocalSubgraph, type MaskError } from "./execution/local-subgraph.js";
import { createFailureLog } from "./failure-log.js";
import type { Operation } from "./planning/operation.js";
import { buildSubgraphServer } from "./http/subgraph-server.js";

/** Every area of the graph. */
export const AREAS = SUBGRAPHS;

/** The areas with the gateway's own subgraph, as they are composed. */
export function composeAreas(): Supergraph {
  return composeSupergraph([...SUBGRAPHS, createNodeSubgraph(SUBGRAPHS)]);
}

export { generateFiles } from "../subgraphs/reporting/generate.js";
export { type IngestEnvironment, IngestUsageError } from "../subgraphs/define-subgraph.js";

/** What loads files, by the command's name (gateway/ingest.ts). */
export const INGEST_COMMANDS = Object.fromEntries(SUBGRAPHS.flatMap((area) => Object.entries(area.ingest ?? {})));

/** What the areas do in the background, by the job's name (lib/job-runner.ts). */
export const JOBS = Object.fromEntries(SUBGRAPHS.flatMap((area) => Object.entries(area.jobs ?? {})));

/** Tokens of an operation of ours at most; clients' own have fewer. */
const OWN_TOKENS = 5_000;

export interface GatewayOptions {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  /** PIXEL_URL, for the snippets of pixels; its default when not given. */
  pixelUrl?: string;
  /** From where feeds may be fetched; from public hosts only when not given. */
  fetchPolicy?: FetchPolicy;
  /** What addresses of people are kept with; without them none are kept. */
  contactKeys?: ContactKeys | undefined;
  /** Which areas run elsewhere; without it all run in this process. */
  remote?: RemoteAreas;
}

/** Areas behind URLs (gateway/subgraph.ts), and what requests to them are signed with. */
export interface RemoteAreas {
  urls: ReadonlyMap<string, string>;
  secret: string;
  limits?: Partial<HttpLimits>;
}

/** Who asks, and how much of a list at once. */
export interface Asker {
  viewer: Viewer;
  requestId: string;
  /** Rows of one connection page at most; 100 when not given. */
  pageLimit?: number;
  /** Milliseconds that it may take where areas run elsewhere, if that is more than usual. */
  deadlineMs?: number | undefined;
  /** Of a write that came with an Idempotency-Key. */
  idempotency?: (IdempotentRequest & { part: string }) | undefined;
  /** What earlier questions of the same request have found (lib/loader). */
  loaders?: RequestContext["loaders"] | undefined;
}

export interface Gateway extends Supergraph {
  /** What clients see. */
  readonly schema: GraphQLSchema;
  readonly contextFor: (asker: Asker) => RequestContext;
  /** Runs a document that is valid against the schema. Never rejects. */
  readonly execute: Engine<RequestContext>["execute"];
  /** The operation of a document that is valid against the schema. Throws AppError when there is none. */
  readonly prepare: Engine<RequestContext>["prepare"];
  /** Runs a prepared operation. Never rejects. */
  readonly answer: Engine<RequestContext>["answer"];
  /** Runs an operation of ours, such as a REST adapter's, given as text. */
  readonly ask: (
    operation: string,
    variables: Readonly<Record<string, unknown>>,
    asker: Asker,
  ) => Promise<EngineResponse>;
  /** Answers `RequestContext.ask`. */
  readonly askGraph: AskGraph;
  /** What clients see, and what is @inaccessible. */
  readonly ownSchema: GraphQLSchema;
  /** Ends the connections to areas that run elsewhere. */
  readonly close: () => Promise<void>;
}

/** The whole graph, ready to answer: areas run in this process unless `remote` says where else. */
export function createGateway(options: GatewayOptions): Gateway {
  const { database, clock, log, pixelUrl, fetchPolicy, contactKeys } = options;
  const areas = [...SUBGRAPHS, createNodeSubgraph(SUBGRAPHS)];
  const supergraph = composeSupergraph(areas);
  const maskError = createMaskError(log);
  const remote = remoteClients(options);
  const engine = createEngine<RequestContext>({
    ...supergraph,
    clients: Object.fromEntries(
      areas.map((area) => [area.name, remote.get(area.name) ?? createLocalSubgraph(area.schema, maskError)]),
    ),
    onFailure: createFailureLog(log),
    deadlineMs: (context) => context.deadlineMs,
  });
  const newEid = eidSource(clock, options.random);
  const facts = { database, clock, newEid, pixelUrl, fetchPolicy, contactKeys };
  /** Of our own operations, of which there are as many as routes. */
  const prepared = new Map<string, Operation>();

  function contextFor(asker: Asker): RequestContext {
    return createContext({ ...asker, ...facts, askGraph });
  }

  function ownOperation(text: string): Operation {
    let own = prepared.get(text);
    if (own === undefined) {
      const document = parse(text, { noLocation: true, maxTokens: OWN_TOKENS });
      const [error] = validate(engine.ownSchema, document);
      if (error !== undefined) throw new TypeError(`an operation of ours does not fit the graph: ${error.message}`);
      prepared.set(text, (own = engine.prepareOwn(document)));
    }
    return own;
  }

  async function askGraph(
    text: string,
    variables: Readonly<Record<string, unknown>>,
    { viewer, requestId, statements }: RequestContext,
  ): Promise<EngineResponse> {
    const asker = { viewer, requestId, statements, pageLimit: ADAPTER_PAGE_LIMIT };
    const context = createContext({ ...asker, ...facts, askGraph });
    return await engine.run(ownOperation(text), { variables, context });
  }

  return {
    ...supergraph,
    schema: engine.schema,
    ownSchema: engine.ownSchema,
    contextFor,
    execute: engine.execute,
    prepare: engine.prepare,
    answer: engine.answer,
    ask: async (text, variables, asker) =>
      await engine.run(ownOperation(text), { variables, context: contextFor(asker) }),
    askGraph,
    close: async () => {
      await Promise.all([...remote.values()].map((client) => client.close()));
    },
  };
}

/** Throws ConfigError for a name that no area has. */
function remoteClients({ remote, clock }: GatewayOptions): Map<string, HttpSubgraph<RequestContext>> {
  const clients = new Map<string, HttpSubgraph<RequestContext>>();
  for (const [name, url] of remote?.urls ?? []) {
    if (!SUBGRAPHS.some((area) => area.name === name)) throw noSuchArea(name);
    const trust = {
      recipient: name,
      secret: remote?.secret ?? "",
      clock,
      askerOf: ({ viewer, requestId, pageLimit, idempotentPart }: RequestContext, isMutation: boolean) => ({
        viewer,
        requestId,
        pageLimit,
        idempotency: isMutation ? idempotentPart() : undefined,
      }),
      onExtensions: (extensions: Readonly<Record<string, unknown>>, context: RequestContext) =>
        takeNews(name, extensions, context),
    };
    const startedAt = (context: RequestContext): number => context.startedAt;
    const deadlineMs = (context: RequestContext): number | undefined => context.deadlineMs;
    clients.set(
      name,
      createHttpSubgraph({ url, trust, startedAt, deadlineMs, ...(remote?.limits && { limits: remote.limits }) }),
    );
  }
  return clients;
}

/** What an area tells beside its answer: how many statements it took, and which advertisables it made. */
function takeNews(
  area: string,
  { statements, newTenants }: Readonly<Record<string, unknown>>,
  context: RequestContext,
) {
  const count = typeof statements === "number" ? statements : 0;
  for (let i = 0; i < count; i += 1) context.statements.push(`-- in ${area}`);
  if (Array.isArray(newTenants)) context.admit(newTenants.filter((eid) => typeof eid === "string"));
}

function noSuchArea(name: string): ConfigError {
  return new ConfigError(`there is no area ${name}; there are ${SUBGRAPHS.map((area) => area.name).join(", ")}.`);
}

export interface AreaServerOptions extends Omit<GatewayOptions, "remote"> {
  /** What the gateway signs with. */
  secret: string;
  /** The whole graph, which the gateway answers for. */
  askGraph: AskGraph;
}

/** One area behind HTTP, for the gateway alone. Throws ConfigError when there is no such area. */
export function createAreaServer(name: string, options: AreaServerOptions): FastifyInstance {
  const { database, clock, log, pixelUrl, fetchPolicy, contactKeys, secret, askGraph } = options;
  const area = SUBGRAPHS.find((candidate) => candidate.name === name);
  if (area === undefined) throw noSuchArea(name);
  const newEid = eidSource(clock, options.random);
  return buildSubgraphServer<RequestContext>({
    name,
    schema: area.schema,
    client: createLocalSubgraph(area.schema, createMaskError(log)),
    contextFor: ({ viewer, requestId, pageLimit, idempotency }) => {
      if (viewer === null) throw new AppError("UNAUTHENTICATED", "Nobody signed in.");
      return createContext({
        requestId,
        viewer,
        idempotency,
        pageLimit: Math.min(pageLimit, ADAPTER_PAGE_LIMIT),
        database,
        clock,
        newEid,
        pixelUrl,
        fetchPolicy,
        contactKeys,
        askGraph,
      });
    },
    extensionsOf: ({ statements, viewer }, asker) => ({
      statements: statements.length,
      newTenants: viewer.advertisables === "ALL" ? [] : viewer.advertisables.slice(asker.viewer?.advertisables.length),
    }),
    secret,
    clock,
    log,
  });
}

/** Failures of the database have codes of their own; of any other failure a client learns nothing but that it happened. */
function createMaskError(log: Log): MaskError {
  return (error) => {
    const failure = databaseFailure(error);
    if (failure !== undefined) {
      log.warn({ err: error }, "a statement failed");
      return { message: failure.message, extensions: failure.extensions };
    }
    log.error({ err: error }, "a resolver failed");
    return { message: "Something went wrong on our side.", extensions: { code: "INTERNAL_SERVER_ERROR" } };
  };
}
