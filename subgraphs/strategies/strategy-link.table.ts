import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { definePages } from "../../lib/page.js";
import type { StrategyRecord } from "./strategy.table.js";
import type { StrategyAd, StrategySegment } from "./strategy-link.type.js";

/** EIDs that a strategy names, by the field of the inputs that names them. */
export const LINKS = {
  adEids: { table: "strategies.strategy_ad", column: "ad_eid", role: "ALL" },
  webAdEids: { table: "strategies.strategy_ad", column: "ad_eid", role: "WEB" },
  snAdEids: { table: "strategies.strategy_ad", column: "ad_eid", role: "SN" },
  positiveSegmentEids: { table: "strategies.strategy_segment", column: "segment_eid", role: "POSITIVE" },
  negativeSegmentEids: { table: "strategies.strategy_segment", column: "segment_eid", role: "NEGATIVE" },
  conversionSegmentEids: { table: "strategies.strategy_segment", column: "segment_eid", role: "CONVERSION" },
} as const;

export type LinkField = keyof typeof LINKS;
export const LINK_FIELDS: readonly LinkField[] = [
  "adEids",
  "webAdEids",
  "snAdEids",
  "positiveSegmentEids",
  "negativeSegmentEids",
  "conversionSegmentEids",
];

/** Lists of EIDs without repetition, each as it was given; a list that was not given is missing. */
export type LinkLists = Readonly<Partial<Record<LinkField, readonly string[]>>>;

/** What a strategy named so far in the given lists, in the caller's transaction, which holds the strategy. */
export async function linksOf(
  sql: Sql,
  context: RequestContext,
  strategy: StrategyRecord,
  fields: readonly LinkField[],
): Promise<LinkLists> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const lists: Partial<Record<LinkField, readonly string[]>> = {};
  for (const field of fields) {
    const { table, column, role } = LINKS[field];
    const rows = await sql.rows<{ eid: string }>(
      `select t.${column} as eid from ${table} t
       where ${visible.sql} and t.advertisable_eid = ? and t.strategy_eid = ? and t.role = ? order by t.${column}`,
      [...visible.bindings, strategy.advertisableEid, strategy.eid, role],
    );
    lists[field] = rows.map((row) => row.eid);
  }
  return lists;
}

/** Makes the given lists what the strategy names, in the transaction that holds it; its audit row says both. */
export async function writeLinks(
  sql: Sql,
  context: RequestContext,
  strategy: StrategyRecord,
  before: LinkLists,
  after: LinkLists,
): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const now = new Date(context.clock.now());
  for (const field of LINK_FIELDS) {
    const wanted = after[field];
    if (wanted === undefined) continue;
    const { table, column, role } = LINKS[field];
    const had = before[field] ?? [];
    const gone = had.filter((eid) => !wanted.includes(eid));
    const added = wanted.filter((eid) => !had.includes(eid));
    if (gone.length > 0) {
      await sql.rows(
        `delete from ${table} t where ${visible.sql} and t.advertisable_eid = ? and t.strategy_eid = ? and t.role = ?
           and t.${column} = any(?)`,
        [...visible.bindings, strategy.advertisableEid, strategy.eid, role, gone],
      );
    }
    if (added.length > 0) {
      await sql.from(table).insert(
        added.map((eid) => ({
          advertisable_eid: strategy.advertisableEid,
          eid: context.newEid(),
          strategy_eid: strategy.eid,
          [column]: eid,
          role,
          created_at: now,
          updated_at: now,
        })),
      );
    }
  }
}

const LIST = {
  eid: "t.eid",
  parent: "t.strategy_eid",
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
} as const;

const COLUMNS = [
  "t.eid",
  't.advertisable_eid as "advertisableEid"',
  't.strategy_eid as "strategyEid"',
  "t.role",
  't.created_at as "createdAt"',
];

export const adsOfStrategy = definePages<StrategyAd, StrategyAd>({
  ...LIST,
  from: "strategies.strategy_ad t",
  columns: [...COLUMNS, 't.ad_eid as "adEid"'],
  filters: { role: "t.role", adEid: "t.ad_eid" },
  toNode: (row) => row,
});

export const segmentsOfStrategy = definePages<StrategySegment, StrategySegment>({
  ...LIST,
  from: "strategies.strategy_segment t",
  columns: [...COLUMNS, 't.segment_eid as "segmentEid"'],
  filters: { role: "t.role", segmentEid: "t.segment_eid" },
  toNode: (row) => row,
});
