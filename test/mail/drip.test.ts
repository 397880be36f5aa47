import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../lib/config.js";
import { TEST_CONTACT_SECRET } from "../kit/contact-keys.js";
import { MAIL_ORIGIN, MAIL_SECRET } from "../kit/mail-links.js";
import {
  addCampaign,
  addContacts,
  HOUR,
  type MovableClock,
  movableClock,
  setStatus,
  statesOf,
  type TestCampaign,
  until,
} from "../kit/mailing.js";
import { build } from "../kit/program.js";
import { startService, type TestService } from "../kit/service.js";
import { startSmtpServer, type TakenMail, type TestSmtpServer } from "../kit/smtp-server.js";
import { ALPHA, createTree } from "../kit/world.js";

/** Three e-mails to a thousand contacts, by a process that is killed five times. */
const CONTACTS = 1_000;
const SUBJECTS = ["One", "Two", "Three"];

/** Contacts who unsubscribe by the link of their first mail. */
const UNSUBSCRIBED = 20;

/** Mails that may be on their way, or sent and not yet written down, when a process is killed. */
const AT_STAKE = 60;

let clock: MovableClock;
let service: TestService;
let smtp: TestSmtpServer;
const senders: ChildProcess[] = [];

beforeAll(async () => {
  build();
  clock = movableClock("2023-09-01T12:00:00Z");
  service = await startService({ clock });
  smtp = await startSmtpServer({ maxClients: 100 });
}, 300_000);
afterAll(async () => {
  for (const sender of senders) sender.kill("SIGKILL");
  await smtp.close();
  await service.close();
});

async function startSender(): Promise<ChildProcess> {
  const settings = {
    url: service.db.url,
    smtpUrl: smtp.url,
    contactSecret: TEST_CONTACT_SECRET,
    linkSecret: MAIL_SECRET,
    origin: MAIL_ORIGIN,
    now: clock.now(),
  };
  const sender = fork(path.join(PROJECT_ROOT, "test/kit/mail-sender.mjs"), [JSON.stringify(settings)], {
    execArgv: [],
  });
  senders.push(sender);
  await once(sender, "message");
  return sender;
}

async function kill(sender: ChildProcess): Promise<void> {
  const exited = once(sender, "exit");
  sender.kill("SIGKILL");
  await exited;
}

/** Another process takes over, some time later: what the dead one had taken is free again a minute after that. */
async function takeOver(): Promise<ChildProcess> {
  clock.move(HOUR / 30);
  return await startSender();
}

const taken = async (count: number): Promise<unknown> =>
  await until(
    service,
    () => smtp.taken.length,
    (found) => found >= count,
    240_000,
  );

async function states(campaign: TestCampaign, wanted: Record<string, number>): Promise<void> {
  await until(
    service,
    () => statesOf(service, campaign),
    (found) => Object.entries(wanted).every(([state, count]) => (found[state] ?? 0) === count),
    240_000,
  );
}

/** Holds a table, so that whoever writes to it waits, until the returned function is called. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: service.db.url });
  await client.connect();
  await client.query("begin");
  await client.query(`lock table ${table} in share mode`);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

/** How many statements wait for a lock on a table. */
async function waiting(table: string): Promise<number> {
  const { rows } = await service.db.owner.query<{ count: number }>(
    "select count(*)::int as count from pg_locks where not granted and relation = $1::regclass",
    [table],
  );
  return rows[0]?.count ?? 0;
}

test(
  "each contact gets each mail once, in order, and none after unsubscribing, whatever is killed when",
  { timeout: 900_000 },
  async () => {
    const { advertisable } = await createTree(service.gateway, ALPHA, "Shop");
    const names = Array.from({ length: CONTACTS }, (_, at) => `reader${at}@reader.example`);
    await addContacts(service, advertisable, names);
    const campaign = await addCampaign(
      service,
      advertisable,
      SUBJECTS.map((subject, at) => ({ subject, delayHours: at === 0 ? 0 : 24 })),
    );
    await setStatus(service, campaign, "RUNNING");

    // 1. While the contacts enter: nothing of that is written.
    const release = await holdTable("email.send");
    let sender = await startSender();
    await until(
      service,
      () => waiting("email.send"),
      (count) => count > 0,
    );
    await kill(sender);
    await release();
    expect(await statesOf(service, campaign)).toEqual({});

    // 2. With mails taken, and none of them sent: the server does not answer.
    const held: (() => void)[] = [];
    smtp.beforeGreeting = () => new Promise((resolve) => held.push(resolve));
    sender = await takeOver();
    await until(
      service,
      () => held.length,
      (count) => count > 0,
    );
    expect((await statesOf(service, campaign))["SENDING"]).toBeGreaterThan(0);
    await kill(sender);
    smtp.beforeGreeting = () => {};
    for (const answer of held) answer();
    expect(smtp.taken).toEqual([]);

    // 3. With mails that the server has, and has not said so.
    const unsaid: (() => void)[] = [];
    smtp.beforeAnswer = () =>
      smtp.taken.length > 200 ? new Promise<void>((resolve) => unsaid.push(resolve)) : undefined;
    sender = await takeOver();
    await until(
      service,
      () => unsaid.length,
      (count) => count > 0,
      240_000,
    );
    await kill(sender);
    smtp.beforeAnswer = () => {};
    for (const answer of unsaid) answer();

    // 4. With mails that the server has said that it has, and that are not written down.
    let releaseDays: (() => Promise<void>) | undefined;
    sender = await takeOver();
    await taken(500);
    releaseDays = await holdTable("email.email_day");
    await until(
      service,
      () => waiting("email.email_day"),
      (count) => count > 0,
    );
    await kill(sender);
    await releaseDays();

    sender = await takeOver();
    await states(campaign, { SENT: CONTACTS, WAITING: CONTACTS });

    const gone = firstMails().slice(0, UNSUBSCRIBED);
    for (const mail of gone) {
      const link = unsubscribeLink(mail);
      expect((await service.request({ method: "POST", url: link })).status).toBe(200);
    }
    clock.move(24 * HOUR);
    sender.send({ now: clock.now() });

    // 5. Anywhere, in the middle of the second mail.
    await taken(CONTACTS + 300);
    await kill(sender);
    sender = await takeOver();
    const left = CONTACTS - UNSUBSCRIBED;
    await states(campaign, { SENT: CONTACTS + left, SKIPPED: UNSUBSCRIBED, WAITING: left });
    clock.move(24 * HOUR);
    sender.send({ now: clock.now() });
    await states(campaign, { SENT: CONTACTS + 2 * left, SKIPPED: UNSUBSCRIBED, WAITING: 0 });
    await kill(sender);

    expect(await statesOf(service, campaign)).toEqual({ SENT: CONTACTS + 2 * left, SKIPPED: UNSUBSCRIBED });
    // A mail is known by its Message-ID, by which its recipient's server tells that it has it already.
    const byName = Map.groupBy(smtp.taken, ({ messageId }) => messageId);
    expect(byName.size).toBe(CONTACTS + 2 * left);
    const goneTo = new Set(gone.map(({ to }) => to));
    const mails = Map.groupBy(
      [...byName.values()].map(([first]) => first),
      (mail) => mail?.to,
    );
    expect(mails.size).toBe(CONTACTS);
    for (const [to, got] of mails) {
      expect([to, got.map((mail) => mail?.subject)]).toEqual([to, goneTo.has(to ?? "") ? ["One"] : SUBJECTS]);
    }
    // Three of the five kills can have a mail come twice, under the same Message-ID: those on their way at that moment.
    const again = smtp.taken.length - byName.size;
    expect(again).toBeLessThanOrEqual(3 * AT_STAKE);
    for (const same of byName.values()) expect(new Set(same.map(({ to }) => to)).size).toBe(1);
    const { data } = await service.graphql(
      `{ emailCampaign(eid: "${campaign.eid}") { report(range: {between: {start: "2023-09-01", endExclusive: "2023-09-10"}}) { summary { sends unsubscribes } } } }`,
    );
    expect(data).toEqual({
      emailCampaign: { report: { summary: { sends: CONTACTS + 2 * left, unsubscribes: UNSUBSCRIBED } } },
    });
  },
);

function firstMails(): TakenMail[] {
  return [...Map.groupBy(smtp.taken, ({ to }) => to).values()].flatMap(([first]) => first ?? []);
}

function unsubscribeLink({ source }: TakenMail): string {
  const text = source.replaceAll("=\r\n", "");
  return new RegExp(`${MAIL_ORIGIN}(/mail/unsubscribe/[\\w-]{66})`).exec(text)?.[1] ?? "";
}
