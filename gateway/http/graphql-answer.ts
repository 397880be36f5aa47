import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import { maskAddresses } from "../../lib/email-address.js";
import { type AppError, isErrorCode, statusOf } from "../../lib/errors.js";
import { dataOf } from "../execution/compile-serialiser.js";
import type { EngineAnswer } from "../execution/engine.js";
import type { OperationDeprecations } from "../planning/deprecations.js";

/** Characters of an error's message; what is longer repeats a name that the client sent. */
const MAX_MESSAGE = 300;

/** Codes of Apollo Server's own that our registry has another name for. */
const OWN_CODE: Readonly<Record<string, string>> = {
  BAD_REQUEST: "BAD_USER_INPUT",
  OPERATION_RESOLUTION_FAILURE: "BAD_USER_INPUT",
};

/** Of an object that stands for data: the data as JSON text. */
const TEXT = Symbol("text");

/** As Apollo Server does it, but data that is text already is not made text again. */
export function stringifyResult({ errors, data, extensions }: FormattedExecutionResult): string {
  const text: unknown = data == null ? undefined : Reflect.get(data, TEXT);
  if (typeof text !== "string") return `${JSON.stringify({ errors, data, extensions })}\n`;
  const rest = extensions === undefined ? "" : `,"extensions":${JSON.stringify(extensions)}`;
  return `{"data":${text}${rest}}\n`;
}

/** An answer of the engine as Apollo Server takes it. */
export function toResult({ data, text, errors }: EngineAnswer, deprecations: OperationDeprecations | undefined) {
  return {
    ...(data !== undefined && { data }),
    ...(text !== undefined && { data: { [TEXT]: dataOf(text) } }),
    ...(errors !== undefined && {
      errors: errors.map(({ message, path, extensions }) => new GraphQLError(message, { path, extensions })),
    }),
    ...(deprecations !== undefined && { extensions: { deprecations: deprecations.touched } }),
  };
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
