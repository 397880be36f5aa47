import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";

const TABLE = "audience.segment_record";
const STAGE = "staged_record";

/** Rows of one statement, more or less, so that none of them takes long. */
const AT_ONCE = 5_000;

/** A user in the transaction's stage, sealed, under the place of the list among those of the write. */
export interface StagedRow {
  list: number;
  eid: string;
  sealed: Buffer;
}

/** What becomes of one segment's list. */
export interface RecordList {
  advertisableEid: string;
  segmentEid: string;
  /** Under which place its users are in the stage, and how many different ones. */
  list: number;
  users: number;
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

/** Where the users of a transaction wait until all have come. It goes with the transaction. */
export async function createStage(sql: Sql): Promise<void> {
  await sql.rows(
    `create temporary table ${STAGE} (list integer not null, eid text collate "C" not null, sealed bytea not null)
     on commit drop`,
  );
}

/** Puts users into the stage; in parts, so that no statement takes long. */
export async function stage(sql: Sql, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.copy(STAGE, rows.map((row) => `${row.list}\t${row.eid}\t\\\\x${row.sealed.toString("hex")}\n`).join(""));
}

/** How many different users each list has in the stage; a list without users is left out. */
export async function stagedCounts(sql: Sql): Promise<ReadonlyMap<number, number>> {
  // In the order of the users, in which the lists are written afterwards, a slice at a time.
  await sql.rows(`create index on ${STAGE} (eid)`);
  const rows = await sql.rows<{ list: number; users: number }>(
    `select s.list, count(*) as users from (select distinct list, eid from ${STAGE}) s group by s.list`,
  );
  return new Map(rows.map(({ list, users }) => [list, users]));
}

/**
 * Writes the lists of segments that the caller holds out of the stage, in the caller's transaction, in as many statements
 * whatever the number of segments: who is in a list before and after stays untouched. The answer has the segments that
 * changed.
 */
export async function writeRecords(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
): Promise<ReadonlyMap<string, ListChange>> {
  const changes = new Map<string, ListChange>();
  if (lists.length === 0) return changes;
  const before = lists.reduce((sum, list) => sum + (list.append ? 0 : list.recordsCount), 0);
  const given = lists.reduce((sum, list) => sum + list.users, 0);
  for (const slice of slicesOf(Math.ceil(Math.max(before, given, 1) / AT_ONCE))) {
    for (const { segmentEid, added, removed } of await writeSlice(sql, context, lists, slice)) {
      const change = changes.get(segmentEid) ?? { added: 0, removed: 0 };
      changes.set(segmentEid, { added: change.added + added, removed: change.removed + removed });
    }
  }
  return changes;
}

/** The users whose EIDs lie within bounds, of all lists; null is no bound. */
interface Slice {
  from: string;
  below: string | null;
}

/** The characters of a digest in their order. */
const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const PREFIXES = DIGITS.length ** 2;

/** Slices that have about as many users each, since digests are spread evenly. */
function slicesOf(wanted: number): Slice[] {
  const count = Math.min(wanted, PREFIXES);
  const bound = (slice: number): string => {
    const prefix = Math.floor((slice * PREFIXES) / count);
    return DIGITS.charAt(Math.floor(prefix / DIGITS.length)) + DIGITS.charAt(prefix % DIGITS.length);
  };
  return Array.from({ length: count }, (_, index) => ({
    from: index === 0 ? "" : bound(index),
    below: index + 1 === count ? null : bound(index + 1),
  }));
}

/** Removes whom the new lists don't have and adds whom the old ones don't have, within one slice. */
async function writeSlice(
  sql: Sql,
  context: RequestContext,
  lists: readonly RecordList[],
  { from, below }: Slice,
): Promise<{ segmentEid: string; added: number; removed: number }[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const within = (eid: string): string => `${eid} >= ? ${below === null ? "" : `and ${eid} < ?`}`;
  const bounds = below === null ? [from] : [from, below];
  const tenants = [...new Set(lists.map((list) => list.advertisableEid))];
  const replaced = lists.filter((list) => !list.append).map((list) => list.segmentEid);
  // By "not in", of which a set is made, whatever the database knows of the tables yet: a join can take for ever. And
  // added in the order of the indexes, which costs them half.
  return await sql.rows<{ segmentEid: string; added: number; removed: number }>(
    `with s as materialized (
       select m.advertisable_eid collate "C" as advertisable_eid, m.segment_eid collate "C" as segment_eid, g.eid, g.sealed
       from ${STAGE} g
       join unnest(?::integer[], ?::text[], ?::text[]) as m (list, advertisable_eid, segment_eid) on m.list = g.list
       where ${within("g.eid")}
     ), gone as (
       delete from ${TABLE} t where ${visible.sql} and t.advertisable_eid = any(?) and t.segment_eid = any(?)
         and ${within("t.eid")} and (t.segment_eid, t.eid) not in (select s.segment_eid, s.eid from s)
       returning t.segment_eid
     ), added as (
       insert into ${TABLE} (advertisable_eid, segment_eid, eid, sealed, created_at)
       select s.advertisable_eid, s.segment_eid, s.eid, s.sealed, ?::timestamptz from s
       where s.advertisable_eid = any(?) order by s.segment_eid, s.eid
       on conflict (advertisable_eid, segment_eid, eid) do nothing
       returning segment_eid
     )
     select segment_eid as "segmentEid", count(*) filter (where came) as added, count(*) filter (where not came) as removed
     from (select segment_eid, true as came from added union all select segment_eid, false from gone) moved group by 1`,
    [
      lists.map(({ list }) => list),
      lists.map(({ advertisableEid }) => advertisableEid),
      lists.map(({ segmentEid }) => segmentEid),
      ...bounds,
      ...visible.bindings,
      tenants,
      replaced,
      ...bounds,
      new Date(context.clock.now()),
      tenants,
    ],
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
