import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import { maskAddresses } from "../../lib/email-address.js";
import { type AppError, type ErrorCode, isErrorCode, statusOf } from "../../lib/errors.js";
import { dataOf, giveBack } from "../execution/answer-text.js";
import type { EngineAnswer } from "../execution/engine.js";
import type { ResponseError } from "../execution/subgraph-client.js";
import type { OperationDeprecations } from "../planning/deprecations.js";

/** Characters of an error's message; what is longer repeats a name that the client sent. */
const MAX_MESSAGE = 300;

/** Codes of Apollo Server's own that our registry has another name for. */
const OWN_CODE: Readonly<Record<string, string>> = {
  BAD_REQUEST: "BAD_USER_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_USER_INPUT",
};

/** The code of what Apollo Server refuses with a status that says more than its code, which is BAD_REQUEST for all of it. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = { 405: "METHOD_NOT_ALLOWED", 406: "NOT_ACCEPTABLE" };

/** Of an object that stands for data: `{"data":…}` and a line break. */
const TEXT = Symbol("text");

/** As Apollo Server does it, but data that is text already is not made text again. */
export function stringifyResult({ errors, data, extensions }: FormattedExecutionResult): string {
  const text: unknown = data == null ? undefined : Reflect.get(data, TEXT);
  if (typeof text !== "string") return `${JSON.stringify({ errors, data, extensions })}\n`;
  return extensions === undefined ? text : `{"data":${dataOf(text)},"extensions":${JSON.stringify(extensions)}}\n`;
}

/** An answer of the engine as Apollo Server takes it. */
export function toResult(
  { data, text, errors }: EngineAnswer,
  deprecations: OperationDeprecations | undefined,
): FormattedExecutionResult {
  if (text !== undefined && deprecations === undefined) return { data: { [TEXT]: textOf(text) } };
  return {
    ...(data !== undefined && { data }),
    ...(text !== undefined && { data: { [TEXT]: textOf(text) } }),
    ...(errors !== undefined && { errors: errors.map(formatted) }),
    ...(deprecations !== undefined && { extensions: { deprecations: deprecations.touched } }),
  };
}

export function formatted({ message, path, extensions }: ResponseError): GraphQLFormattedError {
  return { message, ...(path !== undefined && { path }), ...(extensions !== undefined && { extensions }) };
}

/** The serialiser's bytes as text; they may be used again then. */
function textOf(text: Buffer | string): string {
  if (typeof text === "string") return text;
  const copy = text.toString();
  giveBack(text);
  return copy;
}

/**
 * The body of an answer, its errors with the request's id and a code that fits the status: what Apollo Server refuses
 * before it has a context carries neither yet.
 */
export function nameErrors(body: string, status: number, requestId: string): string {
  if (status < 400) return body;
  const answer: { errors?: GraphQLFormattedError[] } = JSON.parse(body);
  const code = CODE_OF_STATUS[status];
  const errors = answer.errors?.map((error) => {
    const named = withRequest(error, requestId);
    return code === undefined ? named : { ...named, extensions: { ...named.extensions, code } };
  });
  return `${JSON.stringify({ ...answer, errors })}\n`;
}

/** As Apollo Server must be thrown it where it would answer 500: with the status of its code. */
export function withStatus({ message, code, extensions }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: statusOf(code) } } });
}

/** Codes of errors whose message may repeat what a client wrote into its document or variables. */
const REPEATING: readonly string[] = ["BAD_USER_INPUT", "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED"];

/** The error with a code of our registry and the request's id, and with nobody's address. */
export function withRequest(error: GraphQLFormattedError, requestId: string): GraphQLFormattedError {
  const given = error.extensions?.["code"];
  const renamed = typeof given === "string" ? (OWN_CODE[given] ?? given) : given;
  const code = isErrorCode(renamed) ? renamed : "INTERNAL_SERVER_ERROR";
  // What has violations is worded by us.
  const repeats = REPEATING.includes(code) && error.extensions?.["violations"] === undefined;
  const message = repeats ? maskAddresses(error.message) : error.message;
  return {
    ...error,
    message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    extensions: { ...error.extensions, code, requestId },
  };
}
