import type { FastifyInstance, RouteOptions } from "fastify";
import { parse, validate, type GraphQLSchema } from "graphql";
import { ConfigError } from "../../lib/config.js";
import { AppError } from "../../lib/errors.js";
import type { Viewer } from "../../lib/viewer.js";
import { BODY_LIMIT } from "../http/body-limit.js";
import { refuseUnreadBody } from "../http/media-type.js";
import { refuseCrossSite, refuseMisplacedApikey } from "./admit.js";
import type { Area } from "./envelope.js";
import { handle, type RestDeps } from "./handle.js";
import { lifeCycleHeaders, routeName } from "./life-cycle.js";
import { answeredMethods } from "./methods.js";
import { type GraphWords, graphWords } from "./old-words.js";
import { registerReportingQuery } from "./reporting-query/register.js";
import { REPORTING_QUERY } from "./reporting-query/route.js";
import type { QueryDeps } from "./reporting-query/run-query.js";
import { registerBodies } from "./read-body.js";
import { leaveJsonUnread, RECEIVING_OPERATIONS } from "./receive-users.js";
import { ROUTES } from "./routes.js";
import type { Method } from "./route.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The area of the old interface that words the failures of this route; not given for the graph's own. */
    area?: Area | undefined;
  }
  interface FastifyRequest {
    /** Who sends a request to the old interface; null elsewhere. */
    viewer: Viewer | null;
  }
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export interface RestOptions extends RestDeps, Pick<QueryDeps, "limits" | "onFailure"> {
  /** Older path prefixes by those that they stand for. */
  aliases: ReadonlyMap<string, string>;
  /** Whether operations that change something answer GET too. */
  getMutations: boolean;
  /** The day on which a route goes, by `METHOD path`. */
  sunsets: ReadonlyMap<string, string>;
  /** Told of every call of a route by somebody who is known, once it is answered: `GET /api/v1/campaign/get`. */
  readonly count: (route: string, viewer: Viewer, failed: boolean) => void;
}

/**
 * Mounts every route under its path and under the older prefixes that stand for the same. Throws when
 * a route's operation does not fit the graph, so that no route can fail for that at run time, and
 * ConfigError when a sunset is of no route.
 */
export async function registerRest(app: FastifyInstance, schema: GraphQLSchema, options: RestOptions): Promise<void> {
  for (const route of ROUTES) {
    const others = [route.otherOperation, ...(route.users === undefined ? [] : RECEIVING_OPERATIONS)];
    for (const operation of [route.operation, ...others.filter((other) => other !== undefined)]) {
      const [error] = validate(schema, parse(operation));
      if (error !== undefined)
        throw new Error(`The operation of ${route.method} ${route.path} does not fit the graph: ${error.message}`);
    }
  }
  const unknown = [...options.sunsets.keys()].find(
    (name) => ![...ROUTES, REPORTING_QUERY].some((route) => routeName(route) === name),
  );
  if (unknown !== undefined) throw new ConfigError(`ROUTE_SUNSETS names ${unknown}, which is no route.`);
  app.decorateRequest("viewer", null);
  // In a scope of its own, since /graphql reads no forms.
  await app.register(async (scope) => {
    await registerBodies(scope);
    registerRoutes(scope, graphWords(schema), options);
    const { path } = REPORTING_QUERY;
    registerReportingQuery(scope, schema, { ...options, paths: [path, ...olderPaths(path, options.aliases)] });
  });
}

function registerRoutes(
  scope: FastifyInstance,
  words: GraphWords,
  { aliases, getMutations, sunsets, count, ...deps }: RestOptions,
): void {
  // The same path may call its parts by one name for one method and by another name for another.
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path.replaceAll(/\{\w+\}/g, "{part}"))) {
    const { routes: answered, allow } = answeredMethods(routes, getMutations);
    const [first] = routes;
    for (const [index, at] of [path, ...olderPaths(path, aliases)].entries()) {
      const url = urlOf(at);
      for (const [method, route] of answered) {
        const leadOff = lifeCycleHeaders(route, sunsets);
        const options: RouteOptions = {
          method,
          url: urlOf([route.path, ...olderPaths(route.path, aliases)][index] ?? at),
          config: { area: route.envelope ?? route.area, takesText: route.textBody !== undefined },
          bodyLimit: route.bodyLimit ?? BODY_LIMIT,
          exposeHeadRoute: method === "GET" && !route.mutates,
          // Before the body is read: a stranger's needs no reading.
          onRequest: async (request, reply) => {
            leadOff(request, reply);
            if (route.mutates) refuseCrossSite(request);
            refuseMisplacedApikey(request);
            refuseUnreadBody(request);
            request.viewer = await deps.authenticate(request);
          },
          handler: (request, reply) => handle(route, request, reply, { ...deps, words }),
          onResponse: (request, reply, done) => {
            const { viewer } = request;
            if (viewer !== null) count(routeName(route), viewer, reply.statusCode >= 400);
            done();
          },
        };
        if (route.users === undefined) scope.route(options);
        else
          // In a scope of its own, as other routes have their bodies read.
          void scope.register((inner, _options, done) => {
            leaveJsonUnread(inner);
            inner.route(options);
            done();
          });
      }
      scope.route({
        method: [...METHODS.filter((method) => !answered.has(method)), ...otherMethods(allow)],
        url,
        config: { area: first?.envelope ?? first?.area },
        // Before the body is read: whatever it holds, the method alone is wrong.
        onRequest: async (request, reply) => {
          if (first !== undefined) lifeCycleHeaders(first, sunsets)(request, reply);
          void reply.header("allow", allow);
          throw new AppError("METHOD_NOT_ALLOWED", `This path answers ${allow}.`);
        },
        handler: () => null,
      });
    }
  }
}

/** A path as Fastify writes it. */
function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The methods without routes of their own. */
function otherMethods(allow: string): string[] {
  return allow.includes("HEAD") ? ["OPTIONS", "TRACE"] : ["HEAD", "OPTIONS", "TRACE"];
}

function olderPaths(path: string, aliases: ReadonlyMap<string, string>): string[] {
  return [...aliases]
    .filter(([, to]) => path === to || path.startsWith(`${to}/`))
    .map(([from, to]) => from + path.slice(to.length));
}
