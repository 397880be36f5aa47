import { type GraphQLSchema, parse } from "graphql";
import type { Clock } from "../../lib/clock.js";
import type { Sources } from "../rest/bind.js";
import { csvLines } from "../rest/csv.js";
import { routeName } from "../rest/life-cycle.js";
import type { BoundRequest, RestRoute } from "../rest/route.js";
import { exampleData } from "./example-answer.js";
import { OWN_INPUTS } from "./own-inputs.js";
import { shapeOf } from "./parameter-schema.js";

/** Where a route takes its inputs from. */
export interface ExampleRequest extends Sources {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** Null for a route without a body. */
  body: Readonly<Record<string, unknown>> | null;
}

/** A request that the route takes: what its path names, what is required, and what else it needs. */
export function exampleRequest(route: RestRoute): ExampleRequest {
  const own = OWN_INPUTS[routeName(route)] ?? {};
  const inPath = pathNames(route);
  const inputs = Object.entries(route.parameters)
    .filter(([name, parameter]) => parameter.required || inPath.includes(name) || Object.hasOwn(own, name))
    .map(([name, parameter]): [string, unknown] => [name, own[name] ?? shapeOf(name, parameter).example]);
  const path = Object.fromEntries(
    inputs.filter(([name]) => inPath.includes(name)).map(([name, value]) => [name, String(value)]),
  );
  const others = Object.fromEntries(inputs.filter(([name]) => !inPath.includes(name)));
  return takesBody(route) ? { path, query: {}, body: others } : { path, query: asQuery(others), body: null };
}

/** Whether the inputs are documented as a body; the service reads them from the query too. */
export function takesBody({ method, mutates }: RestRoute): boolean {
  return method === "GET" ? mutates : method !== "DELETE";
}

export function pathNames({ path }: RestRoute): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** As a query writes it: text, and commas between the items of a list. */
function asQuery(inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      Array.isArray(value) && value.every((each) => typeof each !== "object") ? value.join(",") : value,
    ]),
  );
}

/** The variables of the operation that a request becomes; of a list the first page. Throws BAD_USER_INPUT. */
export function boundVariables(route: RestRoute, bound: BoundRequest): Record<string, unknown> {
  return route.connection === undefined ? { ...bound.variables } : { ...bound.variables, after: null, firstPage: true };
}

/** An answer of the route as its client reads it; undefined where the example has none. */
export function exampleAnswer(
  route: RestRoute,
  schema: GraphQLSchema,
  clock: Clock,
): { mediaType: string; example: unknown } | undefined {
  try {
    const bound = route.bind(exampleRequest(route), clock);
    if (bound.file !== undefined) return { mediaType: "application/octet-stream", example: undefined };
    const data = exampleData(schema, parse(route.operation, { noLocation: true }), boundVariables(route, bound));
    if (data === undefined) return undefined;
    if (route.csv !== undefined && bound.rows !== undefined)
      return { mediaType: "text/csv", example: csvLines([route.csv.columns, ...bound.rows(data)]) };
    return { mediaType: "application/json", example: bound.body(data) };
  } catch {
    // Some answers hang together in ways that no example made of types alone can have.
    return undefined;
  }
}
