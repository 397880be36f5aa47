import { fastifyApolloHandler } from "@as-integrations/fastify";
import formbody from "@fastify/formbody";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { GraphQLFormattedError } from "graphql";
import type { Clock } from "../../lib/clock.js";
import type { Config } from "../../lib/config.js";
import type { Database } from "../../lib/database.js";
import { type EidSource, eidSource, type Random } from "../../lib/eid.js";
import { AppError } from "../../lib/errors.js";
import { type Log, maskUrl } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { createAuthDeps } from "../auth/auth-deps.js";
import { authenticate } from "../auth/authenticate.js";
import { tokenRoute } from "../auth/token-route.js";
import type { Gateway } from "../gateway.js";
import { createOperationGate, type OperationGate } from "../planning/operation-gate.js";
import { PROXY_CODES, proxyError } from "../rest/envelope.js";
import { registerRest } from "../rest/register.js";
import { type ApolloContext, type GraphqlGateway, startApollo, withRequest, withStatus } from "./apollo.js";
import { developerView } from "./developer-view.js";
import { registerErrorAnswers } from "./error-answer.js";
import { type ExplorerOptions, registerExplorer, wantsExplorer } from "./explorer.js";
import { registerHealth } from "./health.js";
import { createHotPath } from "./hot-path.js";
import { checkMediaType } from "./media-type.js";

const GRAPHQL = "/graphql";

/** Bytes of a body. */
const BODY_LIMIT = 1_048_576;

/** Milliseconds until a request must have arrived whole, and an idle connection is closed. */
const REQUEST_TIMEOUT = 30_000;
const KEEP_ALIVE = 5_000;

export interface ServerOptions {
  gateway: Gateway;
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  config: Pick<Config, "restPrefixAliases" | "introspection" | "limits">;
  explorer: Omit<ExplorerOptions, "endpointPath">;
  /** Whether clients may ask how many SQL statements an answer took. */
  development: boolean;
}

/** The service's HTTP side: /graphql with its explorer, the old REST paths, sign-in and health. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { gateway, database, clock, log } = options;
  const newEid = eidSource(clock, options.random);
  const app = await createApp(log, newEid);
  const deps = createAuthDeps({ database, clock, random: options.random, newEid });
  const viewerOf = (request: FastifyRequest): Promise<Viewer> => authenticate(credentialsOf(request), deps);

  registerHealth(app, database);
  await app.register(tokenRoute, { deps });
  await registerGraphql(app, options, viewerOf);
  registerRest(app, gateway.schema, options.config.restPrefixAliases, {
    ask: gateway.ask,
    clock,
    authenticate: viewerOf,
  });
  return app;
}

/** Fastify with our limits, a request id, error answers and a log line for every request; no routes yet. */
export async function createApp(log: Log, newEid: EidSource): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    genReqId: newEid,
    // A URL that is none never comes to a route; Fastify's own answer would repeat it, apikey included.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      const body = JSON.stringify(proxyError(PROXY_CODES.unknownPath, "There is nothing at this path."));
      reply.raw.writeHead(404, { "content-type": "application/json; charset=utf-8" }).end(body);
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 255 },
  });
  // Its lines hold nothing to black out but the URL, which is masked here.
  const requestLog = log.child({}, { redact: [] });
  app.removeContentTypeParser("text/plain");
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  registerErrorAnswers(app, log);
  // With callbacks, as a promise for each hook would be a good part of a small request.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { id, method, url } = request;
    requestLog.info(
      { requestId: id, method, url: maskUrl(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request",
    );
    done();
  });
  return app;
}

/** What /graphql needs. */
export interface GraphqlOptions extends Pick<ServerOptions, "log" | "explorer" | "development"> {
  gateway: GraphqlGateway;
  config: Pick<Config, "introspection" | "limits">;
}

/** /graphql: known operations on the hot path, everything else through Apollo Server. */
export async function registerGraphql(
  app: FastifyInstance,
  options: GraphqlOptions,
  viewerOf: (request: FastifyRequest) => Promise<Viewer>,
): Promise<void> {
  const { gateway, development, config, log } = options;
  const gate = createOperationGate(gateway.schema, config.limits);
  const hotPath = createHotPath(gateway, development);
  const apollo = await startApollo(gateway, gate, config.introspection, log, hotPath.remember);
  app.addHook("onClose", async () => await apollo.stop());
  const sendExplorer = registerExplorer(app, { ...options.explorer, endpointPath: GRAPHQL });
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  const handler = fastifyApolloHandler<ApolloContext>(apollo, {
    context: async (request) => {
      // Signed in before Apollo Server was asked, so that a stranger learns nothing of the document.
      const viewer = viewers.get(request) ?? (await viewerOf(request));
      admit(gate, request);
      return {
        graph: gateway.contextFor({ viewer, requestId: request.id }),
        view: developerView(request.headers, viewer, development),
      };
    },
  });
  app.route({
    method: ["GET", "POST"],
    url: GRAPHQL,
    onRequest: async (request) => checkMediaType(request),
    handler: async function (request, reply) {
      if (wantsExplorer(request)) return await sendExplorer(request, reply);
      const viewer = await viewerOf(request);
      const contextFor = () => gateway.contextFor({ viewer, requestId: request.id });
      const known = await hotPath.answer(request, reply, contextFor);
      if (known !== undefined) return known;
      viewers.set(request, viewer);
      if (request.method === "GET") void reply.header("vary", "accept");
      const body = nameRequest(await handler.call(this, request, reply), request, reply);
      if (reply.statusCode === 200) hotPath.learn(request, reply);
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

/** The Authorization header and the apikey of a request; a header that was sent twice is refused. */
function credentialsOf(request: FastifyRequest) {
  // Node keeps the first of two such headers; the raw list shows both.
  const sent = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === "authorization",
  ).length;
  if (sent > 1) throw new AppError("BAD_USER_INPUT", "Send one Authorization header.");
  const apikey: unknown =
    typeof request.query === "object" && request.query !== null ? Reflect.get(request.query, "apikey") : undefined;
  return {
    authorization: request.headers.authorization,
    apikey: isText(apikey) || isTexts(apikey) ? apikey : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}
