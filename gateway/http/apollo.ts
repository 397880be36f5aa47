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
import { isErrorCode, statusOf } from "../../lib/errors.js";
import type { Log } from "../../lib/log.js";
import type { EngineResponse } from "../execution/engine.js";
import type { Gateway } from "../gateway.js";
import { checkVariables } from "../planning/operation-rules.js";
import type { OperationGate } from "../planning/operation-gate.js";
import { type DeveloperView, traceExtensions } from "./developer-view.js";
import { checkIntrospection } from "./introspection.js";

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
        checkIntrospection(document, contextValue.graph.viewer, introspection);
        const rules = gate.rulesOf(document, request.operationName);
        const [refusal] = rules === undefined ? [] : checkVariables(rules, request.variables);
        if (refusal !== undefined) throw refusal;
      },
      willSendResponse: async ({ document, request, response, contextValue }) => {
        if (response.body.kind !== "single") return;
        const result = response.body.singleResult;
        const { requestId, statements } = contextValue.graph;
        if (result.errors !== undefined) result.errors = result.errors.map((error) => withRequest(error, requestId));
        if (result.data === undefined && response.http.status === undefined) {
          response.http.status = statusOf(result.errors?.[0]?.extensions?.["code"]);
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

/** The error with a code of our registry and the request's id. */
export function withRequest(error: GraphQLFormattedError, requestId: string): GraphQLFormattedError {
  const given = error.extensions?.["code"];
  const renamed = typeof given === "string" ? (OWN_CODE[given] ?? given) : given;
  const code = isErrorCode(renamed) ? renamed : "INTERNAL_SERVER_ERROR";
  return { ...error, extensions: { ...error.extensions, code, requestId } };
}
