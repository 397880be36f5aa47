import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keyOf, type SegmentKey } from "./segment-bulk.rules.js";
import { type SegmentRecord, segments } from "./segment.table.js";
import type { ListChange } from "./segment-record.table.js";

/** From here to the end of the transaction nobody else puts segments of these advertisables. */
export async function lockPutting(sql: Sql, advertisableEids: readonly string[]): Promise<void> {
  // In one order always, so that two who put never wait for each other.
  await sql.rows(
    `select pg_advisory_xact_lock(hashtextextended('audience.segment ' || t.eid, 0))
     from (select distinct unnest(?::text[]) as eid order by 1) t`,
    [[...advertisableEids]],
  );
}

/** The oldest segment of each key that is not deleted, by its key; the caller's transaction holds them. */
export async function holdSegments(
  sql: Sql,
  context: RequestContext,
  keys: readonly SegmentKey[],
): Promise<ReadonlyMap<string, SegmentRecord>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<SegmentRecord>(
    `select ${segments.select.join(", ")} from audience.segment t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.is_active
       and (t.advertisable_eid, t.name, t.type) in (select * from unnest(?::text[], ?::text[], ?::text[]))
     order by t.advertisable_eid, t.eid for update of t`,
    [
      ...visible.bindings,
      keys.map((key) => key.advertisableEid),
      keys.map((key) => key.advertisableEid),
      keys.map((key) => key.name),
      keys.map((key) => key.type),
    ],
  );
  const oldest = new Map<string, SegmentRecord>();
  for (const row of rows) {
    const known = oldest.get(keyOf(row));
    if (known === undefined || row.createdAt < known.createdAt) oldest.set(keyOf(row), row);
  }
  return oldest;
}

/** A segment before and after, and how its list changed. */
export interface SegmentChange {
  before: SegmentRecord;
  after: SegmentRecord;
  users: ListChange | null;
}

/** Writes changes of segments that the caller's transaction holds, in one statement, and their audit rows. */
export async function writeChanges(
  sql: Sql,
  context: RequestContext,
  action: string,
  changes: readonly SegmentChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ after }) => ({
    advertisable_eid: after.advertisableEid,
    eid: after.eid,
    duration: after.duration,
    conversion_value: after.conversionValue,
    records_count: after.recordsCount,
    updated_at: after.updatedAt,
  }));
  await sql.rows(
    `update audience.segment t set duration = given.duration, conversion_value = given.conversion_value,
       records_count = given.records_count, updated_at = given.updated_at
     from jsonb_to_recordset(?::jsonb) as given (advertisable_eid text, eid text, duration integer,
       conversion_value numeric, records_count integer, updated_at timestamptz)
     where t.advertisable_eid = any(?) and t.advertisable_eid = given.advertisable_eid and t.eid = given.eid`,
    [JSON.stringify(rows), rows.map((row) => row.advertisable_eid)],
  );
  await recordAudits(
    sql,
    context,
    changes.map(({ before, after, users }) => ({
      advertisableEid: before.advertisableEid,
      action,
      noun: "segment",
      nounEid: before.eid,
      before: { ...before, users: null },
      after: { ...after, users },
    })),
  );
}
