import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLRequestContextWillSendResponse,
  type GraphQLRequestListener,
  HeaderMap,
} from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import type { FormattedExecutionResult } from "graphql";
import { AppError, statusOf } from "../../lib/errors.js";
import type { Log } from "../../lib/log.js";
import type { Operation } from "../planning/operation.js";
import type { OperationGate } from "../planning/operation-gate.js";
import { checkVariables, type OperationRules } from "../planning/operation-rules.js";
import { traceExtensions } from "./developer-view.js";
import type { DocumentStore } from "./document-store.js";
import { formatted, stringifyResult, toResult, withRequest, withStatus } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext, ServedGraph } from "./graphql-endpoint.js";
import { keepReply, replyKept } from "./idempotent-mutations.js";
import { checkIntrospection } from "../planning/introspection.js";

const MAX_VALIDATION_ERRORS = 10;

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
  documents: DocumentStore["forApollo"],
  gate: OperationGate,
  log: Log,
  onPassed: OnPassed,
): Promise<ApolloServer<ApolloContext<C>>> {
  const apollo = new ApolloServer<ApolloContext<C>>({
    schema: graph.schema,
    stringifyResult,
    introspection: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: documents,
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
      createPlugin(graph, gate, onPassed),
    ],
  });
  await apollo.start();
  return apollo;
}

/**
 * All that is ours in Apollo Server's pipeline, as one plugin: it calls each hook of every plugin behind promises of its
 * own, which cost a small operation more than the work in them. Nothing here belongs to one request, so that all share
 * the listener.
 *
 * The engine stands in the place of the executor, and not as a `gateway`: for that, Apollo Server makes every request an
 * object with accessors of its own, by which V8 keeps all of the request until its next full collection, and finds out
 * again what the client accepts.
 */
function createPlugin<C extends GraphqlContext>(
  graph: ServedGraph<C>,
  gate: OperationGate,
  onPassed: OnPassed,
): ApolloServerPlugin<ApolloContext<C>> {
  const listener: GraphQLRequestListener<ApolloContext<C>> = {
    didResolveOperation: async ({ document, request, contextValue }) => {
      const rules = gate.rulesOf(document, request.operationName);
      const [tooMuch] = rules === undefined ? [] : checkVariables(rules, request.variables);
      const refusal = checkIntrospection(document, contextValue.mayIntrospect) ?? tooMuch;
      if (refusal !== undefined) throw withStatus(refusal);
    },
    responseForOperation: async (context) => {
      const { idempotency } = context.contextValue;
      const kept = idempotency === undefined ? null : await replyKept(idempotency, graph, context);
      if (kept !== null) return kept;
      let singleResult: FormattedExecutionResult;
      try {
        singleResult = await answer(graph, gate, onPassed, context);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        singleResult = { errors: [formatted(error)] };
      }
      return { http: { status: undefined, headers: NO_HEADERS }, body: { kind: "single", singleResult } };
    },
    willSendResponse: async (context) => {
      finish(context);
      const { idempotency } = context.contextValue;
      // What was told to a developer is not told again to who asks for less.
      if (idempotency !== undefined) await keepReply(idempotency, context);
      tellDeveloper(gate, context);
    },
  };
  const listening = Promise.resolve(listener);
  return { requestDidStart: () => listening };
}

/** Apollo Server adds them to those of the answer. */
const NO_HEADERS = new HeaderMap();

async function answer<C extends GraphqlContext>(
  graph: ServedGraph<C>,
  gate: OperationGate,
  onPassed: OnPassed,
  { document, request, contextValue: context }: GraphQLRequestContextResponseForOperation<ApolloContext<C>>,
): Promise<FormattedExecutionResult> {
  const name = request.operationName ?? undefined;
  const operation = graph.prepare(document, name);
  const source = document.loc?.source.body;
  const rules = gate.rulesOf(document, name);
  // Who may ask about the schema depends on the viewer, so such a document never passes for good.
  if (source !== undefined && rules !== undefined && !rules.isAboutSchema) onPassed(source, name, { operation, rules });
  const { graph: graphContext, view } = context;
  const { variables } = request;
  const result = await graph.answer(operation, { variables, context: graphContext, trace: view.trace });
  if (view.trace?.explainOnly) view.trace.expectedStatements = operation.statements ?? null;
  else {
    operation.statements = graphContext.statements.length;
    context.count(operation, result.errors !== undefined);
  }
  context.deprecation = operation.deprecations?.header;
  return toResult(result, operation.deprecations);
}

/** Codes from our registry, the request's id in each error, and an error status where nothing was executed. */
function finish<C extends GraphqlContext>({
  response,
  contextValue,
}: GraphQLRequestContextWillSendResponse<ApolloContext<C>>): void {
  if (response.body.kind !== "single") return;
  const result = response.body.singleResult;
  const { requestId } = contextValue.graph;
  if (result.errors !== undefined) result.errors = result.errors.map((error) => withRequest(error, requestId));
  if (result.data === undefined) {
    const code = result.errors?.[0]?.extensions?.["code"];
    const wasRun = response.http.status === undefined;
    const isUnfit = code === "GRAPHQL_PARSE_FAILED" || code === "GRAPHQL_VALIDATION_FAILED" || wasRun;
    if (isUnfit && statusOf(code) === 400 && acceptsOldJsonOnly(contextValue.accept)) {
      response.http.status = 200;
    } else if (wasRun) {
      response.http.status = statusOf(code);
    }
  }
  const { deprecation } = contextValue;
  if (deprecation !== undefined) response.http.headers.set("deprecation", deprecation);
}

/** How the answer was made, to who asks and may know. */
function tellDeveloper<C extends GraphqlContext>(
  gate: OperationGate,
  { document, request, response, contextValue }: GraphQLRequestContextWillSendResponse<ApolloContext<C>>,
): void {
  const { view, graph } = contextValue;
  if (response.body.kind !== "single") return;
  const result = response.body.singleResult;
  if (!view.cost && !view.statements && view.trace === undefined) return;
  const rules = view.cost && document !== undefined ? gate.rulesOf(document, request.operationName) : undefined;
  const extensions = {
    ...(rules !== undefined && { cost: rules.cost(request.variables ?? {}) }),
    ...(view.statements && { statements: graph.statements.length }),
    ...(view.trace !== undefined && traceExtensions(view.trace)),
  };
  if (Object.keys(extensions).length > 0) result.extensions = { ...result.extensions, ...extensions };
}

/**
 * Whether a client names application/json and not the newer media type: of those, GraphQL over HTTP
 * says that they read 200 for a document or variables that do not fit. Everyone else gets 400.
 */
function acceptsOldJsonOnly(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/json\b/i.test(accept) && !/graphql-response|\*\/\*/i.test(accept);
}
