import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { type FetchPolicy, isAllowedHost, isPublicAddress, refusalOfUrl, type UrlRefusal } from "./fetch-policy.js";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type FetchFailure =
  | UrlRefusal
  | "TOO_MANY_REDIRECTS"
  | "UNREACHABLE"
  | "TIMEOUT"
  | "HTTP_STATUS"
  | "TOO_LARGE"
  | "UNKNOWN_COMPRESSION";

/** Why nothing was fetched. It says nothing of what the other side sent but its status. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly failure: FetchFailure;
  /** The status of the answer, where the failure is HTTP_STATUS. */
  readonly status: number | null;

  constructor(failure: FetchFailure, status: number | null = null, options?: { cause?: unknown }) {
    super(status === null ? failure : `${failure} ${status}`, options);
    this.failure = failure;
    this.status = status;
  }
}

/** Looks up all addresses of a name, as `dns.lookup` does. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Fetches an address that a client chose, whole and as the other side sent it, compressed or not. Each
 * hop of at most three is checked as it is written, and again when its name has been looked up, on the
 * very addresses that are connected to. Nothing of ours is sent along. Throws FetchError, or the
 * signal's reason when that fires.
 */
export async function fetchGuarded(
  address: string,
  policy: FetchPolicy,
  signal: AbortSignal,
  lookup: LookupAll = systemLookup,
): Promise<Uint8Array<ArrayBuffer>> {
  const deadline = AbortSignal.timeout(policy.totalMs);
  const either = AbortSignal.any([signal, deadline]);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const answer = await hopTo(url, policy, either, lookup);
      if (answer instanceof Uint8Array) return answer;
      url = answer;
    }
    throw new FetchError("TOO_MANY_REDIRECTS");
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) throw new FetchError("TIMEOUT", null, { cause: error });
    throw failureOf(error);
  }
}

/** The body of the answer, or where the answer sends us. */
async function hopTo(
  url: URL,
  policy: FetchPolicy,
  signal: AbortSignal,
  lookup: LookupAll,
): Promise<Uint8Array<ArrayBuffer> | URL> {
  const refusal = refusalOfUrl(url, policy);
  if (refusal !== null) throw new FetchError(refusal);
  const dispatcher = new Agent({
    connect: {
      timeout: policy.connectMs,
      ...(!isAllowedHost(url, policy) && { lookup: publicOnly(lookup) }),
    },
    pipelining: 0,
  });
  try {
    const answer = await request(url, {
      dispatcher,
      signal,
      headers: { "user-agent": "adgraph-feeds/1", accept: "*/*", "accept-encoding": "identity" },
    });
    if (REDIRECTS.has(answer.statusCode)) return redirectOf(url, answer);
    if (answer.statusCode !== 200) throw new FetchError("HTTP_STATUS", answer.statusCode);
    // What is gzipped is told by its first bytes, whoever says so.
    if (!/^(identity|gzip|x-gzip)?$/i.test(String(answer.headers["content-encoding"] ?? "")))
      throw new FetchError("UNKNOWN_COMPRESSION");
    return await bytesOf(answer, policy.maxBytes);
  } finally {
    await dispatcher.destroy();
  }
}

function redirectOf(from: URL, { headers, statusCode }: Dispatcher.ResponseData): URL {
  const { location } = headers;
  const to = typeof location === "string" ? URL.parse(location, from.href) : null;
  if (to === null) throw new FetchError("HTTP_STATUS", statusCode);
  // From a protected connection to one that anybody on the way can change.
  if (from.protocol === "https:" && to.protocol === "http:") throw new FetchError("BLOCKED_URL");
  return to;
}

async function bytesOf({ body, headers }: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers["content-length"]) > maxBytes) throw new FetchError("TOO_LARGE");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a body is bytes");
    size += chunk.length;
    if (size > maxBytes) throw new FetchError("TOO_LARGE");
    chunks.push(chunk);
  }
  // Memory of its own, so that it can be handed to another thread.
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A look-up that refuses a name with any address that is not public: all of them may be tried. */
function publicOnly(lookup: LookupAll): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) callback(error, []);
      else if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        callback(new FetchError("BLOCKED_ADDRESS"), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function failureOf(error: unknown): FetchError {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof FetchError) return each;
    if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(String(Reflect.get(each, "code")))) {
      return new FetchError("TIMEOUT", null, { cause: error });
    }
  }
  return new FetchError("UNREACHABLE", null, { cause: error });
}
