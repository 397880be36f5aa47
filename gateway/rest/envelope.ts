import { ERROR_CODES, isErrorCode, type Violation } from "../../lib/errors.js";

/** A request that failed, before it takes the form of its area. */
export interface Failure {
  code: string;
  message: string;
  violations: readonly Violation[];
}

/** How one area of the old interface words its failures (decisions, section 2). */
export interface Envelope {
  status(failure: Failure): number;
  /** @param requestId Names the request, for whoever tells its clients; not given in what is written about answers. */
  body(failure: Failure, requestId?: string): unknown;
}

function registeredStatus({ code }: Failure): number {
  return isErrorCode(code) ? ERROR_CODES[code].status : 500;
}

/** The codes of /api/v1. */
const LEGACY_CODE: Readonly<Record<string, number>> = {
  BAD_USER_INPUT: 1,
  MISMATCH: 2,
  INTERNAL_SERVER_ERROR: 8,
  NOT_FOUND: 16,
  MISSING: 64,
  SERVICE_UNAVAILABLE: 128,
  DEADLINE_EXCEEDED: 128,
  SUBREQUEST_TIMEOUT: 128,
  SUBREQUEST_MALFORMED_RESPONSE: 128,
  DUPLICATE: 256,
  FORBIDDEN: 512,
};
const LEGACY_FAIL = 8;

/** /api/v1: `{errors: [{message, code}]}`, or `{message, field}` for a parameter that is not accepted. */
const entities: Envelope = {
  status: (failure) => (failure.code === "DUPLICATE" ? 400 : registeredStatus(failure)),
  body: ({ code, message, violations }) => ({
    errors:
      violations.length === 0
        ? [{ message, code: LEGACY_CODE[code] ?? LEGACY_FAIL }]
        : violations.map((violation) => ({
            message: violation.message,
            field: violation.path.join("."),
            ...((violation.code === "MISSING" || violation.code === "MISMATCH") && {
              code: LEGACY_CODE[violation.code],
            }),
          })),
  }),
};

/** /reportsvc: `{errors: [{message, field?}]}`. */
const reporting: Envelope = {
  status: registeredStatus,
  body: ({ message, violations }) => ({
    errors:
      violations.length === 0
        ? [{ message }]
        : violations.map((violation) => ({ message: violation.message, field: violation.path.join(".") })),
  }),
};

/** /audience target accounts: `{message}`; who may not is told as little as who sees nothing. */
const targetAccounts: Envelope = {
  status: (failure) => (failure.code === "FORBIDDEN" ? 404 : registeredStatus(failure)),
  body: ({ message, violations: [violation, ...others] }) => ({
    message: violation !== undefined && others.length === 0 ? violation.message : message,
  }),
};

/** /audience apart from target accounts: `{errors: [{message, field?}]}`, as /reportsvc has it. */
const audience = reporting;

/** The codes of /social (document 2, errors); those that it does not name are our own. */
const SOCIAL_CODE: Readonly<Record<string, string>> = {
  FORBIDDEN: "ERROR_NO_PERMISSION_FOR_ACTION",
  NOT_FOUND: "ERROR_RESOURCE_NOT_FOUND",
  NO_AUDIENCE_FOR_ADSET: "ERROR_NO_AUDIENCE_FOR_ADSET",
  MISSING: "ERROR_MISSING_PARAMETER",
  BAD_USER_INPUT: "ERROR_INVALID_PARAMETER",
};

/** /social: `{code, error, subcode}`; the subcode says in one word what is wrong with an input. */
const social: Envelope = {
  status: registeredStatus,
  body: ({ code, message, violations }) => {
    const subcode = violations[0]?.code ?? null;
    const own = SOCIAL_CODE[subcode ?? ""] ?? SOCIAL_CODE[code] ?? `ERROR_${code}`;
    return { code: own, error: violations[0]?.message ?? message, subcode };
  },
};

/** /prospecting: `{code, message}`, the HTTP status and a text, or the messages by field (document 2, errors). */
const prospecting: Envelope = {
  status: registeredStatus,
  body: (failure) => {
    const fields = Map.groupBy(failure.violations, (violation) => violation.path.join("."));
    const byField = [...fields].map(([field, violations]) => [field, violations.map(({ message }) => message)]);
    return {
      code: registeredStatus(failure),
      message: byField.length === 0 ? failure.message : Object.fromEntries(byField),
    };
  },
};

/** Violations of /mailer that are a status of their own (document 1, errors). */
const TOO_MANY: readonly string[] = ["TOO_MANY_EMAILS", "TOO_MANY_UNSUBSCRIBERS"];
const DATES: readonly string[] = ["start_date", "end_date"];

/** A field of the graph as the old interface has it, wherever it stands in a text: `senderName` is sender_name. */
function snakeCase(text: string): string {
  return text.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) =>
    word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** Where a violation is, without the name of the graph's argument. */
function namesOf({ path }: Violation): string[] {
  return path.filter((part, index) => index > 0 || part !== "input").map((part) => snakeCase(String(part)));
}

/** /mailer: an array of `{name, error}` (document 1, part A). */
const knownEmail: Envelope = {
  status: (failure) => {
    const { code, violations } = failure;
    if (code === "ILLEGAL_TRANSITION") return 422;
    if (code !== "BAD_USER_INPUT" || violations.length === 0) return registeredStatus(failure);
    if (violations.some((violation) => TOO_MANY.includes(violation.code))) return 413;
    return violations.every((violation) => DATES.includes(namesOf(violation).at(-1) ?? "")) ? 416 : 400;
  },
  body: ({ message, violations }) =>
    violations.length === 0
      ? [{ name: "request", error: message }]
      : violations.map((violation) => ({ name: namesOf(violation).join("."), error: snakeCase(violation.message) })),
};

/** The same for operations that the documents give no 404: what can't be seen is forbidden, whether it is there or not. */
const email: Envelope = {
  ...knownEmail,
  status: (failure) => (failure.code === "NOT_FOUND" ? 403 : knownEmail.status(failure)),
};

/** The old reporting query, where a request is refused as a whole: `{errors: [{message, extensions: {code, requestId}}]}`. */
const reportingQuery: Envelope = {
  status: registeredStatus,
  body: ({ code, message, violations }, requestId) => ({
    errors:
      violations.length === 0
        ? [{ message, extensions: { code, requestId } }]
        : violations.map((violation) => ({ message: violation.message, extensions: { code, requestId } })),
  }),
};

/**
 * /activate: `{errors: [{name, error}]}`, the name of the parameter as the old interface writes it; where
 * no parameter is at fault, the name is null.
 */
const activate: Envelope = {
  status: registeredStatus,
  body: ({ message, violations }) => ({
    errors:
      violations.length === 0
        ? [{ name: null, error: message }]
        : violations.map((violation) => ({ name: violation.path.join("."), error: violation.message })),
  }),
};

export const ENVELOPES = {
  entities,
  reporting,
  audience,
  targetAccounts,
  social,
  prospecting,
  email,
  knownEmail,
  reportingQuery,
  strategies: activate,
  universal: activate,
} as const satisfies Record<string, Envelope>;

export type Area = keyof typeof ENVELOPES;

/** What stands in front of all areas: credentials (decisions, section 1) and unknown paths. */
export const PROXY_CODES = { credentials: "apiproxy:1", apikey: "apiproxy:3", unknownPath: "apiproxy:11" } as const;

export function proxyError(code: (typeof PROXY_CODES)[keyof typeof PROXY_CODES], message: string): unknown {
  return { errors: [{ code, message }] };
}
