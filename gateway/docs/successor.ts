import { type GraphQLSchema, parse, print, validate } from "graphql";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "../../lib/clock.js";
import { AppError, notFound } from "../../lib/errors.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import { html, sendPage, wantsPage } from "../http/page.js";
import { deprecationOf, routeId, routeName } from "../rest/life-cycle.js";
import type { RestRoute } from "../rest/route.js";
import { clientOperation } from "./client-operation.js";
import { boundVariables, exampleRequest, pathNames, takesBody } from "./route-example.js";

/** What takes a route's place, for one request. */
export interface Successor {
  route: string;
  description: string;
  operation: string;
  variables: Readonly<Record<string, unknown>>;
  /** Why the variables are those of an example and not of the request; null where they are the request's. */
  example: string | null;
  /** What the operation asks for that clients are not given, as the graph says it; null for one that they may send. */
  notForClients: string | null;
  /** Since when the route is deprecated, and the day on which it goes; null where neither is said. */
  deprecated: string | null;
  sunset: string | null;
}

export interface SuccessorOptions {
  /** What clients see, what adapters see, and how much clients may ask at once. */
  schema: GraphQLSchema;
  ownSchema: GraphQLSchema;
  limits: OperationLimits;
  routes: readonly RestRoute[];
  clock: Clock;
  sunsets: ReadonlyMap<string, string>;
}

/** `/operations/<id>?<inputs of a request>`: the operation of the graph that takes a route's place, as a page or as JSON. */
export function registerSuccessors(app: FastifyInstance, options: SuccessorOptions): void {
  const routes = new Map(options.routes.map((route) => [routeId(route), route]));
  app.get<{ Params: { id: string } }>("/operations/:id", (request, reply) => {
    const route = routes.get(request.params.id);
    if (route === undefined) throw notFound("operation", request.params.id);
    const successor = successorOf(route, { ...Object(request.query) }, options);
    void reply.header("vary", "accept");
    return wantsPage(request.headers.accept) ? sendSuccessor(successor, reply) : reply.send(successor);
  });
}

/** With pages as long as a client may ask, and the variables that a request with these inputs would have; with an example's where they are not a whole request. */
export function successorOf(
  route: RestRoute,
  inputs: Readonly<Record<string, unknown>>,
  { clock, sunsets, schema, ownSchema, limits }: SuccessorOptions,
): Successor {
  const { variables, example } = variablesOf(route, inputs, clock);
  const own = clientOperation({ operation: route.operation, variables }, ownSchema, limits);
  const document = parse(own.operation, { noLocation: true });
  return {
    route: routeName(route),
    description: route.description,
    operation: print(document),
    variables: own.variables,
    example,
    notForClients: validate(schema, document)[0]?.message ?? null,
    deprecated: deprecationOf(route)?.since ?? null,
    sunset: sunsets.get(routeName(route)) ?? null,
  };
}

function variablesOf(
  route: RestRoute,
  inputs: Readonly<Record<string, unknown>>,
  clock: Clock,
): Pick<Successor, "variables" | "example"> {
  const { apikey: _apikey, ...given } = inputs;
  const inPath = pathNames(route);
  const of = (isPath: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => inPath.includes(name) === isPath));
  try {
    return {
      variables: boundVariables(route, route.bind({ path: of(true), query: of(false), body: {} }, clock)),
      example: null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = Object.keys(given).length === 0 && takesBody(route) ? "The request was not given." : error.message;
    return { variables: exampleVariables(route, clock), example: why };
  }
}

function exampleVariables(route: RestRoute, clock: Clock): Readonly<Record<string, unknown>> {
  try {
    return boundVariables(route, route.bind(exampleRequest(route), clock));
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

function sendSuccessor(successor: Successor, reply: FastifyReply): FastifyReply {
  const { route, description, operation, variables, example, notForClients, deprecated, sunset } = successor;
  const ends = [
    ...(notForClients === null ? [] : [`Clients may not send it as it is: ${notForClients}`]),
    ...(deprecated === null ? [] : [`It is deprecated since ${deprecated}.`]),
    ...(sunset === null ? [] : [`It goes on ${sunset}.`]),
  ];
  return sendPage(
    reply,
    `In place of ${route}`,
    html`<h1>In place of <code>${route}</code></h1>
      <p>${description}</p>
      ${ends.length === 0 ? "" : html`<p class="note">${ends.join(" ")}</p>`}
      <p>
        Send this operation to <a href="/graphql">/graphql</a> by POST, as <code>{"query": …, "variables": …}</code>,
        with the same credentials.
      </p>
      <h2>Operation</h2>
      <pre id="operation">${operation}</pre>
      <h2>Variables</h2>
      ${example === null ? html`<p>Those that your request has.</p>` : html`<p>Those of an example. ${example}</p>`}
      <pre id="variables">${JSON.stringify(variables, null, 2)}</pre>`,
  );
}
