import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { isEid } from "../../lib/eid.js";
import { addToDays, NO_COUNTS } from "./email-day.table.js";
import type { EmailEventKind } from "./email-event.type.js";

/** A mail that was sent, or is on its way. */
export interface SendRecord {
  eid: string;
  advertisableEid: string;
  campaignEid: string;
  emailEid: string;
  contactEid: string;
}

const COLUMNS = `t.eid, t.advertisable_eid as "advertisableEid", t.campaign_eid as "campaignEid", t.email_eid as "emailEid", t.contact_eid as "contactEid"`;

/** What a kind of event sets on the mail, and what it counts as. */
const EVENTS = {
  OPEN: { column: "opened_at", count: "opens" },
  CLICK: { column: "clicked_at", count: "clicks" },
  UNSUBSCRIBE: { column: "unsubscribed_at", count: "unsubscribes" },
} as const satisfies Record<EmailEventKind, object>;

export async function sendByEid(context: RequestContext, eid: string): Promise<SendRecord | null> {
  if (!isEid(eid)) return null;
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await context.sql.rows<SendRecord>(
    `select ${COLUMNS} from email.send t where ${visible.sql} and t.eid = ?`,
    [...visible.bindings, eid],
  );
  return row ?? null;
}

/**
 * Counts what somebody did with a mail, on the day on which it was done first, in the caller's transaction. Done again
 * it counts no more. A click counts as an open too, since not every mail program loads images.
 */
export async function countEvent(
  sql: Sql,
  context: RequestContext,
  send: SendRecord,
  kind: EmailEventKind,
): Promise<void> {
  const kinds: EmailEventKind[] = kind === "CLICK" ? ["OPEN", "CLICK"] : [kind];
  const now = new Date(context.clock.now());
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const counts = { ...NO_COUNTS };
  for (const each of kinds) {
    const { column, count } = EVENTS[each];
    const first = await sql.rows(
      `update email.send t set ${column} = ?, updated_at = ?
       where ${visible.sql} and t.advertisable_eid = ? and t.eid = ? and t.${column} is null returning t.eid`,
      [now, now, ...visible.bindings, send.advertisableEid, send.eid],
    );
    counts[count] += first.length;
  }
  if (counts.opens + counts.clicks + counts.unsubscribes === 0) return;
  const day = now.toISOString().slice(0, 10);
  await addToDays(sql, context, send.advertisableEid, [
    { ...counts, emailEid: send.emailEid, campaignEid: send.campaignEid, day },
  ]);
}
