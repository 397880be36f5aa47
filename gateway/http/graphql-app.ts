import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLError } from "graphql";
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "../../lib/errors.js";
import type { EidSource } from "../../lib/eid.js";
import { IDEMPOTENCY_HEADER, readKey } from "../../lib/idempotency.js";
import type { Log } from "../../lib/log.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import type { RegisteredOperations } from "../operations/registered-operations.js";
import { resolveDocument } from "../operations/resolve-document.js";
import { createOperationGate, type OperationGate } from "../planning/operation-gate.js";
import { startApollo } from "./apollo.js";
import { askApollo } from "./ask-apollo.js";
import { createApp } from "./app.js";
import { credentialsOf } from "./credentials.js";
import { developerView } from "./developer-view.js";
import { createDocumentStore } from "./document-store.js";
import { type ExplorerOptions, registerExplorer, wantsExplorer } from "./explorer.js";
import { nameErrors, withStatus } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext, GraphqlEndpoint } from "./graphql-endpoint.js";
import { createHotPath, type HotPath } from "./hot-path.js";
import { checkMediaType } from "./media-type.js";
import { createRequestLog } from "./request-log.js";

const GRAPHQL = "/graphql";

export interface GraphqlAppOptions<A, C extends GraphqlContext> {
  endpoint: GraphqlEndpoint<A, C>;
  limits: OperationLimits;
  /** Documents that may be asked for by an id, with the limits of those that are registered; without it there are none. */
  registered?: { operations: RegisteredOperations; limits: OperationLimits };
  explorer: Omit<ExplorerOptions, "endpointPath">;
  newRequestId: EidSource;
  log: Log;
}

/** An HTTP service with /graphql: known operations on the hot path, everything else through Apollo Server. */
export async function createGraphqlApp<A, C extends GraphqlContext>(
  options: GraphqlAppOptions<A, C>,
): Promise<FastifyInstance> {
  const { endpoint, newRequestId, log } = options;
  const requestLog = createRequestLog(log);
  const gate = gateOf(options);
  const registered = options.registered?.operations;
  const documents = createDocumentStore(endpoint.graph.schema);
  const hotPath: HotPath<A> = createHotPath<A, C>({
    endpoint,
    askApollo: async (asked, asker, { headers }, requestId) => {
      let context: ApolloContext<C>;
      try {
        context = contextOf(asker, headers, requestId);
      } catch (error) {
        // A key that is none, of which the framework's side tells.
        if (error instanceof GraphQLError) return undefined;
        throw error;
      }
      return await askApollo(apollo, asked, context);
    },
    textOf: registered?.textOf,
    newRequestId,
    log: requestLog,
    onFailure: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
  });
  const app = await createApp({ hotPath, newRequestId, log, requestLog });
  const apollo = await startApollo(endpoint.graph, documents.forApollo, gate, log, hotPath.remember);
  app.addHook("onClose", async () => await apollo.stop());
  const sendExplorer = registerExplorer(app, { ...options.explorer, endpointPath: GRAPHQL });
  const askerOf = (request: FastifyRequest): Promise<A> =>
    hotPath.askerOf(request.raw) ?? endpoint.signIn(credentialsOf(request.raw, apikeyOf(request)));

  function contextOf(asker: A, headers: IncomingHttpHeaders, requestId: string): ApolloContext<C> {
    return {
      graph: endpoint.contextFor(asker, requestId),
      view: developerView(headers, endpoint.isDeveloper(asker)),
      mayIntrospect: endpoint.mayIntrospect(asker),
      accept: headers.accept,
      deprecation: undefined,
      count: (operation, failed) => endpoint.count?.(operation, asker, failed),
      idempotency: repliesFor(endpoint, asker, headers),
    };
  }

  const askers = new WeakMap<FastifyRequest, A>();
  const handler = fastifyApolloHandler<ApolloContext<C>>(apollo, {
    context: async (request) => {
      // Signed in before Apollo Server was asked, so that a stranger learns nothing of the document.
      const asker = askers.get(request) ?? (await askerOf(request));
      admit(gate, request);
      return contextOf(asker, request.headers, request.id);
    },
  });
  app.route({
    method: ["GET", "POST"],
    url: GRAPHQL,
    onRequest: async (request) => checkMediaType(request),
    handler: async function (request, reply) {
      if (wantsExplorer(request)) return await sendExplorer(request, reply);
      askers.set(request, await askerOf(request));
      if (registered !== undefined) await resolveDocument(request, registered);
      const text = documentOf(request);
      if (text !== undefined && gate.refusalOf(text) === undefined) await documents.prepare(text);
      if (request.method === "GET") void reply.header("vary", "accept");
      const body: unknown = await handler.call(this, request, reply);
      if (typeof body === "string" && reply.statusCode >= 400) return nameErrors(body, reply.statusCode, request.id);
      if (reply.statusCode === 200) hotPath.learn(request.raw, reply.getHeader("content-type"));
      return body;
    },
  });
  app.route({
    method: ["PUT", "PATCH", "DELETE", "OPTIONS"],
    url: GRAPHQL,
    onRequest: async (_request, reply) => {
      void reply.header("allow", "GET, HEAD, POST");
      throw new AppError("METHOD_NOT_ALLOWED", "This path answers GET and POST.");
    },
    handler: () => null,
  });
  return app;
}

/** Keeps the limits of clients' operations, and those of registered ones. */
function gateOf<A, C extends GraphqlContext>({ endpoint, limits, registered }: GraphqlAppOptions<A, C>): OperationGate {
  const gate = createOperationGate(endpoint.graph.schema, limits);
  if (registered === undefined) return gate;
  const { operations } = registered;
  const wider = createOperationGate(endpoint.graph.schema, registered.limits);
  const of = (text: string | undefined): OperationGate =>
    text !== undefined && operations.isKnown(text) ? wider : gate;
  return {
    refusalOf: (text) => of(text).refusalOf(text),
    rulesOf: (document, operationName) => of(document.loc?.source.body).rulesOf(document, operationName),
  };
}

/** Throws what Apollo Server answers with for a key that is none. */
function repliesFor<A, C extends GraphqlContext>(
  { replies }: GraphqlEndpoint<A, C>,
  asker: A,
  headers: IncomingHttpHeaders,
): ApolloContext<C>["idempotency"] {
  if (replies === undefined) return undefined;
  let key: string | undefined;
  try {
    key = readKey(headers[IDEMPOTENCY_HEADER]);
  } catch (error) {
    throw error instanceof AppError ? withStatus(error) : error;
  }
  if (key === undefined) return undefined;
  return {
    key,
    find: (what) => replies.find(asker, what),
    save: (what, reply) => replies.save(asker, what, reply),
    begin: replies.begin,
    begun: undefined,
  };
}

/** Throws what Apollo Server answers with: it would validate a document that is too large first, and at any length. */
function admit(gate: OperationGate, request: FastifyRequest): void {
  const text = documentOf(request);
  const refusal = text === undefined ? undefined : gate.refusalOf(text);
  if (refusal !== undefined) throw withStatus(refusal);
}

/** The text of the document that a request has. */
function documentOf(request: FastifyRequest): string | undefined {
  const sent = request.method === "GET" ? request.query : request.body;
  const text: unknown = typeof sent === "object" && sent !== null ? Reflect.get(sent, "query") : undefined;
  return typeof text === "string" ? text : undefined;
}

/** The query parameter `apikey`, in all its values. */
export function apikeyOf({ query }: FastifyRequest): string | string[] | undefined {
  const apikey: unknown = typeof query === "object" && query !== null ? Reflect.get(query, "apikey") : undefined;
  return isText(apikey) || isTexts(apikey) ? apikey : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}
