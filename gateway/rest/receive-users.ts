import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../lib/errors.js";
import { nextTurn } from "../../lib/turns.js";
import { authorise } from "../../lib/viewer.js";
import { UserCollector } from "./audience-users.js";
import { bind } from "./bind.js";
import { type JsonPath, JsonReader } from "./json-reader.js";
import { eid } from "./parameter.js";
import { notUtf8, tooLarge } from "./read-body.js";
import type { RestRoute } from "./route.js";

/** Asks the graph for the data of an operation; throws its first error. */
type AskData = (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

const SEGMENT = "query ReceivingSegment($segment: ID!) { segment(eid: $segment) { eid } }";
const STAGE = "mutation StageUsers($input: StageUsersInput!) { stageUsers(input: $input) { parts } }";
const FORGET = "mutation ForgetStagedUsers { forgetStagedUsers { parts } }";

/** What is asked beside the operations of the routes. */
export const RECEIVING_OPERATIONS: readonly string[] = [SEGMENT, STAGE, FORGET];

/** Lets the routes of a scope read a JSON body themselves while it arrives. */
export function leaveJsonUnread(scope: FastifyInstance): void {
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", (_request, payload, done) => done(null, payload));
}

/** The body of a request that is still to be read, where its route takes lists of users; null for any other. */
export function unreadBody({ users }: RestRoute, { body }: FastifyRequest): Readable | null {
  return users !== undefined && body instanceof Readable ? body : null;
}

/**
 * Reads a body that brings users while it arrives, at the speed at which they are passed on: the body's other inputs and
 * at most a part of the users are in memory. An adapter is made of operations of the graph, and a list that is replaced
 * must be so in one transaction. A mutation that took the stream itself would keep its transaction, and with it a
 * connection, open for as long as the client sends, could not be run again when it loses against another one, and could
 * not reach an area that runs elsewhere. So each part goes to the area by a mutation of its own and waits there, sealed,
 * for the one that writes the list.
 */
export async function receiveUsers<T>(
  route: RestRoute,
  request: FastifyRequest,
  payload: Readable,
  ask: AskData,
  work: (body: unknown) => Promise<T>,
): Promise<T> {
  // Before a byte of the body is used.
  await requireSegment(route, request, ask);
  if (request.viewer !== null) authorise(request.viewer, route.permission);
  const collector = new UserCollector(async (part, users) => void (await ask(STAGE, { input: { part, users } })));
  try {
    return await work(await readUsers(route, request, payload, collector));
  } finally {
    // What this can't reach, the area removes after a while.
    if (collector.hasStaged) await ask(FORGET, {}).catch(() => {});
  }
}

/** Whoever can't see the segment has nothing to send to it. */
async function requireSegment({ users }: RestRoute, { params }: FastifyRequest, ask: AskData): Promise<void> {
  const name = users?.segment;
  if (name === undefined) return;
  const given = bind({ [name]: eid("EID of the segment.") }, { query: {}, body: null, path: { ...Object(params) } });
  await ask(SEGMENT, { segment: given[name] });
}

async function readUsers(
  route: RestRoute,
  request: FastifyRequest,
  payload: Readable,
  collector: UserCollector,
): Promise<unknown> {
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  const reader = new JsonReader((path) => (isList(route, path) ? collector.begin() : null));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  for await (const bytes of piecesOf(payload)) {
    size += bytes.length;
    if (size > limit) throw tooLarge(limit);
    reader.write(decoded(() => decoder.decode(bytes, { stream: true })));
    await collector.passOn();
    // A client that sends faster than its body is read must not keep the others waiting.
    await nextTurn();
  }
  reader.write(decoded(() => decoder.decode()));
  const body = reader.end();
  await collector.finish();
  return body;
}

/** The pieces of a body, which stays whole when no more of them are wanted: its answer goes the same way. */
async function* piecesOf(payload: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of payload.iterator({ destroyOnReturn: false })) {
      if (!(bytes instanceof Uint8Array)) throw new TypeError("the body was decoded by somebody else");
      yield bytes;
    }
  } catch (error) {
    // A client that went away, or was too slow. Nobody reads the answer.
    if (payload.errored === null) throw error;
    throw new AppError("BAD_USER_INPUT", "The body ended before it was whole.");
  }
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw notUtf8();
  }
}

/** Whether the list at a path is one of users: `data` of the body, or of each item of the list that the body is or names. */
function isList({ users, listBody }: RestRoute, path: JsonPath): boolean {
  const last = path.at(-1);
  if (last !== "data" || users === undefined) return false;
  if (listBody === undefined) return path.length === 1;
  return path.at(-2) === null && (path.length === 2 || (path.length === 3 && path[0] === listBody));
}
