import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JobRunner } from "../../lib/job-runner.js";
import type { MailTransport } from "../../lib/mail.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { serviceViewer, type Viewer } from "../../lib/viewer.js";
import { JOBS } from "../../gateway/gateway.js";
import { TEST_LINKS } from "../kit/mail-links.js";
import { bodyOf, callMailer, change, refusal } from "../kit/email.js";
import {
  addCampaign,
  addContacts,
  HOUR,
  type MovableClock,
  movableClock,
  reachStates,
  readSending,
  setStatus,
  startMailing,
  statesOf,
  type TestCampaign,
  until,
} from "../kit/mailing.js";
import { startService, type TestService } from "../kit/service.js";
import { startSmtpServer, type TestSmtpServer } from "../kit/smtp-server.js";
import { ALPHA, createTree, STAFF, testEid } from "../kit/world.js";

/** What changes while a campaign is at work, and what its mails' links may ask for. */
let clock: MovableClock;
let service: TestService;
let smtp: TestSmtpServer;
let overSmtp: MailTransport;
let transport: MailTransport;
let runner: JobRunner;
let advertisable: string;

beforeAll(async () => {
  clock = movableClock("2023-09-01T12:00:00Z");
  service = await startService({ clock });
  // One test measures what is read while the database knows nothing of the table, which must not depend on how long
  // those before it took.
  await service.db.owner.query("alter table email.send set (autovacuum_enabled = off)");
  smtp = await startSmtpServer();
  overSmtp = createSmtpTransport(smtp.url);
  runner = await startMailing(service, clock, { ...overSmtp, send: (...mail) => transport.send(...mail) });
});
afterAll(async () => {
  await runner.stop();
  overSmtp.close();
  await smtp.close();
  await service.close();
});
beforeEach(async () => {
  transport = overSmtp;
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
});
afterEach(() => {
  smtp.taken.length = 0;
  smtp.beforeAnswer = () => {};
});

const addressesOf = (...names: string[]): string[] => names.map((name) => `${name}@reader.example`);
const readers = (count: number): string[] => addressesOf(...Array.from({ length: count }, (_, at) => `reader${at}`));

const states = async (campaign: TestCampaign, wanted: Record<string, number>): Promise<void> =>
  await reachStates(service, campaign, wanted);

/** What somebody got, in its order. */
function subjectsOf(name: string): string[] {
  return smtp.taken.filter(({ to }) => to === `${name}@reader.example`).map(({ subject }) => subject);
}

test("paused holds it, resumed goes on, stopped ends it; nothing begins before its start or goes on after its end", async () => {
  await addContacts(service, advertisable, addressesOf("ann"));
  const mails = ["One", "Two", "Three"].map((subject) => ({ subject, delayHours: 1 }));
  const campaign = await addCampaign(service, advertisable, mails, { start: new Date(clock.now() + 10 * HOUR) });
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, {});
  clock.move(10 * HOUR);
  await states(campaign, { WAITING: 1 });
  await setStatus(service, campaign, "PAUSED");
  clock.move(5 * HOUR);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await states(campaign, { WAITING: 1 });
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 1, WAITING: 1 });
  await setStatus(service, campaign, "STOPPED");
  await states(campaign, { SENT: 1, CANCELLED: 1 });
  clock.move(5 * HOUR);

  const ending = await addCampaign(service, advertisable, mails, { end: new Date(clock.now() + 2 * HOUR) });
  await setStatus(service, ending, "RUNNING");
  await states(ending, { WAITING: 1 });
  clock.move(HOUR);
  await states(ending, { SENT: 1, WAITING: 1 });
  clock.move(HOUR);
  await states(ending, { SENT: 1, CANCELLED: 1 });
  const { data } = await service.graphql(`{ emailCampaign(eid: "${ending.eid}") { status } }`);
  expect(data).toEqual({ emailCampaign: { status: "STOPPED" } });
  expect(subjectsOf("ann")).toEqual(["One", "One"]);
});

test("a slow mail server costs nobody a mail, and a pause still counts at once", async () => {
  await addContacts(
    service,
    advertisable,
    Array.from({ length: 300 }, (_, at) => `slow${at}@reader.example`),
  );
  const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
  smtp.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 100));
  await setStatus(service, campaign, "RUNNING");
  await until(
    service,
    () => smtp.taken.length,
    (count) => count >= 20,
  );
  await setStatus(service, campaign, "PAUSED");
  const { SENDING: onTheirWay = 0 } = await statesOf(service, campaign);
  expect(onTheirWay).toBeLessThanOrEqual(100);
  await until(
    service,
    () => statesOf(service, campaign),
    ({ SENDING = 0 }) => SENDING === 0,
  );
  const sent = smtp.taken.length;
  expect(sent).toBeLessThan(300);
  smtp.beforeAnswer = () => {};
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 300 });
  expect(new Set(smtp.taken.map(({ to }) => to)).size).toBe(300);
  expect(smtp.taken).toHaveLength(300);
});

describe("while a batch is on its way", () => {
  /** Mails that go out at once; the server holds the answers to as many as there are connections. */
  const AT_ONCE = 10;

  /** Longer than the sender goes on without looking again whether mails may go. */
  const A_WHILE = 600;

  /** A running campaign of 30 contacts, and what lets the server answer its first mails, after a while. */
  async function heldCampaign(): Promise<{ campaign: TestCampaign; release: () => Promise<void> }> {
    await addContacts(service, advertisable, readers(30));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    const held: (() => void)[] = [];
    smtp.beforeAnswer = () => new Promise<void>((resolve) => held.push(resolve));
    await setStatus(service, campaign, "RUNNING");
    await until(
      service,
      () => held.length,
      (count) => count === AT_ONCE / 2,
    );
    return {
      campaign,
      release: async () => {
        await new Promise((resolve) => setTimeout(resolve, A_WHILE));
        smtp.beforeAnswer = () => {};
        for (const answer of held) answer();
      },
    };
  }

  const suspend = async (isSuspended: boolean): Promise<unknown> =>
    await change(service, "reviewEmailSettings", { advertisableEid: advertisable, isSuspended }, "emailSettings");

  test("who unsubscribes gets nothing more", async () => {
    const { campaign, release } = await heldCampaign();
    const path = `advertisables/${advertisable}/unsubscribers`;
    expect(bodyOf(await callMailer(service, "POST", path, readers(30), "staff"))).toEqual({ ignored: [] });
    await release();
    await states(campaign, { SENT: AT_ONCE, SKIPPED: 30 - AT_ONCE });
    expect(smtp.taken).toHaveLength(AT_ONCE);
  });

  test("a pause holds the rest of it", async () => {
    const { campaign, release } = await heldCampaign();
    await setStatus(service, campaign, "PAUSED");
    await release();
    await states(campaign, { SENT: AT_ONCE, WAITING: 30 - AT_ONCE });
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 30 });
    expect(new Set(smtp.taken.map(({ to }) => to)).size).toBe(30);
    expect(smtp.taken).toHaveLength(30);
  });

  test("a suspension holds the rest of it, and the campaign goes on by itself once that is over", async () => {
    const { campaign, release } = await heldCampaign();
    await suspend(true);
    await release();
    await states(campaign, { SENT: AT_ONCE, WAITING: 30 - AT_ONCE });
    clock.move(HOUR);
    await until(
      service,
      () => readSending(service, campaign),
      ({ waiting }) => waiting === 30 - AT_ONCE,
    );
    const answer = await callMailer(service, "PUT", `campaigns/${campaign.eid}/status`, { status: "paused" }, "staff");
    expect(refusal(answer)).toEqual([423, ["status"]]);
    expect(smtp.taken).toHaveLength(AT_ONCE);
    await suspend(false);
    // Not by being hurried.
    await expect.poll(async () => await statesOf(service, campaign), { timeout: 30_000 }).toEqual({ SENT: 30 });
    expect(smtp.taken).toHaveLength(30);
  });
});

test("who is in no list any more gets nothing more, and an advertisable without contacts sends nothing", async () => {
  const bare = await createTree(service.gateway, ALPHA, "Bare");
  const empty = await addCampaign(service, bare.advertisable, [{ subject: "One" }]);
  await setStatus(service, empty, "RUNNING");
  await addContacts(service, advertisable, addressesOf("ann", "bob"));
  const campaign = await addCampaign(service, advertisable, [{ subject: "One" }, { subject: "Two", delayHours: 1 }]);
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 2, WAITING: 2 });
  const { data } = await service.graphql(
    `{ advertisable(eid: "${advertisable}") { segments { nodes { eid } } } }`,
    {},
    "staff",
  );
  const { nodes } = (data as { advertisable: { segments: { nodes: { eid: string }[] } } }).advertisable.segments;
  for (const { eid } of nodes) {
    const input = { eid, data: [{ email: "ann@reader.example" }] };
    const { errors } = await service.graphql(
      "mutation ($input: EditSegmentInput!) { editSegment(input: $input) { segment { eid } } }",
      { input },
      "staff",
    );
    expect(errors).toBeUndefined();
  }
  clock.move(HOUR);
  await states(campaign, { SENT: 3, SKIPPED: 1 });
  expect([subjectsOf("ann"), subjectsOf("bob")]).toEqual([["One", "Two"], ["One"]]);
  expect((await readSending(service, campaign))["reasons"]).toEqual([{ reason: "CONTACT_GONE", count: 1 }]);
  const { rows } = await service.db.owner.query("select is_entered from email.drip where campaign_eid = $1", [
    empty.eid,
  ]);
  expect([rows, await statesOf(service, empty)]).toEqual([[{ is_entered: true }], {}]);
});

test("who is new in the lists enters once the campaign is set to running again, and nobody enters twice", async () => {
  await addContacts(service, advertisable, addressesOf("ann"));
  const mails = ["One", "Two"].map((subject) => ({ subject, delayHours: 1 }));
  const campaign = await addCampaign(service, advertisable, mails);
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { WAITING: 1 });
  clock.move(HOUR);
  await states(campaign, { SENT: 1, WAITING: 1 });
  await addContacts(service, advertisable, addressesOf("ann", "bob"));
  await setStatus(service, campaign, "PAUSED");
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 1, WAITING: 2 });
  clock.move(HOUR);
  await states(campaign, { SENT: 3, WAITING: 1 });
  clock.move(HOUR);
  await states(campaign, { SENT: 4 });
  expect([subjectsOf("ann"), subjectsOf("bob")]).toEqual([
    ["One", "Two"],
    ["One", "Two"],
  ]);
});

test("several that work on one campaign at once send each mail once", async () => {
  await addContacts(service, advertisable, readers(400));
  const campaign = await addCampaign(service, advertisable, [{ subject: "One" }, { subject: "Two" }]);
  const sent: string[] = [];
  transport = {
    parallel: 5,
    send: async ({ to, subject }) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      sent.push(`${to} ${subject}`);
    },
    close: () => {},
  };
  await setStatus(service, campaign, "RUNNING");
  const work = async (): Promise<void> => {
    const context = service.gateway.contextFor({ viewer: serviceViewer(advertisable), requestId: "test" });
    const environment = { context, signal: new AbortController().signal, mail: { transport, links: TEST_LINKS } };
    await JOBS["run-email-campaign"]?.run({ campaignEid: campaign.eid }, environment);
  };
  await Promise.all([work(), work(), work()]);
  await states(campaign, { SENT: 800 });
  expect([sent.length, new Set(sent).size]).toEqual([800, 800]);
}, 60_000);

test("an e-mail without subject or body is passed over, and one that runs loses neither", async () => {
  await addContacts(service, advertisable, addressesOf("ann"));
  const mails = ["One", "Two", "Three", "Four"].map((subject) => ({ subject, delayHours: 1 }));
  const campaign = await addCampaign(service, advertisable, mails);
  const patch = async (emails: unknown) =>
    await callMailer(service, "PATCH", `campaigns/${campaign.eid}/emails`, emails, "staff");
  bodyOf(await patch([{ body: null }, {}, { email_subject: null }]));
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { WAITING: 1 });
  clock.move(HOUR);
  await states(campaign, { SENT: 1, WAITING: 1 });
  expect(refusal(await patch([{}, { email_subject: null, body: null }, { headline: "x" }]))).toEqual([
    400,
    ["emails.1.email_subject", "emails.1.body"],
  ]);
  const sender = { sender_address: null, footer_postal_address: null };
  const edit = await callMailer(service, "PATCH", `campaigns/${campaign.eid}/`, sender, "staff");
  expect(refusal(edit)).toEqual([400, ["sender_address", "footer_postal_address"]]);
  clock.move(HOUR);
  await states(campaign, { SENT: 2 });
  expect(subjectsOf("ann")).toEqual(["Two", "Four"]);
});

test("what is read for a mail does not grow with the number of mails, also where the table has just grown", async () => {
  const mails = 3_000;
  let sent = 0;
  transport = {
    parallel: 20,
    send: async () => {
      sent += 1;
    },
    close: () => {},
  };
  await service.db.owner.query("truncate email.send");
  await addContacts(service, advertisable, readers(mails));
  const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
  const before = await rowsRead();
  await setStatus(service, campaign, "RUNNING");
  // Waited for at the transport, since counting in the table would be counted too.
  await until(
    service,
    () => sent,
    (count) => count === mails,
  );
  // The database tells what it did some time later: each mail is taken and written down.
  const after = await until(service, rowsRead, ({ changed }) => changed - before.changed >= 2 * mails);
  expect((after.read - before.read) / mails).toBeLessThan(40);
  await states(campaign, { SENT: mails });
}, 120_000);

async function rowsRead(): Promise<{ read: number; changed: number }> {
  const { rows } = await service.db.owner.query<{ read: number; changed: number }>(
    `select idx_tup_fetch::int as read, n_tup_upd::int as changed from pg_stat_user_tables where relid = 'email.send'::regclass`,
  );
  return rows[0] ?? { read: 0, changed: 0 };
}

describe("what mails' links ask for", () => {
  const RECORD = `mutation Record($sendEid: ID!, $kind: String!) { recordEmailEvent(sendEid: $sendEid, kind: $kind) }`;
  const IMAGE = `query Image($eid: ID!) { emailHeroImage(eid: $eid) { mediaType base64 } }`;
  const ownAnswer = async (operation: string, variables: object, viewer: Viewer): Promise<[unknown, unknown]> => {
    const { data, errors } = await service.gateway.ask(operation, { ...variables }, { viewer, requestId: "test" });
    return [Object.values(Object(data))[0] ?? null, errors?.[0]?.extensions?.["code"]];
  };

  test("is answered to the service itself, for its own advertisable alone", async () => {
    await addContacts(service, advertisable, addressesOf("ann"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 1 });
    const { rows } = await service.db.owner.query<{ eid: string }>(
      "select eid from email.send where campaign_eid = $1",
      [campaign.eid],
    );
    const sendEid = rows[0]?.eid ?? "";
    const image = testEid("image");
    await service.db.owner.query(
      `insert into email.hero_image (advertisable_eid, eid, email_eid, url, status, attempts, media_type, image, created_at, updated_at)
       values ($1, $2, $3, 'https://shop.example/a.gif', 'CAPTURED', 1, 'image/gif', 'GIF89a', now(), now())`,
      [advertisable, image, campaign.emails[0]],
    );
    const own = serviceViewer(advertisable);
    const other = serviceViewer(service.world.granted.advertisable);
    const record = async (variables: object, viewer: Viewer) => await ownAnswer(RECORD, variables, viewer);
    expect(await record({ sendEid, kind: "OPEN" }, other)).toEqual([null, "NOT_FOUND"]);
    expect(await record({ sendEid, kind: "UNSUBSCRIBE" }, other)).toEqual([null, "NOT_FOUND"]);
    expect(await record({ sendEid, kind: "OPEN" }, STAFF)).toEqual([null, "FORBIDDEN"]);
    expect(await record({ sendEid, kind: "FORWARD" }, own)).toEqual([null, "BAD_USER_INPUT"]);
    expect(await record({ sendEid: testEid("nomail"), kind: "OPEN" }, own)).toEqual([null, "NOT_FOUND"]);
    expect(await record({ sendEid: "x' or true --", kind: "OPEN" }, own)).toEqual([null, "NOT_FOUND"]);
    const { data } = await service.graphql(
      `{ advertisable(eid: "${advertisable}") { unsubscribers { nodes { eid } } }
         emailCampaign(eid: "${campaign.eid}") { report(range: {between: {start: "2023-09-01", endExclusive: "2023-10-01"}}) { summary { opens } } } }`,
    );
    expect(data).toEqual({
      advertisable: { unsubscribers: { nodes: [] } },
      emailCampaign: { report: { summary: { opens: 0 } } },
    });
    expect(await record({ sendEid, kind: "OPEN" }, own)).toEqual([true, undefined]);

    expect(await ownAnswer(IMAGE, { eid: image }, other)).toEqual([null, undefined]);
    expect(await ownAnswer(IMAGE, { eid: image }, STAFF)).toEqual([null, "FORBIDDEN"]);
    expect(await ownAnswer(IMAGE, { eid: "x" }, own)).toEqual([null, undefined]);
    expect(await ownAnswer(IMAGE, { eid: image }, own)).toEqual([
      { mediaType: "image/gif", base64: Buffer.from("GIF89a").toString("base64") },
      undefined,
    ]);
  });

  test("is nothing that a client can ask for, whoever they are", async () => {
    for (const [operation, variables] of [
      [RECORD, { sendEid: testEid("nomail"), kind: "OPEN" }],
      [IMAGE, { eid: testEid("noimage") }],
    ] as const) {
      const { data, errors } = await service.graphql(operation, variables, "staff");
      expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, "GRAPHQL_VALIDATION_FAILED"]);
    }
  });
});
