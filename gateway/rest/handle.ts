import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.js";
import { ADAPTER_PAGE_LIMIT } from "../../lib/context.js";
import { AppError, type Violation } from "../../lib/errors.js";
import type { IdempotencyStore, IdempotentRequest } from "../../lib/idempotency.js";
import { authorise, type Viewer } from "../../lib/viewer.js";
import type { EngineResponse } from "../execution/engine.js";
import type { ResponseError } from "../execution/subgraph-client.js";
import { Unauthenticated } from "../auth/unauthenticated.js";
import { refuseApikeyIn } from "./admit.js";
import { collect, pages } from "./collect.js";
import { csvLines } from "./csv.js";
import { writeOnce } from "./idempotent-writes.js";
import { readBody } from "./read-body.js";
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
  },
) => Promise<EngineResponse>;

export interface RestDeps {
  ask: Ask;
  clock: Clock;
  replies: IdempotencyStore;
  authenticate(request: FastifyRequest): Promise<Viewer>;
}

/** The one handler of the old interface, once it is known who asks: bind, ask the graph, word the answer. */
export async function handle(
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RestDeps,
): Promise<unknown> {
  const { viewer } = request;
  if (viewer === null) throw new Unauthenticated("CREDENTIALS");
  const { apikey: _apikey, ...query }: Record<string, unknown> = { ...Object(request.query) };
  const given = await readBody(request);
  const bare = Array.isArray(given) ? route.listBody : typeof given === "string" ? route.textBody : undefined;
  const body = bare === undefined ? given : { [bare]: given };
  refuseApikeyIn(body);
  // What the path names counts, and no parameter of the same name elsewhere.
  const bound = route.bind({ query, body, path: { ...Object(request.params) } }, deps.clock);
  try {
    return await answered(route, bound, request, reply, { ...deps, viewer });
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
  { viewer, ...deps }: RestDeps & { viewer: Viewer },
): Promise<unknown> {
  // A mutation asks for its permission in its transaction, once the object is known to be visible: a
  // stranger to the object gets NOT_FOUND whatever their role is.
  if (!route.mutates) authorise(viewer, route.permission);
  const asker = { viewer, requestId: request.id, pageLimit: ADAPTER_PAGE_LIMIT, deadlineMs: route.deadlineMs };
  const ask = (after: string | null): Promise<EngineResponse> =>
    deps.ask(
      bound.operation,
      route.connection === undefined ? bound.variables : { ...bound.variables, after, firstPage: after === null },
      asker,
    );

  if (route.csv !== undefined && route.connection !== undefined && bound.rows !== undefined) {
    return await sendCsv(route, route.csv, bound.rows, pages(ask, route.connection), reply);
  }
  if (route.mutates) {
    const write = { route, variables: bound.variables, viewer };
    return await writeOnce(write, request, reply, deps.replies, async (idempotency) =>
      bound.body(dataOf(await deps.ask(bound.operation, bound.variables, { ...asker, idempotency }), route)),
    );
  }
  const response =
    route.connection === undefined ? await ask(null) : await collect(ask, route.connection, bound.needed);
  const data = dataOf(response, route);
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
function dataOf(response: EngineResponse, route: Named): unknown {
  const [error] = response.errors ?? [];
  if (error !== undefined) throw failureOf(error, route);
  return response.data;
}

/** What says how a route names the fields of the graph. */
type Named = Pick<RestRoute, "parameters" | "names">;

/** The graph's error as one of ours: its code, and its violations by the names of the old interface. */
function failureOf(error: ResponseError, route: Named): AppError {
  const code = error.extensions?.["code"];
  const given: unknown = error.extensions?.["violations"];
  const violations = (Array.isArray(given) ? given.filter(isViolation) : []).map((violation) =>
    inOldWords(violation, route),
  );
  return new AppError(isCode(code) ? code : "INTERNAL_SERVER_ERROR", error.message, { violations });
}

/**
 * A violation by the name that the old interface has for what stands at its path: `["input", "displayName"]`
 * is the parameter display_name, `["input", "ruleEids", 3]` is rules.3. It stays as it is where there is none.
 */
function inOldWords(violation: Violation, route: Named): Violation {
  const { names = {} } = route;
  for (const [at, part] of violation.path.entries()) {
    const field = String(part);
    const known = oldNameOf(field, route);
    if (known !== undefined) {
      // Under a name of its own a parameter need not be a list where the graph has one.
      const within = violation.path.slice(at + 1);
      const rest = known === names[field] ? [] : within.map((each) => innerNameOf(each, route));
      const inner = within.filter((each) => typeof each === "string");
      return {
        ...violation,
        path: [known, ...rest],
        message: inner.reduce(
          (message, each) => message.replaceAll(each, String(innerNameOf(each, route))),
          // Other fields that it speaks of, such as the start that an end must not be before.
          violation.message
            .replaceAll(field, known)
            .replaceAll(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g, (word) => oldNameOf(word, route) ?? word),
        ),
      };
    }
  }
  return violation;
}

/** The parameter that has the part of a field of the graph; undefined where the route has none. */
function oldNameOf(field: string, { parameters, names = {} }: Named): string | undefined {
  const name = snakeCase(field);
  return [names[field], name, name.replace(/_eid(s?)$/, "$1")].find(
    (each) => each !== undefined && Object.hasOwn(parameters, each),
  );
}

/** The same for what stands deeper: a name of the route's own parameters is not meant there. */
function innerNameOf(part: string | number, { parameters, names = {} }: Named): string | number {
  const name = typeof part === "number" ? undefined : names[part];
  return name === undefined || Object.hasOwn(parameters, name) ? snakeCase(part) : name;
}

function snakeCase<P extends string | number>(part: P): P | string {
  return typeof part === "number" ? part : part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isCode(code: unknown): code is AppError["code"] {
  return typeof code === "string";
}

function isViolation(value: unknown): value is Violation {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

/**
 * Streams the pages as they come, at the speed at which the client reads. The first page is asked
 * for before anything is sent, so that a refusal is still an ordinary error answer.
 */
async function sendCsv(
  route: Named,
  table: CsvTable,
  rowsOf: (data: unknown) => CsvRows,
  answers: AsyncGenerator<EngineResponse>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const first = await answers.next();
  const firstRows = first.done === true ? [] : rowsOf(dataOf(first.value, route));
  async function* lines(): AsyncGenerator<string> {
    yield csvLines([table.columns, ...firstRows]);
    for await (const answer of answers) yield csvLines(rowsOf(dataOf(answer, route)));
  }
  return await reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.fileName}"`)
    .header("x-content-type-options", "nosniff")
    .send(Readable.from(lines()));
}
