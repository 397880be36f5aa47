import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import QuickLRU from "quick-lru";
import { ERROR_CODES } from "../../lib/errors.js";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import { dataOf, giveBack } from "../execution/answer-text.js";
import type { EngineAnswer } from "../execution/engine.js";
import { hashOf } from "../operations/resolve-document.js";
import type { Operation } from "../planning/operation.js";
import { checkVariables } from "../planning/operation-rules.js";
import type { OnPassed, PassedOperation } from "./apollo.js";
import { BODY_LIMIT } from "./body-limit.js";
import { credentialsOf } from "./credentials.js";
import { asksForMore, STATEMENTS_HEADER } from "./developer-view.js";
import { formatted, withRequest } from "./graphql-answer.js";
import type { GraphqlContext, GraphqlEndpoint } from "./graphql-endpoint.js";
import type { RequestLog } from "./request-log.js";

/** Documents whose operations are served without Apollo Server: known from one request, and from more. */
const DOCUMENTS = { fresh: 25, kept: 250 };

/** Spellings of the Accept header whose answer's type is known. */
const KEPT_ACCEPTS = 50;

const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i;

/** The path, alone or with an apikey that needs no decoding. */
const URL = /^\/graphql(?:\?apikey=([\w-]+))?$/;

/** What may be, or may hide by an escape, a key that a JSON body must not have; also some texts that are harmless. */
const SUSPECT = /proto__"|constructor"|\\u00[567]/i;

/**
 * Serves the operations that Apollo Server has served before, from the request's bytes to the answer's,
 * with the status, headers and body that Apollo Server would give, and without the framework in
 * between, which costs more than a small operation. An operation is known here only once Apollo Server
 * has parsed it, validated it and passed it through every check; those depend on the document alone, so
 * that their verdict holds for whoever asks next, but for the limits that the variables decide, which
 * are checked each time.
 */
export interface HotPath<A> {
  /** Answers the request, or gives it on to `next` as if nobody had read it; nothing was executed then. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void;
  /** Who sends a request that was given on, if that was found out already: a sign-in counts once. */
  readonly askerOf: (request: IncomingMessage) => Promise<A> | undefined;
  /** To be called when Apollo Server has let an operation pass. */
  readonly remember: OnPassed;
  /** To be called with what Apollo Server has answered with status 200. */
  readonly learn: (request: IncomingMessage, contentType: unknown) => void;
  /** From now on everything is given on. */
  readonly close: () => void;
}

export interface HotPathOptions<A, C extends GraphqlContext> {
  /**
   * Answers a known operation by Apollo Server, for a request that asks for more than its data; undefined, with nothing
   * executed, for a request that is to be given on.
   */
  readonly askApollo: (
    asked: AskedOperation,
    asker: A,
    request: IncomingMessage,
    requestId: string,
  ) => Promise<Answer | undefined>;
  /** The document of an id, where documents may be asked for by one. */
  textOf?: ((id: string) => string | undefined) | undefined;
  endpoint: GraphqlEndpoint<A, C>;
  newRequestId: () => string;
  log: RequestLog;
  /** Told of what failed that should not have. */
  onFailure: (error: unknown, requestId: string) => void;
}

/** By document text, then by the name that the request gave. */
type Operations = Map<string | undefined, PassedOperation>;

export interface Answer {
  status: number;
  body: Buffer | string;
  /** Names and values of headers, beside those that every answer has. */
  headers: readonly string[];
}

export interface AskedOperation {
  query: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>> | undefined;
}

interface Asked extends AskedOperation {
  passed: PassedOperation;
}

const NO_HEADERS: readonly string[] = [];

export function createHotPath<A, C extends GraphqlContext>(options: HotPathOptions<A, C>): HotPath<A> {
  const { endpoint, newRequestId, log } = options;
  const known = createTwoTierCache<string, Operations>(DOCUMENTS);
  const contentTypes = new QuickLRU<string, string>({ maxSize: KEPT_ACCEPTS });
  const askers = new WeakMap<IncomingMessage, Promise<A>>();
  let isClosed = false;

  /** The Content-Type of the answer, for a request that may be one of ours. */
  function contentTypeFor({ method, url, headers }: IncomingMessage): string | undefined {
    if (method !== "POST" || url === undefined || !URL.test(url)) return undefined;
    if (!JSON_BODY.test(headers["content-type"] ?? "") || headers["content-encoding"] !== undefined) return undefined;
    // A body in chunks has no length.
    const length = Number(headers["content-length"] ?? 0);
    if (length === 0 || length > BODY_LIMIT) return undefined;
    return contentTypes.get(headers.accept ?? "");
  }

  function find(text: string): Asked | undefined {
    if (SUSPECT.test(text)) return undefined;
    const body = parsed(text);
    if (!isRecord(body)) return undefined;
    const { operationName: name, variables } = body;
    const query = documentOf(body, options.textOf);
    if (query === undefined) return undefined;
    if (name !== undefined && name !== null && typeof name !== "string") return undefined;
    if (variables !== undefined && variables !== null && !isRecord(variables)) return undefined;
    const operationName = name ?? undefined;
    const passed = known.get(query)?.get(operationName);
    if (passed === undefined || checkVariables(passed.rules, variables).length > 0) return undefined;
    return { passed, query, operationName, variables: variables ?? undefined };
  }

  /** What is sent of a result; undefined when somebody else has to answer, as nothing was executed. */
  function answerOf(
    result: EngineAnswer,
    operation: Operation,
    asker: A,
    context: C,
    { headers }: IncomingMessage,
  ): Answer | undefined {
    // Which status that is depends on more than is known here.
    if (result.data === undefined && result.text === undefined) return undefined;
    const counts = headers[STATEMENTS_HEADER] === "count" && endpoint.isDeveloper(asker);
    const { deprecations } = operation;
    const extensions =
      deprecations === undefined && !counts
        ? undefined
        : {
            ...(deprecations !== undefined && { deprecations: deprecations.touched }),
            ...(counts && { statements: context.statements.length }),
          };
    const body = bodyOf(result, context.requestId, extensions);
    return {
      status: 200,
      body,
      headers: deprecations === undefined ? NO_HEADERS : ["deprecation", deprecations.header],
    };
  }

  /** What is sent where the work itself failed: it must not be done again by somebody else. */
  function failed(error: unknown, requestId: string): Answer {
    options.onFailure(error, requestId);
    const message = ERROR_CODES.INTERNAL_SERVER_ERROR.meaning;
    const failure = { message, extensions: { code: "INTERNAL_SERVER_ERROR", requestId } };
    return { status: 500, body: `${JSON.stringify({ errors: [failure] })}\n`, headers: NO_HEADERS };
  }

  function send(answer: Answer, contentType: string, requestId: string, response: ServerResponse): void {
    const { status, body, headers: more } = answer;
    const length = Buffer.byteLength(body);
    const headers = ["content-type", contentType, "x-request-id", requestId, "content-length", String(length), ...more];
    if (isClosed) headers.push("connection", "close");
    response.writeHead(status, headers);
    if (Buffer.isBuffer(body)) response.once("finish", () => giveBack(body));
    // Of one byte for each character, it is written without being measured again.
    if (typeof body === "string" && body.length === length) response.end(body, "latin1");
    else response.end(body);
  }

  /** False when nothing was sent, and nothing was executed. One function, as every promise counts here. */
  async function serve(
    asked: Asked,
    contentType: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const began = performance.now();
    const requestId = newRequestId();
    const asking = signIn(request);
    let asker: A;
    try {
      asker = await asking;
    } catch {
      // Given on with the request, where a refusal is answered.
      askers.set(request, asking);
      return false;
    }
    const { passed, variables } = asked;
    let answer: Answer | undefined;
    try {
      if (asksForMore(request.headers)) {
        answer = await options.askApollo(asked, asker, request, requestId);
      } else {
        const context = endpoint.contextFor(asker, requestId);
        const result = await endpoint.graph.answer(passed.operation, { variables, context });
        passed.operation.statements = context.statements.length;
        answer = answerOf(result, passed.operation, asker, context, request);
        if (answer !== undefined) endpoint.count?.(passed.operation, asker, result.errors !== undefined);
      }
    } catch (error) {
      endpoint.count?.(passed.operation, asker, true);
      answer = failed(error, requestId);
    }
    if (answer === undefined) {
      askers.set(request, asking);
      return false;
    }
    send(answer, contentType, requestId, response);
    request.resume();
    log(requestId, request, answer.status, performance.now() - began);
    return true;
  }

  function signIn(request: IncomingMessage): Promise<A> {
    try {
      return endpoint.signIn(credentialsOf(request, URL.exec(request.url ?? "")?.[1]));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    handle(request, response, next) {
      const contentType = isClosed ? undefined : contentTypeFor(request);
      if (contentType === undefined) return next(request, response);
      readBody(request, (bytes) => {
        function giveOn(): void {
          request.unshift(bytes);
          next(request, response);
        }
        const asked = find(bytes.toString());
        if (asked === undefined) return giveOn();
        serve(asked, contentType, request, response).then(
          (isServed) => {
            if (!isServed) giveOn();
            return isServed;
          },
          (error: unknown) => {
            options.onFailure(error, "");
            response.destroy();
          },
        );
      });
    },
    askerOf: (request) => askers.get(request),
    remember(source, operationName, passed) {
      const operations = known.get(source);
      if (operations === undefined) known.set(source, new Map([[operationName, passed]]));
      else operations.set(operationName, passed);
    },
    learn({ method, headers }, contentType) {
      if (method === "POST" && typeof contentType === "string") contentTypes.set(headers.accept ?? "", contentType);
    },
    close() {
      isClosed = true;
    },
  };
}

/** The document that a request has or names; undefined where it needs a closer look. */
function documentOf(
  { query, documentId, extensions }: Readonly<Record<string, unknown>>,
  textOf: ((id: string) => string | undefined) | undefined,
): string | undefined {
  const isBare = extensions === undefined || extensions === null;
  if (typeof query === "string") return isBare && documentId === undefined ? query : undefined;
  if (query !== undefined || textOf === undefined) return undefined;
  if (typeof documentId === "string") return isBare ? textOf(documentId) : undefined;
  if (documentId !== undefined || !isRecord(extensions) || Object.keys(extensions).length > 1) return undefined;
  const hash = hashOf(extensions);
  return hash === undefined ? undefined : textOf(hash);
}

/** Reads the body of a request that has one of a known length, and leaves the request paused before its end. */
function readBody(request: IncomingMessage, onBody: (bytes: Buffer) => void): void {
  const length = Number(request.headers["content-length"]);
  let bytes: Buffer = EMPTY;
  function onData(chunk: Buffer): void {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    if (bytes.length < length) return;
    request.pause();
    request.removeListener("data", onData);
    onBody(bytes);
  }
  request.on("data", onData);
}

const EMPTY = Buffer.alloc(0);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members in the order in which Apollo Server puts them. */
function bodyOf(answer: EngineAnswer, requestId: string, extensions: object | undefined): Buffer | string {
  const { data, text, errors } = answer;
  if (text !== undefined)
    return extensions === undefined ? text : `{"data":${dataOf(text)},"extensions":${JSON.stringify(extensions)}}\n`;
  const named = errors?.map((error) => withRequest(formatted(error), requestId));
  return `${JSON.stringify({ errors: named, data, extensions })}\n`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
