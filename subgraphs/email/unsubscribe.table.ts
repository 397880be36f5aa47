import { recordAudit } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";

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

/** Somebody who wants no more mails, and the campaign whose mail was the reason. */
export interface UnsubscribedContact {
  advertisableEid: string;
  contactEid: string;
  campaignEid: string;
  sealedAddress: Buffer;
}

/** Writes that down with its audit row, in the caller's transaction; nothing where it is known already. */
export async function unsubscribeContact(
  sql: Sql,
  context: RequestContext,
  contact: UnsubscribedContact,
): Promise<void> {
  const { advertisableEid, contactEid, campaignEid } = contact;
  const createdAt = new Date(context.clock.now());
  const made = await sql
    .from("email.unsubscriber")
    .insert({
      advertisable_eid: advertisableEid,
      contact_eid: contactEid,
      sealed_address: contact.sealedAddress,
      campaign_eid: campaignEid,
      created_at: createdAt,
    })
    .onConflict(["advertisable_eid", "contact_eid"])
    .ignore()
    .returning("contact_eid");
  if (made.length === 0) return;
  await recordAudit(sql, context, {
    advertisableEid,
    action: "unsubscribe",
    noun: "unsubscriber",
    nounEid: contactEid,
    before: null,
    after: { eid: contactEid, advertisableEid, campaignEid, createdAt },
  });
}
