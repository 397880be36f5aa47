import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { AppError } from "../../lib/errors.js";
import type { Parents } from "../../lib/tenant-table.js";

/** What a row hangs on: its advertisable, and the campaign of an ad group. */
export interface Hanging {
  advertisableEid: string;
  campaignEid?: string;
}

/** As `fault` of rows that hang on an advertisable. */
const DELETED_ADVERTISABLE = `(select 'advertisable' from entities.advertisable a
  where a.advertisable_eid = t.advertisable_eid and not a.is_active)`;

/** The same of rows that hang on a campaign too. */
const DELETED_CAMPAIGN = `(select 'campaign' from entities.campaign c
  where c.advertisable_eid = t.advertisable_eid and c.eid = t.campaign_eid and not c.is_active)`;

/** Rows below an advertisable: nothing is made, changed or copied where it, or the row itself, is deleted. */
export function belowAdvertisable<R extends Hanging>(noun: string, isLive: (row: R) => boolean): Parents<R> {
  return parents(noun, isLive, DELETED_ADVERTISABLE);
}

/** The same of rows below a campaign. */
export function belowCampaign<R extends Hanging>(noun: string, isLive: (row: R) => boolean): Parents<R> {
  return parents(noun, isLive, `coalesce(${DELETED_CAMPAIGN}, ${DELETED_ADVERTISABLE})`);
}

function parents<R extends Hanging>(noun: string, isLive: (row: R) => boolean, fault: string): Parents<R> {
  return {
    fault,
    requireRoom: requireLiveParents,
    requireWritable: (row, deleted) => {
      if (deleted !== null) throw isDeleted(`The ${deleted} that this belongs to`);
      if (!isLive(row)) throw isDeleted(`This ${noun}`);
    },
  };
}

/**
 * Throws ILLEGAL_TRANSITION where rows that are to be written hang on something that is deleted. One statement, however
 * many rows.
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

function isDeleted(what: string): AppError {
  return new AppError("ILLEGAL_TRANSITION", `${what} is deleted: nothing there can be changed or copied.`);
}
