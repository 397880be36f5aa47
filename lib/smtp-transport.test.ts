import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closedPort, startSmtpServer, type TestSmtpServer } from "../test/kit/smtp-server.js";
import { MailFailure, type MailTransport, type OutgoingMail } from "./mail.js";
import { createSmtpTransport, type SmtpOptions } from "./smtp-transport.js";

let server: TestSmtpServer;
let transport: MailTransport | undefined;
beforeEach(async () => {
  server = await startSmtpServer();
});
afterEach(async () => {
  transport?.close();
  await server.close();
});

const MAIL: OutgoingMail = {
  messageId: "one@ads.example",
  from: { name: "Harbour Shop", address: "shop@shop.example" },
  to: "ann@reader.example",
  subject: "Spring",
  html: "<p>Hello Zoë</p>",
  text: "Hello Zoë",
  date: new Date("2026-01-02T03:04:05Z"),
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
};

const NEVER = new AbortController().signal;

async function send(mail: Partial<OutgoingMail> = {}, options: SmtpOptions & { url?: string } = {}): Promise<void> {
  const { url = server.url, ...more } = options;
  transport?.close();
  transport = createSmtpTransport(url, more);
  await transport.send({ ...MAIL, ...mail }, NEVER);
}

async function failureOf(sending: Promise<void>): Promise<{ kind: string; reason: string }> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailFailure)) throw new Error(`no failure of a mail: ${String(error)}`);
  return { kind: error.kind, reason: error.reason };
}

test("a mail arrives with both its parts, its headers and its own Message-ID", async () => {
  await send();
  const [mail] = server.taken;
  expect(mail).toMatchObject({ from: "shop@shop.example", to: "ann@reader.example", messageId: "one@ads.example" });
  for (const part of [
    "From: Harbour Shop <shop@shop.example>",
    "Date: Fri, 02 Jan 2026 03:04:05 +0000",
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    "multipart/alternative",
    "Hello Zo=C3=AB",
  ])
    expect(mail?.source).toContain(part);
});

test("nothing in a mail makes a header or a recipient of its own", async () => {
  const evil = "x\r\nBcc: eve@evil.example\r\n\r\n<script>";
  await send({ subject: evil, from: { name: `"${evil}, <eve@evil.example>`, address: "shop@shop.example" } });
  const [mail] = server.taken;
  const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
  expect(head).not.toMatch(/^bcc:/im);
  expect(server.taken.map(({ to }) => to)).toEqual(["ann@reader.example"]);
  expect(await failureOf(send({ to: "ann@reader.example>\r\nRCPT TO:<eve@evil.example" }))).toMatchObject({
    kind: "PERMANENT",
  });
  expect(await failureOf(send({ to: "ann@reader.example, eve@evil.example" }))).toMatchObject({ kind: "PERMANENT" });
  expect(server.taken).toHaveLength(1);
});

describe("what a failure says", () => {
  test.each([
    ["RCPT", 550, "5.1.1 no such mailbox ann@reader.example", { kind: "PERMANENT", reason: "SMTP_550_5.1.1" }],
    ["RCPT", 452, "4.2.2 mailbox full", { kind: "TEMPORARY", reason: "SMTP_452_4.2.2" }],
    ["DATA", 451, "try later", { kind: "TEMPORARY", reason: "SMTP_451" }],
    ["DATA", 554, "5.7.1 spam", { kind: "PERMANENT", reason: "SMTP_554_5.7.1" }],
    ["RCPT", 421, "closing", { kind: "OUTAGE", reason: "SMTP_421" }],
  ] as const)("%s %i", async (at, code, message, failure) => {
    server.refuse = () => ({ at, code, message });
    expect(await failureOf(send())).toEqual(failure);
  });

  test("one recipient that is refused costs the next mail nothing", async () => {
    server.refuse = (to, at) => (to.startsWith("gone") ? { at, code: 550, message: "gone" } : null);
    const one = (transport = createSmtpTransport(server.url, { connections: 1 }));
    const sent = await Promise.allSettled(
      ["gone", "ann", "gone2", "bob"].map((name) =>
        one.send({ ...MAIL, messageId: `${name}@x.example`, to: `${name}@reader.example` }, NEVER),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
  });

  test("a sender that is refused is refused for every mail", async () => {
    await server.close();
    server = await startSmtpServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error("5.7.1 not you"), { responseCode: 550 })),
    });
    expect(await failureOf(send())).toEqual({ kind: "OUTAGE", reason: "SMTP_550_5.7.1" });
  });

  test("a server that is away, says nothing, or goes away in the middle", async () => {
    expect(await failureOf(send({}, { url: `smtp://127.0.0.1:${await closedPort()}` }))).toEqual({
      kind: "OUTAGE",
      reason: "UNREACHABLE",
    });
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    expect(await failureOf(sendTo(silent, { silenceTimeout: 300 }))).toEqual({ kind: "OUTAGE", reason: "TIMEOUT" });
    const rude = createServer((socket) => {
      socket.on("error", () => {});
      socket.write("220 hello\r\n");
      socket.once("data", () => socket.destroy());
    });
    expect(await failureOf(sendTo(rude, {}))).toEqual({ kind: "OUTAGE", reason: "UNREACHABLE" });
    for (const socket of sockets) socket.destroy();
    for (const each of [silent, rude]) each.close();
  });

  test("a mail that takes too long is given up, and the pool goes on", async () => {
    const held: (() => void)[] = [];
    server.beforeAnswer = ({ to }) =>
      to.startsWith("slow") ? new Promise((resolve) => held.push(resolve)) : undefined;
    transport = createSmtpTransport(server.url, { connections: 1, mailTimeout: 400 });
    const slow = transport.send({ ...MAIL, to: "slow@reader.example" }, NEVER);
    expect(await failureOf(slow)).toEqual({ kind: "TEMPORARY", reason: "TIMEOUT" });
    await transport.send({ ...MAIL, messageId: "two@ads.example" }, NEVER);
    expect(server.taken.map(({ to }) => to)).toEqual(["slow@reader.example", "ann@reader.example"]);
    for (const answer of held) answer();
  });
});

async function sendTo(tcp: Server, options: SmtpOptions): Promise<void> {
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  await send({}, { ...options, url: `smtp://127.0.0.1:${(tcp.address() as AddressInfo).port}` });
}
