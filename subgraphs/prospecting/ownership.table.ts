import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";

/** The organization that owns an advertisable; NOT_FOUND when it does not exist or the viewer can't see it. */
export async function requireOwner(context: RequestContext, advertisableEid: string): Promise<string> {
  const visible = visibleTo(context.viewer, "o.advertisable_eid");
  const [row] = isEid(advertisableEid)
    ? await context.sql.rows<{ organizationEid: string }>(
        `select o.organization_eid as "organizationEid" from platform.ownership o
         where ${visible.sql} and o.advertisable_eid = ?`,
        [...visible.bindings, advertisableEid],
      )
    : [];
  if (row === undefined) throw notFound("advertisable", advertisableEid);
  return row.organizationEid;
}
