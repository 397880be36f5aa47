import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { queueJob, queueJobs } from "../../lib/outbox.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import type { EmailCampaignRecord } from "./email-campaign.table.js";
import type { EmailRecord } from "./email.table.js";
import { dueAfter, pauseAfter } from "./send-schedule.rules.js";
import { contactsIn, planSends } from "./send.table.js";

/** The job's name in the queue. */
export const RUN_DRIP = "run-email-campaign";

/** A campaign at work. */
export interface DripRecord {
  enteredTo: string | null;
  isEntered: boolean;
  outages: number;
  heldUntil: Date | null;
  holdReason: string | null;
}

const COLUMNS = `t.entered_to as "enteredTo", t.is_entered as "isEntered", t.outages, t.held_until as "heldUntil", t.hold_reason as "holdReason"`;

/** Queues the work on a campaign that runs, for when it starts, in the transaction of the write that changed when or whether it does. */
export async function queueDrip(sql: Sql, context: RequestContext, campaign: EmailCampaignRecord): Promise<void> {
  await queueDrips(sql, context, [campaign]);
}

/** The same for several campaigns, since their advertisable is not suspended any more. */
export async function queueDrips(
  sql: Sql,
  context: RequestContext,
  campaigns: readonly EmailCampaignRecord[],
): Promise<void> {
  const running = campaigns.filter(({ status }) => status === "RUNNING");
  const now = context.clock.now();
  await queueJobs(
    sql,
    context,
    running.map((campaign) => runOf(campaign, Math.max(now, campaign.startDate?.getTime() ?? 0))),
  );
}

/** Queues the work on a campaign for a certain time, or for an earlier one for which it waits already. */
export async function queueRun(
  sql: Sql,
  context: RequestContext,
  campaign: TenantRecord,
  runAt: number,
): Promise<void> {
  await queueJob(sql, context, { ...runOf(campaign, runAt), keepsEarlier: true });
}

function runOf({ advertisableEid, eid }: TenantRecord, runAt: number) {
  const key = `${RUN_DRIP}:${eid}`;
  return { advertisableEid, job: RUN_DRIP, key, input: { campaignEid: eid }, runAt: new Date(runAt) };
}

/** The campaign's drip; null where it never ran. */
async function dripOf(context: RequestContext, campaign: TenantRecord): Promise<DripRecord | null> {
  return await select(context.sql, context, campaign, "");
}

async function select(
  sql: Sql,
  context: RequestContext,
  campaign: TenantRecord,
  lock: "" | "for update",
): Promise<DripRecord | null> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const [row] = await sql.rows<DripRecord>(
    `select ${COLUMNS} from email.drip t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? ${lock}`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid],
  );
  return row ?? null;
}

/** The drips of campaigns, by the campaigns' EIDs. */
export async function dripsOf(
  context: RequestContext,
  campaigns: readonly TenantRecord[],
): Promise<Map<string, DripRecord>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<DripRecord & { campaignEid: string }>(
    `select t.campaign_eid as "campaignEid", ${COLUMNS} from email.drip t
     where ${visible.sql} and t.advertisable_eid = any(?) and t.campaign_eid = any(?)`,
    [...visible.bindings, campaigns.map(({ advertisableEid }) => advertisableEid), campaigns.map(({ eid }) => eid)],
  );
  return new Map(rows.map((row) => [row.campaignEid, row]));
}

/** The campaign's drip, made when it is the first time. */
export async function beginDrip(context: RequestContext, campaign: TenantRecord): Promise<DripRecord> {
  const known = await dripOf(context, campaign);
  if (known !== null) return known;
  const now = new Date(context.clock.now());
  return await context.transaction("email.send", async (sql) => {
    await sql
      .from("email.drip")
      .insert({
        advertisable_eid: campaign.advertisableEid,
        campaign_eid: campaign.eid,
        is_entered: false,
        outages: 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict(["advertisable_eid", "campaign_eid"])
      .ignore();
    const made = await select(sql, context, campaign, "");
    if (made === null) throw new TypeError("a drip that was just begun is not there");
    return made;
  });
}

/** Some of the contacts, in their order, and whether more follow. */
export interface ContactPage {
  eids: readonly string[];
  isLast: boolean;
}

/** Has the contacts of a campaign that is set to running enter it, in the transaction of that: those that are new. */
export async function enterAgain(sql: Sql, context: RequestContext, campaign: TenantRecord): Promise<void> {
  await write(sql, context, campaign, { entered_to: null, is_entered: false });
}

/**
 * Lets contacts enter a campaign, where they wait for the first of all its e-mails that is sent, and remembers how far that has come: one
 * transaction. Those that have had a mail of the campaign planned are in it already. Does nothing where somebody else
 * has come further meanwhile.
 *
 * @returns the drip as it is then.
 */
export async function enterContacts(
  context: RequestContext,
  { first, all }: { first: EmailRecord; all: readonly EmailRecord[] },
  drip: DripRecord,
  { eids, isLast }: ContactPage,
): Promise<DripRecord> {
  const campaign = { eid: first.campaignEid, advertisableEid: first.advertisableEid };
  const now = context.clock.now();
  return await context.transaction("email.send", async (sql) => {
    const held = await select(sql, context, campaign, "for update");
    if (held === null) throw new TypeError("contacts enter a campaign that never began");
    if (held.isEntered || held.enteredTo !== drip.enteredTo) return held;
    const dueAt = new Date(dueAfter(now, first.delayHours));
    const emailEids = all.map(({ eid }) => eid);
    const known = await contactsIn(sql, context, campaign, emailEids, eids);
    await planSends(
      sql,
      context,
      first,
      eids.filter((contactEid) => !known.has(contactEid)).map((contactEid) => ({ contactEid, dueAt })),
    );
    const after = { ...held, enteredTo: eids.at(-1) ?? held.enteredTo, isEntered: isLast };
    await write(sql, context, campaign, { entered_to: after.enteredTo, is_entered: after.isEntered });
    return after;
  });
}

/** Holds a campaign for a while, since no mail can be sent: longer each time. */
export async function holdDrip(context: RequestContext, campaign: TenantRecord, reason: string): Promise<Date> {
  return await context.transaction("email.send", async (sql) => {
    const held = await select(sql, context, campaign, "for update");
    const outages = (held?.outages ?? 0) + 1;
    const until = new Date(context.clock.now() + pauseAfter(outages));
    await write(sql, context, campaign, { outages, held_until: until, hold_reason: reason });
    return until;
  });
}

/** Says that mails can be sent again. */
export async function releaseDrip(context: RequestContext, campaign: TenantRecord): Promise<void> {
  await context.transaction("email.send", async (sql) => {
    await write(sql, context, campaign, { outages: 0, held_until: null, hold_reason: null });
  });
}

async function write(sql: Sql, context: RequestContext, campaign: TenantRecord, changes: object): Promise<void> {
  await sql
    .from("email.drip")
    .where({ advertisable_eid: campaign.advertisableEid, campaign_eid: campaign.eid })
    .update({ ...changes, updated_at: new Date(context.clock.now()) });
}
