import type { GraphQLSchema } from "graphql";
import type { Clock } from "../../lib/clock.js";
import type { ErrorCode, Violation } from "../../lib/errors.js";
import { ENVELOPES, PROXY_CODES, proxyError } from "../rest/envelope.js";
import { deprecationOf, routeId, routeName } from "../rest/life-cycle.js";
import { answeredMethods } from "../rest/methods.js";
import { REPORTING_QUERY } from "../rest/reporting-query/route.js";
import type { RestRoute } from "../rest/route.js";
import { type JsonSchema, shapeOf } from "./parameter-schema.js";
import { reportingQueryOperation } from "./reporting-query-operation.js";
import { exampleAnswer, exampleRequest, pathNames, takesBody } from "./route-example.js";

export interface OpenApiOptions {
  routes: readonly RestRoute[];
  /** What clients see, and what adapters may ask beside it. */
  ownSchema: GraphQLSchema;
  clock: Clock;
  /** Whether operations that change something answer GET too. */
  getMutations: boolean;
  /** The day on which a route goes, by `METHOD path`. */
  sunsets: ReadonlyMap<string, string>;
}

/** The old interface as OpenAPI 3.1 describes it: everything is read off the routes. */
export function openApi(options: OpenApiOptions) {
  const paths: Record<string, Record<string, unknown>> = {};
  // OpenAPI takes two paths that differ in the names of their parts alone for one.
  for (const routes of Map.groupBy(options.routes, ({ path }) => path.replaceAll(/\{\w+\}/g, "{}")).values()) {
    const [first] = routes;
    if (first === undefined) continue;
    const answered = [...answeredMethods(routes, options.getMutations).routes];
    paths[first.path] = Object.fromEntries(
      routes.map((route) => {
        // What changes something and is listed under GET answers another method.
        const methods = answered.flatMap(([method, by]) => (by === route ? [method] : []));
        const method = methods.includes(route.method) ? route.method : (methods[0] ?? route.method);
        return [method.toLowerCase(), operationOf(route, pathNames(first), options)];
      }),
    );
  }
  paths[REPORTING_QUERY.path] = { [REPORTING_QUERY.method.toLowerCase()]: reportingQueryOperation(options.sunsets) };
  return {
    openapi: "3.1.1",
    info: {
      title: "The old REST interface",
      version: "1",
      description:
        "Every operation here is an adapter on the graph at /graphql. Each answer's Link header leads to the GraphQL operation that takes its place.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(options.routes.map(({ area }) => area))].map((name) => ({ name })),
    security: [{ apikey: [], basic: [] }, { apikey: [], personalToken: [] }, { accessToken: [] }],
    paths,
    components: {
      securitySchemes: {
        apikey: { type: "apiKey", in: "query", name: "apikey", description: "The client's key." },
        basic: { type: "http", scheme: "basic" },
        personalToken: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "Token and a personal access token.",
        },
        accessToken: { type: "http", scheme: "bearer", description: "An access token of /token." },
      },
    },
  };
}

function operationOf(route: RestRoute, names: readonly string[], options: OpenApiOptions) {
  const request = exampleRequest(route);
  const sunset = options.sunsets.get(routeName(route));
  const deprecation = deprecationOf(route);
  const notes = [
    route.description,
    `Permission: ${route.permission}.`,
    ...(deprecation === null ? [] : [`Deprecated since ${deprecation.since}; use ${deprecation.use}.`]),
    ...(sunset === undefined ? [] : [`It goes on ${sunset}.`]),
  ];
  return {
    operationId: routeId(route),
    tags: [route.area],
    summary: /^[^.;]*/.exec(route.description)?.[0] ?? route.description,
    description: notes.join("\n\n"),
    ...((deprecation !== null || sunset !== undefined) && { deprecated: true }),
    externalDocs: { url: `/operations/${routeId(route)}`, description: "The GraphQL operation that takes its place" },
    parameters: [...pathParameters(route, names, request.path), ...queryParameters(route, request.query)],
    ...(request.body !== null && { requestBody: bodyOf(route, request.body) }),
    responses: responsesOf(route, options),
  };
}

/** Under the names that the path's first route has for its parts. */
function pathParameters(route: RestRoute, names: readonly string[], examples: Readonly<Record<string, unknown>>) {
  return pathNames(route).map((name, at) => {
    const parameter = route.parameters[name];
    const schema = parameter === undefined ? { type: "string" } : shapeOf(name, parameter).schema;
    return { name: names[at] ?? name, in: "path", required: true, schema, example: examples[name] };
  });
}

function queryParameters(route: RestRoute, examples: Readonly<Record<string, unknown>>) {
  if (takesBody(route)) return [];
  return Object.entries(route.parameters)
    .filter(([name]) => !pathNames(route).includes(name))
    .map(([name, parameter]) => {
      const { schema } = shapeOf(name, parameter);
      const isList = schema["type"] === "array";
      return {
        name,
        in: "query",
        required: parameter.required,
        description: parameter.description,
        schema,
        ...(isList && { style: "form", explode: false }),
        // Without an example of its own what is optional would be filled in when somebody tries it.
        ...(Object.hasOwn(examples, name) && { example: isList ? String(examples[name]).split(",") : examples[name] }),
      };
    });
}

function bodyOf(route: RestRoute, example: Readonly<Record<string, unknown>>) {
  const inBody = Object.entries(route.parameters).filter(([name]) => !pathNames(route).includes(name));
  const [only, ...others] = inBody;
  // Such a body may be the bare value.
  if (only !== undefined && others.length === 0 && only[0] === (route.listBody ?? route.textBody)) {
    const [name, parameter] = only;
    const type = route.listBody === undefined ? "text/plain" : "application/json";
    const content = { schema: shapeOf(name, parameter).schema, example: example[name] };
    return { required: parameter.required, content: { [type]: content } };
  }
  const shapes = inBody.map(([name, parameter]): [string, ReturnType<typeof shapeOf>] => [
    name,
    shapeOf(name, parameter),
  ]);
  const required = inBody.filter(([, parameter]) => parameter.required).map(([name]) => name);
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(shapes.map(([name, shape]) => [name, shape.schema])),
    ...(required.length > 0 && { required }),
  };
  const content = { schema, example };
  const isMultipart = shapes.some(([, { isFile }]) => isFile);
  return {
    required: required.length > 0,
    content: isMultipart
      ? { "multipart/form-data": content, "application/json": content }
      : { "application/json": content, "application/x-www-form-urlencoded": content },
  };
}

/** The failures that every route can have, as its area words them. */
const FAILURES: readonly [ErrorCode, string, readonly Violation[]][] = [
  ["BAD_USER_INPUT", "An input is not accepted.", [{ path: ["eid"], code: "MISSING", message: "eid is required." }]],
  ["FORBIDDEN", "Your role lacks the permission.", []],
  ["NOT_FOUND", "There is nothing that you may see.", []],
  ["SERVICE_UNAVAILABLE", "A part of the service is away; try again.", []],
];

function responsesOf(route: RestRoute, { ownSchema, clock }: OpenApiOptions) {
  const envelope = ENVELOPES[route.envelope ?? route.area];
  const json = (example: unknown) => ({ "application/json": { example } });
  const failures = FAILURES.map(([code, message, violations]): [string, unknown] => {
    const failure = { code, message, violations };
    return [String(envelope.status(failure)), { description: message, content: json(envelope.body(failure)) }];
  });
  return {
    ...Object.fromEntries(failures),
    "401": {
      description: "The apikey, or who asks, is missing or wrong.",
      content: json(proxyError(PROXY_CODES.credentials, "The credentials are wrong.")),
    },
    ...goodAnswer(route, exampleAnswer(route, ownSchema, clock)),
  };
}

function goodAnswer(route: RestRoute, answer: ReturnType<typeof exampleAnswer>) {
  if (route.status === 204) return { "204": { description: "Done." } };
  const content =
    answer === undefined
      ? { "application/json": {} }
      : { [answer.mediaType]: answer.example === undefined ? {} : { example: answer.example } };
  return {
    "200": {
      description: "The answer.",
      headers: { Link: { description: "The operation that takes the route's place.", schema: { type: "string" } } },
      content,
    },
  };
}
