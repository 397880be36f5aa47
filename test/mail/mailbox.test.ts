import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CatchAll, startCatchAll } from "../../gateway/mail/catch-all.js";
import { registerMailbox } from "../../gateway/mail/mailbox.js";
import { fixedClock } from "../../lib/clock.js";
import type { MailTransport, OutgoingMail } from "../../lib/mail.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";

let catchAll: CatchAll;
let app: FastifyInstance;
let transport: MailTransport;
beforeAll(async () => {
  catchAll = await startCatchAll(fixedClock("2026-03-04T05:06:07Z"));
  app = Fastify();
  registerMailbox(app, catchAll);
  transport = createSmtpTransport(catchAll.url);
});
afterAll(async () => {
  transport.close();
  await app.close();
  await catchAll.close();
});

async function send(messageId: string, changes: Partial<OutgoingMail> = {}): Promise<void> {
  const mail = {
    messageId,
    from: { name: "Shop", address: "shop@shop.example" },
    to: "ann@reader.example",
    subject: "Hello",
    html: "<p>Hi <script>alert(1)</script></p>",
    text: "Hi",
    date: new Date("2026-03-04T05:06:07Z"),
    headers: {},
    ...changes,
  };
  await transport.send(mail, new AbortController().signal);
}

async function pageOf(path: string): Promise<{ status: number; body: string; policy: string }> {
  const answer = await app.inject({ url: path });
  return {
    status: answer.statusCode,
    body: answer.body,
    policy: String(answer.headers["content-security-policy"]),
  };
}

test("mails are listed, opened as they are seen, as text and as they came", async () => {
  expect((await pageOf("/dev/mail")).body).toContain("No mail yet");
  await send("one@a.example", { subject: "<b>Größe</b>" });
  const list = await pageOf("/dev/mail");
  expect(list.body).toContain("1 mail caught here");
  expect(list.body).toContain("&lt;b&gt;Größe&lt;/b&gt;");
  const [, id = ""] = /href="\/dev\/mail\/(\d+)"/.exec(list.body) ?? [];
  const open = await pageOf(`/dev/mail/${id}`);
  expect(open.body).toContain("2026-03-04 05:06:07 UTC");
  expect(open.body).toContain(`<iframe src="/dev/mail/${id}/html"`);
  expect((await pageOf(`/dev/mail/${id}?view=text`)).body).toContain("<pre>Hi");
  expect((await pageOf(`/dev/mail/${id}?view=source`)).body).toContain("Message-ID: &lt;one@a.example&gt;");
  const frame = await pageOf(`/dev/mail/${id}/html`);
  expect(frame.body).toContain("<p>Hi ");
  expect(frame.policy).toMatch(/^default-src 'none'.*sandbox/);
  expect(frame.policy).not.toContain("allow-scripts");
});

test("one that comes again is there once, and one that is nowhere is not found", async () => {
  await send("twice@a.example");
  const before = catchAll.mails().length;
  await send("twice@a.example");
  expect(catchAll.mails()).toHaveLength(before);
  for (const path of ["/dev/mail/999", "/dev/mail/999/html", "/dev/mail/x"])
    expect((await pageOf(path)).status).toBe(404);
});
