import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.js";
import { ADAPTER_PAGE_LIMIT, type RequestContext } from "../../lib/context.js";
import { AppError, type Violation } from "../../lib/errors.js";
import type { IdempotencyStore, IdempotentRequest } from "../../lib/idempotency.js";
import { forgetPage } from "../../lib/loader.js";
import { authorise, type Viewer } from "../../lib/viewer.js";
import type { EngineResponse } from "../execution/engine.js";
import type { ResponseError } from "../execution/subgraph-client.js";
import { Unauthenticated } from "../auth/unauthenticated.js";
import { refuseApikeyIn } from "./admit.js";
import { collect, pages } from "./collect.js";
import { csvLines } from "./csv.js";
import { writeOnce } from "./idempotent-writes.js";
import { type GraphWords, inOldWords, messageInOldWords } from "./old-words.js";
import { readBody } from "./read-body.js";
import { receiveUsers, unreadBody } from "./receive-users.js";
import type { BoundRequest, CsvRows, CsvTable, FileAnswer, RestRoute } from "./route.js";

/** Asks the graph on behalf of a viewer. */
export type Ask = (
  operation: string,
  variables: Readonly<Record<string, unknown>>,
  asker: {
    viewer: Viewer;
    requestId: string;
    pageLimit: number;
    deadlineMs?: number | undefined;
    idempotency?: (IdempotentRequest & { part: string }) | undefined;
    loaders?: RequestContext["loaders"] | undefined;
  },
) => Promise<EngineResponse>;

export interface RestDeps {
  ask: Ask;
  clock: Clock;
  replies: IdempotencyStore;
  authenticate(request: FastifyRequest): Promise<Viewer>;
}

/** The one handler of the old interface, once it is known who asks: read the body, bind, ask the graph, word the answer. */
export async function handle(
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RestDeps & { words: GraphWords },
): Promise<unknown> {
  const { viewer } = request;
  if (viewer === null) throw new Unauthenticated("CREDENTIALS");
  const { apikey: _apikey, ...query }: Record<string, unknown> = { ...Object(request.query) };
  const answer = async (given: unknown): Promise<unknown> =>
    await answerTo(given, query, route, request, reply, { ...deps, viewer });
  const payload = unreadBody(route, request);
  if (payload === null) return await answer(await readBody(request));
  const asker = { viewer, requestId: request.id, pageLimit: ADAPTER_PAGE_LIMIT, deadlineMs: route.deadlineMs };
  const ask = async (operation: string, variables: Readonly<Record<string, unknown>>): Promise<unknown> =>
    dataOf(await deps.ask(operation, variables, asker), route, deps.words);
  try {
    return await receiveUsers(route, request, payload, ask, answer);
  } catch (error) {
    // What is still to come of the body would be taken for the next request.
    if (!payload.readableEnded) void reply.header("connection", "close");
    throw error;
  }
}

/** Binds what a request gave, asks the graph, and words the answer. */
async function answerTo(
  given: unknown,
  query: Readonly<Record<string, unknown>>,
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RestDeps & { words: GraphWords; viewer: Viewer },
): Promise<unknown> {
  const { viewer } = deps;
  const bare = Array.isArray(given) ? route.listBody : typeof given === "string" ? route.textBody : undefined;
  const body = bare === undefined ? given : { [bare]: given };
  refuseApikeyIn(body);
  // What the path names counts, and no parameter of the same name elsewhere.
  const isJson = request.headers["content-type"]?.toLowerCase().startsWith("application/json") === true;
  const bound = route.bind({ query, body, isJson, path: { ...Object(request.params) } }, deps.clock);
  try {
    return await answered(route, bound, request, reply, deps);
  } catch (error) {
    throw await toldApart(error, route, bound, async (operation, variables) =>
      deps.ask(operation, variables, { viewer, requestId: request.id, pageLimit: ADAPTER_PAGE_LIMIT }),
    );
  }
}

/** FORBIDDEN in the place of NOT_FOUND for what is there, where the documents tell both apart. */
async function toldApart(
  error: unknown,
  { existence }: RestRoute,
  { subject }: BoundRequest,
  ask: (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<EngineResponse>,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "NOT_FOUND") return error;
  if (existence === undefined || subject === undefined) return error;
  const { data } = await ask(existence, { eid: subject });
  const exists: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "exists") : false;
  return exists === true ? new AppError("FORBIDDEN", "It belongs to an advertisable that you can't see.") : error;
}

async function answered(
  route: RestRoute,
  bound: BoundRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  { viewer, words, ...deps }: RestDeps & { viewer: Viewer; words: GraphWords },
): Promise<unknown> {
  // A mutation asks for its permission in its transaction, once the object is known to be visible: a
  // stranger to the object gets NOT_FOUND whatever their role is.
  if (!route.mutates) authorise(viewer, route.permission);
  const asker = { viewer, requestId: request.id, pageLimit: ADAPTER_PAGE_LIMIT, deadlineMs: route.deadlineMs };
  const loaders: RequestContext["loaders"] = new Map();
  const ask = (after: string | null): Promise<EngineResponse> => {
    if (route.connection === undefined) return deps.ask(bound.operation, bound.variables, asker);
    forgetPage(loaders);
    return deps.ask(bound.operation, { ...bound.variables, after, firstPage: after === null }, { ...asker, loaders });
  };

  if (route.csv !== undefined && route.connection !== undefined && bound.rows !== undefined) {
    const rows = bound.rows;
    const rowsOf = (response: EngineResponse): CsvRows => rows(dataOf(response, route, words));
    return await sendCsv(route.csv, rowsOf, pages(ask, route.connection), reply);
  }
  if (route.mutates) {
    const write = { route, variables: bound.variables, refused: bound.refused, viewer };
    return await writeOnce(write, request, reply, deps.replies, async (idempotency) =>
      bound.body(dataOf(await deps.ask(bound.operation, bound.variables, { ...asker, idempotency }), route, words)),
    );
  }
  const response =
    route.connection === undefined ? await ask(null) : await collect(ask, route.connection, bound.needed);
  const data = dataOf(response, route, words);
  return bound.file === undefined ? bound.body(data) : sendFile(bound.file(data), reply);
}

/** A file that somebody uploaded: a browser may show it as what it is, and must not run or embed it elsewhere. */
function sendFile({ bytes, mediaType, fileName }: FileAnswer, reply: FastifyReply): FastifyReply {
  return reply
    .header("content-type", mediaType)
    .header("content-disposition", `inline; filename="${fileName}"`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "private, max-age=3600")
    .send(bytes);
}

/** The data of an answer without errors; otherwise throws its first error. */
function dataOf(response: EngineResponse, route: RestRoute, words: GraphWords): unknown {
  const [error] = response.errors ?? [];
  if (error !== undefined) throw failureOf(error, route, words);
  return response.data;
}

/** The graph's error as one of ours: its code, and its message and violations in the words of the old interface. */
function failureOf(error: ResponseError, route: RestRoute, words: GraphWords): AppError {
  const code = error.extensions?.["code"];
  const given: unknown = error.extensions?.["violations"];
  const violations = (Array.isArray(given) ? given.filter(isViolation) : []).map((violation) =>
    inOldWords(violation, route, words),
  );
  const message = messageInOldWords(error.message, route, words);
  return new AppError(isCode(code) ? code : "INTERNAL_SERVER_ERROR", message, { violations });
}

function isCode(code: unknown): code is AppError["code"] {
  return typeof code === "string";
}

function isViolation(value: unknown): value is Violation {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

/** How long an export rests after a page, by the time that the page took, and at most, in milliseconds. */
const REST = 3;
const MAX_REST = 50;

/**
 * Streams the pages as they come, at the speed at which the client reads. The first page is asked
 * for before anything is sent, so that a refusal is still an ordinary error answer. After each page it rests for
 * three times as long as the page took: a long export leaves most of the time to other requests, which take little.
 */
async function sendCsv(
  table: CsvTable,
  rowsOf: (response: EngineResponse) => CsvRows,
  answers: AsyncGenerator<EngineResponse>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const first = await answers.next();
  const firstRows = first.done === true ? [] : rowsOf(first.value);
  async function* lines(): AsyncGenerator<string> {
    yield csvLines([table.columns, ...firstRows]);
    for (;;) {
      const began = performance.now();
      const answer = await answers.next();
      if (answer.done === true) return;
      const text = csvLines(rowsOf(answer.value));
      const took = performance.now() - began;
      yield text;
      await sleep(Math.min(took * REST, MAX_REST));
    }
  }
  return await reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.fileName}"`)
    .header("x-content-type-options", "nosniff")
    .send(Readable.from(lines()));
}
