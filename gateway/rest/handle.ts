import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.js";
import { ADAPTER_PAGE_LIMIT } from "../../lib/context.js";
import { AppError, type Violation } from "../../lib/errors.js";
import { authorise, type Viewer } from "../../lib/viewer.js";
import type { EngineResponse } from "../execution/engine.js";
import type { ResponseError } from "../execution/subgraph-client.js";
import { collect, pages } from "./collect.js";
import { csvLines } from "./csv.js";
import type { CsvRows, CsvTable, RestRoute } from "./route.js";

/** Asks the graph on behalf of a viewer. */
export type Ask = (
  operation: string,
  variables: Readonly<Record<string, unknown>>,
  asker: { viewer: Viewer; requestId: string; pageLimit: number },
) => Promise<EngineResponse>;

export interface RestDeps {
  ask: Ask;
  clock: Clock;
  authenticate(request: FastifyRequest): Promise<Viewer>;
}

/** The one handler of the old interface: authenticate, bind, ask the graph, word the answer. */
export async function handle(
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RestDeps,
): Promise<unknown> {
  const viewer = await deps.authenticate(request);
  const { apikey: _apikey, ...query }: Record<string, unknown> = { ...Object(request.query) };
  const bound = route.bind({ query, body: request.body }, deps.clock);
  authorise(viewer, route.permission);
  const asker = { viewer, requestId: request.id, pageLimit: ADAPTER_PAGE_LIMIT };
  const ask = (after: string | null): Promise<EngineResponse> =>
    deps.ask(
      route.operation,
      route.connection === undefined ? bound.variables : { ...bound.variables, after, firstPage: after === null },
      asker,
    );

  if (route.csv !== undefined && route.connection !== undefined && bound.rows !== undefined) {
    return await sendCsv(route, route.csv, bound.rows, pages(ask, route.connection), reply);
  }
  const response =
    route.connection === undefined ? await ask(null) : await collect(ask, route.connection, bound.needed);
  return bound.body(dataOf(response, route));
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
function inOldWords(violation: Violation, { parameters, names = {} }: Named): Violation {
  for (const [at, part] of violation.path.entries()) {
    const field = String(part);
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const known = [names[field], name, name.replace(/_eid(s?)$/, "$1")].find(
      (each) => each != null && Object.hasOwn(parameters, each),
    );
    if (known !== undefined) {
      // Under a name of its own a parameter need not be a list where the graph has one.
      const rest = known === names[field] ? [] : violation.path.slice(at + 1);
      return {
        ...violation,
        path: [known, ...rest],
        message: violation.message.replaceAll(field, known),
      };
    }
  }
  return violation;
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
  route: RestRoute,
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
