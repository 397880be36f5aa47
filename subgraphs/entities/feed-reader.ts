import { on } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { FetchPolicy } from "../../lib/fetch-policy.js";
import type { FeedConfigRecord } from "./feed-config.table.js";
import type { CrawlFailure } from "./feed-crawl.rules.js";
import type { ReaderAnswer, ReaderTask } from "./feed-reader-thread.js";
import type { FeedEntry } from "./product.rules.js";

/** MiB of the thread that reads a feed: ten times the largest feed. */
const MAX_MEMORY = 1_024;

/** A feed that can't be read. */
export class FeedError extends Error {
  override readonly name = "FeedError";
  readonly failure: CrawlFailure["failure"];

  constructor(failure: CrawlFailure["failure"]) {
    super(failure);
    this.failure = failure;
  }
}

type ReadingConfig = Pick<
  FeedConfigRecord,
  "feedType" | "delimiter" | "quoteChar" | "encoding" | "skipFirstRow" | "tagName"
>;

/**
 * The entries of a feed, some at a time, read by a thread of its own that may take so much memory and
 * so long for each part. The bytes are the thread's then. Throws FeedError, or the signal's reason.
 */
export async function* readFeed(
  bytes: Uint8Array<ArrayBuffer>,
  { feedType, delimiter, quoteChar, encoding, skipFirstRow, tagName }: ReadingConfig,
  { maxBytes, maxRatio, totalMs }: FetchPolicy,
  signal: AbortSignal,
): AsyncGenerator<FeedEntry[]> {
  const how = { feedType, delimiter, quoteChar, encoding, skipFirstRow, tagName, maxBytes, maxRatio };
  const task: ReaderTask = { bytes, ...how };
  // Beside this file: TypeScript in the sources, which Node runs as it is, JavaScript in the build.
  const here = fileURLToPath(import.meta.url);
  const program = path.join(path.dirname(here), `feed-reader-thread${path.extname(here)}`);
  const worker = new Worker(program, {
    workerData: task,
    transferList: [bytes.buffer],
    // It needs no setting and must know no secret; nor does it share this process's flags.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY },
  });
  const answers = on(worker, "message", { signal, close: ["exit"] });
  try {
    for (;;) {
      const answer = await within(answers.next(), totalMs);
      if (answer === null) throw new FeedError("MALFORMED");
      if (answer.kind === "end") return;
      if (answer.kind === "failure") throw new FeedError(answer.failure);
      yield answer.entries;
      worker.postMessage("more");
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof Error && Reflect.get(error, "code") === "ERR_WORKER_OUT_OF_MEMORY")
      throw new FeedError("TOO_COMPLEX");
    throw error;
  } finally {
    await worker.terminate();
  }
}

/** The next answer, or null where the thread has ended without one. */
async function within(next: Promise<IteratorResult<unknown[]>>, milliseconds: number): Promise<ReaderAnswer | null> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new FeedError("TIMEOUT")), milliseconds);
  });
  try {
    const { value, done } = await Promise.race([next, deadline]);
    if (done === true) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own thread sends
    return (value as [ReaderAnswer])[0];
  } finally {
    clearTimeout(timer);
  }
}
