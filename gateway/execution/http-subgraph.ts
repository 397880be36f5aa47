import { BrokenCircuitError, circuitBreaker, handleWhen, SamplingBreaker } from "cockatiel";
import { Pool } from "undici";
import type { Clock } from "../../lib/clock.js";
import { createTwoTierCache } from "../../lib/two-tier-cache.js";
import { SIGNATURE_HEADER, type SignedAsker, signRequest } from "../../lib/signed-request.js";
import { compileAnswer, type ReadAnswer } from "./compile-answer.js";
import { freeOfPrototypes } from "./free-of-prototypes.js";
import { type HttpAnswer, parseAnswer } from "./http-answer.js";
import { createInFlight, type Patience } from "./in-flight.js";
import { postJson } from "./post-json.js";
import { createRetryBudget } from "./retry-budget.js";
import type { SubgraphClient, SubgraphRequest, SubgraphResponse } from "./subgraph-client.js";
import { SubrequestError } from "./subrequest-error.js";
import type { TreeObject } from "./tree.js";

export interface HttpLimits {
  /** Milliseconds that one fetch may take, its retry included. */
  fetchMs: number;
  /** Milliseconds after its start in which a request still asks subgraphs. */
  requestMs: number;
  /** Bytes of one answer, after decompression. */
  answerBytes: number;
  /** The breaker opens when half of at least this many calls failed within `sampleMs`. */
  sampleCalls: number;
  /** Milliseconds. */
  sampleMs: number;
  /** Milliseconds until an open breaker lets calls through to try. */
  halfOpenAfterMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  fetchMs: 2_000,
  requestMs: 10_000,
  answerBytes: 10 * 1_048_576,
  sampleCalls: 20,
  sampleMs: 10_000,
  halfOpenAfterMs: 10_000,
};

/** Calls that must all succeed before a half-open breaker closes. */
const TRIALS = 3;
const CONNECTIONS = 128;

/** How many operations are known by name alone, and how many keep a reader of their own. */
const READERS = { fresh: 250, kept: 250 };

/** What is between the gateway and a subgraph of ours. */
export interface Trust<C> {
  /** The subgraph's name, as it knows itself. */
  recipient: string;
  secret: string;
  clock: Clock;
  askerOf(context: C, isMutation: boolean): SignedAsker;
  /** Gets what the subgraph tells the gateway beside the answer. */
  onExtensions?(extensions: TreeObject, context: C): void;
}

export interface HttpSubgraphOptions<C> {
  url: string;
  /** Without it requests are not signed, and errors are not believed to be fit for clients. */
  trust?: Trust<C>;
  /** When the request began (`performance.now`); without it there is the deadline of each fetch only. */
  startedAt?(context: C): number;
  /** Milliseconds for a request that may take longer than the limits say, as a whole and for each fetch. */
  deadlineMs?(context: C): number | undefined;
  limits?: Partial<HttpLimits>;
}

export interface HttpSubgraph<C> extends SubgraphClient<C> {
  execute(request: SubgraphRequest, context: C): Promise<SubgraphResponse>;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** One answer for several askers. Each gets objects of its own, as the gateway changes them, or text as it wants it. */
type Shared = (request: SubgraphRequest) => HttpAnswer;

/**
 * A subgraph behind a URL. A read that fails at once is sent once more; a mutation is sent once. The
 * same read of the same viewer that is under way already is not sent again.
 *
 * Rejects with SubrequestError: SUBREQUEST_TIMEOUT, DEADLINE_EXCEEDED when the request as a whole
 * took too long, SERVICE_UNAVAILABLE when there is no answer (none is asked for while the breaker is
 * open), SUBREQUEST_MALFORMED_RESPONSE when it is no GraphQL answer or too large.
 */
export function createHttpSubgraph<C>(options: HttpSubgraphOptions<C>): HttpSubgraph<C> {
  const { trust } = options;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const { origin, pathname, search } = new URL(options.url);
  const path = pathname + search;
  // The deadline is ours: the library's own would be a second one that answers with other errors.
  const timeouts = { connectTimeout: limits.fetchMs, headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = new Pool(origin, { connections: CONNECTIONS, ...timeouts });
  const breaker = createBreaker(limits);
  const retries = createRetryBudget();
  const inFlight = createInFlight<Shared>();
  const readers = createTwoTierCache<string, ReadAnswer | null>(READERS);

  /** The first answer to an operation is read by plain code; later ones by code of the operation's own. */
  function readerFor({ operation, document }: SubgraphRequest): ReadAnswer {
    const known = readers.get(operation);
    if (known != null) return known;
    const made = known === undefined ? null : compileAnswer(document);
    readers.set(operation, made);
    return made ?? freeOfPrototypes;
  }

  /** Sends the request once, unless the breaker is open. */
  async function send(body: string, request: SubgraphRequest, signal: AbortSignal): Promise<Shared> {
    const message = { method: "POST", path, body };
    const headers = trust && {
      [SIGNATURE_HEADER]: signRequest({ recipient: trust.recipient, ...message }, trust.secret, trust.clock),
    };
    const call = async (): Promise<Shared> => {
      const post = { dispatcher, origin, path, headers: { ...headers }, body, maxBytes: limits.answerBytes, signal };
      const { status, bytes } = await postJson(post);
      // A subgraph of ours that refuses us is set up wrongly, which is no error of the client.
      if (trust !== undefined && status !== 200)
        throw new SubrequestError("SERVICE_UNAVAILABLE", new Error(`the subgraph answered with status ${status}`));
      return sharedAnswer(bytes, request, readerFor(request), trust !== undefined);
    };
    try {
      return await breaker.execute(call);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new SubrequestError("SERVICE_UNAVAILABLE", error) : error;
    }
  }

  async function read(body: string, request: SubgraphRequest, signal: AbortSignal): Promise<Shared> {
    retries.earn();
    try {
      return await send(body, request, signal);
    } catch (error) {
      const again = error instanceof SubrequestError && error.mayPass && !signal.aborted && retries.spend();
      if (!again) throw error;
      return await send(body, request, signal);
    }
  }

  /** How long one fetch of a request may take, and the request as a whole. */
  function timesOf(context: C): { fetchMs: number; requestMs: number } {
    const deadlineMs = options.deadlineMs?.(context) ?? 0;
    return { fetchMs: Math.max(limits.fetchMs, deadlineMs), requestMs: Math.max(limits.requestMs, deadlineMs) };
  }

  function patienceOf(request: SubgraphRequest, context: C): Patience {
    const { fetchMs, requestMs } = timesOf(context);
    const startedAt = options.startedAt?.(context);
    const leftMs = startedAt === undefined ? Infinity : startedAt + requestMs - performance.now();
    if (leftMs <= 0 || request.signal?.aborted) throw new SubrequestError("DEADLINE_EXCEEDED");
    // A fetch ends before that anyway.
    const matters = leftMs < fetchMs;
    return {
      signal: request.signal,
      leftMs: matters ? leftMs : Infinity,
      giveUp: () => new SubrequestError("DEADLINE_EXCEEDED"),
    };
  }

  return {
    async execute(request, context) {
      const patience = patienceOf(request, context);
      const { operation, operationName, variables } = request;
      const asker = trust?.askerOf(context, request.kind === "mutation");
      const question = JSON.stringify({ query: operation, operationName, variables });
      // Not made anew: of a list of entities it may be long.
      const body =
        asker === undefined ? question : `${question.slice(0, -1)},"extensions":${JSON.stringify({ asker })}}`;
      const flight = (work: typeof send) => (abandoned: AbortSignal) =>
        withDeadline(timesOf(context).fetchMs, abandoned, (signal) => work(body, request, signal));

      let shared: Shared;
      if (request.kind === "mutation") {
        try {
          shared = await inFlight.fly(flight(send), patience);
        } finally {
          inFlight.forget();
        }
      } else {
        const key = `${JSON.stringify([asker?.viewer, asker?.pageLimit])}\n${question}`;
        shared = await inFlight.join(key, flight(read), patience);
      }
      const { extensions, ...response } = shared(request);
      if (extensions !== undefined) trust?.onExtensions?.(extensions, context);
      return response;
    },
    close: async () => await dispatcher.destroy(),
  };
}

/** The answer is read here, so that one which is none counts as a failure. */
function sharedAnswer(bytes: Buffer, first: SubgraphRequest, reader: ReadAnswer, trusted: boolean): Shared {
  const answerTo = (request: SubgraphRequest): HttpAnswer =>
    request.transcode?.(bytes) ?? parseAnswer(textOf(bytes), request, reader, trusted);
  let read: HttpAnswer | undefined = answerTo(first);
  return (request) => {
    const answer = request === first && read !== undefined ? read : answerTo(request);
    if (request === first) read = undefined;
    return answer;
  };
}

/** Without the byte that marks the end. */
function textOf(bytes: Buffer): string {
  return bytes.toString("utf8", 0, bytes.length - 1);
}

function createBreaker(limits: HttpLimits) {
  const breaker = new SamplingBreaker({
    // The library opens above a threshold; half must be enough.
    threshold: 0.499,
    duration: limits.sampleMs,
    minimumRps: limits.sampleCalls / (limits.sampleMs / 1_000),
  });
  return circuitBreaker(
    // What nobody waited for says nothing about the subgraph.
    handleWhen((error) => error instanceof SubrequestError),
    { breaker, halfOpenAfter: limits.halfOpenAfterMs, halfOpenSampling: { calls: TRIALS, threshold: 0 } },
  );
}

/** Work that is given up after a time, or as soon as nobody wants it; also when it does not look at the signal. */
async function withDeadline<T>(
  ms: number,
  abandoned: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  function end(reason: Error): void {
    controller.abort(reason);
    reject(reason);
  }
  const timer = setTimeout(() => end(new SubrequestError("SUBREQUEST_TIMEOUT")), ms);
  const abandon = (): void => end(new Error("nobody waits for the answer any more"));
  abandoned.addEventListener("abort", abandon, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    abandoned.removeEventListener("abort", abandon);
  }
}
