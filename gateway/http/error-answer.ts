import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { databaseFailure } from "../../lib/database.js";
import { AppError, statusOf } from "../../lib/errors.js";
import type { Log } from "../../lib/log.js";
import { CHALLENGE, Unauthenticated } from "../auth/unauthenticated.js";
import { tooLarge } from "../rest/read-body.js";
import { ENVELOPES, PROXY_CODES, proxyError } from "../rest/envelope.js";

/** Browsers ask their user for a password when they read Basic here, and the explorer is a page of theirs. */
const GRAPH_CHALLENGE = 'Bearer realm="adgraph"';

/** Seconds after which a client should try again when a part of the service is away. */
const RETRY_AFTER = "1";

/** Answers every failure in the form of the area that it happened in, and unknown paths. */
export function registerErrorAnswers(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    void answer(request, reply, toAppError(error, request, log));
  });
  app.setNotFoundHandler((_request, reply) => {
    void reply.code(404).send(proxyError(PROXY_CODES.unknownPath, "There is nothing at this path."));
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, failure: AppError): FastifyReply {
  const { area } = request.routeOptions.config;
  const retryAfter: unknown = failure.extensions["retryAfter"];
  if (typeof retryAfter === "number") void reply.header("retry-after", retryAfter);
  if (failure.code === "SERVICE_UNAVAILABLE") void reply.header("retry-after", RETRY_AFTER);
  void reply.type("application/json; charset=utf-8");

  if (area === undefined) {
    if (failure.code === "UNAUTHENTICATED") void reply.header("www-authenticate", GRAPH_CHALLENGE);
    const extensions = { ...failure.extensions, requestId: request.id };
    return reply.code(statusOf(failure.code)).send({ errors: [{ message: failure.message, extensions }] });
  }
  if (failure instanceof Unauthenticated) {
    const code = failure.reason === "APIKEY" ? PROXY_CODES.apikey : PROXY_CODES.credentials;
    return reply.code(401).header("www-authenticate", CHALLENGE).send(proxyError(code, failure.message));
  }
  const envelope = ENVELOPES[area];
  return reply.code(envelope.status(failure)).send(envelope.body(failure, request.id));
}

/** The failure as a client may see it; what it must not see goes to the log. */
function toAppError(error: unknown, request: FastifyRequest, log: Log): AppError {
  if (error instanceof AppError) return error;
  const transport = transportFailure(error, request.routeOptions.bodyLimit);
  if (transport !== undefined) return transport;
  const failure = databaseFailure(error);
  if (failure === undefined) log.error({ err: error, requestId: request.id }, "a request failed");
  else log.warn({ err: error, requestId: request.id }, "a statement failed");
  return failure ?? new AppError("INTERNAL_SERVER_ERROR", "Something went wrong on our side.");
}

/** What Fastify refuses before a handler runs. */
function transportFailure(error: unknown, bodyLimit: number): AppError | undefined {
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  if (status === 413) return tooLarge(bodyLimit);
  if (status === 415)
    return new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body as JSON, or as a form where a form is read, and name its Content-Type.",
    );
  if (typeof status === "number" && status >= 400 && status < 500)
    return new AppError("BAD_USER_INPUT", "The body is not what its Content-Type says.");
  return undefined;
}
