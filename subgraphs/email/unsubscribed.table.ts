import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";

/** Those of some contacts who want no mails of the advertisable. */
export async function unsubscribedAmong(
  context: RequestContext,
  advertisableEid: string,
  contactEids: readonly string[],
): Promise<Set<string>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ contactEid: string }>(
    `select t.contact_eid as "contactEid" from email.unsubscriber t
     where ${visible.sql} and t.advertisable_eid = ? and t.contact_eid = any(?)`,
    [...visible.bindings, advertisableEid, [...contactEids]],
  );
  return new Set(rows.map(({ contactEid }) => contactEid));
}
