import type { FastifyInstance, FastifyReply } from "fastify";
import type { AuthDeps } from "./auth-deps.js";
import { issueTokens } from "./issue-tokens.js";
import { OAuthError } from "./oauth-error.js";
import { TooManyRequests } from "./too-many-requests.js";
import { CHALLENGE } from "./unauthenticated.js";

const FORM = "application/x-www-form-urlencoded";
/** Bytes; the longest form that can be right is well below. */
const BODY_LIMIT = 8_192;

/**
 * POST /auth/token with a form body; needs a parser for forms (@fastify/formbody) on the server.
 * Failures have the form of RFC 6749, section 5.2; anything that is neither the client's fault nor
 * "too many requests" goes to the server's own error handler. No answer may be stored.
 */
export async function tokenRoute(server: FastifyInstance, { deps }: { deps: AuthDeps }): Promise<void> {
  server.route<{ Body: Readonly<Record<string, unknown>> | undefined }>({
    method: "POST",
    url: "/auth/token",
    bodyLimit: BODY_LIMIT,
    onRequest: async (request, reply) => {
      void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
      const [mediaType] = (request.headers["content-type"] ?? "").split(";");
      if (mediaType?.trim().toLowerCase() !== FORM)
        throw new OAuthError("invalid_request", `The body must be ${FORM}.`, 415);
    },
    handler: async (request) => await issueTokens(request.body ?? {}, deps),
    errorHandler: (error, _request, reply) => {
      const failure = tokenFailure(error);
      if (failure === undefined) throw error;
      void sendFailure(reply, failure);
    },
  });
}

function tokenFailure(error: Error): OAuthError | TooManyRequests | undefined {
  return error instanceof OAuthError || error instanceof TooManyRequests ? error : undefined;
}

function sendFailure(reply: FastifyReply, failure: OAuthError | TooManyRequests): FastifyReply {
  if (failure instanceof TooManyRequests) {
    void reply.code(429).header("retry-after", failure.retryAfter);
    return reply.send({ error: "temporarily_unavailable", error_description: failure.message });
  }
  if (failure.status === 401) void reply.header("www-authenticate", CHALLENGE);
  return reply.code(failure.status).send({ error: failure.code, error_description: failure.message });
}
