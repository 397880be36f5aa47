import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JobRunner } from "../../lib/job-runner.js";
import { DEFAULT_FETCH_POLICY } from "../../lib/fetch-policy.js";
import type { MailTransport } from "../../lib/mail.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { type FeedHost, startFeedHost } from "../kit/feed-host.js";
import { bodyOf, callMailer } from "../kit/email.js";
import { MAIL_ORIGIN } from "../kit/mail-links.js";
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
import { type Answer, startService, type TestService } from "../kit/service.js";
import { closedPort, startSmtpServer, type TakenMail, type TestSmtpServer } from "../kit/smtp-server.js";
import { ALPHA, createTree } from "../kit/world.js";

let clock: MovableClock;
let service: TestService;
let smtp: TestSmtpServer;
let host: FeedHost;
let transport: MailTransport;
let runner: JobRunner;
let advertisable: string;

beforeAll(async () => {
  clock = movableClock("2023-09-01T12:00:00Z");
  service = await startService({ clock });
  smtp = await startSmtpServer();
  host = await startFeedHost();
  transport = createSmtpTransport(smtp.url, { mailTimeout: 2_000 });
  const allowed = { ...DEFAULT_FETCH_POLICY, allowedHosts: new Set([host.host]) };
  runner = await startMailing(service, clock, { ...transport, send: (...mail) => transport.send(...mail) }, allowed);
});
afterAll(async () => {
  await runner.stop();
  transport.close();
  await host.close();
  await smtp.close();
  await service.close();
});
beforeEach(async () => {
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
});
afterEach(() => {
  smtp.taken.length = 0;
  smtp.refuse = () => null;
  smtp.beforeAnswer = () => {};
});

const addressesOf = (...names: string[]): string[] => names.map((name) => `${name}@reader.example`);

/** What somebody got, in its order. */
function subjectsOf(name: string): string[] {
  return smtp.taken.filter(({ to }) => to === `${name}@reader.example`).map(({ subject }) => subject);
}

async function taken(count: number): Promise<TakenMail[]> {
  return await until(
    service,
    () => smtp.taken,
    (mails) => mails.length >= count,
  );
}

const states = async (campaign: TestCampaign, wanted: Record<string, number>): Promise<void> =>
  await reachStates(service, campaign, wanted);

const sendingOf = async (campaign: TestCampaign): Promise<Record<string, unknown>> =>
  await readSending(service, campaign);

/** The addresses in a mail by what they do, as its plain text and its source have them. */
function linksOf({ source }: TakenMail): { unsubscribe: string; open: string; click: string } {
  const text = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const find = (kind: string): string =>
    new RegExp(`${MAIL_ORIGIN}(/mail/${kind}/[\\w-]+(?:\\?to=[\\w%.-]+)?)`).exec(text)?.[1] ?? "";
  return { unsubscribe: find("unsubscribe"), open: find("open"), click: find("click") };
}

const follow = async (path: string, method: "GET" | "POST" | "HEAD" = "GET"): Promise<Answer> =>
  await service.request({ method, url: path });

test("each contact gets each mail once, in order, its hours after the one before", async () => {
  await addContacts(service, advertisable, addressesOf("ann", "bob", "cy"));
  const campaign = await addCampaign(service, advertisable, [
    { subject: "One" },
    { subject: "Two", delayHours: 24 },
    { subject: "Three", delayHours: 48 },
  ]);
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 3, WAITING: 3 });
  expect((await sendingOf(campaign))["nextDueAt"]).toBe(new Date(clock.now() + 24 * HOUR).toISOString());
  clock.move(23 * HOUR);
  // Somebody sets it to running once more: nothing comes of that.
  await setStatus(service, campaign, "RUNNING");
  await states(campaign, { SENT: 3, WAITING: 3 });
  clock.move(HOUR);
  await states(campaign, { SENT: 6, WAITING: 3 });
  clock.move(48 * HOUR);
  await states(campaign, { SENT: 9 });
  for (const name of ["ann", "bob", "cy"]) expect(subjectsOf(name)).toEqual(["One", "Two", "Three"]);
  expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(9);
  expect(smtp.taken.every(({ from }) => from === "news@shop.example")).toBe(true);
  expect(await sendingOf(campaign)).toEqual({
    waiting: 0,
    sent: 9,
    skipped: 0,
    failed: 0,
    cancelled: 0,
    reasons: [],
    nextDueAt: null,
    heldUntil: null,
    holdReason: null,
  });
});

describe("a mail's links", () => {
  test("unsubscribe with one click and without signing in; then nothing more is sent", async () => {
    await addContacts(service, advertisable, addressesOf("ann", "bob"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }, { subject: "Two", delayHours: 1 }]);
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 2, WAITING: 2 });
    const mail = smtp.taken.find(({ to }) => to.startsWith("ann"));
    if (mail === undefined) throw new Error("ann got nothing");
    expect(mail.source).toMatch(/^List-Unsubscribe:\s+<http:\/\/mail\.test\/mail\/unsubscribe\/[\w-]{66}>/m);
    expect(mail.source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const { unsubscribe } = linksOf(mail);
    // Whoever looks through mails follows links, and changes nothing.
    const page = await follow(unsubscribe);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect((await sendingOf(campaign))["skipped"]).toBe(0);
    for (const body of ["List-Unsubscribe=One-Click", "--x\r\nContent-Disposition: form-data\r\n\r\n--x--"]) {
      const type = body.startsWith("--") ? "multipart/form-data; boundary=x" : "application/x-www-form-urlencoded";
      const done = await service.request({
        method: "POST",
        url: unsubscribe,
        payload: body,
        headers: { "content-type": type },
      });
      expect([done.status, done.text]).toEqual([200, expect.stringContaining("You are unsubscribed")]);
    }
    clock.move(HOUR);
    await states(campaign, { SENT: 3, SKIPPED: 1 });
    expect([subjectsOf("ann"), subjectsOf("bob")]).toEqual([["One"], ["One", "Two"]]);
    expect((await sendingOf(campaign))["reasons"]).toEqual([{ reason: "UNSUBSCRIBED", count: 1 }]);
    const { data } = await service.graphql(
      `{ advertisable(eid: "${advertisable}") { unsubscribers { nodes { campaignEid } } } }`,
    );
    expect(data).toEqual({ advertisable: { unsubscribers: { nodes: [{ campaignEid: campaign.eid }] } } });
    const audits = await service.db.owner.query(
      "select count(*)::int as count from platform.audit_entry where action = 'unsubscribe' and advertisable_eid = $1",
      [advertisable],
    );
    expect(audits.rows).toEqual([{ count: 1 }]);
  });

  test("count opens and clicks once each, and lead on to nothing but the mail's own link", async () => {
    await addContacts(service, advertisable, addressesOf("ann", "bob"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 2 });
    const [first, second] = await taken(2);
    if (first === undefined || second === undefined) throw new Error("nobody got anything");
    const { open, click } = linksOf(first);
    for (const _time of [1, 2]) {
      const pixel = await follow(open);
      expect([pixel.status, pixel.headers["content-type"]]).toEqual([200, "image/gif"]);
    }
    const clicked = await follow(linksOf(second).click);
    expect([clicked.status, clicked.headers["location"]]).toEqual([
      302,
      "https://shop.example/welcome?utm_source=drip&utm_medium=email&utm_campaign=Welcome",
    ]);
    await follow(click, "HEAD");
    for (const bent of [
      click.replace("shop.example", "evil.example"),
      click.replace(/\?to=.*/, "?to=https%3A%2F%2Fevil.example"),
      click.replace(/\?to=.*/, ""),
      `${click}&to=https%3A%2F%2Fevil.example`,
      click.replace("/click/", "/unsubscribe/"),
    ])
      expect([bent, (await follow(bent)).status]).toEqual([bent, 404]);
    const range = `range: {between: {start: "${dayOf(0)}", endExclusive: "${dayOf(1)}"}}`;
    const metrics = "{ sends failures opens clicks unsubscribes openRate clickRate }";
    const { data, errors } = await service.graphql(
      `{ emailCampaign(eid: "${campaign.eid}") {
          report(${range}) { start endExclusive summary ${metrics} byDate { date metrics ${metrics} } }
          emails { nodes { report(${range}) { summary ${metrics} } } } } }`,
    );
    expect(errors).toBeUndefined();
    const counts = {
      sends: 2,
      failures: 0,
      opens: 2,
      clicks: 1,
      unsubscribes: 0,
      openRate: "100.000000",
      clickRate: "50.000000",
    };
    expect(data).toEqual({
      emailCampaign: {
        report: {
          start: dayOf(0),
          endExclusive: dayOf(1),
          summary: counts,
          byDate: [{ date: dayOf(0), metrics: counts }],
        },
        emails: { nodes: [{ report: { summary: counts } }] },
      },
    });
  });
});

function dayOf(days: number, hours = 0): string {
  return new Date(clock.now() + (days * 24 + hours) * HOUR).toISOString().slice(0, 10);
}

test("an e-mail can be read as the HTML that its mails will have, in the graph and by the old interface", async () => {
  const campaign = await addCampaign(service, advertisable, [
    { subject: "One", body: '<p>Hi</p><script>x</script><a href="https://shop.example/more">more</a>' },
  ]);
  const { emails } = bodyOf<{ emails: { content: string }[] }>(
    await callMailer(service, "GET", `campaigns/${campaign.eid}/emails`),
  );
  const [{ content } = { content: "" }] = emails;
  expect(content).toContain("<p>Hi</p>");
  expect(content).toContain(
    'href="https://shop.example/more?utm_source=drip&amp;utm_medium=email&amp;utm_campaign=Welcome"',
  );
  expect(content).not.toMatch(/<script|\/mail\/(open|click|unsubscribe)/);
  const { data } = await service.graphql(`{ email(eid: "${campaign.emails[0]}") { content } }`);
  expect(data).toEqual({ email: { content } });
});

describe("a mail server", () => {
  test("that refuses somebody for good ends it for them, with the reason; the others get theirs", async () => {
    await addContacts(service, advertisable, addressesOf("gone", "ann"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }, { subject: "Two", delayHours: 1 }]);
    const tried: string[] = [];
    smtp.refuse = (to, at) => {
      if (at === "RCPT") tried.push(to);
      return to.startsWith("gone") && at === "RCPT" ? { at, code: 550, message: `5.1.1 no ${to} here` } : null;
    };
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 1, FAILED: 1, WAITING: 1 });
    clock.move(HOUR);
    await states(campaign, { SENT: 2, FAILED: 1 });
    expect(subjectsOf("ann")).toEqual(["One", "Two"]);
    clock.move(1_000 * HOUR);
    await setStatus(service, campaign, "RUNNING");
    await states(campaign, { SENT: 2, FAILED: 1 });
    expect(tried.filter((to) => to.startsWith("gone"))).toHaveLength(1);
    const day = dayOf(0, -1_001);
    const report = await service.graphql(
      `{ emailCampaign(eid: "${campaign.eid}") { report(range: {between: {start: "${day}", endExclusive: "${dayOf(1)}"}}) { summary { sends failures } } } }`,
    );
    expect(report.data).toEqual({ emailCampaign: { report: { summary: { sends: 2, failures: 1 } } } });
    expect(await sendingOf(campaign)).toMatchObject({
      failed: 1,
      reasons: [{ reason: "SMTP_550_5.1.1", count: 1 }],
    });
  });

  test("that turns somebody away for now is tried later and later", async () => {
    await addContacts(service, advertisable, addressesOf("ann"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    let tries = 0;
    smtp.refuse = (_to, at) => {
      if (at === "RCPT") tries += 1;
      return at === "DATA" && tries < 4 ? { at, code: 451, message: "4.7.1 later" } : null;
    };
    await setStatus(service, campaign, "RUNNING");
    for (const [wait, count] of [
      [0, 1],
      [30_000, 2],
      [60_000, 3],
    ] as const) {
      clock.move(wait);
      await until(
        service,
        () => tries,
        (found) => found === count,
      );
      await until(
        service,
        () => sendingOf(campaign),
        ({ reasons }) => JSON.stringify(reasons).includes("SMTP_451_4.7.1"),
      );
    }
    expect(await sendingOf(campaign)).toMatchObject({
      waiting: 1,
      nextDueAt: new Date(clock.now() + 120_000).toISOString(),
    });
    clock.move(120_000);
    await states(campaign, { SENT: 1 });
    expect(tries).toBe(4);
  });

  test("that stays away is given up after two days, and the reason is seen", async () => {
    await addContacts(service, advertisable, addressesOf("ann"));
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    smtp.refuse = (_to, at) => ({ at, code: 452, message: "4.2.2 full" });
    await setStatus(service, campaign, "RUNNING");
    await until(
      service,
      async () => {
        clock.move(2 * HOUR);
        return await statesOf(service, campaign);
      },
      (found) => found["FAILED"] === 1,
    );
    expect(await sendingOf(campaign)).toMatchObject({ failed: 1, reasons: [{ reason: "SMTP_452_4.2.2", count: 1 }] });
  });

  test("that is down holds the campaign, and the service goes on answering; once it is back everybody gets theirs", async () => {
    await addContacts(
      service,
      advertisable,
      Array.from({ length: 50 }, (_, at) => `reader${at}@reader.example`),
    );
    const campaign = await addCampaign(service, advertisable, [{ subject: "One" }]);
    const up = transport;
    transport = createSmtpTransport(`smtp://127.0.0.1:${await closedPort()}`);
    try {
      await setStatus(service, campaign, "RUNNING");
      const held = await until(
        service,
        () => sendingOf(campaign),
        ({ holdReason }) => holdReason !== null,
      );
      expect(held).toMatchObject({
        waiting: 50,
        holdReason: "UNREACHABLE",
        heldUntil: new Date(clock.now() + 30_000).toISOString(),
      });
      clock.move(30_000);
      await until(
        service,
        () => sendingOf(campaign),
        ({ heldUntil }) => heldUntil === new Date(clock.now() + 60_000).toISOString(),
      );
    } finally {
      transport.close();
      transport = up;
    }
    // Those that were tried wait for their own turn.
    clock.move(120_000);
    await states(campaign, { SENT: 50 });
    expect(new Set(smtp.taken.map(({ to }) => to)).size).toBe(50);
    expect(await sendingOf(campaign)).toMatchObject({ heldUntil: null, holdReason: null, reasons: [] });
  });
});
