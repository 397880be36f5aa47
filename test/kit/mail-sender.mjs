// Sends the mails of campaigns in a process of its own, which a test kills; run on the built service. The test says
// what time it is by messages.
import "reflect-metadata";
import { createGateway, JOBS } from "../../dist/gateway/gateway.js";
import { createContactKeys } from "../../dist/lib/contact-keys.js";
import { Database } from "../../dist/lib/database.js";
import { systemRandom } from "../../dist/lib/eid.js";
import { DEFAULT_FETCH_POLICY } from "../../dist/lib/fetch-policy.js";
import { startJobRunner } from "../../dist/lib/job-runner.js";
import { createLog } from "../../dist/lib/log.js";
import { createMailLinks } from "../../dist/lib/mail-links.js";
import { createSmtpTransport } from "../../dist/lib/smtp-transport.js";

const { url, smtpUrl, contactSecret, linkSecret, origin, now: start } = JSON.parse(process.argv[2]);
let now = start;
process.on("message", (message) => (now = message.now));
process.on("disconnect", () => process.exit(1));

const clock = { now: () => now };
const log = createLog("warn");
const database = new Database({ url });
const contactKeys = createContactKeys([{ id: "test", secret: contactSecret }], systemRandom);
const facts = { database, clock, random: systemRandom, log, contactKeys };
const gateway = createGateway(facts);
await startJobRunner({
  ...facts,
  url,
  fetchPolicy: DEFAULT_FETCH_POLICY,
  mail: { transport: createSmtpTransport(smtpUrl), links: createMailLinks(linkSecret, () => origin) },
  askGraph: gateway.askGraph,
  jobs: JOBS,
});
process.send({ ready: true });
