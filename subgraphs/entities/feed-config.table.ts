import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { FeedConfig } from "./feed-config.type.js";

export type FeedConfigRecord = Omit<FeedConfig, "id">;

const TABLE = "entities.feed_config";

export const feedConfigs = defineTenantTable<FeedConfigRecord>({
  noun: "feed configuration",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    isAllowed: "is_allowed",
    url: "url",
    feedType: "feed_type",
    delimiter: "delimiter",
    quoteChar: "quote_char",
    encoding: "encoding",
    skipFirstRow: "skip_first_row",
    tagName: "tag_name",
    locale: "locale",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toFeedConfig(record: FeedConfigRecord): FeedConfig {
  return { ...record, id: nodeId("FeedConfig", record.eid) };
}

export async function feedConfigByEid(context: RequestContext, eid: string): Promise<FeedConfig | null> {
  const record = await feedConfigs.byEid(context, eid);
  return record === null ? null : toFeedConfig(record);
}

export const feedConfigByAdvertisable = defineLoader<string, FeedConfig>(async (advertisableEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<FeedConfigRecord>(
    `select ${feedConfigs.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?)`,
    [...visible.bindings, [...advertisableEids]],
  );
  return new Map(rows.map((row) => [row.advertisableEid, toFeedConfig(row)]));
});

/** The configuration of an advertisable as it is now, held until the caller's transaction ends, or null where it has none. */
export async function lockFeedConfig(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
): Promise<FeedConfigRecord | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [config] = await sql.rows<FeedConfigRecord>(
    `select ${feedConfigs.select.join(", ")} from ${TABLE} t where ${visible.sql} and t.advertisable_eid = ? for update`,
    [...visible.bindings, advertisableEid],
  );
  return config ?? null;
}
