import type { FastifyReply, FastifyRequest } from "fastify";
import type { RestRoute } from "./route.js";

type Named = Pick<RestRoute, "method" | "path">;

/** A route that the documents call deprecated. */
export interface Deprecation {
  /** YYYY-MM-DD: the first day on which it was. */
  since: string;
  /** The route to call instead, for who stays with the old interface. */
  use: string;
}

/** By `METHOD path`. */
const DEPRECATIONS: Readonly<Record<string, Deprecation>> = {
  // Document 3, part B.
  "GET /reportsvc/v1/assisted-granular-attributions": {
    since: "2018-05-22",
    use: "GET /reportsvc/v1/granular-attributions",
  },
  // Document 3, part A announces it without a day: since the graph takes its place.
  "POST /audience/v1/segments/bulk": { since: "2026-11-28", use: "POST /audience/v1/segments_bulk/put" },
};

/** Characters of a link with inputs at most; the link of a longer request has none. */
const MAX_LINK = 1_500;

/** The route as people name it, and as usage is recorded: `GET /api/v1/campaign/get`. */
export function routeName({ method, path }: Named): string {
  return `${method} ${path}`;
}

/** What stands for the route in `/operations/<id>`: `get-api-v1-campaign-get`. */
export function routeId(route: Named): string {
  return routeName(route)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/-$/, "");
}

export function deprecationOf(route: Named): Deprecation | null {
  const name = routeName(route);
  return (Object.hasOwn(DEPRECATIONS, name) ? DEPRECATIONS[name] : undefined) ?? null;
}

/**
 * The headers that lead off a route, on every answer of it: the operation that takes its place (RFC 5829), since when
 * it is deprecated (RFC 9745), and when it goes (RFC 8594), where a day is configured.
 */
export function lifeCycleHeaders(
  route: Named,
  sunsets: ReadonlyMap<string, string>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const target = `/operations/${routeId(route)}`;
  const deprecation = deprecationOf(route);
  const tellSunset = sunsetHeader(route, sunsets);
  return (request, reply) => {
    const inputs = inputsOf(request).toString();
    const link = inputs === "" || inputs.length > MAX_LINK ? target : `${target}?${inputs}`;
    void reply.header("link", `<${link}>; rel="successor-version"`);
    if (deprecation !== null) void reply.header("deprecation", `@${Date.parse(deprecation.since) / 1_000}`);
    tellSunset(reply);
  };
}

/** The last of these headers alone, for what has no one operation in its place. */
export function sunsetHeader(route: Named, sunsets: ReadonlyMap<string, string>): (reply: FastifyReply) => void {
  const sunset = sunsets.get(routeName(route));
  return (reply) => {
    if (sunset !== undefined) void reply.header("sunset", new Date(sunset).toUTCString());
  };
}

/** What a request's address says, without the apikey: the page shows the variables that come of it. */
function inputsOf({ query, params }: FastifyRequest): URLSearchParams {
  const inputs = new URLSearchParams();
  for (const [name, value] of [...Object.entries({ ...Object(query) }), ...Object.entries({ ...Object(params) })]) {
    if (name === "apikey") continue;
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === "string") inputs.append(name, each);
  }
  return inputs;
}
