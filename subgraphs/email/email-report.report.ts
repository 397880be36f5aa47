import type { RequestContext } from "../../lib/context.js";
import { visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import { dripsOf } from "./drip.table.js";
import { emailDays, type EmailCounts } from "./email-day.table.js";
import type { EmailReportQuestion, EmailSending } from "./email-report.type.js";

export type CountsOfDay = EmailCounts & { day: string };

/** What was counted on each day on which anything was, by question; those of one range are one statement. */
export const daysOf = defineLoader<EmailReportQuestion, CountsOfDay[]>(
  async (questions, context) => {
    const groups = [...Map.groupBy(questions, ({ of, range }) => `${of} ${range.start} ${range.end}`).values()];
    const found = await Promise.all(
      groups.map(async (group) => {
        const [first] = group;
        if (first === undefined) return [];
        const { of, range } = first;
        const rows = Map.groupBy(await emailDays(context, of, group, range), ({ key }) => key);
        return group.map((question): [string, CountsOfDay[]] => [keyOf(question), rows.get(question.eid) ?? []]);
      }),
    );
    return new Map(found.flat());
  },
  (question) => keyOf(question),
);

function keyOf({ of, eid, range }: EmailReportQuestion): string {
  return `${of} ${eid} ${range.start} ${range.end}`;
}

interface StateRow {
  campaignEid: string;
  state: "WAITING" | "SENDING" | "SENT" | "SKIPPED" | "FAILED" | "CANCELLED";
  reason: string | null;
  count: number;
  nextDueAt: Date | null;
}

/** Where the mails of each campaign stand. */
export const sendingOf = defineLoader<TenantRecord, EmailSending>(
  async (campaigns, context) => {
    const [rows, drips] = await Promise.all([stateRows(context, campaigns), dripsOf(context, campaigns)]);
    const byCampaign = Map.groupBy(rows, ({ campaignEid }) => campaignEid);
    return new Map(
      campaigns.map(({ eid }) => {
        const own = byCampaign.get(eid) ?? [];
        const drip = drips.get(eid);
        const isHeld = (drip?.heldUntil?.getTime() ?? 0) > context.clock.now();
        return [
          eid,
          {
            waiting: countOf(own, "WAITING") + countOf(own, "SENDING"),
            sent: countOf(own, "SENT"),
            skipped: countOf(own, "SKIPPED"),
            failed: countOf(own, "FAILED"),
            cancelled: countOf(own, "CANCELLED"),
            reasons: reasonsOf(own),
            nextDueAt: earliest(own),
            heldUntil: isHeld ? (drip?.heldUntil ?? null) : null,
            holdReason: isHeld ? (drip?.holdReason ?? null) : null,
          },
        ];
      }),
    );
  },
  ({ eid }) => eid,
);

async function stateRows(context: RequestContext, campaigns: readonly TenantRecord[]): Promise<StateRow[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await context.sql.rows<StateRow>(
    `select t.campaign_eid as "campaignEid", t.state, t.reason, count(*) as count,
       min(t.due_at) filter (where t.state in ('WAITING', 'SENDING')) as "nextDueAt"
     from email.send t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.campaign_eid = any(?)
     group by t.campaign_eid, t.state, t.reason`,
    [
      ...visible.bindings,
      [...new Set(campaigns.map(({ advertisableEid }) => advertisableEid))],
      campaigns.map(({ eid }) => eid),
    ],
  );
}

function countOf(rows: readonly StateRow[], state: StateRow["state"]): number {
  return rows.filter((row) => row.state === state).reduce((total, { count }) => total + count, 0);
}

function reasonsOf(rows: readonly StateRow[]): EmailSending["reasons"] {
  const counts = new Map<string, number>();
  for (const { reason, count } of rows) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

function earliest(rows: readonly StateRow[]): Date | null {
  const times = rows.flatMap(({ nextDueAt }) => (nextDueAt === null ? [] : [nextDueAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
