import type { RequestContext } from "./context.js";
import { visibleTo } from "./database.js";
import { isEid } from "./eid.js";
import { notFound } from "./errors.js";

/** The organization that owns an advertisable; NOT_FOUND when it does not exist or the viewer can't see it. */
export async function requireOwner(context: RequestContext, advertisableEid: string): Promise<string> {
  const organizationEid = (await ownersOf(context, [advertisableEid])).get(advertisableEid);
  if (organizationEid === undefined) throw notFound("advertisable", advertisableEid);
  return organizationEid;
}

/** The organizations of those advertisables that exist and that the viewer can see, by the advertisables' EIDs. */
export async function ownersOf(
  context: RequestContext,
  advertisableEids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const eids = advertisableEids.filter(isEid);
  if (eids.length === 0) return new Map();
  const visible = visibleTo(context.viewer, "o.advertisable_eid");
  const rows = await context.sql.rows<{ eid: string; organizationEid: string }>(
    `select o.advertisable_eid as eid, o.organization_eid as "organizationEid" from platform.ownership o
     where ${visible.sql} and o.advertisable_eid = any(?)`,
    [...visible.bindings, eids],
  );
  return new Map(rows.map((row) => [row.eid, row.organizationEid]));
}
