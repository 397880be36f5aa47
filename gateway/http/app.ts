import formbody from "@fastify/formbody";
import fastify, { type FastifyInstance } from "fastify";
import { createServer, type RequestListener } from "node:http";
import type { EidSource } from "../../lib/eid.js";
import type { Log } from "../../lib/log.js";
import { PROXY_CODES, proxyError } from "../rest/envelope.js";
import { BODY_LIMIT } from "./body-limit.js";
import { registerErrorAnswers } from "./error-answer.js";
import type { HotPath } from "./hot-path.js";
import type { RequestLog } from "./request-log.js";
import { answerUnreadRequest } from "./unread-request.js";

/** Milliseconds until a request's headers must have arrived, the request must have arrived whole, and an idle connection is closed. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
const KEEP_ALIVE = 5_000;

/** Milliseconds between two looks for requests that take too long to arrive. */
const LOOK_EVERY = 2_000;

const MAX_CONNECTIONS = 2_000;

export interface AppOptions {
  hotPath: Pick<HotPath<unknown>, "handle" | "close">;
  newRequestId: EidSource;
  log: Log;
  requestLog: RequestLog;
}

/**
 * Fastify behind the hot path, with our limits, a request id, error answers and a log line for every
 * request; no routes yet.
 */
export async function createApp({ hotPath, newRequestId, log, requestLog }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    serverFactory: (listener) => createHttpServer((request, response) => hotPath.handle(request, response, listener)),
    genReqId: newRequestId,
    // A URL that is none never comes to a route; Fastify's own answer would repeat it, apikey included.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      const body = JSON.stringify(proxyError(PROXY_CODES.unknownPath, "There is nothing at this path."));
      reply.raw.writeHead(404, { "content-type": "application/json; charset=utf-8" }).end(body);
    },
    clientErrorHandler: answerUnreadRequest,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 255 },
  });
  app.removeContentTypeParser("text/plain");
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  registerErrorAnswers(app, log);
  // Fastify tells clients that the service ends.
  app.addHook("preClose", async () => hotPath.close());
  // With callbacks, as a promise for each hook would be a good part of a small request.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    requestLog(request.id, request, reply.statusCode, reply.elapsedTime);
    done();
  });
  return app;
}

function createHttpServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: LOOK_EVERY,
    },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
