import type { FeedCrawl, FeedCrawlFailure } from "./feed-crawl.type.js";

/** Times that a crawl is begun at most, and milliseconds between the beginnings of two crawls of one feed. */
export const MAX_ATTEMPTS = 5;
const INTERVAL = 60_000;

/** What may go away by itself. */
const PASSING: readonly FeedCrawlFailure[] = ["UNREACHABLE", "TIMEOUT"];

type Crawl = Omit<FeedCrawl, "id">;

/** Why an attempt failed. */
export interface CrawlFailure {
  failure: FeedCrawlFailure;
  httpStatus: number | null;
}

/** Counts of an attempt. */
export type CrawlCounts = Pick<
  Crawl,
  "addedCount" | "changedCount" | "unchangedCount" | "deactivatedCount" | "skippedCount"
>;

export const NO_COUNTS: CrawlCounts = {
  addedCount: 0,
  changedCount: 0,
  unchangedCount: 0,
  deactivatedCount: 0,
  skippedCount: 0,
};

export function isUnfinished({ status }: Pick<Crawl, "status">): boolean {
  return status === "QUEUED" || status === "RUNNING";
}

/** When a crawl may begin that is queued now, after the last one that began. */
export function earliestStart(now: Date, lastStart: Date | null): Date {
  return new Date(Math.max(now.getTime(), (lastStart?.getTime() ?? Number.NEGATIVE_INFINITY) + INTERVAL));
}

/**
 * What the next attempt makes of a crawl: RUNNING, or FAILED where there must be none; null where
 * nothing is left to do. One that is RUNNING was left by a process that ended.
 */
export function begun(crawl: Crawl, isAllowed: boolean, now: Date): Partial<Crawl> | null {
  if (!isUnfinished(crawl)) return null;
  if (!isAllowed) return { status: "FAILED", failure: "NOT_ALLOWED", httpStatus: null, finishedAt: now };
  if (crawl.attempts >= MAX_ATTEMPTS)
    return { status: "FAILED", failure: "INTERRUPTED", httpStatus: null, finishedAt: now };
  return { status: "RUNNING", attempts: crawl.attempts + 1, startedAt: now, ...NO_COUNTS };
}

/** What a failed attempt makes of a crawl: it waits for another one where that may help. */
export function failed(crawl: Pick<Crawl, "attempts">, failure: CrawlFailure, now: Date): Partial<Crawl> {
  return mayPass(failure) && crawl.attempts < MAX_ATTEMPTS
    ? { ...failure, status: "QUEUED" }
    : { ...failure, status: "FAILED", finishedAt: now };
}

function mayPass({ failure, httpStatus }: CrawlFailure): boolean {
  if (failure === "HTTP_STATUS") return httpStatus === 408 || httpStatus === 429 || (httpStatus ?? 0) >= 500;
  return PASSING.includes(failure);
}
