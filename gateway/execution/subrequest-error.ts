import { AppError, ERROR_CODES } from "../../lib/errors.js";

type SubrequestCode =
  | "SERVICE_UNAVAILABLE"
  | "SUBREQUEST_TIMEOUT"
  | "SUBREQUEST_MALFORMED_RESPONSE"
  | "DEADLINE_EXCEEDED";

/**
 * A subgraph that could not be asked over HTTP. Clients see the code's own meaning: the cause, with
 * its addresses and its stack, is for the log.
 */
export class SubrequestError extends AppError {
  /** Whether asking again at once may help: the connection was refused or cut, or the answer was a 5xx. */
  readonly mayPass: boolean;

  constructor(code: SubrequestCode, cause?: unknown, mayPass = false) {
    super(code, ERROR_CODES[code].meaning, { ...(cause instanceof Error && { cause }) });
    this.mayPass = mayPass;
  }
}
