import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";

/** Those of the advertisables that exist and that the viewer can see. */
export async function visibleAdvertisables(context: RequestContext, eids: readonly string[]): Promise<Set<string>> {
  const visible = visibleTo(context.viewer, "o.advertisable_eid");
  const rows = await context.sql.rows<{ eid: string }>(
    `select o.advertisable_eid as eid from platform.ownership o where ${visible.sql} and o.advertisable_eid = any(?)`,
    [...visible.bindings, eids.filter(isEid)],
  );
  return new Set(rows.map((row) => row.eid));
}

/** Refuses an advertisable that does not exist or that the viewer can't see. */
export async function requireAdvertisable(context: RequestContext, eid: string): Promise<void> {
  if (!(await visibleAdvertisables(context, [eid])).has(eid)) throw notFound("advertisable", eid);
}
