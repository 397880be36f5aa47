import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import fastify, { type FastifyInstance } from "fastify";
import { GraphQLError } from "graphql";
import { AppError, statusOf } from "../../lib/errors.js";
import type { EidSource } from "../../lib/eid.js";
import type { Log } from "../../lib/log.js";
import type { Engine } from "../execution/engine.js";

const GRAPHQL = "/graphql";
const BODY_LIMIT = 1_048_576;

/** What goes with a request over somebody else's subgraphs: there is no viewer. */
export interface SupergraphContext {
  requestId: string;
  /** `performance.now` */
  startedAt: number;
}

export interface SupergraphServerOptions {
  engine: Engine<SupergraphContext>;
  supergraphSdl: string;
  newEid: EidSource;
  log: Log;
}

/** POST and GET /graphql over a supergraph, GET /health/live. */
export async function buildSupergraphServer(options: SupergraphServerOptions): Promise<FastifyInstance> {
  const { newEid, log } = options;
  const app = fastify({ bodyLimit: BODY_LIMIT, genReqId: newEid });
  const apollo = createApollo(options);
  await apollo.start();
  app.addHook("onClose", async () => await apollo.stop());
  app.setErrorHandler((error, request, reply) => {
    const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
    const isClients = typeof status === "number" && status >= 400 && status < 500;
    if (!isClients) log.error({ err: error, requestId: request.id }, "a request failed");
    const failure = isClients
      ? new AppError(status === 413 ? "REQUEST_TOO_LARGE" : "BAD_USER_INPUT", "The body is not one that is read here.")
      : new AppError("INTERNAL_SERVER_ERROR", "Something went wrong on our side.");
    const extensions = { ...failure.extensions, requestId: request.id };
    return reply
      .code(isClients ? status : statusOf(failure.code))
      .send({ errors: [{ message: failure.message, extensions }] });
  });
  app.get("/health/live", () => ({ status: "live" }));
  app.route({
    method: ["GET", "POST"],
    url: GRAPHQL,
    handler: fastifyApolloHandler<SupergraphContext>(apollo, {
      context: async (request) => ({ requestId: request.id, startedAt: performance.now() }),
    }),
  });
  return app;
}

function createApollo({ engine, supergraphSdl, log }: SupergraphServerOptions): ApolloServer<SupergraphContext> {
  return new ApolloServer<SupergraphContext>({
    gateway: {
      onSchemaLoadOrUpdate: (callback) => {
        callback({ apiSchema: engine.schema, coreSupergraphSdl: supergraphSdl });
        return () => {};
      },
      load: async () => ({
        executor: async ({ document, request, context }) => {
          const { requestId, startedAt } = context;
          const { data, errors } = await engine.execute({
            document,
            operationName: request.operationName,
            variables: request.variables,
            context: { requestId, startedAt },
          });
          return {
            ...(data !== undefined && { data }),
            ...(errors !== undefined && {
              errors: errors.map(({ message, ...rest }) => new GraphQLError(message, rest)),
            }),
          };
        },
      }),
      stop: async () => {},
    },
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      answers(),
    ],
  });
}

/** The request's id in each error, and an error status where nothing was executed. */
function answers(): ApolloServerPlugin<SupergraphContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ response, contextValue: { requestId } }) => {
        if (response.body.kind !== "single") return;
        const result = response.body.singleResult;
        if (result.data === undefined && response.http.status === undefined) {
          response.http.status = statusOf(result.errors?.[0]?.extensions?.["code"]);
        }
        if (result.errors !== undefined)
          result.errors = result.errors.map((error) => ({ ...error, extensions: { ...error.extensions, requestId } }));
      },
    }),
  };
}
