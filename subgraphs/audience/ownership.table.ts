import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";

/** Refuses an advertisable that does not exist or that the viewer can't see. */
export async function requireAdvertisable(context: RequestContext, eid: string): Promise<void> {
  const visible = visibleTo(context.viewer, "o.advertisable_eid");
  const rows = isEid(eid)
    ? await context.sql.rows(`select 1 from platform.ownership o where ${visible.sql} and o.advertisable_eid = ?`, [
        ...visible.bindings,
        eid,
      ])
    : [];
  if (rows.length === 0) throw notFound("advertisable", eid);
}
