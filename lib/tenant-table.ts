import { isDeepStrictEqual } from "node:util";
import { recordAudit, recordAudits } from "./audit.js";
import type { RequestContext } from "./context.js";
import { AMONG, type Binding, type Sql, visibleTo } from "./database.js";
import { isEid } from "./eid.js";
import { notFound } from "./errors.js";
import { keysOf } from "./keys.js";
import { defineLoader } from "./loader.js";
import { authorise, type Permission } from "./viewer.js";

/** A row of a tenant table, its fields named as the graph names them. */
export interface TenantRecord {
  eid: string;
  advertisableEid: string;
}

/** What rows of a table hang on, and whether they may be written because of it. */
export interface Parents<R> {
  /** SQL under the alias `t` that names what is wrong with the parents of a row, or is null; read as the row is locked. */
  fault: string;
  /** Throws for a row that was locked and may not be written: for the fault of its parents, or its own. */
  requireWritable(row: R, fault: string | null): void;
  /** Throws for rows that are to be made where their parents take none. */
  requireRoom(sql: Sql, context: RequestContext, rows: readonly R[]): Promise<void>;
}

export interface TenantTableSpec<R extends TenantRecord> {
  /** The noun as the graph calls it. */
  noun: string;
  /** The table with its schema. */
  table: string;
  /** The column of each field. */
  columns: Readonly<Record<keyof R & string, string>>;
  /** Fields whose column is jsonb. */
  json?: readonly (keyof R & string)[];
  /** Whether rows may be written, for the sake of what they hang on. */
  parents?: Parents<R>;
}

/** One change of one row: what it is called, what it needs, and what it makes of the row. */
export interface Change<R extends TenantRecord> {
  eid: string;
  /** The mutation's name, for the audit row. */
  action: string;
  permission: Permission;
  /** The fields that change; throws when the rules refuse. It may run twice, so it must be pure. */
  apply(before: R): Partial<R>;
}

/** The reads and writes that every tenant table has, each restricted to the viewer and each write audited. */
export interface TenantTable<R extends TenantRecord> {
  /** SELECT list under the alias `t`. */
  readonly select: readonly string[];
  /** The row, or null when it does not exist or the viewer can't see it. Batched and cached per request. */
  byEid(context: RequestContext, eid: string): Promise<R | null>;
  /** The row, or NOT_FOUND. */
  require(context: RequestContext, eid: string): Promise<R>;
  /**
   * Writes new rows and their audit rows, in the caller's transaction. A record may hold more than its
   * table does, such as what hangs on it in other tables: the audit rows say it too.
   */
  insert(sql: Sql, context: RequestContext, action: string, ...records: R[]): Promise<void>;
  /** Locks the row, applies the change, writes it and its audit row: one transaction. */
  change(context: RequestContext, change: Change<R>): Promise<R>;
  /** Locks a row that was read before, in the caller's transaction, and reads it again. */
  lock(sql: Sql, context: RequestContext, row: TenantRecord): Promise<R>;
  /**
   * Writes changes of a row that the caller's transaction holds, and their audit row; nothing when
   * nothing changes. What a record holds beyond its table is compared and audited with it.
   */
  write<W extends R>(sql: Sql, context: RequestContext, action: string, before: W, changes: Partial<W>): Promise<W>;
}

export function defineTenantTable<R extends TenantRecord>(spec: TenantTableSpec<R>): TenantTable<R> {
  const fields = keysOf<Readonly<Record<keyof R & string, string>>>(spec.columns);
  const select = fields.map((field) => `t.${spec.columns[field]} as "${field}"`);
  const eidColumn = `t.${spec.columns.eid}`;

  function toColumns(record: Partial<R>): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const field of fields) {
      const value = record[field];
      if (value === undefined) continue;
      row[spec.columns[field]] = spec.json?.includes(field) && value !== null ? JSON.stringify(value) : value;
    }
    return row;
  }

  const byEid = defineLoader<string, R>(async (eids, context) => {
    const wellFormed = eids.filter(isEid);
    if (wellFormed.length === 0) return new Map();
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const rows = await context.sql.rows<R>(
      `select ${select.join(", ")} from ${spec.table} t where ${visible.sql} and ${eidColumn} = ${AMONG}`,
      [...visible.bindings, wellFormed],
    );
    return new Map(rows.map((row) => [row.eid, row]));
  });

  async function requireRow(context: RequestContext, eid: string): Promise<R> {
    const row = await byEid(context, eid);
    if (row === null) throw notFound(spec.noun, eid);
    return row;
  }

  return {
    select,
    byEid,
    require: requireRow,

    insert: async (sql, context, action, ...records) => {
      if (records.length === 0) return;
      await spec.parents?.requireRoom(sql, context, records);
      await sql.from(spec.table).insert(records.map((record) => toColumns(record)));
      await recordAudits(
        sql,
        context,
        records.map((record) => ({
          advertisableEid: record.advertisableEid,
          action,
          noun: spec.noun,
          nounEid: record.eid,
          before: null,
          after: record,
        })),
      );
    },

    change: async (context, change) => {
      // The look-up names the tenant, so that the locking statement concerns one tenant only.
      const row = await requireRow(context, change.eid);
      authorise(context.viewer, change.permission);
      return await context.transaction(change.permission, async (sql) => {
        const before = await lock(sql, context, row);
        return await write(sql, context, change.action, before, change.apply(before));
      });
    },
    lock,
    write,
  };

  async function lock(sql: Sql, context: RequestContext, row: TenantRecord): Promise<R> {
    const visible = visibleTo(context.viewer, "t.advertisable_eid");
    const key: Binding[] = [row.advertisableEid, row.eid];
    const [locked] = await sql.rows<R & { parentsFault?: string | null }>(
      `select ${select.join(", ")}, ${spec.parents?.fault ?? "null"} as "parentsFault" from ${spec.table} t
       where ${visible.sql} and t.advertisable_eid = ? and ${eidColumn} = ? for update`,
      [...visible.bindings, ...key],
    );
    if (locked === undefined) throw notFound(spec.noun, row.eid);
    const fault = locked.parentsFault ?? null;
    // No field of the record, which is compared and audited.
    Reflect.deleteProperty(locked, "parentsFault");
    spec.parents?.requireWritable(locked, fault);
    return locked;
  }

  async function write<W extends R>(
    sql: Sql,
    context: RequestContext,
    action: string,
    before: W,
    changes: Partial<W>,
  ): Promise<W> {
    const wanted = { ...before, ...changes };
    // A change that changes nothing leaves no trace.
    if (isDeepStrictEqual(wanted, before)) return before;
    const after = { ...wanted, updatedAt: new Date(context.clock.now()) };
    await sql
      .from(spec.table)
      .where({ advertisable_eid: before.advertisableEid, [spec.columns.eid]: before.eid })
      .update(toColumns({ ...changes, updatedAt: after.updatedAt }));
    await recordAudit(sql, context, {
      advertisableEid: before.advertisableEid,
      action,
      noun: spec.noun,
      nounEid: before.eid,
      before,
      after,
    });
    return after;
  }
}
