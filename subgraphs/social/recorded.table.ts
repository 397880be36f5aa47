import { isDeepStrictEqual } from "node:util";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { defineTenantRows, type RowChange, type TenantRows } from "../../lib/tenant-rows.js";
import type { TenantRecord, TenantTableSpec } from "../../lib/tenant-table.js";
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
export interface RecordedChange<R> extends RowChange<R> {
  /** What its event is called, where that is not the action. */
  eventType?: string;
  /** What the network answered, for the event. */
  response?: object;
}

/** A tenant table of which every change writes an event too (decisions, section 6). */
export interface RecordedTable<R extends SocialRecord> extends TenantRows<R> {
  writeAll(sql: Sql, context: RequestContext, action: string, changes: readonly RecordedChange<R>[]): Promise<R[]>;
}

export function defineRecordedTable<R extends SocialRecord>(spec: RecordedTableSpec<R>): RecordedTable<R> {
  const table = defineTenantRows<R>(spec);

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
    writeAll: async (sql, context, action, changes) => {
      const written = await table.writeAll(sql, context, action, changes);
      await recordEvents(
        sql,
        context,
        changes.flatMap(({ before, eventType, response }, at) => {
          const after = written[at];
          if (after === undefined || after === before) return [];
          return {
            advertisableEid: after.advertisableEid,
            objectType: spec.objectType,
            objectEid: after.eid,
            eventType: eventType ?? action,
            data: told(differences(before, after)),
            ...(response !== undefined && { response }),
          };
        }),
      );
      return written;
    },
    remove: async (sql, context, action, records) => {
      await table.remove(sql, context, action, records);
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
