import type { FastifyRequest } from "fastify";
import { AppError, badInput } from "../../lib/errors.js";

const APIKEY = "apikey";

/**
 * Throws FORBIDDEN for a request by which the page of another site makes a browser change something:
 * browsers send a remembered password along. What other clients send carries none of these headers.
 */
export function refuseCrossSite({ method, headers }: FastifyRequest): void {
  // Older browsers say by Referer alone whose link or image it is.
  const origin = headers.origin ?? headers.referer;
  if (isCrossSite(method, headers["sec-fetch-site"], origin, headers.host))
    throw new AppError("FORBIDDEN", "A page of another site must not change anything here.");
}

function isCrossSite(method: string, site: unknown, origin: string | undefined, host: string | undefined): boolean {
  // Browsers alone write this header, and no page can; proxies leave it as it is, unlike Host.
  if (site !== undefined) {
    // `none` is an address that a person typed, or a link in an e-mail: no reason to change something by GET.
    return site !== "same-origin" && (site !== "none" || method === "GET");
  }
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/**
 * Throws BAD_USER_INPUT for an apikey in a header or under a name of another case: such a client would
 * never learn why it is not let in, and the log masks query parameters only.
 */
export function refuseMisplacedApikey({ headers, query }: FastifyRequest): void {
  if (headers[APIKEY] !== undefined || namesOf(query).some((name) => name !== APIKEY && isApikey(name)))
    throw misplaced();
}

/** The same for a body. */
export function refuseApikeyIn(body: unknown): void {
  if (namesOf(body).some(isApikey)) throw misplaced();
}

function namesOf(fields: unknown): string[] {
  return typeof fields === "object" && fields !== null ? Object.keys(fields) : [];
}

/** With brackets too, which some clients write behind the name of a list. */
function isApikey(name: string): boolean {
  return name.toLowerCase().replace(/\[.*$/, "") === APIKEY;
}

function misplaced(): AppError {
  return badInput([APIKEY], "MISPLACED", "Send apikey as a query parameter, in lower case, and nowhere else.");
}
