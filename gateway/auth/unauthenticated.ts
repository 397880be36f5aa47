import { AppError } from "../../lib/errors.js";

/**
 * What was refused: the apikey (missing, unknown, or not the token's), or the credentials. Old REST
 * paths answer the first one with the code `apiproxy:3` (decisions, section 1).
 */
export type RefusalReason = "APIKEY" | "CREDENTIALS";

/** One message a reason: it must not tell an unknown user, a wrong password and a revoked token apart. */
const MESSAGES: Readonly<Record<RefusalReason, string>> = {
  APIKEY: "The query parameter apikey is missing, or names no client that may be used here.",
  CREDENTIALS: "The credentials are missing, wrong, expired or revoked.",
};

/** The WWW-Authenticate header of every 401: the schemes of which at least one is right everywhere. */
export const CHALLENGE = 'Basic realm="adgraph", charset="UTF-8", Bearer realm="adgraph"';

/** UNAUTHENTICATED with the reason that the envelopes tell apart, also in `extensions.reason`. */
export class Unauthenticated extends AppError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super("UNAUTHENTICATED", MESSAGES[reason]);
    this.reason = reason;
    this.extensions["reason"] = reason;
  }
}
