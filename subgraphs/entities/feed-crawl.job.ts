import type { RequestContext } from "../../lib/context.js";
import { FetchError, fetchGuarded } from "../../lib/guarded-fetch.js";
import type { Job } from "../../lib/job.js";
import { advertisableByEid } from "./advertisable.table.js";
import type { FeedConfigRecord } from "./feed-config.table.js";
import { type CrawlCounts, type CrawlFailure, NO_COUNTS } from "./feed-crawl.rules.js";
import {
  beginCrawl,
  CrawlTakenOver,
  failCrawl,
  type FeedCrawlRecord,
  feedCrawls,
  inAttempt,
  recordStored,
  returnCrawl,
} from "./feed-crawl.table.js";
import { FeedError, readFeed } from "./feed-reader.js";
import { changesOf, type PriceCustom, type ProductFields, productOf } from "./product.rules.js";
import { activeExternalIds, deactivateProducts, productsByExternalId, upsertProducts } from "./product.table.js";

const MAX_PRODUCTS = 500_000;

/** Products that are looked through in one statement. */
const VANISHED_BATCH = 1_000;

/** A failure that may pass: the queue tries again, later and later. */
class TryAgain extends Error {
  override readonly name = "TryAgain";
}

/** Makes the products of an advertisable those of its feed. */
export const crawlFeed: Job = {
  async run(input, { context, signal }) {
    if (!isCrawlKey(input)) throw new TypeError("a crawl names its advertisable and itself");
    const begun = await beginCrawl(context, input);
    if (begun === null) return;
    const { crawl, config } = begun;
    try {
      await crawlOnce(context, crawl, config, signal);
    } catch (error) {
      if (error instanceof CrawlTakenOver) return;
      const failure = failureOf(error);
      if (failure === null) {
        if (signal.aborted) await returnCrawl(context, crawl);
        throw error;
      }
      const { status } = await failCrawl(context, crawl, failure);
      if (status === "QUEUED") throw new TryAgain(failure.failure);
    }
  },
};

async function crawlOnce(
  context: RequestContext,
  crawl: FeedCrawlRecord,
  config: FeedConfigRecord,
  signal: AbortSignal,
): Promise<void> {
  const advertisable = await advertisableByEid(context, crawl.advertisableEid);
  if (advertisable === null) throw new TypeError("a feed has no advertisable");
  const custom: PriceCustom = { locale: config.locale, currency: advertisable.currency };
  const bytes = await fetchGuarded(crawl.url, context.fetchPolicy, signal);
  const counts = { ...NO_COUNTS };
  const seen = new Set<string>();
  for await (const entries of readFeed(bytes, config, context.fetchPolicy, signal)) {
    const found: ProductFields[] = [];
    for (const entry of entries) {
      const product = productOf(entry, custom);
      if (product === null || seen.has(product.externalId)) counts.skippedCount += 1;
      else {
        seen.add(product.externalId);
        found.push(product);
      }
    }
    if (seen.size > MAX_PRODUCTS) throw new FeedError("TOO_MANY_PRODUCTS");
    await storeFound(context, crawl, found, counts);
  }
  // An empty feed is more likely a broken one than the end of all products.
  if (seen.size === 0) throw new FeedError("NO_PRODUCTS");
  await deactivateVanished(context, crawl, seen, counts, signal);
  await inAttempt(context, crawl, async (sql, before) => {
    const finishedAt = new Date(context.clock.now());
    const changes = { ...counts, status: "SUCCEEDED", failure: null, httpStatus: null, finishedAt } as const;
    await feedCrawls.write(sql, context, "finishFeedCrawl", before, changes);
  });
}

async function storeFound(
  context: RequestContext,
  crawl: FeedCrawlRecord,
  found: readonly ProductFields[],
  counts: CrawlCounts,
): Promise<void> {
  if (found.length === 0) return;
  const { advertisableEid } = crawl;
  const changes = await inAttempt(context, crawl, async (sql) => {
    const externalIds = found.map((product) => product.externalId);
    const { added, changed, unchangedCount } = changesOf(
      found,
      await productsByExternalId(sql, context, advertisableEid, externalIds),
    );
    const stored = { added: added.length, changed: changed.length };
    if (added.length + changed.length > 0) {
      await upsertProducts(sql, context, advertisableEid, [...added, ...changed]);
      await recordStored(sql, context, crawl, stored);
    }
    return { ...stored, unchangedCount };
  });
  counts.addedCount += changes.added;
  counts.changedCount += changes.changed;
  counts.unchangedCount += changes.unchangedCount;
}

async function deactivateVanished(
  context: RequestContext,
  crawl: FeedCrawlRecord,
  seen: ReadonlySet<string>,
  counts: CrawlCounts,
  signal: AbortSignal,
): Promise<void> {
  const { advertisableEid } = crawl;
  let active: string[];
  let after = "";
  do {
    signal.throwIfAborted();
    active = await activeExternalIds(context, advertisableEid, after, VANISHED_BATCH);
    after = active.at(-1) ?? after;
    const vanished = active.filter((externalId) => !seen.has(externalId));
    if (vanished.length === 0) continue;
    await inAttempt(context, crawl, async (sql) => {
      await deactivateProducts(sql, context, advertisableEid, vanished);
      await recordStored(sql, context, crawl, { deactivated: vanished.length });
    });
    counts.deactivatedCount += vanished.length;
  } while (active.length === VANISHED_BATCH);
}

function failureOf(error: unknown): CrawlFailure | null {
  if (error instanceof FetchError) return { failure: error.failure, httpStatus: error.status };
  return error instanceof FeedError ? { failure: error.failure, httpStatus: null } : null;
}

function isCrawlKey(input: unknown): input is { advertisableEid: string; crawlEid: string } {
  return (
    typeof input === "object" &&
    input !== null &&
    "advertisableEid" in input &&
    typeof input.advertisableEid === "string" &&
    "crawlEid" in input &&
    typeof input.crawlEid === "string"
  );
}
