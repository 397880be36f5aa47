import { isDeepStrictEqual } from "node:util";
import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keysOf } from "../../lib/keys.js";
import {
  defineTenantTable,
  type TenantRecord,
  type TenantTable,
  type TenantTableSpec,
} from "../../lib/tenant-table.js";
import { authorise } from "../../lib/viewer.js";
import { recordEvents } from "./event.table.js";

/** A row of this area's tables. */
export interface SocialRecord extends TenantRecord {
  updatedAt: Date;
}

interface RecordedTableSpec<R extends SocialRecord> extends TenantTableSpec<R> {
  /** The type as the graph names it, for the events. */
  objectType: string;
}

/** Fields that an event leaves out: they say only when and how it was written. */
const UNTOLD = new Set(["updatedAt", "publishedDigest", "publishingUntil"]);

/** A change of one row that the transaction holds. */
export interface RowChange<R> {
  before: R;
  changes: Partial<R>;
  /** What its event is called, where that is not the action. */
  eventType?: string;
  /** What the network answered, for the event. */
  response?: object;
}

/** A tenant table of which every change writes an event too (decisions, section 6). */
export interface RecordedTable<R extends SocialRecord> extends TenantTable<R> {
  /** Locks the rows of an advertisable whose column has one of the values, in the caller's transaction. */
  lockAll(
    sql: Sql,
    context: RequestContext,
    advertisableEid: string,
    field: keyof R & string,
    values: readonly string[],
  ): Promise<R[]>;
  /** Writes changes of many rows that the caller's transaction holds: one statement each for rows, audit and events. */
  writeAll(sql: Sql, context: RequestContext, action: string, changes: readonly RowChange<R>[]): Promise<R[]>;
  /** Removes rows that the caller's transaction holds. */
  remove(sql: Sql, context: RequestContext, action: string, records: readonly R[]): Promise<void>;
}

export function defineRecordedTable<R extends SocialRecord>(spec: RecordedTableSpec<R>): RecordedTable<R> {
  const table = defineTenantTable<R>(spec);
  const columns: Readonly<Record<string, string>> = spec.columns;

  function toColumns(record: R): Record<string, unknown> {
    return Object.fromEntries(
      keysOf<Readonly<Record<keyof R & string, string>>>(spec.columns).map((field) => {
        const value = record[field];
        return [columns[field], spec.json?.includes(field) && value !== null ? JSON.stringify(value) : value];
      }),
    );
  }

  function audit(action: string, before: R | null, after: R | null) {
    const { advertisableEid, eid } = before ?? after ?? { advertisableEid: "", eid: "" };
    return { advertisableEid, action, noun: spec.noun, nounEid: eid, before, after };
  }

  async function tell(
    sql: Sql,
    context: RequestContext,
    eventType: string,
    records: readonly R[],
    data: (record: R) => object,
  ) {
    await recordEvents(
      sql,
      context,
      records.map((record) => ({
        advertisableEid: record.advertisableEid,
        objectType: spec.objectType,
        objectEid: record.eid,
        eventType,
        data: data(record),
      })),
    );
  }

  const recorded: RecordedTable<R> = {
    ...table,
    insert: async (sql, context, action, ...records) => {
      await table.insert(sql, context, action, ...records);
      await tell(sql, context, action, records, (record) => told(record));
    },
    write: async (sql, context, action, before, changes) => {
      const after = await table.write(sql, context, action, before, changes);
      if (after !== before) await tell(sql, context, action, [after], () => told(differences(before, after)));
      return after;
    },
    change: async (context, change) => {
      const row = await table.require(context, change.eid);
      authorise(context.viewer, change.permission);
      return await context.transaction(change.permission, async (sql) => {
        const before = await table.lock(sql, context, row);
        return await recorded.write(sql, context, change.action, before, change.apply(before));
      });
    },
    lockAll: async (sql, context, advertisableEid, field, values) => {
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      // In the order of their keys, so that two that lock the same rows wait instead of failing.
      return await sql.rows<R>(
        `select ${table.select.join(", ")} from ${spec.table} t
         where ${visible.sql} and t.advertisable_eid = ? and t.${spec.columns[field]} = any(?) order by t.eid for update`,
        [...visible.bindings, advertisableEid, [...values]],
      );
    },
    writeAll: async (sql, context, action, changes) => {
      const written = changes.map((change) => {
        const wanted = { ...change.before, ...change.changes };
        const changed = !isDeepStrictEqual(wanted, change.before);
        return {
          ...change,
          changed,
          after: changed ? { ...wanted, updatedAt: new Date(context.clock.now()) } : change.before,
        };
      });
      const differing = written.filter(({ changed }) => changed);
      if (differing.length > 0) {
        await sql
          .from(spec.table)
          .insert(differing.map(({ after }) => toColumns(after)))
          .onConflict(["advertisable_eid", "eid"])
          .merge();
        await recordAudits(
          sql,
          context,
          differing.map(({ before, after }) => audit(action, before, after)),
        );
      }
      await recordEvents(
        sql,
        context,
        differing.map(({ before, after, eventType, response }) => ({
          advertisableEid: after.advertisableEid,
          objectType: spec.objectType,
          objectEid: after.eid,
          eventType: eventType ?? action,
          data: told(differences(before, after)),
          ...(response !== undefined && { response }),
        })),
      );
      return written.map(({ after }) => after);
    },
    remove: async (sql, context, action, records) => {
      if (records.length === 0) return;
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      await sql.rows(
        `delete from ${spec.table} t where ${visible.sql} and t.advertisable_eid = any(?) and t.eid = any(?)`,
        [...visible.bindings, records.map((record) => record.advertisableEid), records.map((record) => record.eid)],
      );
      await recordAudits(
        sql,
        context,
        records.map((record) => audit(action, record, null)),
      );
      await tell(sql, context, action, records, () => ({}));
    },
  };
  return recorded;
}

function told(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !UNTOLD.has(field)));
}

function differences(before: object, after: object): object {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, Reflect.get(before, field))),
  );
}
