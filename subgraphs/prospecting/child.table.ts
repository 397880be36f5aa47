import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { defineTenantRows, type TenantRows } from "../../lib/tenant-rows.js";
import type { TenantRecord, TenantTableSpec } from "../../lib/tenant-table.js";

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
export interface ChildTable<R extends ChildRecord> extends TenantRows<R> {
  /** The rows of a parent, in order. Batched and cached per request. */
  childrenOf(context: RequestContext, parent: TenantRecord): Promise<R[]>;
  /** Locks the rows of parents of one advertisable, in the caller's transaction. */
  lockChildren(sql: Sql, context: RequestContext, advertisableEid: string, parentEids: readonly string[]): Promise<R[]>;
}

export function defineChildTable<R extends ChildRecord>(spec: ChildTableSpec<R>): ChildTable<R> {
  const table = defineTenantRows<R>(spec);
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

  return {
    ...table,
    childrenOf: async (context, parent) => (await load(context, parent)) ?? [],
    lockChildren: async (sql, context, advertisableEid, parentEids) =>
      await table.lockAll(sql, context, advertisableEid, spec.parent, parentEids),
  };
}
