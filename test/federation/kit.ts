import { buildSubgraphSchema } from "@apollo/subgraph";
import { getOperationAST, OperationTypeNode, parse, validate, type DocumentNode, type GraphQLSchema } from "graphql";
import { expect } from "vitest";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { createEngine, type Engine, type EngineAnswer, type EngineResponse } from "../../gateway/execution/engine.js";
import { createLocalSubgraph } from "../../gateway/execution/local-subgraph.js";
import type { SubgraphClient } from "../../gateway/execution/subgraph-client.js";

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

/** Composes toy subgraphs and puts an engine on them. */
export function federate(subgraphs: readonly ToySubgraph[]): Toy {
  const documents = subgraphs.map(({ name, sdl, typeDefs }) => ({ name, typeDefs: typeDefs ?? document(sdl) }));
  const supergraph = composeSupergraph(documents);
  const sent: SentRequest[] = [];
  const clients: Record<string, SubgraphClient<unknown>> = {};
  for (const subgraph of subgraphs) clients[subgraph.name] = recorded(subgraph, sent);
  const engine = createEngine({ ...supergraph, clients });
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
      if (isQuery(parsed, operationName) && response.data !== undefined) {
        const asked = sent.length;
        const operation = engine.prepare(parsed, operationName);
        for (let again = 0; again < WARM_RUNS; again += 1) {
          const warm = await engine.answer(operation, request);
          expect(textOf(warm), `run ${again + 2} of ${source}`).toBe(JSON.stringify(response));
        }
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

function recorded(subgraph: ToySubgraph, sent: SentRequest[]): SubgraphClient<unknown> {
  const client =
    subgraph.client ??
    createLocalSubgraph(
      subgraph.schema ??
        buildSubgraphSchema([{ typeDefs: document(subgraph.sdl), resolvers: subgraph.resolvers ?? {} }]),
      (error) => ({
        message: "Masked.",
        extensions: { code: "INTERNAL_SERVER_ERROR", thrown: error instanceof Error ? error.message : String(error) },
      }),
    );
  return {
    execute(request, context) {
      sent.push({ subgraph: subgraph.name, operation: request.operation, variables: request.variables });
      return client.execute(request, context);
    },
  };
}

/** Runs after which an operation has surely been compiled, in the subgraphs and as a whole. */
const WARM_RUNS = 2;

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
