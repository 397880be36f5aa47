import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  type DocumentNode,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from "graphql";
import { AppError, isErrorCode, statusOf } from "../../lib/errors.js";
import type { IdempotentRequest, StoredReply } from "../../lib/idempotency.js";
import type { Log } from "../../lib/log.js";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import { dataOf } from "../execution/compile-serialiser.js";
import type { EngineAnswer } from "../execution/engine.js";
import type { Operation } from "../planning/operation.js";
import type { OperationGate } from "../planning/operation-gate.js";
import { checkVariables, type OperationRules } from "../planning/operation-rules.js";
import { type DeveloperView, traceExtensions } from "./developer-view.js";
import type { GraphqlContext, ServedGraph } from "./graphql-endpoint.js";
import { idempotentMutations } from "./idempotent-mutations.js";
import { checkIntrospection } from "./introspection.js";

const MAX_VALIDATION_ERRORS = 10;

/** Characters of an error's message; what is longer repeats a name that the client sent. */
const MAX_MESSAGE = 300;

/** What Apollo Server hands through a request. */
export interface ApolloContext<C extends GraphqlContext> {
  graph: C;
  view: DeveloperView;
  mayIntrospect: boolean;
  /** Of a request that has an Idempotency-Key, where there are replies. */
  idempotency: RequestReplies<C> | undefined;
}

/** What is remembered of requests of one asker with one key. */
export interface RequestReplies<C> {
  key: string;
  find(request: IdempotentRequest): Promise<StoredReply | null>;
  save(request: IdempotentRequest, reply: StoredReply): Promise<void>;
  begin(context: C, request: IdempotentRequest): void;
}

/** An operation that has passed all checks which its document alone decides, and what it asks of its variables. */
export interface PassedOperation {
  operation: Operation;
  rules: OperationRules;
}

/** Told of every operation that has passed all checks, just before it runs. */
export type OnPassed = (source: string, operationName: string | undefined, passed: PassedOperation) => void;

/** Apollo Server in front of our engine: it parses, validates and speaks GraphQL over HTTP. */
export async function startApollo<C extends GraphqlContext>(
  graph: ServedGraph<C>,
  gate: OperationGate,
  log: Log,
  onPassed: OnPassed,
): Promise<ApolloServer<ApolloContext<C>>> {
  const apollo = new ApolloServer<ApolloContext<C>>({
    gateway: executorOf(graph, gate, onPassed),
    stringifyResult,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: createDocumentStore(),
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
      answers(gate),
      idempotentMutations(),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Who may ask about the schema depends on the viewer, so such a document never passes for good. */
const ABOUT_SCHEMA = /\b__(?:schema|type)\b/;

/** The engine as Apollo Server's gateway. */
function executorOf<C extends GraphqlContext>(
  graph: ServedGraph<C>,
  gate: OperationGate,
  onPassed: OnPassed,
): NonNullable<ApolloServerOptionsWithGateway<ApolloContext<C>>["gateway"]> {
  let onSchema: (schema: { apiSchema: GraphQLSchema; coreSupergraphSdl: string }) => void = () => {};
  return {
    onSchemaLoadOrUpdate: (callback) => {
      onSchema = callback;
      return () => {};
    },
    load: async () => {
      onSchema({ apiSchema: graph.schema, coreSupergraphSdl: graph.supergraphSdl });
      return {
        executor: async ({ document, request, context }) => {
          try {
            const operationName = request.operationName ?? undefined;
            const operation = graph.prepare(document, operationName);
            const source = document.loc?.source.body;
            const rules = gate.rulesOf(document, operationName);
            if (source !== undefined && rules !== undefined && !ABOUT_SCHEMA.test(source)) {
              onPassed(source, operationName, { operation, rules });
            }
            return toResult(
              await graph.answer(operation, {
                variables: request.variables,
                context: context["graph"],
                trace: context["view"].trace,
              }),
            );
          } catch (error) {
            if (error instanceof AppError) return { errors: [error] };
            throw error;
          }
        },
      };
    },
    stop: async () => {},
  };
}

function toResult({ data, text, errors }: EngineAnswer) {
  return {
    ...(data !== undefined && { data }),
    ...(text !== undefined && { data: { [TEXT]: dataOf(text) } }),
    ...(errors !== undefined && {
      errors: errors.map(({ message, path, extensions }) => new GraphQLError(message, { path, extensions })),
    }),
  };
}

/** How many validated documents are kept. Apollo Server would keep 30 MB of them; known operations do not come here. */
const DOCUMENTS = { fresh: 25, kept: 100 };

function createDocumentStore(): NonNullable<ApolloServerOptionsWithGateway<object>["documentStore"]> {
  const documents = createTwoTierCache<string, DocumentNode>(DOCUMENTS);
  return {
    get: async (key) => await Promise.resolve(documents.get(key)),
    set: async (key, document) => {
      documents.set(key, document);
      await Promise.resolve();
    },
    delete: async (key) => {
      documents.delete(key);
      return await Promise.resolve(true);
    },
  };
}

/** Of an object that stands for data: the data as JSON text. */
const TEXT = Symbol("text");

/** As Apollo Server does it, but data that is text already is not made text again. */
export function stringifyResult({ errors, data, extensions }: FormattedExecutionResult): string {
  const text: unknown = data == null ? undefined : Reflect.get(data, TEXT);
  if (typeof text !== "string") return `${JSON.stringify({ errors, data, extensions })}\n`;
  const rest = extensions === undefined ? "" : `,"extensions":${JSON.stringify(extensions)}`;
  return `{"data":${text}${rest}}\n`;
}

/** Codes of Apollo Server's own that our registry has another name for. */
const OWN_CODE: Readonly<Record<string, string>> = {
  BAD_REQUEST: "BAD_USER_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_USER_INPUT",
};

/** Codes from our registry, the request's id in each error, and an error status where nothing was executed. */
function answers<C extends GraphqlContext>(gate: OperationGate): ApolloServerPlugin<ApolloContext<C>> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request, contextValue }) => {
        const rules = gate.rulesOf(document, request.operationName);
        const [tooMuch] = rules === undefined ? [] : checkVariables(rules, request.variables);
        const refusal = checkIntrospection(document, contextValue.mayIntrospect) ?? tooMuch;
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
