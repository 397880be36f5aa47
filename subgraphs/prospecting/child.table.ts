import { isDeepStrictEqual } from "node:util";
import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import {
  defineTenantTable,
  type TenantRecord,
  type TenantTable,
  type TenantTableSpec,
} from "../../lib/tenant-table.js";

/** A row that hangs on a campaign or an ad group. */
interface ChildRecord extends TenantRecord {
  updatedAt: Date;
}

interface ChildTableSpec<R extends ChildRecord> extends TenantTableSpec<R> {
  /** Field that holds the EID of what the row hangs on. */
  parent: keyof R & string;
  /** Column that the rows of one ad group are ordered by, before their EID. */
  order: keyof R & string;
}

/** A tenant table whose rows are read and written by what they hang on. */
export interface ChildTable<R extends ChildRecord> extends TenantTable<R> {
  /** The rows of a parent, in order. Batched and cached per request. */
  childrenOf(context: RequestContext, parent: TenantRecord): Promise<R[]>;
  /** Locks the rows of parents of one advertisable, in the caller's transaction. */
  lockAll(sql: Sql, context: RequestContext, advertisableEid: string, parentEids: readonly string[]): Promise<R[]>;
  /** Writes changes of rows that the caller's transaction holds: one statement each for rows and audit. */
  writeAll(
    sql: Sql,
    context: RequestContext,
    action: string,
    changes: readonly { before: R; changes: Partial<R> }[],
  ): Promise<void>;
  /** Removes rows that the caller's transaction holds. */
  remove(sql: Sql, context: RequestContext, action: string, records: readonly R[]): Promise<void>;
}

export function defineChildTable<R extends ChildRecord>(spec: ChildTableSpec<R>): ChildTable<R> {
  const table = defineTenantTable<R>(spec);
  const columns: Readonly<Record<string, string>> = spec.columns;
  const parentColumn = `t.${columns[spec.parent]}`;
  const order = `t.${columns[spec.order]}, t.eid`;

  const load = defineLoader<TenantRecord, R[]>(
    async (keys, context) => {
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      const rows = await context.sql.rows<R>(
        `select ${table.select.join(", ")} from ${spec.table} t
         where ${visible.sql} and t.advertisable_eid = any(?) and ${parentColumn} = any(?) order by ${order}`,
        [...visible.bindings, [...new Set(keys.map((key) => key.advertisableEid))], keys.map((key) => key.eid)],
      );
      return Map.groupBy(rows, (row) => String(row[spec.parent]));
    },
    (key) => key.eid,
  );

  function toColumns(record: R): Record<string, unknown> {
    return Object.fromEntries(
      keysOf<Readonly<Record<keyof R & string, string>>>(spec.columns).map((field) => {
        const value = record[field];
        return [columns[field], spec.json?.includes(field) ? JSON.stringify(value) : value];
      }),
    );
  }

  function audit(action: string, before: R, after: R | null) {
    return { advertisableEid: before.advertisableEid, action, noun: spec.noun, nounEid: before.eid, before, after };
  }

  return {
    ...table,
    childrenOf: async (context, parent) => (await load(context, parent)) ?? [],
    lockAll: async (sql, context, advertisableEid, parentEids) => {
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      // In the order of their keys, so that two that lock the same rows wait instead of failing.
      return await sql.rows<R>(
        `select ${table.select.join(", ")} from ${spec.table} t
         where ${visible.sql} and t.advertisable_eid = ? and ${parentColumn} = any(?) order by t.eid for update`,
        [...visible.bindings, advertisableEid, [...parentEids]],
      );
    },
    writeAll: async (sql, context, action, changes) => {
      const updatedAt = new Date(context.clock.now());
      const differing = changes
        .map(({ before, changes: wanted }) => ({ before, after: { ...before, ...wanted } }))
        .filter(({ before, after }) => !isDeepStrictEqual(before, after))
        .map(({ before, after }) => ({ before, after: { ...after, updatedAt } }));
      if (differing.length === 0) return;
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
    },
    remove: async (sql, context, action, records) => {
      if (records.length === 0) return;
      const visible = visibleTo(context.viewer, "t.advertisable_eid");
      await sql.rows(
        `delete from ${spec.table} t where ${visible.sql} and t.advertisable_eid = any(?) and t.eid = any(?)`,
        [
          ...visible.bindings,
          [...new Set(records.map((record) => record.advertisableEid))],
          records.map((record) => record.eid),
        ],
      );
      await recordAudits(
        sql,
        context,
        records.map((record) => audit(action, record, null)),
      );
    },
  };
}
