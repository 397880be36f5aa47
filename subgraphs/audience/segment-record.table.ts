import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import type { SealedRecords } from "./segment-record.js";

const TABLE = "audience.segment_record";
const STAGE = "staged_record";

/** Rows of one statement, so that none of them takes long. */
const AT_ONCE = 10_000;

/** What becomes of one segment's list. */
export interface RecordList {
  advertisableEid: string;
  segmentEid: string;
  sealed: SealedRecords;
  /** Whether the users are added to those that it has; otherwise they replace them. */
  append: boolean;
}

/** How many users came into a list, and how many left it. */
export interface ListChange {
  added: number;
  removed: number;
}

/**
 * Writes the lists of segments that the caller holds, in the caller's transaction, in as many statements whatever the
 * number of segments: who is in a list before and after stays untouched. The answer has the segments that changed.
 */
export async function writeRecords(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
): Promise<ReadonlyMap<string, ListChange>> {
  const changes = new Map<string, ListChange>();
  if (lists.length === 0) return changes;
  const note = (rows: readonly Counted[], what: keyof ListChange): void => {
    for (const { segmentEid, count } of rows) {
      const change = changes.get(segmentEid) ?? { added: 0, removed: 0 };
      changes.set(segmentEid, { ...change, [what]: change[what] + count });
    }
  };
  const staged = await stage(sql, lists);
  const replaced = lists.filter((list) => !list.append);
  if (replaced.length > 0) await removeOthers(sql, context, replaced, (rows) => note(rows, "removed"));
  for (let from = 0; from < staged; from += AT_ONCE) note(await insertStaged(sql, context, lists, from), "added");
  return changes;
}

interface Counted {
  segmentEid: string;
  count: number;
}

/** Sends the users to a table of this transaction; how many there are. */
async function stage(sql: Sql, lists: readonly RecordList[]): Promise<number> {
  await sql.rows(
    `create temporary table ${STAGE} (position integer not null, advertisable_eid text collate "C" not null,
       segment_eid text collate "C" not null, eid text collate "C" not null, sealed bytea not null) on commit drop`,
  );
  let position = 0;
  let lines: string[] = [];
  for (const { advertisableEid, segmentEid, sealed } of lists) {
    for (const [eid, bytes] of sealed) {
      lines.push(`${position}\t${advertisableEid}\t${segmentEid}\t${eid}\t\\\\x${bytes.toString("hex")}\n`);
      position += 1;
      if (lines.length < AT_ONCE) continue;
      await sql.copy(STAGE, lines.join(""));
      lines = [];
    }
  }
  if (lines.length > 0) await sql.copy(STAGE, lines.join(""));
  await sql.rows(`analyze ${STAGE}`);
  return position;
}

async function insertStaged(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
  from: number,
): Promise<Counted[]> {
  return await sql.rows<Counted>(
    `with added as (
       insert into ${TABLE} (advertisable_eid, segment_eid, eid, sealed, created_at)
       select s.advertisable_eid, s.segment_eid, s.eid, s.sealed, ?::timestamptz from ${STAGE} s
       where s.advertisable_eid = any(?) and s.position >= ? and s.position < ?
       on conflict (advertisable_eid, segment_eid, eid) do nothing
       returning segment_eid
     ) select segment_eid as "segmentEid", count(*) as count from added group by segment_eid`,
    [new Date(context.clock.now()), lists.map((list) => list.advertisableEid), from, from + AT_ONCE],
  );
}

/** Removes whom the new lists don't have. */
async function removeOthers(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
  note: (rows: readonly Counted[]) => void,
): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const tenants = lists.map((list) => list.advertisableEid);
  const segments = lists.map((list) => list.segmentEid);
  let removed: Counted[];
  do {
    removed = await sql.rows<Counted>(
      `with old as (
         select t.advertisable_eid, t.segment_eid, t.eid from ${TABLE} t
         where ${visible.sql} and t.advertisable_eid = any(?) and t.segment_eid = any(?)
           and not exists (select from ${STAGE} s where s.advertisable_eid = t.advertisable_eid
             and s.segment_eid = t.segment_eid and s.eid = t.eid)
         limit ?
       ), gone as (
         delete from ${TABLE} t using old where t.advertisable_eid = any(?)
           and t.advertisable_eid = old.advertisable_eid and t.segment_eid = old.segment_eid and t.eid = old.eid
         returning t.segment_eid
       ) select segment_eid as "segmentEid", count(*) as count from gone group by segment_eid`,
      [...visible.bindings, tenants, segments, AT_ONCE, tenants],
    );
    note(removed);
  } while (removed.length > 0);
}

/** A person of an advertisable, as somebody keeps it. */
export interface KeptContact {
  advertisableEid: string;
  eid: string;
  sealed: Buffer;
}

/** Lists of customers that are not deleted. */
const OF_CUSTOMERS = `join audience.segment g on g.advertisable_eid = t.advertisable_eid and g.eid = t.segment_eid
  and g.type = 'CRM' and g.is_active`;

/** The people of an advertisable's lists of customers from one on, each once, in the order of their EIDs. */
export async function contactPage(
  context: RequestContext,
  advertisableEid: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ eid: string }>(
    `select distinct t.eid from ${TABLE} t ${OF_CUSTOMERS}
     where ${visible.sql} and t.advertisable_eid = ? and t.eid > ? order by t.eid limit ?`,
    [...visible.bindings, advertisableEid, after ?? "", limit],
  );
  return rows.map((row) => row.eid);
}

/** People of lists of customers by their EIDs; those who are in none any more are left out. */
export async function contactsByEid(
  context: RequestContext,
  eids: readonly string[],
): Promise<ReadonlyMap<string, KeptContact>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<KeptContact>(
    `select distinct on (t.eid) t.advertisable_eid as "advertisableEid", t.eid, t.sealed from ${TABLE} t ${OF_CUSTOMERS}
     where ${visible.sql} and t.eid = any(?) order by t.eid, t.segment_eid`,
    [...visible.bindings, [...eids]],
  );
  return new Map(rows.map((row) => [row.eid, row]));
}
