import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { queueJob } from "../../lib/outbox.js";
import { definePages } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import { type FeedConfigRecord, lockFeedConfig } from "./feed-config.table.js";
import { begun, type CrawlFailure, earliestStart, failed, isUnfinished, NO_COUNTS } from "./feed-crawl.rules.js";
import type { FeedCrawl } from "./feed-crawl.type.js";

export type FeedCrawlRecord = Omit<FeedCrawl, "id">;

/** The job's name in the queue. */
export const CRAWL_FEED = "crawl-feed";

const TABLE = "entities.feed_crawl";

export const feedCrawls = defineTenantTable<FeedCrawlRecord>({
  noun: "feed crawl",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    feedConfigEid: "feed_config_eid",
    url: "url",
    status: "status",
    attempts: "attempts",
    failure: "failure",
    httpStatus: "http_status",
    startedAt: "started_at",
    finishedAt: "finished_at",
    addedCount: "added_count",
    changedCount: "changed_count",
    unchangedCount: "unchanged_count",
    deactivatedCount: "deactivated_count",
    skippedCount: "skipped_count",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toFeedCrawl(record: FeedCrawlRecord): FeedCrawl {
  return { ...record, id: nodeId("FeedCrawl", record.eid) };
}

/** An advertisable has one feed: its crawls are found by the advertisable, which every index begins with. */
export const crawlsOfAdvertisable = definePages<FeedCrawlRecord, FeedCrawl>({
  from: `${TABLE} t`,
  parent: "t.advertisable_eid",
  eid: "t.eid",
  columns: feedCrawls.select,
  filters: { status: "t.status", createdAt: "t.created_at" },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "DESC" }],
  toNode: toFeedCrawl,
});

export const lastCrawlByAdvertisable = defineLoader<string, FeedCrawl>(async (advertisableEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<FeedCrawlRecord>(
    `select distinct on (t.advertisable_eid) ${feedCrawls.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = any(?)
     order by t.advertisable_eid, t.created_at desc, t.eid desc`,
    [...visible.bindings, [...advertisableEids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, toFeedCrawl(row)]));
});

/** Queues a crawl of a feed whose configuration the caller holds; the one before it is given up. */
export async function queueCrawl(
  sql: Sql,
  context: RequestContext,
  action: string,
  config: FeedConfigRecord,
): Promise<void> {
  if (config.url === null) throw new TypeError("a feed without an address can't be crawled");
  const now = new Date(context.clock.now());
  const last = await lockLastCrawl(sql, context, config.advertisableEid);
  if (last !== null && isUnfinished(last)) {
    await feedCrawls.write(sql, context, action, last, { status: "SUPERSEDED", finishedAt: now });
  }
  const crawl: FeedCrawlRecord = {
    eid: context.newEid(),
    advertisableEid: config.advertisableEid,
    feedConfigEid: config.eid,
    url: config.url,
    status: "QUEUED",
    attempts: 0,
    failure: null,
    httpStatus: null,
    startedAt: null,
    finishedAt: null,
    ...NO_COUNTS,
    // After the one before it also within a millisecond, as the newest is the one that counts.
    createdAt: new Date(Math.max(now.getTime(), last === null ? 0 : last.createdAt.getTime() + 1)),
    updatedAt: now,
  };
  await feedCrawls.insert(sql, context, action, crawl);
  await queueJob(sql, context, {
    advertisableEid: config.advertisableEid,
    job: CRAWL_FEED,
    key: `${CRAWL_FEED}:${config.advertisableEid}`,
    input: { advertisableEid: config.advertisableEid, crawlEid: crawl.eid },
    runAt: earliestStart(now, await lastStart(sql, context, config.advertisableEid)),
  });
}

/** Which crawl, and by which of its attempts. */
export interface CrawlAttempt {
  advertisableEid: string;
  eid: string;
  attempts: number;
}

/** A crawl that was given up, or taken over by another attempt: whoever still works on it must stop. */
export class CrawlTakenOver extends Error {
  override readonly name = "CrawlTakenOver";
}

/** Begins an attempt: its crawl and the configuration that it reads the feed by, or null where nothing is to be done. */
export async function beginCrawl(
  context: RequestContext,
  key: { advertisableEid: string; crawlEid: string },
): Promise<{ crawl: FeedCrawlRecord; config: FeedConfigRecord } | null> {
  return await context.transaction("feed.crawl", async (sql) => {
    const config = await lockFeedConfig(sql, context, key.advertisableEid);
    const crawl = await lockCrawl(sql, context, { advertisableEid: key.advertisableEid, eid: key.crawlEid });
    if (config === null || crawl === null) return null;
    const changes = begun(crawl, config.isAllowed, new Date(context.clock.now()));
    if (changes === null) return null;
    const after = await feedCrawls.write(sql, context, "beginFeedCrawl", crawl, changes);
    return after.status === "RUNNING" ? { crawl: after, config } : null;
  });
}

/** Runs `work` in a transaction in which the attempt is the one that counts. Throws CrawlTakenOver. */
export async function inAttempt<T>(
  context: RequestContext,
  attempt: CrawlAttempt,
  work: (sql: Sql, crawl: FeedCrawlRecord) => Promise<T>,
): Promise<T> {
  return await context.transaction("feed.crawl", async (sql) => {
    const crawl = await lockCrawl(sql, context, attempt);
    if (crawl === null || crawl.status !== "RUNNING" || crawl.attempts !== attempt.attempts) throw new CrawlTakenOver();
    return await work(sql, crawl);
  });
}

/** Writes how an attempt failed, and whether it ends the crawl. */
export async function failCrawl(
  context: RequestContext,
  attempt: CrawlAttempt,
  failure: CrawlFailure,
): Promise<FeedCrawlRecord> {
  return await inAttempt(context, attempt, async (sql, crawl) => {
    const changes = failed(crawl, failure, new Date(context.clock.now()));
    return await feedCrawls.write(sql, context, "failFeedCrawl", crawl, changes);
  });
}

/** Gives an attempt back that the end of the process cut short: it does not count. */
export async function returnCrawl(context: RequestContext, attempt: CrawlAttempt): Promise<void> {
  await inAttempt(context, attempt, async (sql, crawl) => {
    const changes = { status: "QUEUED", attempts: crawl.attempts - 1 } as const;
    await feedCrawls.write(sql, context, "returnFeedCrawl", crawl, changes);
  });
}

/** The audit row of products that an attempt stored, in the same transaction. */
export async function recordStored(
  sql: Sql,
  context: RequestContext,
  crawl: CrawlAttempt,
  stored: object,
): Promise<void> {
  await recordAudit(sql, context, {
    advertisableEid: crawl.advertisableEid,
    action: "storeProducts",
    noun: "feed crawl",
    nounEid: crawl.eid,
    before: null,
    after: stored,
  });
}

async function lockCrawl(
  sql: Sql,
  context: RequestContext,
  { advertisableEid, eid }: Pick<CrawlAttempt, "advertisableEid" | "eid">,
): Promise<FeedCrawlRecord | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [crawl] = await sql.rows<FeedCrawlRecord>(
    `select ${feedCrawls.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? for update`,
    [...visible.bindings, advertisableEid, eid],
  );
  return crawl ?? null;
}

/** When a crawl of an advertisable's feed began last: one that was given up before it began says nothing of those before. */
async function lastStart(sql: Sql, context: RequestContext, advertisableEid: string): Promise<Date | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await sql.rows<{ startedAt: Date | null }>(
    `select max(t.started_at) as "startedAt" from ${TABLE} t where ${visible.sql} and t.advertisable_eid = ?`,
    [...visible.bindings, advertisableEid],
  );
  return row?.startedAt ?? null;
}

async function lockLastCrawl(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
): Promise<FeedCrawlRecord | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [crawl] = await sql.rows<FeedCrawlRecord>(
    `select ${feedCrawls.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ?
     order by t.created_at desc, t.eid desc limit 1 for update`,
    [...visible.bindings, advertisableEid],
  );
  return crawl ?? null;
}
