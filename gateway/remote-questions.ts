import type { FastifyInstance } from "fastify";
import { parse } from "graphql";
import type { Clock } from "../lib/clock.js";
import { ADAPTER_PAGE_LIMIT, type AskGraph, type RequestContext } from "../lib/context.js";
import { AppError } from "../lib/errors.js";
import type { Log } from "../lib/log.js";
import { createHttpSubgraph } from "./execution/http-subgraph.js";
import type { SubgraphResponse } from "./execution/subgraph-client.js";
import type { Gateway } from "./gateway.js";
import { registerSubgraph } from "./http/subgraph-server.js";

/** Where the gateway answers what areas elsewhere ask of the whole graph. */
export const QUESTIONS_PATH = "/areas/questions";

/** The gateway's name, for which areas sign their questions; no area has it. */
export const GATEWAY_NAME = "gateway";

/** What both sides of a question know. */
export interface QuestionTrust {
  /** SUBGRAPH_SECRET, which the area signs with as the gateway does. */
  secret: string;
  clock: Clock;
}

export interface RemoteQuestions {
  ask: AskGraph;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** For an area that runs alone: asks the whole graph at its gateway, whose address `gatewayUrl` is. */
export function createRemoteQuestions(gatewayUrl: string, { secret, clock }: QuestionTrust): RemoteQuestions {
  const client = createHttpSubgraph<RequestContext>({
    url: new URL(QUESTIONS_PATH, gatewayUrl).href,
    trust: {
      recipient: GATEWAY_NAME,
      secret,
      clock,
      askerOf: ({ viewer, requestId }) => ({ viewer, requestId, pageLimit: ADAPTER_PAGE_LIMIT }),
      onExtensions: ({ statements }, context) => {
        const count = typeof statements === "number" ? statements : 0;
        for (let i = 0; i < count; i += 1) context.statements.push("-- asked of the graph");
      },
    },
    startedAt: (context) => context.startedAt,
  });
  return {
    ask: async (operation, variables, context) => {
      const document = parse(operation, { noLocation: true });
      return await client.execute({ document, operation, operationName: undefined, variables, kind: "query" }, context);
    },
    close: () => client.close(),
  };
}

/** Lets a gateway answer the questions of areas elsewhere, which sign them as it signs its own. */
export async function registerQuestions(
  app: FastifyInstance,
  gateway: Gateway,
  { log, ...trust }: QuestionTrust & { log: Log },
): Promise<void> {
  await app.register(async (scope) => {
    registerSubgraph<RequestContext>(scope, {
      ...trust,
      name: GATEWAY_NAME,
      log,
      path: QUESTIONS_PATH,
      schema: gateway.ownSchema,
      client: {
        execute: async ({ operation, variables }, context): Promise<SubgraphResponse> =>
          await gateway.askGraph(operation, variables, context),
      },
      contextFor: ({ viewer, requestId, pageLimit }) => {
        if (viewer === null) throw new AppError("UNAUTHENTICATED", "Nobody signed in.");
        return gateway.contextFor({ viewer, requestId, pageLimit });
      },
      extensionsOf: ({ statements }) => ({ statements: statements.length }),
    });
  });
}
