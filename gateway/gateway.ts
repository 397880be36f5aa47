import { type DocumentNode, type GraphQLSchema, parse } from "graphql";
import type { Clock } from "../lib/clock.js";
import { createContext, type RequestContext } from "../lib/context.js";
import { type Database, databaseFailure } from "../lib/database.js";
import { eidSource, type Random } from "../lib/eid.js";
import type { Log } from "../lib/log.js";
import type { Viewer } from "../lib/viewer.js";
import { SUBGRAPHS } from "../subgraphs/index.js";
import { composeSupergraph, type Supergraph } from "./composition/compose.js";
import { createNodeSubgraph } from "./composition/node-subgraph.js";
import { createEngine, type Engine, type EngineResponse } from "./execution/engine.js";
import { createLocalSubgraph, type MaskError } from "./execution/local-subgraph.js";

/** Every area of the graph. */
export const AREAS = SUBGRAPHS;

/** The areas with the gateway's own subgraph, as they are composed. */
export function composeAreas(): Supergraph {
  return composeSupergraph([...SUBGRAPHS, createNodeSubgraph(SUBGRAPHS)]);
}

export { type IngestEnvironment, IngestUsageError } from "../subgraphs/define-subgraph.js";

/** What loads files, by the command's name (gateway/ingest.ts). */
export const INGEST_COMMANDS = Object.fromEntries(SUBGRAPHS.flatMap((area) => Object.entries(area.ingest ?? {})));

export interface GatewayOptions {
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
}

/** Who asks, and how much of a list at once. */
export interface Asker {
  viewer: Viewer;
  requestId: string;
  /** Rows of one connection page at most; 100 when not given. */
  pageLimit?: number;
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
}

/** The whole graph, ready to answer: all areas run in this process. */
export function createGateway(options: GatewayOptions): Gateway {
  const { database, clock, log } = options;
  const areas = [...SUBGRAPHS, createNodeSubgraph(SUBGRAPHS)];
  const supergraph = composeSupergraph(areas);
  const maskError = createMaskError(log);
  const engine = createEngine<RequestContext>({
    ...supergraph,
    clients: Object.fromEntries(areas.map((area) => [area.name, createLocalSubgraph(area.schema, maskError)])),
    onFailure: (error) => log.error({ err: error }, "a subgraph failed"),
  });
  const newEid = eidSource(clock, options.random);
  const documents = new Map<string, DocumentNode>();

  function contextFor(asker: Asker): RequestContext {
    return createContext({ ...asker, database, clock, newEid });
  }

  return {
    ...supergraph,
    schema: engine.schema,
    contextFor,
    execute: engine.execute,
    prepare: engine.prepare,
    answer: engine.answer,
    ask: async (operation, variables, asker) => {
      let document = documents.get(operation);
      if (document === undefined) documents.set(operation, (document = parse(operation)));
      return await engine.execute({ document, variables, context: contextFor(asker) });
    },
  };
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
