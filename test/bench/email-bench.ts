import "reflect-metadata";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { createGateway, type Gateway, JOBS } from "../../gateway/gateway.js";
import { createContactKeys } from "../../lib/contact-keys.js";
import { Database } from "../../lib/database.js";
import { systemRandom } from "../../lib/eid.js";
import { startPostgres } from "../../lib/embedded-postgres.js";
import { createLog } from "../../lib/log.js";
import type { MailTransport, OutgoingMail } from "../../lib/mail.js";
import { createMailLinks } from "../../lib/mail-links.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { serviceViewer, type Viewer } from "../../lib/viewer.js";
import { migrate } from "../../migrations/index.js";

export interface EmailBenchOptions {
  mails: number;
  rounds: number;
  print: (line: string) => void;
}

const HOUR = 3_600_000;
const ORGANIZATION = "BENCH".padEnd(22, "A");
const STAFF: Viewer = {
  userEid: "STAFF".padEnd(22, "A"),
  organizationEid: ORGANIZATION,
  role: "STAFF",
  advertisables: "ALL",
  apiClient: null,
};

/** How fast the due mails of a campaign go out, beside a bare loop over the same pool of connections with the same mails. */
export async function benchEmail({ mails, rounds, print }: EmailBenchOptions): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "adgraph-bench-"));
  const postgres = await startPostgres({ dataDir: path.join(folder, "data"), throwaway: true });
  const sink = fork(fileURLToPath(new URL("smtp-sink.js", import.meta.url)));
  try {
    await migrate(postgres.url);
    const [said]: { port?: number }[] = await once(sink, "message");
    await compare(postgres.url, `smtp://127.0.0.1:${said?.port}`, { mails, rounds, print });
  } finally {
    await end(sink);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function end(sink: ChildProcess): Promise<void> {
  const exited = once(sink, "exit");
  sink.disconnect();
  await exited;
}

async function compare(url: string, smtpUrl: string, { mails, rounds, print }: EmailBenchOptions): Promise<void> {
  let now = Date.now();
  const clock = { now: () => now };
  const database = new Database({ url });
  const contactKeys = createContactKeys([{ id: "bench", secret: "a secret for addresses in the bench" }], systemRandom);
  const gateway = createGateway({ database, clock, random: systemRandom, log: createLog("error"), contactKeys });
  const seen: OutgoingMail[] = [];
  const transport = createSmtpTransport(smtpUrl);
  const watched: MailTransport = {
    ...transport,
    send: async (mail, signal) => {
      if (seen.length < mails) seen.push(mail);
      await transport.send(mail, signal);
    },
  };
  const links = createMailLinks("a secret for links in the bench", () => "https://ads.example");
  try {
    const shop = await shopWith(gateway, url, mails);
    print(`\n### ${mails} due mails\n`);
    print("| round | bare loop: mails a second | ours: mails a second | ours ÷ bare |");
    print("|---|---|---|---|");
    for (let round = 1; round <= rounds; round += 1) {
      seen.length = 0;
      const campaign = await startCampaign(gateway, shop);
      const run = async (): Promise<void> => {
        const context = gateway.contextFor({ viewer: serviceViewer(shop), requestId: "bench" });
        const signal = new AbortController().signal;
        const environment = { context, signal, mail: { transport: watched, links } };
        await JOBS["run-email-campaign"]?.run({ campaignEid: campaign }, environment);
      };
      // The contacts enter, and wait an hour for their mail.
      await run();
      now += HOUR;
      const ours = await perSecond(mails, async () => {
        while ((await sentOf(gateway, campaign)) < mails) await run();
      });
      const bare = await perSecond(mails, () => bareLoop(transport, seen));
      print(`| ${round} | ${bare.toFixed(0)} | ${ours.toFixed(0)} | ${(ours / bare).toFixed(2)} |`);
    }
  } finally {
    transport.close();
    await gateway.close();
    await database.close();
  }
}

/** The mails that ours has just sent, as fast as the pool takes them. */
async function bareLoop(transport: MailTransport, mails: readonly OutgoingMail[]): Promise<void> {
  const left = [...mails];
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: transport.parallel }, async () => {
      for (let mail = left.pop(); mail !== undefined; mail = left.pop()) await transport.send(mail, signal);
    }),
  );
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - began);
}

async function shopWith(gateway: Gateway, url: string, contacts: number): Promise<string> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(
    "insert into platform.organization (eid, name, created_at, updated_at) values ($1, 'Bench', now(), now())",
    [ORGANIZATION],
  );
  await owner.end();
  const shop = await change(gateway, "createAdvertisable", "advertisable", {
    organizationEid: ORGANIZATION,
    name: "Shop",
  });
  const data = Array.from({ length: contacts }, (_, at) => ({ email: `reader${at}@reader.example` }));
  await change(gateway, "createSegment", "segment", {
    advertisableEid: shop,
    name: "Customers",
    type: "CRM",
    duration: 30,
    data,
  });
  await change(gateway, "editEmailSettings", "emailSettings", { advertisableEid: shop, country: "GB" });
  await change(gateway, "acceptEmailTerms", "emailSettings", { advertisableEid: shop });
  return shop;
}

async function startCampaign(gateway: Gateway, shop: string): Promise<string> {
  const campaign = await change(gateway, "createEmailCampaign", "emailCampaign", {
    advertisableEid: shop,
    name: "Spring",
    senderName: "Shop",
    senderAddress: "news@shop.example",
    footerPostalAddress: "1 Quay Street, Bristol",
    emails: [
      {
        emailSubject: "Fresh off the boat",
        headline: "Fresh off the boat",
        body: "The new catalogue is here: oysters and mussels, ten percent off until Sunday.\n\nSee you at the quay!",
        ctaLabel: "See what came in",
        ctaDestination: "https://shop.example/new",
        delayHours: 1,
      },
    ],
  });
  await change(gateway, "setEmailCampaignStatus", "emailCampaign", { eid: campaign, status: "RUNNING" });
  return campaign;
}

async function sentOf(gateway: Gateway, campaign: string): Promise<number> {
  const { data } = await gateway.ask(
    "query Sent($eid: ID!) { emailCampaign(eid: $eid) { sending { sent } } }",
    { eid: campaign },
    { viewer: STAFF, requestId: "bench" },
  );
  return Number(Object(Object(Object(data)["emailCampaign"])["sending"])["sent"]);
}

async function change(gateway: Gateway, mutation: string, field: string, input: object): Promise<string> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await gateway.ask(
    `mutation Do($input: ${type}!) { done: ${mutation}(input: $input) { ${field} { eid } } }`,
    { input },
    { viewer: STAFF, requestId: "bench" },
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return String(Object(Object(Object(data)["done"])[field])["eid"]);
}
