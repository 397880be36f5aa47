import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import { addToDays, type DayCounts, NO_COUNTS } from "./email-day.table.js";
import type { EmailRecord } from "./email.table.js";
import { dueAfter } from "./send-schedule.rules.js";

/** One mail to one contact, taken to be sent. */
export interface TakenSend {
  eid: string;
  emailEid: string;
  contactEid: string;
  attempts: number;
  firstTriedAt: Date;
}

/** What became of a mail that was taken. */
export interface SendResult {
  eid: string;
  /** RETURNED: it was not tried after all. */
  state: "SENT" | "SKIPPED" | "FAILED" | "WAITING" | "RETURNED";
  at: Date;
  /** When a mail that waits again is due. */
  dueAt: Date | null;
  reason: string | null;
}

/** Plans one mail for each contact; those that have it planned already keep what they have. */
export async function planSends(
  sql: Sql,
  context: RequestContext,
  email: EmailRecord,
  contacts: readonly { contactEid: string; dueAt: Date }[],
): Promise<void> {
  if (contacts.length === 0) return;
  const now = new Date(context.clock.now());
  await sql.rows(
    `insert into email.send (advertisable_eid, eid, campaign_eid, email_eid, contact_eid, state, due_at, attempts, created_at, updated_at)
     select ?, c.eid, ?, ?, c.contact_eid, 'WAITING', c.due_at, 0, ?, ?
     from unnest(?::text[], ?::text[], ?::timestamptz[]) as c (eid, contact_eid, due_at)
     on conflict (advertisable_eid, campaign_eid, email_eid, contact_eid) do nothing`,
    [
      email.advertisableEid,
      email.campaignEid,
      email.eid,
      now,
      now,
      contacts.map(() => context.newEid()),
      contacts.map(({ contactEid }) => contactEid),
      contacts.map(({ dueAt }) => dueAt),
    ],
  );
}

/** Those of some contacts for whom a mail has been planned of any of these e-mails of a campaign. */
export async function contactsIn(
  sql: Sql,
  context: RequestContext,
  campaign: TenantRecord,
  emailEids: readonly string[],
  contactEids: readonly string[],
): Promise<Set<string>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<{ contactEid: string }>(
    `select distinct t.contact_eid as "contactEid" from email.send t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.email_eid = any(?)
       and t.contact_eid = any(?)`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid, [...emailEids], [...contactEids]],
  );
  return new Set(rows.map(({ contactEid }) => contactEid));
}

/**
 * Takes mails of these e-mails that are due, those that wait longest first, in the caller's transaction; nobody else
 * gets them before `until`. A mail that somebody has taken before and never told of is due again then.
 */
export async function takeDue(
  sql: Sql,
  context: RequestContext,
  campaign: TenantRecord,
  { emailEids, limit, until }: { emailEids: readonly string[]; limit: number; until: Date },
): Promise<TakenSend[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const now = new Date(context.clock.now());
  // Found first, and changed by their keys: a join of the two reads all mails of the advertisable for each one where the
  // table has just grown.
  const due = await sql.rows<{ eid: string }>(
    `select t.eid from email.send t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.state in ('WAITING', 'SENDING') and t.due_at <= ?
       and t.email_eid = any(?)
     order by t.due_at, t.eid limit ? for update skip locked`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid, now, [...emailEids], limit],
  );
  if (due.length === 0) return [];
  return await sql.rows<TakenSend>(
    `update email.send t
     set state = 'SENDING', due_at = ?, attempts = t.attempts + 1, first_tried_at = coalesce(t.first_tried_at, ?), updated_at = ?
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?)
     returning t.eid, t.email_eid as "emailEid", t.contact_eid as "contactEid", t.attempts, t.first_tried_at as "firstTriedAt"`,
    [until, now, now, ...visible.bindings, campaign.advertisableEid, due.map(({ eid }) => eid)],
  );
}

/** Keeps mails that were taken for those who send them, until then. */
export async function keepTaken(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
  until: Date,
): Promise<void> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  await context.sql.rows(
    `update email.send t set due_at = ?
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?) and t.state = 'SENDING'`,
    [until, ...visible.bindings, advertisableEid, [...eids]],
  );
}

interface RecordedSend {
  eid: string;
  emailEid: string;
  contactEid: string;
  state: "SENT" | "SKIPPED" | "FAILED" | "WAITING";
  sentAt: Date | null;
}

/**
 * Writes down what became of mails, plans the next one for each contact that got one, and counts them: one
 * transaction. A mail of which that is written already stays as it is, and counts once.
 */
export async function recordSends(
  context: RequestContext,
  emails: readonly EmailRecord[],
  results: readonly SendResult[],
): Promise<void> {
  const [first] = emails;
  if (first === undefined || results.length === 0) return;
  await context.transaction("email.send", async (sql) => {
    const recorded = await writeResults(sql, context, first.advertisableEid, results);
    for (const [at, email] of emails.entries()) {
      const sent = recorded.filter((each) => each.emailEid === email.eid && each.state === "SENT");
      const next = emails[at + 1];
      if (next !== undefined)
        await planSends(
          sql,
          context,
          next,
          sent.flatMap((each) => plannedAfter(each, next)),
        );
    }
    await addToDays(sql, context, first.advertisableEid, countsOf(recorded, emails, context));
  });
}

function plannedAfter({ contactEid, sentAt }: RecordedSend, next: EmailRecord): { contactEid: string; dueAt: Date }[] {
  return sentAt === null ? [] : [{ contactEid, dueAt: new Date(dueAfter(sentAt.getTime(), next.delayHours)) }];
}

async function writeResults(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  results: readonly SendResult[],
): Promise<RecordedSend[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  // In the order of their keys, so that two that write the same rows wait instead of failing.
  const ordered = results.toSorted((a, b) => (a.eid < b.eid ? -1 : 1));
  return await sql.rows<RecordedSend>(
    `update email.send t
     set state = case r.state when 'RETURNED' then 'WAITING' else r.state end,
       attempts = t.attempts - case r.state when 'RETURNED' then 1 else 0 end,
       first_tried_at = case when r.state = 'RETURNED' and t.attempts = 1 then null else t.first_tried_at end,
       sent_at = case r.state when 'SENT' then r.at end,
       due_at = coalesce(nullif(r.due_at, '')::timestamptz, t.due_at), reason = nullif(r.reason, ''), updated_at = r.at
     from unnest(?::text[], ?::text[], ?::timestamptz[], ?::text[], ?::text[]) as r (eid, state, at, due_at, reason)
     where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?) and t.eid = r.eid and t.state = 'SENDING'
     returning t.eid, t.email_eid as "emailEid", t.contact_eid as "contactEid", t.state, t.sent_at as "sentAt"`,
    [
      ordered.map(({ eid }) => eid),
      ordered.map(({ state }) => state),
      ordered.map(({ at }) => at),
      ordered.map(({ dueAt }) => dueAt?.toISOString() ?? ""),
      ordered.map(({ reason }) => reason ?? ""),
      ...visible.bindings,
      advertisableEid,
      ordered.map(({ eid }) => eid),
    ],
  );
}

function countsOf(
  recorded: readonly RecordedSend[],
  emails: readonly EmailRecord[],
  { clock }: RequestContext,
): DayCounts[] {
  const now = clock.now();
  return emails.flatMap(({ eid, campaignEid }) => {
    const own = recorded.filter((each) => each.emailEid === eid);
    const sent = Map.groupBy(
      own.filter(({ state }) => state === "SENT"),
      ({ sentAt }) => dayOf(sentAt?.getTime() ?? now),
    );
    const failed = own.filter(({ state }) => state === "FAILED").length;
    const days = new Set([...sent.keys(), ...(failed > 0 ? [dayOf(now)] : [])]);
    return [...days].map((day) => ({
      ...NO_COUNTS,
      emailEid: eid,
      campaignEid,
      day,
      sends: sent.get(day)?.length ?? 0,
      failures: day === dayOf(now) ? failed : 0,
    }));
  });
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** When the next mail of each e-mail of a campaign is due. */
export async function nextDue(context: RequestContext, campaign: TenantRecord): Promise<Map<string, number>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ emailEid: string; dueAt: Date }>(
    `select t.email_eid as "emailEid", min(t.due_at) as "dueAt" from email.send t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.state in ('WAITING', 'SENDING')
     group by t.email_eid`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid],
  );
  return new Map(rows.map(({ emailEid, dueAt }) => [emailEid, dueAt.getTime()]));
}

/** Ends what a campaign that has ended would still have sent. */
export async function cancelSends(context: RequestContext, campaign: TenantRecord, limit: number): Promise<number> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.transaction("email.send", async (sql) => {
    const rows = await sql.rows<{ eid: string }>(
      `select t.eid from email.send t
       where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.state = 'WAITING'
       order by t.due_at, t.eid limit ? for update`,
      [...visible.bindings, campaign.advertisableEid, campaign.eid, limit],
    );
    await sql.rows(
      `update email.send t set state = 'CANCELLED', updated_at = ?
       where ${visible.sql} and t.advertisable_eid = ? and t.eid = any(?)`,
      [new Date(context.clock.now()), ...visible.bindings, campaign.advertisableEid, rows.map(({ eid }) => eid)],
    );
    return rows.length;
  });
}
