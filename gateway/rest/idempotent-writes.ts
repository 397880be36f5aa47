import type { FastifyReply, FastifyRequest } from "fastify";
import {
  fingerprintOf,
  IDEMPOTENCY_HEADER,
  type IdempotencyStore,
  type IdempotentRequest,
  readKey,
  REPLAY_HEADER,
} from "../../lib/idempotency.js";
import type { Viewer } from "../../lib/viewer.js";
import type { RestRoute } from "./route.js";

/** A write of the old interface, with the key that it came with, if any. */
export interface Write {
  route: RestRoute;
  /** What it asks of the graph: two that mean the same are the same, however they were sent. */
  variables: Readonly<Record<string, unknown>>;
  /** What else it asks for, of which the graph is not told; undefined where there is nothing. */
  refused: unknown;
  viewer: Viewer;
}

/**
 * Answers a write whose Idempotency-Key was sent before as it was answered then, and keeps the answer of any other that
 * has a key. Refusals are not kept: what is right the next time is done then.
 */
export async function writeOnce(
  { route, variables, refused, viewer }: Write,
  request: FastifyRequest,
  reply: FastifyReply,
  replies: IdempotencyStore,
  work: (idempotency: (IdempotentRequest & { part: string }) | undefined) => Promise<unknown>,
): Promise<unknown> {
  const key = readKey(request.headers[IDEMPOTENCY_HEADER]);
  const status = route.status ?? 200;
  if (key === undefined || !route.mutates) {
    const answer = await work(undefined);
    return status === 204 ? reply.code(status).send() : answer;
  }
  const once: IdempotentRequest = {
    operation: `${route.method} ${route.path}`,
    key,
    fingerprint: fingerprintOf(refused === undefined ? variables : [variables, refused]),
  };
  const stored = await replies.find(viewer, once);
  if (stored !== null) return send(reply.code(stored.status).header(REPLAY_HEADER, "true"), stored.body);
  const body = JSON.stringify(await work({ ...once, part: "" }));
  await replies.save(viewer, once, { status, body });
  return send(reply.code(status), body);
}

function send(reply: FastifyReply, body: string): FastifyReply {
  if (reply.statusCode === 204) return reply.send();
  return reply.header("content-type", "application/json; charset=utf-8").send(body);
}
