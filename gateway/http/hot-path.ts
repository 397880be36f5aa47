import type { FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLFormattedError } from "graphql";
import QuickLRU from "quick-lru";
import type { RequestContext } from "../../lib/context.js";
import { dataOf } from "../execution/compile-serialiser.js";
import type { EngineAnswer } from "../execution/engine.js";
import type { ResponseError } from "../execution/subgraph-client.js";
import type { Gateway } from "../gateway.js";
import { checkVariables } from "../planning/operation-rules.js";
import { type OnPassed, type PassedOperation, withRequest } from "./apollo.js";

/** Operations that are served without Apollo Server; at most twice as many are in memory. */
const KEPT_OPERATIONS = 250;

/** Spellings of the Accept header whose answer's type is known. */
const KEPT_ACCEPTS = 50;

const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i;

/** The header by which a client may ask for the number of statements; every other one of ours goes to Apollo Server. */
export const STATEMENTS_HEADER = "adgraph-statements";
const OWN_HEADER = "adgraph-";

/**
 * Serves the operations that Apollo Server has served before, from their text to the answer's bytes,
 * with the status, headers and body that Apollo Server would give. An operation is known here only
 * once Apollo Server has parsed it, validated it and passed it through every check; those depend on the
 * document alone, so that their verdict holds for whoever asks next, but for the limits that the
 * variables decide, which are checked each time.
 */
export interface HotPath {
  /** Undefined when Apollo Server has to answer; nothing was executed then. */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    contextFor: () => RequestContext,
  ): Promise<Buffer | string | undefined>;
  /** To be called when Apollo Server has let an operation pass. */
  readonly remember: OnPassed;
  /** To be called with what Apollo Server has answered with status 200. */
  learn(request: FastifyRequest, reply: FastifyReply): void;
}

/** By document text, then by the name that the request gave. */
type Operations = Map<string | undefined, PassedOperation>;

interface Asked {
  passed: PassedOperation;
  variables: Readonly<Record<string, unknown>> | undefined;
}

export function createHotPath(gateway: Pick<Gateway, "answer">, development: boolean): HotPath {
  const known = new QuickLRU<string, Operations>({ maxSize: KEPT_OPERATIONS });
  const contentTypes = new QuickLRU<string, string>({ maxSize: KEPT_ACCEPTS });

  function find(body: unknown): Asked | undefined {
    if (!isRecord(body)) return undefined;
    const { query, operationName, variables, extensions } = body;
    if (typeof query !== "string" || (extensions !== undefined && extensions !== null)) return undefined;
    if (operationName !== undefined && operationName !== null && typeof operationName !== "string") return undefined;
    if (variables !== undefined && variables !== null && !isRecord(variables)) return undefined;
    const passed = known.get(query)?.get(operationName ?? undefined);
    return passed === undefined ? undefined : { passed, variables: variables ?? undefined };
  }

  return {
    async answer(request, reply, contextFor) {
      const { headers } = request;
      if (request.method !== "POST" || !JSON_BODY.test(headers["content-type"] ?? "")) return undefined;
      const contentType = contentTypes.get(headers.accept ?? "");
      if (contentType === undefined || asksForMore(headers)) return undefined;
      const asked = find(request.body);
      if (asked === undefined) return undefined;
      const { operation, rules } = asked.passed;
      if (checkVariables(rules, asked.variables).length > 0) return undefined;
      const context = contextFor();
      const answer = await gateway.answer(operation, { variables: asked.variables, context });
      // Nothing was executed: which status that is depends on more than is known here.
      if (answer.data === undefined && answer.text === undefined) return undefined;
      const counted = development && headers[STATEMENTS_HEADER] === "count" ? context.statements.length : undefined;
      void reply.header("content-type", contentType).code(200);
      return bodyOf(answer, context.requestId, counted);
    },
    remember(source, operationName, passed) {
      const operations = known.get(source);
      if (operations === undefined) known.set(source, new Map([[operationName, passed]]));
      else operations.set(operationName, passed);
    },
    learn(request, reply) {
      const contentType = reply.getHeader("content-type");
      if (request.method === "POST" && typeof contentType === "string")
        contentTypes.set(request.headers.accept ?? "", contentType);
    },
  };
}

function asksForMore(headers: FastifyRequest["headers"]): boolean {
  for (const name in headers) if (name.startsWith(OWN_HEADER) && name !== STATEMENTS_HEADER) return true;
  return false;
}

/** Bytes. */
const SHORT_BODY = 16_384;

/** The members in the order in which Apollo Server puts them. */
function bodyOf(answer: EngineAnswer, requestId: string, statements: number | undefined): Buffer | string {
  const { data, text, errors } = answer;
  const extensions = statements === undefined ? undefined : { statements };
  if (text !== undefined) {
    if (extensions !== undefined)
      return `{"data":${dataOf(text).toString()},"extensions":${JSON.stringify(extensions)}}\n`;
    // Node sends a short text in one piece with the headers, but bytes in a piece of their own.
    return text.length > SHORT_BODY ? text : text.toString();
  }
  const named = errors?.map((error) => withRequest(formatted(error), requestId));
  return `${JSON.stringify({ errors: named, data, extensions })}\n`;
}

function formatted({ message, path, extensions }: ResponseError): GraphQLFormattedError {
  return { message, ...(path !== undefined && { path }), ...(extensions !== undefined && { extensions }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
