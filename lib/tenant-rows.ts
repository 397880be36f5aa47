import { isDeepStrictEqual } from "node:util";
import { type AuditRecord, recordAudits } from "./audit.js";
import type { RequestContext } from "./context.js";
import { type Sql, visibleTo } from "./database.js";
import { keysOf } from "./keys.js";
import { defineTenantTable, type TenantRecord, type TenantTable, type TenantTableSpec } from "./tenant-table.js";

/** A change of one row that the transaction holds. */
export interface RowChange<R> {
  before: R;
  changes: Partial<R>;
}

/** A tenant table whose rows are written many at once: as many statements however many rows. */
export interface TenantRows<R extends TenantRecord> extends TenantTable<R> {
  /** Locks the rows of an advertisable whose column has one of the values, in the caller's transaction. */
  lockAll(
    sql: Sql,
    context: RequestContext,
    advertisableEid: string,
    field: keyof R & string,
    values: readonly string[],
  ): Promise<R[]>;
  /** Writes changes of rows that the caller's transaction holds, and their audit rows; what does not change leaves no trace. */
  writeAll(sql: Sql, context: RequestContext, action: string, changes: readonly RowChange<R>[]): Promise<R[]>;
  /** Removes rows that the caller's transaction holds. */
  remove(sql: Sql, context: RequestContext, action: string, records: readonly R[]): Promise<void>;
}

export function defineTenantRows<R extends TenantRecord & { updatedAt: Date }>(
  spec: TenantTableSpec<R>,
): TenantRows<R> {
  const table = defineTenantTable<R>(spec);
  const fields = keysOf<Readonly<Record<keyof R & string, string>>>(spec.columns);

  function toColumns(record: R): Record<string, unknown> {
    return Object.fromEntries(
      fields.map((field) => {
        const value = record[field];
        return [spec.columns[field], spec.json?.includes(field) && value !== null ? JSON.stringify(value) : value];
      }),
    );
  }

  function audit(action: string, before: R, after: R | null): AuditRecord {
    const { advertisableEid, eid } = before;
    return { advertisableEid, action, noun: spec.noun, nounEid: eid, before, after };
  }

  return {
    ...table,
    lockAll: async (sql, context, advertisableEid, field, values) => {
      if (values.length === 0) return [];
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      // In the order of their keys, so that two that lock the same rows wait instead of failing.
      return await sql.rows<R>(
        `select ${table.select.join(", ")} from ${spec.table} t
         where ${visible.sql} and t.advertisable_eid = ? and t.${spec.columns[field]} = any(?) order by t.eid for update`,
        [...visible.bindings, advertisableEid, [...values]],
      );
    },
    writeAll: async (sql, context, action, changes) => {
      const updatedAt = new Date(context.clock.now());
      const written = changes.map(({ before, changes: each }) => {
        const wanted = { ...before, ...each };
        return { before, after: isDeepStrictEqual(wanted, before) ? before : { ...wanted, updatedAt } };
      });
      const differing = written.filter(({ before, after }) => after !== before);
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
    },
  };
}
