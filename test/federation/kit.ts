import { buildSubgraphSchema } from "@apollo/subgraph";
import { getOperationAST, OperationTypeNode, parse, validate, type DocumentNode, type GraphQLSchema } from "graphql";
import { expect } from "vitest";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { createEngine, type Engine, type EngineAnswer, type EngineResponse } from "../../gateway/execution/engine.js";
import { createHttpSubgraph } from "../../gateway/execution/http-subgraph.js";
import { createLocalSubgraph } from "../../gateway/execution/local-subgraph.js";
import type { ResponseError, SubgraphClient } from "../../gateway/execution/subgraph-client.js";
import { buildSubgraphServer } from "../../gateway/http/subgraph-server.js";
import { createInProcessPlanner } from "../../gateway/planning/planner-in-process.js";
import { systemClock } from "../../lib/clock.js";
import { createLog } from "../../lib/log.js";
import { SUBGRAPHS_MODE } from "../kit/subgraphs-mode.js";

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
  "@key", "@shareable", "@override", "@external", "@requires", "@provides", "@inaccessible", "@interfaceObject"
])
`;

type SubgraphModule = Extract<
  Exclude<Parameters<typeof buildSubgraphSchema>[0], DocumentNode>[number],
  { typeDefs: DocumentNode }
>;

export interface ToySubgraph {
  name: string;
  sdl: string;
  /** In place of sdl. */
  typeDefs?: DocumentNode;
  resolvers?: SubgraphModule["resolvers"];
  /** In place of the one that runs in this process. */
  client?: SubgraphClient<unknown>;
  /** A schema that is there already, in place of one made of sdl and resolvers. */
  schema?: GraphQLSchema;
}

/** One request that the gateway sent to a subgraph. */
export interface SentRequest {
  subgraph: string;
  operation: string;
  variables: Readonly<Record<string, unknown>>;
}

export interface Toy {
  engine: Engine<unknown>;
  supergraphSdl: string;
  apiSdl: string;
  /** What subgraphs were asked so far, in order. */
  sent: SentRequest[];
  /**
   * Validates and runs an operation. A query is run again until it is compiled everywhere, and its
   * answer must stay the same, byte for byte.
   */
  run(source: string, variables?: Record<string, unknown>, operationName?: string): Promise<EngineResponse>;
}

/**
 * Composes toy subgraphs and puts an engine on them. With SUBGRAPHS=http each of them is behind a
 * socket, and every query is also run with all of them in this process: both must answer alike.
 */
export function federate(subgraphs: readonly ToySubgraph[]): Toy {
  // A client that a test brings is asked once, as what it answers may depend on how often it was asked.
  const isElsewhere = subgraphs.some(({ client }) => client !== undefined);
  if (SUBGRAPHS_MODE !== "http" || isElsewhere) return federateWith(subgraphs, clientOf);
  const local = federateWith(subgraphs, clientOf);
  const remote = federateWith(subgraphs, behindHttp);
  return {
    ...remote,
    async run(source, variables = {}, operationName) {
      const response = await remote.run(source, variables, operationName);
      const changes = parse(source).definitions.some((each) => "operation" in each && each.operation === "mutation");
      if (changes) return response;
      const expected = await local.run(source, variables, operationName);
      expect(withSortedErrors(response)).toEqual(withSortedErrors(expected));
      expect(JSON.stringify(response.data)).toBe(JSON.stringify(expected.data));
      return response;
    },
  };
}

/** Errors come in the order in which the subgraphs answered, so their order means nothing. */
function withSortedErrors(response: EngineResponse) {
  return { ...response, errors: response.errors?.map((error) => JSON.stringify(error)).toSorted() };
}

function federateWith(
  subgraphs: readonly ToySubgraph[],
  clientFor: (subgraph: ToySubgraph) => SubgraphClient<unknown>,
): Toy {
  const documents = subgraphs.map(({ name, sdl, typeDefs }) => ({ name, typeDefs: typeDefs ?? document(sdl) }));
  const supergraph = composeSupergraph(documents);
  const sent: SentRequest[] = [];
  const clients: Record<string, SubgraphClient<unknown>> = {};
  const spelling: Spelling = { asBytes: false };
  for (const subgraph of subgraphs)
    clients[subgraph.name] = recorded(subgraph.name, spelled(clientFor(subgraph), spelling), sent);
  const engine = createEngine({ ...supergraph, clients, createPlanner: createInProcessPlanner });
  // A server that fails at times would answer differently the next time.
  const warms = subgraphs.every((subgraph) => subgraph.client === undefined);
  return {
    engine,
    ...supergraph,
    sent,
    async run(source, variables = {}, operationName) {
      const parsed = parse(source);
      const [error] = validate(engine.schema, parsed);
      if (error !== undefined) throw error;
      const request = { document: parsed, variables, operationName: operationName ?? null, context: {} };
      const response = plain(await engine.execute(request));
      if (warms && isQuery(parsed, operationName) && response.data !== undefined) {
        const asked = sent.length;
        const operation = engine.prepare(parsed, operationName);
        for (let again = 0; again < WARM_RUNS; again += 1) {
          spelling.asBytes = again === WARM_RUNS - 1;
          const warm = await engine.answer(operation, request);
          const answer: EngineResponse = JSON.parse(textOf(warm));
          const run = `run ${again + 2} of ${source}`;
          expect(withSortedErrors(answer), run).toEqual(withSortedErrors(response));
          // As text, so that the order of the keys counts.
          expect(JSON.stringify(answer.data), run).toBe(JSON.stringify(response.data));
        }
        spelling.asBytes = false;
        sent.length = asked;
      }
      return response;
    },
  };
}

export function document(sdl: string): DocumentNode {
  return parse(sdl.includes("@link") ? sdl : LINK + sdl);
}

/** A subgraph that cannot be reached. */
export function unreachable(): SubgraphClient<unknown> {
  return { execute: () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3:4001")) };
}

function recorded(name: string, client: SubgraphClient<unknown>, sent: SentRequest[]): SubgraphClient<unknown> {
  return {
    execute(request, context) {
      sent.push({ subgraph: name, operation: request.operation, variables: request.variables });
      return client.execute(request, context);
    },
  };
}

/** Whether subgraphs in this process answer as those do whose answers come as bytes. */
interface Spelling {
  asBytes: boolean;
}

/** Lets the gateway make text of an answer's bytes where it wants to, as the client over HTTP does. */
function spelled(client: SubgraphClient<unknown>, spelling: Spelling): SubgraphClient<unknown> {
  return {
    async execute(request, context) {
      const response = await client.execute(request, context);
      if (!spelling.asBytes || request.transcode === undefined) return response;
      const { text } = request.transcode(Buffer.from(`${JSON.stringify(response)}\0`)) ?? {};
      return text === undefined ? response : { text };
    },
  };
}

function clientOf(subgraph: ToySubgraph): SubgraphClient<unknown> {
  return subgraph.client ?? createLocalSubgraph(schemaOf(subgraph), maskError);
}

function schemaOf({ sdl, schema, resolvers = {} }: ToySubgraph): GraphQLSchema {
  return schema ?? buildSubgraphSchema([{ typeDefs: document(sdl), resolvers }]);
}

function maskError(error: unknown): ResponseError {
  const thrown = error instanceof Error ? error.message : String(error);
  return { message: "Masked.", extensions: { code: "INTERNAL_SERVER_ERROR", thrown } };
}

const TRUST = {
  secret: "a secret between a toy and its gateway",
  clock: systemClock,
  askerOf: () => ({ viewer: null, requestId: "toy", pageLimit: 100 }),
};

/** The subgraph on a port of its own, from the first request to it on; it does not keep the tests from ending. */
function behindHttp(subgraph: ToySubgraph): SubgraphClient<unknown> {
  async function listen(): Promise<SubgraphClient<unknown>> {
    const schema = schemaOf(subgraph);
    const client = createLocalSubgraph<unknown>(schema, maskError);
    const { secret, clock } = TRUST;
    const app = buildSubgraphServer({
      name: subgraph.name,
      schema,
      client,
      contextFor: () => ({}),
      secret,
      clock,
      log: createLog("silent"),
    });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    app.server.unref();
    return createHttpSubgraph({ url: `${address}/graphql`, trust: { ...TRUST, recipient: subgraph.name } });
  }
  let listening: Promise<SubgraphClient<unknown>> | undefined;
  return {
    async execute(request, context) {
      listening ??= listen();
      return await (await listening).execute(request, context);
    },
  };
}

/** Runs after which an operation has surely been compiled, in the subgraphs and as a whole; the last of them reads bytes. */
const WARM_RUNS = 3;

/** A mutation is not repeated: it would do its work again. */
function isQuery(parsed: DocumentNode, operationName: string | undefined): boolean {
  return getOperationAST(parsed, operationName)?.operation === OperationTypeNode.QUERY;
}

function textOf({ text, ...response }: EngineAnswer): string {
  return text === undefined ? JSON.stringify(response) : String(text).trimEnd();
}

/** As a client gets it. The JSON text also keeps the order of keys. */
function plain(response: EngineResponse): EngineResponse {
  return JSON.parse(JSON.stringify(response)) as EngineResponse;
}
