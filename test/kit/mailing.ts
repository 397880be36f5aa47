import { type JobRunner, startJobRunner } from "../../lib/job-runner.js";
import { DEFAULT_FETCH_POLICY, type FetchPolicy } from "../../lib/fetch-policy.js";
import type { Clock } from "../../lib/clock.js";
import { eidSource, systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import type { MailTransport } from "../../lib/mail.js";
import { JOBS } from "../../gateway/gateway.js";
import { TEST_CONTACT_KEYS } from "./contact-keys.js";
import { TEST_LINKS } from "./mail-links.js";
import type { TestService } from "./service.js";
import { create } from "./world.js";

/** A clock that a test moves. */
export interface MovableClock extends Clock {
  move(millis: number): void;
}

export function movableClock(start: string): MovableClock {
  let now = Date.parse(start);
  return { now: () => now, move: (millis) => (now += millis) };
}

export const HOUR = 3_600_000;

/** Works off the jobs of a service by the given clock. */
export async function startMailing(
  service: TestService,
  clock: Clock,
  transport: MailTransport,
  fetchPolicy: FetchPolicy = DEFAULT_FETCH_POLICY,
): Promise<JobRunner> {
  return await startJobRunner({
    url: service.db.url,
    database: service.db.database,
    clock,
    random: systemRandom,
    log: createLog("silent"),
    fetchPolicy,
    contactKeys: TEST_CONTACT_KEYS,
    mail: { transport, links: TEST_LINKS },
    askGraph: service.gateway.askGraph,
    jobs: JOBS,
  });
}

/** Lets whatever waits in the queue begin now: the queue waits in real time, and the clock of a test does not. */
export async function hurry({ db }: TestService): Promise<void> {
  await db.owner.query("update graphile_worker._private_jobs set run_at = now() where run_at > now()");
}

/** What is true, once it is; the queue is hurried meanwhile. Generous, since machines are slow. */
export async function until<T>(
  service: TestService,
  read: () => Promise<T> | T,
  isWanted: (value: T) => boolean,
  timeout = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`it is still ${JSON.stringify(value)?.slice(0, 500)}`);
    await hurry(service);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** People that an advertisable may write to. */
export async function addContacts(
  { gateway }: TestService,
  advertisableEid: string,
  addresses: readonly string[],
): Promise<void> {
  const data = addresses.map((email) => ({ email }));
  const input = { advertisableEid, name: "Customers", type: "CRM", duration: 30, data };
  await create(gateway, "createSegment", "CreateSegmentInput", "segment", input);
}

export interface EmailSpec {
  subject: string;
  delayHours?: number;
  body?: string;
  ctaDestination?: string;
  heroImageUrl?: string;
}

/** A campaign that waits to be started, with its e-mails. */
export interface TestCampaign {
  eid: string;
  advertisable: string;
  emails: string[];
}

/** Puts a campaign there, as it is before it is started. */
export async function addCampaign(
  { db: { owner } }: TestService,
  advertisable: string,
  clock: Clock,
  emails: readonly EmailSpec[],
  dates: { start?: Date; end?: Date } = {},
): Promise<TestCampaign> {
  const newEid = eidSource(clock, systemRandom);
  const now = new Date(clock.now());
  const eid = newEid();
  await owner.query(
    `insert into email.email_campaign (advertisable_eid, eid, name, status, start_date, end_date, sender_name, sender_address, footer_postal_address, created_at, updated_at)
     values ($1, $2, 'Welcome', 'PAUSED', $3, $4, 'Harbour Shop', 'news@shop.example', '1 Quay Street, Bristol', $5, $5)`,
    [advertisable, eid, dates.start ?? null, dates.end ?? null, now],
  );
  const eids: string[] = [];
  for (const [at, spec] of emails.entries()) {
    const email = newEid();
    eids.push(email);
    await owner.query(
      `insert into email.email (advertisable_eid, eid, campaign_eid, position, email_subject, preview_text, headline, body, cta_label, cta_destination, hero_image_url, utm_source, delay_hours, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'A look ahead', 'Hello there', $6, 'Shop now', $7, $8, 'drip', $9, $10, $10)`,
      [
        advertisable,
        email,
        eid,
        at + 1,
        spec.subject,
        spec.body ?? "Good to have you here.",
        spec.ctaDestination ?? "https://shop.example/welcome",
        spec.heroImageUrl ?? null,
        spec.delayHours ?? 0,
        now,
      ],
    );
  }
  return { eid, advertisable, emails: eids };
}

/** Sets the status of a campaign and queues the work on it, as the service does. */
export async function setStatus(
  { db: { owner } }: TestService,
  { eid, advertisable }: TestCampaign,
  status: "RUNNING" | "PAUSED" | "STOPPED",
  clock: Clock,
): Promise<void> {
  const payload = { requestId: "test", input: { campaignEid: eid } };
  await owner.query("begin");
  await owner.query("set local app.advertisables = '*'");
  await owner.query("update email.email_campaign set status = $2 where eid = $1", [eid, status]);
  await owner.query(
    `insert into platform.outbox (advertisable_eid, eid, job, job_key, payload, run_at, created_at)
     values ($1, $2, 'run-email-campaign', $3, $4, $5, $5)`,
    [
      advertisable,
      eidSource(clock, systemRandom)(),
      `run-email-campaign:${eid}`,
      JSON.stringify(payload),
      new Date(clock.now()),
    ],
  );
  await owner.query("commit");
}

/** How many mails of a campaign are in each state. */
export async function statesOf({ db: { owner } }: TestService, { eid }: TestCampaign): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from email.send where campaign_eid = $1 group by state order by state",
    [eid],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
