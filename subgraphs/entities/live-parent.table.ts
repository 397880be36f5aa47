import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { AppError } from "../../lib/errors.js";

/** What a row hangs on: its advertisable, and the campaign of an ad group. */
export interface Hanging {
  advertisableEid: string;
  campaignEid?: string;
}

/**
 * Throws ILLEGAL_TRANSITION where rows that are to be written hang on something that is deleted: nothing is made,
 * changed or copied there any more. One statement, however many rows.
 */
export async function requireLiveParents(sql: Sql, context: RequestContext, rows: readonly Hanging[]): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const tenants = [...new Set(rows.map((row) => row.advertisableEid))];
  const campaigns = [...new Set(rows.flatMap((row) => row.campaignEid ?? []))];
  const [deleted] = await sql.rows<{ noun: string }>(
    `select 'advertisable' as noun from entities.advertisable t
     where ${visible.sql} and t.advertisable_eid = any(?) and not t.is_active
     union all
     select 'campaign' from entities.campaign t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.eid = any(?) and not t.is_active
     limit 1`,
    [...visible.bindings, tenants, ...visible.bindings, tenants, campaigns],
  );
  if (deleted !== undefined) throw isDeleted(`The ${deleted.noun} that this belongs to`);
}

/** Throws ILLEGAL_TRANSITION for a row that is deleted itself. */
export function requireLive(noun: string, row: { isActive: boolean }): void {
  if (!row.isActive) throw isDeleted(`This ${noun}`);
}

function isDeleted(what: string): AppError {
  return new AppError("ILLEGAL_TRANSITION", `${what} is deleted: nothing there can be changed or copied.`);
}
