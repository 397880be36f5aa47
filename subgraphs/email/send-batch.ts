import type { RequestContext } from "../../lib/context.js";
import { MailFailure, type MailServices, type OutgoingMail } from "../../lib/mail.js";
import type { EmailCampaignRecord } from "./email-campaign.table.js";
import type { EmailRecord } from "./email.table.js";
import { fillMail, type MailTemplate } from "./mail-template.rules.js";
import { SendRecorder } from "./send-recorder.js";
import { nextTry } from "./send-schedule.rules.js";
import { keepTaken, type SendResult, type TakenSend } from "./send.table.js";

/** Milliseconds that mails which were taken are nobody else's; they are kept while they are being sent. */
export const LEASE = 60_000;
const KEEP_EVERY = 20_000;

/** Milliseconds after which it is asked again whether the mails of a batch may still go, and to whom. */
const LOOK_EVERY = 500;

/** Milliseconds that mails which are on their way may go on once the service is to end. */
const LAST_WORDS = 700;

/** Who writes to whom: the campaign, what is said, and what each contact's address is. */
export interface Batch {
  campaign: EmailCampaignRecord;
  sender: { name: string; address: string };
  /** All e-mails of the campaign, in their order. */
  emails: readonly EmailRecord[];
  /** Of those that are to be sent now, by their EIDs. */
  templates: ReadonlyMap<string, MailTemplate>;
  sends: readonly TakenSend[];
  /** Null for a contact that is gone. */
  addressOf(contactEid: string): string | null;
  /** Whether mails may go, and to whom not, at this moment. */
  look(): Promise<Look>;
}

/** What can change while a batch is being sent. */
export interface Look {
  /** The campaign was neither paused nor ended, nor its advertisable suspended. */
  maySend: boolean;
  /** Those of the batch's contacts who want no mails. */
  unsubscribed: ReadonlySet<string>;
}

/**
 * Sends mails that were taken, several at a time, and writes down what became of each. The first that finds no server
 * to take it ends the batch, as a pause of the campaign does: the others wait as if they had not been taken.
 *
 * @returns why no mail can be sent, or null.
 */
export async function sendBatch(
  context: RequestContext,
  mail: MailServices,
  batch: Batch,
  signal: AbortSignal,
): Promise<string | null> {
  const lookNow = lookedAt(await batch.look(), () => batch.look());
  const recorder = new SendRecorder(context, batch.emails);
  const cut = new AbortController();
  const onAbort = (): void => void setTimeout(() => cut.abort(), LAST_WORDS);
  signal.addEventListener("abort", onAbort, { once: true });
  const eids = batch.sends.map(({ eid }) => eid);
  const { advertisableEid } = batch.campaign;
  const keep = setInterval(() => {
    // Where that fails they are taken by somebody else, and sent under the same Message-ID.
    keepTaken(context, advertisableEid, eids, new Date(context.clock.now() + LEASE)).catch(() => {});
  }, KEEP_EVERY);
  let outage: string | null = null;
  const left = [...batch.sends];
  async function work(): Promise<void> {
    for (let send = left.shift(); send !== undefined; send = left.shift()) {
      await recorder.ready();
      const { maySend, unsubscribed } = await lookNow();
      if (outage !== null || signal.aborted || !maySend) recorder.add(returned(send, context));
      else if (unsubscribed.has(send.contactEid)) recorder.add(ended(send, context, "SKIPPED", "UNSUBSCRIBED"));
      else {
        const result = await sendOne(context, mail, batch, send, cut.signal);
        if (result.outage !== null) outage ??= result.outage;
        recorder.add(result);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: mail.transport.parallel }, work));
  } finally {
    clearInterval(keep);
    signal.removeEventListener("abort", onAbort);
    await recorder.finished();
  }
  return outage;
}

async function sendOne(
  context: RequestContext,
  { transport, links }: MailServices,
  batch: Batch,
  send: TakenSend,
  signal: AbortSignal,
): Promise<SendResult & { outage: string | null }> {
  const { clock } = context;
  const address = batch.addressOf(send.contactEid);
  const template = batch.templates.get(send.emailEid);
  if (address === null || template === undefined) return ended(send, context, "SKIPPED", "CONTACT_GONE");
  try {
    await transport.send(mailOf(batch, send, { template, address, links, date: new Date(clock.now()) }), signal);
    return ended(send, context, "SENT", null);
  } catch (error) {
    if (!(error instanceof MailFailure)) {
      if (!signal.aborted) throw error;
      // Nobody knows whether it was taken: the next run sends it under the same Message-ID.
      return { ...ended(send, context, "WAITING", "INTERRUPTED"), dueAt: new Date(clock.now()) };
    }
    const now = clock.now();
    const next = nextTry(error.kind, { attempts: send.attempts, firstTriedAt: send.firstTriedAt.getTime() }, now);
    const outage = error.kind === "OUTAGE" ? error.reason : null;
    if (next === null) return { ...ended(send, context, "FAILED", error.reason), outage };
    return { ...ended(send, context, "WAITING", error.reason), dueAt: new Date(next), outage };
  }
}

/** What was seen last, or is seen anew when that is some time ago. A database that is away for a moment changes nothing. */
function lookedAt(first: Look, read: () => Promise<Look>): () => Promise<Look> {
  let seen = Promise.resolve(first);
  let at = performance.now();
  return async () => {
    if (performance.now() - at >= LOOK_EVERY) {
      at = performance.now();
      const before = seen;
      seen = read().catch(() => before);
    }
    return await seen;
  };
}

function ended(send: TakenSend, { clock }: RequestContext, state: SendResult["state"], reason: string | null) {
  return { eid: send.eid, state, at: new Date(clock.now()), dueAt: null, reason, outage: null };
}

function returned(send: TakenSend, { clock }: RequestContext): SendResult {
  const now = new Date(clock.now());
  return { eid: send.eid, state: "RETURNED", at: now, dueAt: now, reason: null };
}

interface Addressed {
  template: MailTemplate;
  address: string;
  links: MailServices["links"];
  date: Date;
}

function mailOf(
  { campaign, sender }: Batch,
  { eid }: TakenSend,
  { template, address, links, date }: Addressed,
): OutgoingMail {
  const subject = { advertisableEid: campaign.advertisableEid, eid };
  const unsubscribe = links.url("unsubscribe", subject);
  const { html, text } = fillMail(template, (slot) => {
    if (slot === "unsubscribe") return unsubscribe;
    return slot === "open" ? links.url("open", subject) : links.url("click", subject, template.links[slot]);
  });
  return {
    // One mail has one name, however often it is sent.
    messageId: `${eid.toLowerCase()}@${links.host()}`,
    from: sender,
    to: address,
    subject: template.subject,
    html,
    text,
    date,
    headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
