import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { visibleTo } from "../../lib/database.js";
import type { DateRange } from "../../lib/date-range.js";

/** What mails came to. */
export interface EmailCounts {
  sends: number;
  failures: number;
  opens: number;
  clicks: number;
  unsubscribes: number;
}

export const NO_COUNTS: EmailCounts = { sends: 0, failures: 0, opens: 0, clicks: 0, unsubscribes: 0 };

/** What an e-mail came to on a day. */
export interface DayCounts extends EmailCounts {
  emailEid: string;
  campaignEid: string;
  /** YYYY-MM-DD in UTC. */
  day: string;
}

/** Adds to what is counted already, in the transaction of what is counted. */
export async function addToDays(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  days: readonly DayCounts[],
): Promise<void> {
  if (days.length === 0) return;
  // In the order of their keys, so that two that add to the same rows wait instead of failing.
  const ordered = days.toSorted((a, b) => (a.emailEid + a.day < b.emailEid + b.day ? -1 : 1));
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  await sql.rows(
    `insert into email.email_day as t (advertisable_eid, email_eid, day, campaign_eid, sends, failures, opens, clicks, unsubscribes)
     select ?, d.* from unnest(?::text[], ?::date[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[]) as d
     on conflict (advertisable_eid, email_eid, day) do update
     set sends = t.sends + excluded.sends, failures = t.failures + excluded.failures, opens = t.opens + excluded.opens,
       clicks = t.clicks + excluded.clicks, unsubscribes = t.unsubscribes + excluded.unsubscribes
     where ${visible.sql}`,
    [
      advertisableEid,
      ordered.map(({ emailEid }) => emailEid),
      ordered.map(({ day }) => day),
      ordered.map(({ campaignEid }) => campaignEid),
      ordered.map(({ sends }) => sends),
      ordered.map(({ failures }) => failures),
      ordered.map(({ opens }) => opens),
      ordered.map(({ clicks }) => clicks),
      ordered.map(({ unsubscribes }) => unsubscribes),
      ...visible.bindings,
    ],
  );
}

/** What campaigns, or e-mails, came to on each day of the range on which there was anything. */
export async function emailDays(
  context: RequestContext,
  of: "campaign_eid" | "email_eid",
  keys: readonly { advertisableEid: string; eid: string }[],
  { start, end }: DateRange,
): Promise<(EmailCounts & { key: string; day: string })[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<EmailCounts & { key: string; day: string }>(
    `select t.${of} as key, t.day, sum(t.sends)::bigint as sends, sum(t.failures)::bigint as failures,
       sum(t.opens)::bigint as opens, sum(t.clicks)::bigint as clicks, sum(t.unsubscribes)::bigint as unsubscribes
     from email.email_day t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.${of} = any(?) and t.day >= ? and t.day < ?
     group by t.${of}, t.day order by t.day`,
    [
      ...visible.bindings,
      [...new Set(keys.map(({ advertisableEid }) => advertisableEid))],
      keys.map(({ eid }) => eid),
      start,
      end,
    ],
  );
}
