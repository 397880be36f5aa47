import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import type { SealedRecords } from "./segment-record.js";

const TABLE = "audience.segment_record";
const STAGE = "staged_record";

/** Rows of one statement, more or less, so that none of them takes long. */
const AT_ONCE = 5_000;

/** What becomes of one segment's list. */
export interface RecordList {
  advertisableEid: string;
  segmentEid: string;
  sealed: SealedRecords;
  /** How many users it has before. */
  recordsCount: number;
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
  const before = lists.reduce((sum, list) => sum + (list.append ? 0 : list.recordsCount), 0);
  const given = lists.reduce((sum, list) => sum + list.sealed.size, 0);
  const slices = slicesOf(lists, Math.ceil(Math.max(before, given, 1) / AT_ONCE));
  await sql.rows(
    `create temporary table ${STAGE} (advertisable_eid text collate "C" not null,
       segment_eid text collate "C" not null, eid text collate "C" not null, sealed bytea not null) on commit drop`,
  );
  for (const [index, slice] of slices.entries()) {
    if (index > 0) await sql.rows(`truncate ${STAGE}`);
    // In the order of the indexes, which costs them half.
    slice.rows.sort((one, other) => (one.eid < other.eid ? -1 : 1));
    if (slice.rows.length > 0) await sql.copy(STAGE, slice.rows.map(lineOf).join(""));
    for (const { segmentEid, added, removed } of await writeSlice(sql, context, lists, slice)) {
      const change = changes.get(segmentEid) ?? { added: 0, removed: 0 };
      changes.set(segmentEid, { added: change.added + added, removed: change.removed + removed });
    }
  }
  return changes;
}

interface StagedRow {
  list: RecordList;
  eid: string;
  sealed: Buffer;
}

/** The users whose EIDs lie within bounds, of all lists; null is no bound. */
interface Slice {
  from: string;
  below: string | null;
  rows: StagedRow[];
}

/** The characters of a digest in their order. */
const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const PREFIXES = DIGITS.length ** 2;

/** The users by their EIDs in slices that are about alike, since digests are spread evenly. */
function slicesOf(lists: readonly RecordList[], wanted: number): Slice[] {
  const count = Math.min(wanted, PREFIXES);
  const bound = (slice: number): string => {
    const prefix = Math.floor((slice * PREFIXES) / count);
    return DIGITS.charAt(Math.floor(prefix / DIGITS.length)) + DIGITS.charAt(prefix % DIGITS.length);
  };
  const slices = Array.from({ length: count }, (_, index): Slice => {
    const below = index + 1 === count ? null : bound(index + 1);
    return { from: index === 0 ? "" : bound(index), below, rows: [] };
  });
  for (const list of lists) {
    for (const [eid, sealed] of list.sealed) {
      const prefix = DIGITS.indexOf(eid.charAt(0)) * DIGITS.length + DIGITS.indexOf(eid.charAt(1));
      // The slice is near where an even spread puts it: bounds are rounded.
      let at = Math.floor((prefix * count) / PREFIXES);
      while (slices[at + 1] !== undefined && eid >= (slices[at + 1]?.from ?? "")) at += 1;
      slices[at]?.rows.push({ list, eid, sealed });
    }
  }
  return slices;
}

function lineOf({ list, eid, sealed }: StagedRow): string {
  return `${list.advertisableEid}\t${list.segmentEid}\t${eid}\t\\\\x${sealed.toString("hex")}\n`;
}

/** Removes whom the new lists don't have and adds whom the old ones don't have, within one slice. */
async function writeSlice(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
  { from, below }: Slice,
): Promise<{ segmentEid: string; added: number; removed: number }[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const within = `t.eid >= ? ${below === null ? "" : "and t.eid < ?"}`;
  const bounds = below === null ? [from] : [from, below];
  const tenants = [...new Set(lists.map((list) => list.advertisableEid))];
  const replaced = lists.filter((list) => !list.append).map((list) => list.segmentEid);
  // By "not in", of which a set is made, whatever the database knows of the tables yet: a join can take for ever.
  return await sql.rows<{ segmentEid: string; added: number; removed: number }>(
    `with gone as (
       delete from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?) and t.segment_eid = any(?) and ${within}
         and (t.segment_eid, t.eid) not in (select s.segment_eid, s.eid from ${STAGE} s)
       returning t.segment_eid
     ), added as (
       insert into ${TABLE} (advertisable_eid, segment_eid, eid, sealed, created_at)
       select s.advertisable_eid, s.segment_eid, s.eid, s.sealed, ?::timestamptz from ${STAGE} s
       where s.advertisable_eid = any(?)
       on conflict (advertisable_eid, segment_eid, eid) do nothing
       returning segment_eid
     )
     select segment_eid as "segmentEid", count(*) filter (where came) as added, count(*) filter (where not came) as removed
     from (select segment_eid, true as came from added union all select segment_eid, false from gone) moved group by 1`,
    [...visible.bindings, tenants, replaced, ...bounds, new Date(context.clock.now()), tenants],
  );
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
