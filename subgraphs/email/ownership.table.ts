import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";

/** Does nothing for an advertisable that the viewer can see; NOT_FOUND for any other. */
export async function requireAdvertisable(context: RequestContext, advertisableEid: string): Promise<void> {
  const visible = visibleTo(context.viewer, "o.advertisable_eid");
  const [row] = isEid(advertisableEid)
    ? await context.sql.rows(
        `select o.advertisable_eid from platform.ownership o where ${visible.sql} and o.advertisable_eid = ?`,
        [...visible.bindings, advertisableEid],
      )
    : [];
  if (row === undefined) throw notFound("advertisable", advertisableEid);
}
