import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import {
  type DocumentNode,
  getOperationAST,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  ValuesOfCorrectTypeRule,
} from "graphql";
import QuickLRU from "quick-lru";
import type { Clock } from "../../lib/clock.js";
import { AppError, type ErrorCode, statusOf } from "../../lib/errors.js";
import type { Log } from "../../lib/log.js";
import { isSigned, readAsker, SIGNATURE_HEADER, type SignedAsker } from "../../lib/signed-request.js";
import type { ResponseError, SubgraphClient, SubgraphRequest, SubgraphResponse } from "../execution/subgraph-client.js";

/** Bytes of a body: a request may carry the keys of thousands of entities, or a picture. */
const BODY_LIMIT = 32 * 1_048_576;
const KEPT_DOCUMENTS = 1_000;

/** Milliseconds. Longer than the gateway keeps a connection, so that it never sends into one that is being closed. */
const KEEP_ALIVE = 30_000;

export interface SubgraphServerOptions<C> {
  /** The name that its gateway signs for. */
  name: string;
  schema: GraphQLSchema;
  /** The subgraph as it runs in this process. */
  client: SubgraphClient<C>;
  /** Throws UNAUTHENTICATED for an asker whom the subgraph does not answer. */
  contextFor: (asker: SignedAsker) => C;
  /** What the gateway is told beside the answer. */
  extensionsOf?: (context: C, asker: SignedAsker) => Readonly<Record<string, unknown>>;
  /** What the gateway signs with. */
  secret: string;
  clock: Clock;
  log: Log;
  /** Where it answers. Default /graphql. */
  path?: string;
}

/** A subgraph behind HTTP, for the gateway alone: whatever is not signed by it is answered with 401, whoever asks for what. */
export function buildSubgraphServer<C>(options: SubgraphServerOptions<C>): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE,
    exposeHeadRoutes: false,
    // A URL that is none is none that the gateway asks; Fastify's own answer would say what answers here.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      const body = JSON.stringify({ errors: [toResponseError(unauthenticated())] });
      reply.raw.writeHead(401, { "content-type": "application/json; charset=utf-8" }).end(body);
    },
  });
  registerSubgraph(app, options);
  app.setNotFoundHandler((request) => {
    checkSignature(request, options);
    throw new AppError("NOT_FOUND", "There is nothing at this path.");
  });
  return app;
}

/** The same as a part of another server: in a scope of its own, whose bodies it reads itself. */
export function registerSubgraph<C>(app: FastifyInstance, options: SubgraphServerOptions<C>): void {
  const { log, path = "/graphql" } = options;
  const documentOf = createDocuments(options.schema);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.url?.startsWith("/health/") === true) return;
    // Without one there is no reason to read the body.
    if (request.headers[SIGNATURE_HEADER] === undefined) throw unauthenticated();
  });
  app.setErrorHandler((error, _request, reply) => {
    const failure = toAppError(error, log);
    return reply.code(statusOf(failure.code)).send({ errors: [toResponseError(failure)] });
  });

  async function answer(request: FastifyRequest): Promise<SubgraphResponse & { extensions?: object }> {
    const { query, operationName, variables, asker } = readBody(checkSignature(request, options));
    const { document, kind, errors } = documentOf(query);
    if (errors !== undefined) return { errors };
    const context = options.contextFor(asker);
    const subrequest = { document, operation: query, operationName, variables, kind };
    const response = await options.client.execute(subrequest, context);
    return { ...response, ...(options.extensionsOf && { extensions: options.extensionsOf(context, asker) }) };
  }
  app.route({ method: "POST", url: path, bodyLimit: BODY_LIMIT, handler: answer });
}

function unauthenticated(): AppError {
  return new AppError("UNAUTHENTICATED", "This subgraph answers its gateway only.");
}

function checkSignature<C>(request: FastifyRequest, { name, secret, clock }: SubgraphServerOptions<C>): Buffer {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = request.headers[SIGNATURE_HEADER];
  const message = { recipient: name, method: request.method, path: request.url, body };
  if (!isSigned(message, header, secret, clock)) throw unauthenticated();
  return body;
}

interface Question {
  query: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
  asker: SignedAsker;
}

/** What the gateway sends; any other form is a mistake of ours, as it was signed. */
function readBody(bytes: Buffer): Question {
  const body = parsed<unknown>(() => JSON.parse(bytes.toString("utf8")), "BAD_USER_INPUT");
  const query = memberOf(body, "query");
  const operationName = memberOf(body, "operationName");
  const variables = memberOf(body, "variables");
  const asker = readAsker(memberOf(memberOf(body, "extensions"), "asker"));
  if (asker === null) throw unauthenticated();
  if (typeof query !== "string" || !isRecord(variables)) throw new AppError("BAD_USER_INPUT", "This is no request.");
  return { query, operationName: typeof operationName === "string" ? operationName : undefined, variables, asker };
}

function parsed<T>(parser: () => T, code: ErrorCode): T {
  try {
    return parser();
  } catch {
    throw new AppError(code, "This is no request.");
  }
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A literal that does not fit is the error of one field when it is executed, as it is in the gateway's process. */
const RULES = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);

type Known =
  | { document: DocumentNode; kind: SubgraphRequest["kind"]; errors?: never }
  | { document?: never; kind?: never; errors: ResponseError[] };

/** Each text is parsed and validated once: a gateway of another version may ask for what is not there. */
function createDocuments(schema: GraphQLSchema): (query: string) => Known {
  const known = new QuickLRU<string, Known>({ maxSize: KEPT_DOCUMENTS });
  return (query) => {
    let entry = known.get(query);
    if (entry === undefined) known.set(query, (entry = prepare(query)));
    return entry;
  };

  function prepare(query: string): Known {
    const document = parsed(() => parse(query, { noLocation: true }), "GRAPHQL_PARSE_FAILED");
    const errors = validate(schema, document, RULES);
    // The gateway sends one operation at a time.
    const kind = getOperationAST(document)?.operation === OperationTypeNode.MUTATION ? "mutation" : "query";
    if (errors.length === 0) return { document, kind };
    return {
      errors: errors.map(({ message }) => ({ message, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } })),
    };
  }
}

function toAppError(error: unknown, log: Log): AppError {
  if (error instanceof AppError) return error;
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  if (status === 413) return new AppError("REQUEST_TOO_LARGE", "The body is too large.");
  // Fastify refuses what the gateway never sends, before the signature was looked at.
  if (typeof status === "number" && status >= 400 && status < 500) return unauthenticated();
  log.error({ err: error }, "a subgraph request failed");
  return new AppError("INTERNAL_SERVER_ERROR", "Something went wrong on our side.");
}

function toResponseError({ message, extensions }: AppError): ResponseError {
  return { message, extensions };
}
