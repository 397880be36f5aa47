import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLFormattedError } from "graphql";
import { AppError } from "../../lib/errors.js";
import type { EidSource } from "../../lib/eid.js";
import { IDEMPOTENCY_HEADER, readKey } from "../../lib/idempotency.js";
import type { Log } from "../../lib/log.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { createOperationGate, type OperationGate } from "../planning/operation-gate.js";
import { startApollo } from "./apollo.js";
import { createApp } from "./app.js";
import { credentialsOf } from "./credentials.js";
import { developerView } from "./developer-view.js";
import { type ExplorerOptions, registerExplorer, wantsExplorer } from "./explorer.js";
import { withRequest, withStatus } from "./graphql-answer.js";
import type { ApolloContext, GraphqlContext, GraphqlEndpoint } from "./graphql-endpoint.js";
import { createHotPath } from "./hot-path.js";
import { checkMediaType } from "./media-type.js";
import { createRequestLog } from "./request-log.js";

const GRAPHQL = "/graphql";

export interface GraphqlAppOptions<A, C extends GraphqlContext> {
  endpoint: GraphqlEndpoint<A, C>;
  limits: OperationLimits;
  explorer: Omit<ExplorerOptions, "endpointPath">;
  newRequestId: EidSource;
  log: Log;
}

/** An HTTP service with /graphql: known operations on the hot path, everything else through Apollo Server. */
export async function createGraphqlApp<A, C extends GraphqlContext>(
  options: GraphqlAppOptions<A, C>,
): Promise<FastifyInstance> {
  const { endpoint, limits, newRequestId, log } = options;
  const requestLog = createRequestLog(log);
  const gate = createOperationGate(endpoint.graph.schema, limits);
  const hotPath = createHotPath({
    endpoint,
    newRequestId,
    log: requestLog,
    onFailure: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
  });
  const app = await createApp({ hotPath, newRequestId, log, requestLog });
  const apollo = await startApollo(endpoint.graph, gate, log, hotPath.remember);
  app.addHook("onClose", async () => await apollo.stop());
  const sendExplorer = registerExplorer(app, { ...options.explorer, endpointPath: GRAPHQL });
  const askerOf = (request: FastifyRequest): Promise<A> =>
    hotPath.askerOf(request.raw) ?? endpoint.signIn(credentialsOf(request.raw, apikeyOf(request)));

  const askers = new WeakMap<FastifyRequest, A>();
  const handler = fastifyApolloHandler<ApolloContext<C>>(apollo, {
    context: async (request) => {
      // Signed in before Apollo Server was asked, so that a stranger learns nothing of the document.
      const asker = askers.get(request) ?? (await askerOf(request));
      admit(gate, request);
      return {
        graph: endpoint.contextFor(asker, request.id),
        view: developerView(request.headers, endpoint.isDeveloper(asker)),
        mayIntrospect: endpoint.mayIntrospect(asker),
        count: (operation, failed) => endpoint.count?.(operation, asker, failed),
        idempotency: repliesFor(endpoint, asker, request),
      };
    },
  });
  app.route({
    method: ["GET", "POST"],
    url: GRAPHQL,
    onRequest: async (request) => checkMediaType(request),
    handler: async function (request, reply) {
      if (wantsExplorer(request)) return await sendExplorer(request, reply);
      askers.set(request, await askerOf(request));
      if (request.method === "GET") void reply.header("vary", "accept");
      const body = nameRequest(await handler.call(this, request, reply), request, reply);
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

/** Throws what Apollo Server answers with for a key that is none. */
function repliesFor<A, C extends GraphqlContext>(
  { replies }: GraphqlEndpoint<A, C>,
  asker: A,
  request: FastifyRequest,
): ApolloContext<C>["idempotency"] {
  if (replies === undefined) return undefined;
  let key: string | undefined;
  try {
    key = readKey(request.headers[IDEMPOTENCY_HEADER]);
  } catch (error) {
    throw error instanceof AppError ? withStatus(error) : error;
  }
  if (key === undefined) return undefined;
  return {
    key,
    find: (what) => replies.find(asker, what),
    save: (what, reply) => replies.save(asker, what, reply),
    begin: replies.begin,
  };
}

/** Throws what Apollo Server answers with: it would validate a document that is too large first, and at any length. */
function admit(gate: OperationGate, request: FastifyRequest): void {
  const sent = request.method === "GET" ? request.query : request.body;
  const text: unknown = typeof sent === "object" && sent !== null ? Reflect.get(sent, "query") : undefined;
  const refusal = typeof text === "string" ? gate.refusalOf(text) : undefined;
  if (refusal !== undefined) throw withStatus(refusal);
}

/** What Apollo Server refuses before it has a context carries no request id yet. */
function nameRequest(body: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (reply.statusCode < 400 || typeof body !== "string") return body;
  const answer: { errors?: GraphQLFormattedError[] } = JSON.parse(body);
  return `${JSON.stringify({ ...answer, errors: answer.errors?.map((error) => withRequest(error, request.id)) })}\n`;
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
