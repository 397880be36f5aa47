import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { JobRunner } from "../../lib/job-runner.js";
import { DEFAULT_FETCH_POLICY } from "../../lib/fetch-policy.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { type FeedHost, startFeedHost } from "../kit/feed-host.js";
import { MAIL_ORIGIN } from "../kit/mail-links.js";
import {
  addCampaign,
  addContacts,
  HOUR,
  type MovableClock,
  movableClock,
  setStatus,
  startMailing,
  statesOf,
  type TestCampaign,
  until,
} from "../kit/mailing.js";
import { startService, type TestService } from "../kit/service.js";
import { startSmtpServer, type TestSmtpServer } from "../kit/smtp-server.js";
import { ALPHA, createTree } from "../kit/world.js";

const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

let clock: MovableClock;
let service: TestService;
let smtp: TestSmtpServer;
let host: FeedHost;
let transport: ReturnType<typeof createSmtpTransport>;
let runner: JobRunner;
let advertisable: string;
beforeAll(async () => {
  clock = movableClock("2023-09-01T12:00:00Z");
  service = await startService({ clock });
  smtp = await startSmtpServer();
  host = await startFeedHost();
  transport = createSmtpTransport(smtp.url);
  const policy = { ...DEFAULT_FETCH_POLICY, allowedHosts: new Set([host.host]) };
  runner = await startMailing(service, clock, transport, policy);
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
  await addContacts(service, advertisable, ["ann@reader.example"]);
});
afterEach(() => (smtp.taken.length = 0));

/** A running campaign of one mail with an image. */
async function campaignWith(heroImageUrl: string): Promise<TestCampaign> {
  const campaign = await addCampaign(service, advertisable, [{ subject: "One", heroImageUrl }]);
  await setStatus(service, campaign, "RUNNING");
  return campaign;
}

async function imageOf({ emails }: TestCampaign): Promise<{ status: string; reason: string | null; attempts: number }> {
  const { rows } = await service.db.owner.query<{ status: string; reason: string | null; attempts: number }>(
    "select status, reason, attempts from email.hero_image where email_eid = any($1)",
    [emails],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the image was not asked for");
  return row;
}

/** The address of the image in the one mail that was taken; null for none. */
async function shownImage(campaign: TestCampaign): Promise<string | null> {
  await until(
    service,
    () => statesOf(service, campaign),
    ({ SENT = 0 }) => SENT === 1,
  );
  const text = smtp.taken[0]?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
  return new RegExp(`<img src="${MAIL_ORIGIN}(/mail/image/[\\w-]+)"`).exec(text)?.[1] ?? null;
}

test("a mail shows our own copy of its image, served as what it is and as nothing else", async () => {
  host.put("/hero.gif", GIF);
  const path = await shownImage(await campaignWith(host.url("/hero.gif")));
  if (path === null) throw new Error("there is no image in the mail");
  const answer = await service.app.inject({ url: path });
  expect([answer.statusCode, answer.rawPayload.equals(GIF)]).toEqual([200, true]);
  expect(answer.headers).toMatchObject({
    "content-type": "image/gif",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  const other = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  for (const wrong of [other.slice(0, -22) + "A".repeat(22), path.replace("/image/", "/open/")])
    expect((await service.app.inject({ url: wrong })).statusCode).toBe(404);
  const { headers } = host.requests.at(-1) ?? {};
  expect([headers?.authorization, headers?.cookie]).toEqual([undefined, undefined]);
});

test("what is no image is none at once, and the mail goes without", async () => {
  host.put("/hero.png", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const campaign = await campaignWith(host.url("/hero.png"));
  expect(await shownImage(campaign)).toBeNull();
  expect(await imageOf(campaign)).toMatchObject({ status: "FAILED", reason: "NOT_AN_IMAGE" });
});

test("an address that is not public is never asked", async () => {
  for (const url of ["http://127.0.0.1:5432/x.png", "http://169.254.169.254/latest"]) {
    const campaign = await campaignWith(url);
    expect(await shownImage(campaign)).toBeNull();
    expect((await imageOf(campaign)).reason).toMatch(/^BLOCKED_/);
    smtp.taken.length = 0;
  }
});

test("an image that can't be had is tried for an hour, in which the mail waits; then it goes without", async () => {
  host.put("/later.gif", (_request, response) => void response.writeHead(503).end("secret"));
  const campaign = await campaignWith(host.url("/later.gif"));
  await until(
    service,
    () => imageOf(campaign),
    ({ attempts }) => attempts >= 1,
  );
  expect(await imageOf(campaign)).toMatchObject({ status: "WAITING", reason: "HTTP_STATUS" });
  for (const minutes of [10, 20, 25]) {
    clock.move(minutes * 60_000);
    const { attempts } = await imageOf(campaign);
    await until(
      service,
      () => imageOf(campaign),
      (image) => image.attempts > attempts,
    );
    expect(await statesOf(service, campaign)).toEqual({ WAITING: 1 });
  }
  clock.move(5 * 60_000);
  expect(await shownImage(campaign)).toBeNull();
  await until(
    service,
    () => imageOf(campaign),
    ({ status }) => status === "FAILED",
  );
});

test("an image that comes within the hour is shown", async () => {
  host.put("/soon.gif", (_request, response) => void response.writeHead(503).end());
  const campaign = await campaignWith(host.url("/soon.gif"));
  await until(
    service,
    () => imageOf(campaign),
    ({ attempts }) => attempts >= 1,
  );
  host.put("/soon.gif", GIF);
  clock.move(HOUR / 2);
  expect(await shownImage(campaign)).not.toBeNull();
});
