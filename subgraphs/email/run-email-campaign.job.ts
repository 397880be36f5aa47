import type { RequestContext } from "../../lib/context.js";
import type { Job, JobEnvironment } from "../../lib/job.js";
import { addressesOf, contactsAfter } from "./crm-contacts.js";
import { beginDrip, type DripRecord, enterContacts, holdDrip, queueRun, releaseDrip } from "./drip.table.js";
import { statusAt } from "./email-campaign.rules.js";
import { type EmailCampaignRecord, emailCampaigns } from "./email-campaign.table.js";
import { type EmailSettingsRecord, settingsOf } from "./email-settings.table.js";
import { isComplete } from "./email.rules.js";
import { type EmailRecord, everyEmailOf } from "./email.table.js";
import { type HeroImageRecord, heroImagesOf } from "./hero-image.table.js";
import { senderOf, templateOf } from "./mail-of-email.js";
import { maySend } from "./may-send.table.js";
import { LEASE, sendBatch } from "./send-batch.js";
import { imageWait, nextBatch } from "./send-schedule.rules.js";
import { cancelSends, nextDue, takeDue, type TakenSend } from "./send.table.js";
import { unsubscribedAmong } from "./unsubscribed.table.js";

/** Milliseconds that one run goes on for before others get their turn. */
const RUN_TIME = 20_000;

/** Milliseconds until a look is taken again at what nobody tells of, such as the end of a suspension. */
const LOOK_AGAIN = 15 * 60_000;

const FIRST_BATCH = 50;
const CANCELLED_AT_ONCE = 5_000;

/**
 * Lets the contacts of a campaign enter it and sends what is due, and queues itself for when more is. It may be killed
 * anywhere and may run twice at once: what is planned, taken and sent is in the table of sends alone.
 */
export const runEmailCampaign: Job = {
  async run(input, environment) {
    if (!isCampaignKey(input)) throw new TypeError("a run names its campaign");
    const { context } = environment;
    const campaign = await emailCampaigns.byEid(context, input.campaignEid);
    if (campaign === null || campaign.status === "PAUSED") return;
    if (campaign.status === "STOPPED") {
      await cancelAll(environment, campaign);
      return;
    }
    const next = await runOnce(environment, campaign);
    if (next === null) return;
    await context.transaction("email.send", async (sql) => await queueRun(sql, context, campaign, next));
  },
};

/** @returns when there is more to do; null for never. */
async function runOnce(environment: JobEnvironment, campaign: EmailCampaignRecord): Promise<number | null> {
  const { context } = environment;
  const now = context.clock.now();
  const start = campaign.startDate?.getTime() ?? now;
  if (start > now) return start;
  if (statusAt(campaign, now) === "STOPPED") {
    await cancelAll(environment, campaign);
    return null;
  }
  const next = await sendForAWhile(environment, campaign);
  const end = campaign.endDate?.getTime() ?? null;
  return end === null ? next : Math.min(end, next ?? end);
}

async function cancelAll({ context, signal }: JobEnvironment, campaign: EmailCampaignRecord): Promise<void> {
  let cancelled: number;
  do {
    signal.throwIfAborted();
    cancelled = await cancelSends(context, campaign, CANCELLED_AT_ONCE);
  } while (cancelled === CANCELLED_AT_ONCE);
}

/** @returns when there is more to do; null for never. */
async function sendForAWhile(environment: JobEnvironment, campaign: EmailCampaignRecord): Promise<number | null> {
  const { context, signal } = environment;
  const until = performance.now() + RUN_TIME;
  const isOver = (): boolean => signal.aborted || performance.now() > until;
  let drip = await beginDrip(context, campaign);
  let size = FIRST_BATCH;
  for (;;) {
    if (isOver()) return context.clock.now();
    const all = (await everyEmailOf(context, campaign)) ?? [];
    const emails = all.filter(isComplete);
    const [first] = emails;
    if (first === undefined) return null;
    if (!drip.isEntered)
      drip = await enterContacts(context, { first, all }, drip, await contactsAfter(context, campaign, drip));
    const held = drip.heldUntil?.getTime() ?? 0;
    const sent = held > context.clock.now() ? "NOTHING" : await sendDue(environment, campaign, emails, drip, size);
    if (sent === "ENDED") return null;
    if (sent !== "NOTHING") {
      ({ drip } = sent);
      size = sent.size;
    } else if (drip.isEntered) return await wakeUp(context, campaign, emails, drip);
  }
}

interface Sent {
  /** How many to send next. */
  size: number;
  drip: DripRecord;
}

/** Sends at most so many mails that are due. ENDED: the campaign does not run any more. */
async function sendDue(
  { context, mail, signal }: JobEnvironment,
  campaign: EmailCampaignRecord,
  emails: readonly EmailRecord[],
  drip: DripRecord,
  size: number,
): Promise<Sent | "NOTHING" | "ENDED"> {
  const images = await heroImagesOf(
    context,
    campaign.advertisableEid,
    emails.map(({ eid }) => eid),
  );
  const ready = emails.filter((email) => waitOf(email, images, context.clock.now()) === null);
  const taken = await take(context, campaign, ready, size);
  if (taken === "ENDED") return "ENDED";
  if (taken.sends.length === 0) return "NOTHING";
  const began = performance.now();
  const contacts = [...new Set(taken.sends.map(({ contactEid }) => contactEid))];
  const addresses = await addressesOf(context, contacts);
  const sender = senderOf(taken.campaign, taken.settings);
  const templates = new Map(
    ready.map((email) => [email.eid, templateOf(email, sender, imageUrlOf(email, images, mail))]),
  );
  const outage = await sendBatch(
    context,
    mail,
    {
      campaign,
      sender,
      emails,
      templates,
      sends: taken.sends,
      addressOf: (contactEid) => addresses.get(contactEid) ?? null,
      look: async () => {
        const [may, unsubscribed] = await Promise.all([
          maySend(context, campaign),
          unsubscribedAmong(context, campaign.advertisableEid, contacts),
        ]);
        return { maySend: may, unsubscribed };
      },
    },
    signal,
  );
  const next = nextBatch(taken.sends.length, performance.now() - began);
  if (outage !== null) {
    const heldUntil = await holdDrip(context, campaign, outage);
    return { size: FIRST_BATCH, drip: { ...drip, heldUntil, outages: drip.outages + 1, holdReason: outage } };
  }
  if (drip.heldUntil === null) return { size: next, drip };
  await releaseDrip(context, campaign);
  return { size: next, drip: { ...drip, heldUntil: null, outages: 0, holdReason: null } };
}

interface Taken {
  campaign: EmailCampaignRecord;
  settings: EmailSettingsRecord;
  sends: readonly TakenSend[];
}

/** With the campaign locked, so that nothing is taken once it is paused. */
async function take(
  context: RequestContext,
  campaign: EmailCampaignRecord,
  ready: readonly EmailRecord[],
  limit: number,
): Promise<Taken | "ENDED"> {
  const settings = await settingsOf(context, campaign.advertisableEid);
  return await context.transaction("email.send", async (sql) => {
    const locked = await emailCampaigns.lock(sql, context, campaign);
    const now = context.clock.now();
    if (statusAt(locked, now) !== "RUNNING") return "ENDED";
    if (settings.suspendedAt !== null) return { campaign: locked, settings, sends: [] };
    const emailEids = ready.map(({ eid }) => eid);
    const sends = await takeDue(sql, context, campaign, { emailEids, limit, until: new Date(now + LEASE) });
    return { campaign: locked, settings, sends };
  });
}

/** Until when the mails of an e-mail wait for its image; null where they don't. */
function waitOf(
  { eid, heroImageUrl }: EmailRecord,
  images: ReadonlyMap<string, HeroImageRecord>,
  now: number,
): number | null {
  const image = images.get(eid);
  if (image === undefined || image.url !== heroImageUrl) return null;
  return imageWait({ status: image.status, askedAt: image.createdAt.getTime() }, now);
}

function imageUrlOf(
  { eid, heroImageUrl }: EmailRecord,
  images: ReadonlyMap<string, HeroImageRecord>,
  { links }: JobEnvironment["mail"],
): string | null {
  const image = images.get(eid);
  return image?.url === heroImageUrl && image.status === "CAPTURED" ? links.url("image", image) : null;
}

/** When there is something to send again; null for never. */
async function wakeUp(
  context: RequestContext,
  campaign: EmailCampaignRecord,
  emails: readonly EmailRecord[],
  drip: DripRecord,
): Promise<number | null> {
  const now = context.clock.now();
  const due = await nextDue(context, campaign);
  const images = await heroImagesOf(
    context,
    campaign.advertisableEid,
    emails.map(({ eid }) => eid),
  );
  const times = emails.flatMap((email) => {
    const at = due.get(email.eid);
    return at === undefined ? [] : [Math.max(at, waitOf(email, images, now) ?? 0)];
  });
  if (times.length === 0) return null;
  const { suspendedAt } = await settingsOf(context, campaign.advertisableEid);
  return Math.max(Math.min(...times), drip.heldUntil?.getTime() ?? 0, suspendedAt === null ? 0 : now + LOOK_AGAIN);
}

function isCampaignKey(input: unknown): input is { campaignEid: string } {
  return typeof input === "object" && input !== null && "campaignEid" in input && typeof input.campaignEid === "string";
}
