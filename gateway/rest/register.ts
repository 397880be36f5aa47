import type { FastifyInstance } from "fastify";
import { parse, validate, type GraphQLSchema } from "graphql";
import { AppError } from "../../lib/errors.js";
import type { Area } from "./envelope.js";
import { handle, type RestDeps } from "./handle.js";
import { ROUTES } from "./routes.js";
import { type Method, methodsOf } from "./route.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The area of the old interface that words the failures of this route; not given for the graph's own. */
    area?: Area | undefined;
  }
}

const METHODS: readonly (Method | "OPTIONS")[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Mounts every route under its path and under the older prefixes that stand for the same. Throws when
 * a route's operation does not fit the graph, so that no route can fail for that at run time.
 */
export function registerRest(
  app: FastifyInstance,
  schema: GraphQLSchema,
  aliases: ReadonlyMap<string, string>,
  deps: RestDeps,
): void {
  for (const route of ROUTES) {
    const [error] = validate(schema, parse(route.operation));
    if (error !== undefined)
      throw new Error(`The operation of ${route.method} ${route.path} does not fit the graph: ${error.message}`);
  }
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    const answered = new Map(routes.flatMap((route) => methodsOf(route).map((method) => [method, route] as const)));
    const allow = [...answered.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    for (const at of [path, ...olderPaths(path, aliases)]) {
      const url = at.replaceAll(/\{(\w+)\}/g, ":$1");
      for (const [method, route] of answered) {
        app.route({
          method,
          url,
          config: { area: route.area },
          handler: (request, reply) => handle(route, request, reply, deps),
        });
      }
      const [first] = routes;
      app.route({
        method: METHODS.filter((method) => method === "OPTIONS" || !answered.has(method)),
        url,
        config: { area: first?.area },
        // Before the body is read: whatever it holds, the method alone is wrong.
        onRequest: async (_request, reply) => {
          void reply.header("allow", allow);
          throw new AppError("METHOD_NOT_ALLOWED", `This path answers ${allow}.`);
        },
        handler: () => null,
      });
    }
  }
}

function olderPaths(path: string, aliases: ReadonlyMap<string, string>): string[] {
  return [...aliases]
    .filter(([, to]) => path === to || path.startsWith(`${to}/`))
    .map(([from, to]) => from + path.slice(to.length));
}
