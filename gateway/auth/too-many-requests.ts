import { AppError } from "../../lib/errors.js";

/** TOO_MANY_REQUESTS that says when to come back: `extensions.retryAfter`, whole seconds, as the Retry-After header has it. */
export class TooManyRequests extends AppError {
  /** Seconds, at least 1. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super("TOO_MANY_REQUESTS", message);
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
    this.extensions["retryAfter"] = this.retryAfter;
  }
}
