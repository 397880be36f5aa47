import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import type { Config } from "../../lib/config.js";
import type { RequestContext } from "../../lib/context.js";
import { type AppError, isErrorCode, statusOf } from "../../lib/errors.js";
import type { Log } from "../../lib/log.js";
import type { EngineResponse } from "../execution/engine.js";
import type { Gateway } from "../gateway.js";
import { checkVariables } from "../planning/operation-rules.js";
import type { OperationGate } from "../planning/operation-gate.js";
import { type DeveloperView, traceExtensions } from "./developer-view.js";
import { checkIntrospection } from "./introspection.js";

const MAX_VALIDATION_ERRORS = 10;

/** Characters of an error's message; what is longer repeats a name that the client sent. */
const MAX_MESSAGE = 300;

/** What Apollo Server hands through a request. */
export interface ApolloContext {
  graph: RequestContext;
  view: DeveloperView;
}

/** Apollo Server in front of our engine: it parses, validates and speaks GraphQL over HTTP. */
export async function startApollo(
  gateway: Gateway,
  gate: OperationGate,
  introspection: Config["introspection"],
  log: Log,
): Promise<ApolloServer<ApolloContext>> {
  const apollo = new ApolloServer<ApolloContext>({
    gateway: executorOf(gateway),
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    // A document with hundreds of mistakes would be answered with as many errors.
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    stopOnTerminationSignals: false,
    logger: log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      answers(gate, introspection),
    ],
  });
  await apollo.start();
  return apollo;
}

/** The engine as Apollo Server's gateway. */
function executorOf(
  gateway: Gateway,
): NonNullable<ConstructorParameters<typeof ApolloServer<ApolloContext>>[0]["gateway"]> {
  let onSchema: (schema: { apiSchema: Gateway["schema"]; coreSupergraphSdl: string }) => void = () => {};
  return {
    onSchemaLoadOrUpdate: (callback) => {
      onSchema = callback;
      return () => {};
    },
    load: async () => {
      onSchema({ apiSchema: gateway.schema, coreSupergraphSdl: gateway.supergraphSdl });
      return {
        executor: async ({ document, request, context }) =>
          toResult(
            await gateway.execute({
              document,
              operationName: request.operationName,
              variables: request.variables,
              context: context["graph"],
              trace: context["view"].trace,
            }),
          ),
      };
    },
    stop: async () => {},
  };
}

function toResult({ data, errors }: EngineResponse) {
  return {
    ...(data !== undefined && { data }),
    ...(errors !== undefined && {
      errors: errors.map(({ message, path, extensions }) => new GraphQLError(message, { path, extensions })),
    }),
  };
}

/** Codes of Apollo Server's own that our registry has another name for. */
const OWN_CODE: Readonly<Record<string, string>> = {
  BAD_REQUEST: "BAD_USER_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_USER_INPUT",
};

/** Codes from our registry, the request's id in each error, and an error status where nothing was executed. */
function answers(gate: OperationGate, introspection: Config["introspection"]): ApolloServerPlugin<ApolloContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request, contextValue }) => {
        const rules = gate.rulesOf(document, request.operationName);
        const [tooMuch] = rules === undefined ? [] : checkVariables(rules, request.variables);
        const refusal = checkIntrospection(document, contextValue.graph.viewer, introspection) ?? tooMuch;
        if (refusal !== undefined) throw withStatus(refusal);
      },
      willSendResponse: async ({ document, request, response, contextValue }) => {
        if (response.body.kind !== "single") return;
        const result = response.body.singleResult;
        const { requestId, statements } = contextValue.graph;
        if (result.errors !== undefined) result.errors = result.errors.map((error) => withRequest(error, requestId));
        if (result.data === undefined) {
          const code = result.errors?.[0]?.extensions?.["code"];
          const wasRun = response.http.status === undefined;
          const isUnfit = code === "GRAPHQL_PARSE_FAILED" || code === "GRAPHQL_VALIDATION_FAILED" || wasRun;
          if (isUnfit && statusOf(code) === 400 && acceptsOldJsonOnly(request.http?.headers.get("accept"))) {
            response.http.status = 200;
          } else if (wasRun) {
            response.http.status = statusOf(code);
          }
        }
        const { view } = contextValue;
        const rules = view.cost && document !== undefined ? gate.rulesOf(document, request.operationName) : undefined;
        const extensions = {
          ...(rules !== undefined && { cost: rules.cost(request.variables ?? {}) }),
          ...(view.statements && { statements: statements.length }),
          ...(view.trace !== undefined && traceExtensions(view.trace)),
        };
        if (Object.keys(extensions).length > 0) result.extensions = { ...result.extensions, ...extensions };
      },
    }),
  };
}

/**
 * Whether a client names application/json and not the newer media type: of those, GraphQL over HTTP
 * says that they read 200 for a document or variables that do not fit. Everyone else gets 400.
 */
function acceptsOldJsonOnly(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !/graphql-response|\*\/\*/i.test(accept);
}

/** As Apollo Server must be thrown it where it would answer 500: with the status of its code. */
export function withStatus({ message, code, extensions }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: statusOf(code) } } });
}

/** The error with a code of our registry and the request's id. */
export function withRequest(error: GraphQLFormattedError, requestId: string): GraphQLFormattedError {
  const given = error.extensions?.["code"];
  const renamed = typeof given === "string" ? (OWN_CODE[given] ?? given) : given;
  const code = isErrorCode(renamed) ? renamed : "INTERNAL_SERVER_ERROR";
  const { message } = error;
  return {
    ...error,
    message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    extensions: { ...error.extensions, code, requestId },
  };
}
