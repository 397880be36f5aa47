import type { FastifyInstance, FastifyRequest } from "fastify";
import { type GraphQLSchema, parse, validate } from "graphql";
import { AppError, badInput } from "../../../lib/errors.js";
import { authorise, type Viewer } from "../../../lib/viewer.js";
import { BODY_LIMIT } from "../../http/body-limit.js";
import { withRequest } from "../../http/graphql-answer.js";
import { refuseUnreadBody } from "../../http/media-type.js";
import { Unauthenticated } from "../../auth/unauthenticated.js";
import { refuseApikeyIn, refuseMisplacedApikey } from "../admit.js";
import type { RestDeps } from "../handle.js";
import { routeName, sunsetHeader } from "../life-cycle.js";
import { REPORTING_QUERY } from "./route.js";
import { createQueryRunner, type QueryDeps, type QueryRequest } from "./run-query.js";
import { REPORTING_QUERY_OPERATIONS } from "./own-operations.js";

const OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

export interface ReportingQueryOptions extends QueryDeps, Pick<RestDeps, "authenticate"> {
  /** Told of every call by somebody who is known, once it is answered. */
  readonly count: (route: string, viewer: Viewer, failed: boolean) => void;
  /** The path and the older ones that stand for it. */
  paths: readonly string[];
  /** The day on which a route goes, by `METHOD path`. */
  sunsets: ReadonlyMap<string, string>;
}

/** Mounts the old reporting query. Throws when an operation that it asks does not fit the graph. */
export function registerReportingQuery(
  scope: FastifyInstance,
  graph: GraphQLSchema,
  { paths, authenticate, count, sunsets, ...deps }: ReportingQueryOptions,
): void {
  for (const text of REPORTING_QUERY_OPERATIONS) {
    const [error] = validate(graph, parse(text));
    if (error !== undefined)
      throw new Error(`An operation of the reporting query does not fit the graph: ${error.message}\n${text}`);
  }
  const run = createQueryRunner(deps);
  const tellSunset = sunsetHeader(REPORTING_QUERY, sunsets);
  /** Those that were answered 200 with errors. */
  const failed = new WeakSet<FastifyRequest>();
  for (const url of paths) {
    scope.route({
      method: "POST",
      url,
      config: { area: "reportingQuery" },
      bodyLimit: BODY_LIMIT,
      onRequest: async (request, reply) => {
        tellSunset(reply);
        refuseMisplacedApikey(request);
        refuseUnreadBody(request);
        request.viewer = await authenticate(request);
      },
      handler: async (request, reply) => {
        const { viewer } = request;
        if (viewer === null) throw new Unauthenticated("CREDENTIALS");
        authorise(viewer, REPORTING_QUERY.permission);
        const { data, errors } = await run(requestOf(request), viewer, request.id);
        if (errors !== undefined) failed.add(request);
        const body = {
          ...(errors !== undefined && { errors: errors.map((error) => withRequest(error.toJSON(), request.id)) }),
          ...(data !== undefined && { data }),
        };
        return await reply
          .code(200)
          .header("content-type", "application/json; charset=utf-8")
          .send(JSON.stringify(body));
      },
      onResponse: (request, reply, done) => {
        const { viewer } = request;
        if (viewer !== null) count(routeName(REPORTING_QUERY), viewer, reply.statusCode >= 400 || failed.has(request));
        done();
      },
    });
    scope.route({
      method: OTHER_METHODS,
      url,
      config: { area: "reportingQuery" },
      onRequest: async (_request, reply) => {
        tellSunset(reply);
        void reply.header("allow", "POST");
        throw new AppError("METHOD_NOT_ALLOWED", "This path answers POST.");
      },
      handler: () => null,
    });
  }
}

/** The GraphQL request that a body is. Throws BAD_USER_INPUT for one that is none. */
function requestOf({ headers, body }: FastifyRequest): QueryRequest {
  refuseApikeyIn(body);
  const isJson = /^\s*application\/json\s*(;|$)/i.test(headers["content-type"] ?? "");
  if (!isJson || !isRecord(body)) throw badInput([], "NOT_A_REQUEST", "Send a JSON object with the text `query`.");
  const { query, variables, operationName } = body;
  if (typeof query !== "string") throw badInput(["query"], "NOT_A_REQUEST", "query must be a text.");
  if (variables != null && !isRecord(variables))
    throw badInput(["variables"], "NOT_A_REQUEST", "variables must be an object.");
  if (operationName != null && typeof operationName !== "string")
    throw badInput(["operationName"], "NOT_A_REQUEST", "operationName must be a text.");
  // Clients that send every field of a request leave the name of none empty.
  return { query, variables: variables ?? null, operationName: operationName === "" ? null : operationName };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
