import { expect } from "vitest";
import { type JobRunner, startJobRunner } from "../../lib/job-runner.js";
import { DEFAULT_FETCH_POLICY, type FetchPolicy } from "../../lib/fetch-policy.js";
import type { Clock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import type { MailTransport } from "../../lib/mail.js";
import { JOBS } from "../../gateway/gateway.js";
import { TEST_CONTACT_KEYS } from "./contact-keys.js";
import { TEST_LINKS } from "./mail-links.js";
import type { TestService } from "./service.js";
import { create, STAFF } from "./world.js";

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

/** A campaign that waits to be started, with its e-mails, of an advertisable that has all that it takes. */
export async function addCampaign(
  service: TestService,
  advertisable: string,
  emails: readonly EmailSpec[],
  dates: { start?: Date; end?: Date } = {},
): Promise<TestCampaign> {
  await ask(service, "editEmailSettings", "EditEmailSettingsInput", "emailSettings { eid }", {
    advertisableEid: advertisable,
    country: "GB",
  });
  await ask(service, "acceptEmailTerms", "AcceptEmailTermsInput", "emailSettings { eid }", {
    advertisableEid: advertisable,
  });
  const input = {
    advertisableEid: advertisable,
    name: "Welcome",
    senderName: "Harbour Shop",
    senderAddress: "news@shop.example",
    footerPostalAddress: "1 Quay Street, Bristol",
    startDate: dates.start?.toISOString(),
    endDate: dates.end?.toISOString(),
    emails: emails.map(({ subject, delayHours = 0, body, ctaDestination, heroImageUrl }) => ({
      emailSubject: subject,
      previewText: "A look ahead",
      headline: "Hello there",
      body: body ?? "Good to have you here.",
      ctaLabel: "Shop now",
      ctaDestination: ctaDestination ?? "https://shop.example/welcome",
      heroImageUrl,
      utmSource: "drip",
      delayHours,
    })),
  };
  const made = await ask(
    service,
    "createEmailCampaign",
    "CreateEmailCampaignInput",
    "emailCampaign { eid emails(first: 50) { nodes { eid } } }",
    input,
  );
  const { emailCampaign } = made as { emailCampaign: { eid: string; emails: { nodes: { eid: string }[] } } };
  return { eid: emailCampaign.eid, advertisable, emails: emailCampaign.emails.nodes.map(({ eid }) => eid) };
}

/** Sets a campaign to running or paused, or has its advertisable opt out, which stops it. */
export async function setStatus(
  service: TestService,
  { eid, advertisable }: TestCampaign,
  status: "RUNNING" | "PAUSED" | "STOPPED",
): Promise<void> {
  if (status === "STOPPED")
    await ask(service, "optOutOfEmail", "OptOutOfEmailInput", "emailSettings { eid }", {
      advertisableEid: advertisable,
      agent: "test",
    });
  else
    await ask(service, "setEmailCampaignStatus", "SetEmailCampaignStatusInput", "emailCampaign { eid }", {
      eid,
      status,
    });
}

async function ask(
  { gateway }: TestService,
  mutation: string,
  type: string,
  selection: string,
  input: object,
): Promise<unknown> {
  const { data, errors } = await gateway.ask(
    `mutation Do($input: ${type}!) { done: ${mutation}(input: $input) { ${selection} } }`,
    { input },
    { viewer: STAFF, requestId: "test", pageLimit: 100 },
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return Object(data)["done"];
}

/** How many mails of a campaign are in each state. */
export async function statesOf({ db: { owner } }: TestService, { eid }: TestCampaign): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from email.send where campaign_eid = $1 group by state order by state",
    [eid],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Waits until as many mails of a campaign as wanted are in each state, and there are no others. */
export async function reachStates(
  service: TestService,
  campaign: TestCampaign,
  wanted: Record<string, number>,
): Promise<void> {
  await until(
    service,
    () => statesOf(service, campaign),
    (found) => Object.entries(wanted).every(([state, count]) => (found[state] ?? 0) === count),
  );
  expect(await statesOf(service, campaign)).toEqual(
    Object.fromEntries(Object.entries(wanted).filter(([, count]) => count > 0)),
  );
}

/** What the graph says of where a campaign's mails stand. */
export async function readSending(service: TestService, { eid }: TestCampaign): Promise<Record<string, unknown>> {
  const { data, errors } = await service.graphql(
    `{ emailCampaign(eid: "${eid}") { sending { waiting sent skipped failed cancelled reasons { reason count } nextDueAt heldUntil holdReason } } }`,
  );
  expect(errors).toBeUndefined();
  return (data as { emailCampaign: { sending: Record<string, unknown> } }).emailCampaign.sending;
}
