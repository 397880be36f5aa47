import { GraphQLError } from "graphql";

/**
 * The registry of error codes: what a client sees in `extensions.code`, with the HTTP status that
 * the same failure has on a REST route. A new kind of failure gets its code here and nowhere else.
 */
export const ERROR_CODES = {
  BAD_USER_INPUT: {
    status: 400,
    meaning: "An argument, field or parameter has a value that is not accepted; `violations` says which.",
  },
  GRAPHQL_PARSE_FAILED: { status: 400, meaning: "The document is not GraphQL, or has too many tokens." },
  GRAPHQL_VALIDATION_FAILED: { status: 400, meaning: "The document does not fit the schema." },
  MAX_DEPTH_LIMIT: { status: 400, meaning: "The operation nests fields too deeply." },
  MAX_ALIASES_LIMIT: { status: 400, meaning: "The operation uses too many aliases." },
  MAX_ROOT_FIELDS_LIMIT: { status: 400, meaning: "The operation asks for too many root fields at once." },
  MAX_EXPANDED_SELECTIONS: {
    status: 400,
    meaning: "The operation selects too much when its fragments are written out.",
  },
  MAX_DIRECTIVES_LIMIT: { status: 400, meaning: "The operation uses too many directives." },
  MAX_LIST_ITEMS_LIMIT: { status: 400, meaning: "A list in the arguments or variables has too many items." },
  COST_ESTIMATED_TOO_EXPENSIVE: {
    status: 400,
    meaning: "The lists that the operation asks for can multiply to too many objects; ask for shorter ones.",
  },
  PERSISTED_QUERY_NOT_FOUND: { status: 400, meaning: "No operation is known by this id; send its document." },
  OPERATION_NOT_REGISTERED: { status: 400, meaning: "Only registered operations run here, and this is none." },
  UNAUTHENTICATED: { status: 401, meaning: "Credentials or apikey are missing, wrong, expired or revoked." },
  FORBIDDEN: { status: 403, meaning: "The object is visible to the viewer, the action is not allowed." },
  NOT_FOUND: { status: 404, meaning: "The object does not exist or the viewer may not see it; the two look alike." },
  CONFLICT: { status: 409, meaning: "The object changed meanwhile; read it again and repeat." },
  DUPLICATE: { status: 409, meaning: "Another object already has this unique value." },
  ILLEGAL_TRANSITION: { status: 409, meaning: "The object's status does not allow this action." },
  METHOD_NOT_ALLOWED: { status: 405, meaning: "The path does not answer this method; Allow names those that it does." },
  NOT_ACCEPTABLE: {
    status: 406,
    meaning: "The Accept header names no form that the path answers in; /graphql answers JSON.",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    meaning: "A request with the same Idempotency-Key is under way; wait and repeat.",
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, meaning: "The Idempotency-Key was sent with another body before." },
  SUSPENDED: {
    status: 423,
    meaning: "A platform administrator has suspended the advertisable here; its status changes wait until that ends.",
  },
  REQUEST_TOO_LARGE: { status: 413, meaning: "The body is over the size limit." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: "The body's Content-Type is not one that the path reads." },
  TOO_MANY_REQUESTS: { status: 429, meaning: "Too many attempts; wait as long as Retry-After says." },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: "A defect of the service; quote the requestId when you report it." },
  SUBREQUEST_MALFORMED_RESPONSE: { status: 502, meaning: "A part of the service gave an answer that is none." },
  SERVICE_UNAVAILABLE: { status: 503, meaning: "A part of the service is away for the moment; try again." },
  SUBREQUEST_TIMEOUT: { status: 504, meaning: "A part of the service did not answer in time; try again." },
  DEADLINE_EXCEEDED: { status: 504, meaning: "The answer took too long; ask for less or try again." },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One thing that is wrong with the input. */
export interface Violation {
  /** Where in the input: `["input", "startDate"]`. */
  path: readonly (string | number)[];
  /** A short machine-readable reason, UPPER_CASE. */
  code: string;
  /** What to change, for a person. */
  message: string;
}

export interface ErrorOptions {
  violations?: readonly Violation[];
  /** The error that led to this one; for the log, never for the client. */
  cause?: Error;
}

/** A failure that a client is meant to see. Anything else that is thrown is masked as INTERNAL_SERVER_ERROR. */
export class AppError extends GraphQLError {
  readonly code: ErrorCode;
  readonly violations: readonly Violation[];

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    const violations = options.violations ?? [];
    super(message, {
      extensions: { code, ...(violations.length > 0 && { violations }) },
      originalError: options.cause ?? null,
    });
    this.code = code;
    this.violations = violations;
  }
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_CODES, code);
}

/** The HTTP status of an error code; 500 for a code that is not in the registry. */
export function statusOf(code: unknown): number {
  return isErrorCode(code) ? ERROR_CODES[code].status : 500;
}

/** A missing and a foreign object give this same error, so that nobody can probe for what exists. */
export function notFound(noun: string, eid: string): AppError {
  return new AppError("NOT_FOUND", `There is no ${noun} ${eid} that you can see.`);
}

export function badInput(path: readonly (string | number)[], code: string, message: string): AppError {
  return new AppError("BAD_USER_INPUT", message, { violations: [{ path, code, message }] });
}

/** Throws BAD_USER_INPUT with all violations at once, or does nothing when there are none. */
export function refuse(violations: readonly Violation[]): void {
  const [first] = violations;
  if (first === undefined) return;
  const message =
    violations.length === 1
      ? first.message
      : `${violations.length} inputs are not accepted: ${violations.map((v) => v.message).join(" ")}`;
  throw new AppError("BAD_USER_INPUT", message, { violations });
}
