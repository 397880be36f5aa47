import path from "node:path";
import type pg from "pg";
import { fixedClock } from "../lib/clock.js";
import { PROJECT_ROOT } from "../lib/config.js";
import { type ContactKeys, NO_CONTACT_KEYS } from "../lib/contact-keys.js";
import type { Database } from "../lib/database.js";
import { eidSource, type Random, systemRandom } from "../lib/eid.js";
import type { Log } from "../lib/log.js";
import type { Viewer } from "../lib/viewer.js";
import { hashPassword } from "./auth/password.js";
import { DEMO_APIKEY, DEMO_SIGN_INS, type DemoSignIn } from "./demo-accounts.js";
import { furnishClub } from "./demo-club.js";
import { furnishProspecting } from "./demo-prospecting.js";
import { furnishSegments } from "./demo-segments.js";
import { furnishShop } from "./demo-shop.js";
import { furnishSocial } from "./demo-social.js";
import { furnishStrategies } from "./demo-strategies.js";
import { furnishTargetAccounts } from "./demo-target-accounts.js";
import { furnishPlaybook } from "./demo-universal.js";
import type { EngineResponse } from "./execution/engine.js";
import { createGateway, type Gateway, INGEST_COMMANDS, type IngestEnvironment } from "./gateway.js";
import { createIngestEnvironment } from "./ingest-environment.js";

const DATA = path.join(PROJECT_ROOT, "test/data");
const DELIVERIES = path.join(DATA, "facebook-ad-deliveries-1143.csv");
const MAPPING = path.join(DATA, "facebook-ad-deliveries-1143.mapping.json");
const RATES = path.join(PROJECT_ROOT, "subgraphs/reporting/currency-rates.csv");

/** The demo was made the day before the first of its deliveries. */
const DEMO_CLOCK = fixedClock("2023-07-31T09:00:00Z");

/** Credentials that the explorer sends on the demo: the organization's admin. */
export const DEMO_SEED = { authorization: basic(1), apikey: DEMO_APIKEY };

function basic(index: number): string {
  const account = DEMO_SIGN_INS[index];
  return `Basic ${Buffer.from(`${account?.user}:${account?.password}`).toString("base64")}`;
}

interface DemoOptions {
  owner: pg.Client;
  database: Database;
  /** Without them the demo's segments hold nobody. */
  contactKeys?: ContactKeys | undefined;
  log: Log;
}

/**
 * Loads the demo: an organization with its accounts, and the real deliveries of August 2023 by the
 * loader that `npm run ingest` runs. The API client comes last and says that all is there; a load that
 * was killed before goes on where it stopped. A database that holds anything else is left alone.
 *
 * @returns whether the database holds the demo, loaded now or before.
 */
export async function loadDemo({ owner, database, contactKeys = NO_CONTACT_KEYS, log }: DemoOptions): Promise<boolean> {
  const newEid = eidSource(DEMO_CLOCK, countingRandom());
  const organizationEid = newEid();
  const { rows } = await owner.query<{ complete: boolean; taken: boolean }>(
    `select exists (select from platform.api_client where client_id = $1) as complete,
       exists (select from platform.organization where eid <> $2) as taken`,
    [DEMO_APIKEY, organizationEid],
  );
  if (rows[0]?.complete === true) return true;
  if (rows[0]?.taken === true) return false;

  const gateway = createGateway({ database, clock: DEMO_CLOCK, random: countingRandom(), log });
  const environment = createIngestEnvironment(owner, gateway, () => {});
  await loadRates(environment);
  await insertOrganization(owner, organizationEid);
  const users = DEMO_SIGN_INS.map((signIn) => ({ ...signIn, eid: newEid() }));
  await insertUsers(owner, organizationEid, users);
  const [staff, , user] = users;
  if (staff === undefined || user === undefined) throw new TypeError("the demo lacks an account");

  const viewer: Viewer = { userEid: staff.eid, organizationEid, role: "STAFF", advertisables: "ALL", apiClient: null };
  const shop = await ensureAdvertisable(gateway, viewer, "Harbour Shop", "https://shop.example");
  const club = await ensureAdvertisable(gateway, viewer, "Hill Club", "https://club.example");
  await owner.query(
    "insert into platform.access (user_eid, advertisable_eid, granted_at) values ($1, $2, $3) on conflict do nothing",
    [user.eid, shop, demoDate()],
  );
  await insertBilling(owner, organizationEid, shop, newEid);
  await load(
    "deliveries",
    [DELIVERIES, "--advertisable", shop, "--mapping", MAPPING, "--create-entities"],
    environment,
  );
  let minute = 0;
  const steps = { now: () => DEMO_CLOCK.now() + minute * 60_000 };
  const stepTo = (next: number): void => void (minute = next);
  const stepping = createGateway({ database, clock: steps, random: countingRandom(), contactKeys, log });
  const keepsAddresses = contactKeys !== NO_CONTACT_KEYS;
  await furnishShop(stepping, owner, viewer, shop, {
    stepTo,
    keepsAddresses,
    newEid: eidSource(steps, countingRandom()),
    now: () => new Date(steps.now()),
  });
  await furnishSegments(stepping, viewer, shop, { stepTo, keepsAddresses });
  await furnishStrategies(stepping, viewer, shop, stepTo);
  await furnishPlaybook(stepping, viewer, shop, stepTo);
  await furnishTargetAccounts(stepping, viewer, shop, stepTo);
  await furnishSocial(stepping, viewer, shop, stepTo);
  await furnishProspecting(stepping, viewer, shop, stepTo);
  await furnishClub(async (command, args) => await load(command, args, environment), club);
  await owner.query(
    "insert into platform.api_client (client_id, name, is_active, created_at) values ($1, 'Demo', true, $2)",
    [DEMO_APIKEY, demoDate()],
  );
  return true;
}

/** Exchange rates are needed with and without the demo: a table without any gets those that come with the project. */
export async function loadRates(environment: IngestEnvironment): Promise<void> {
  const { rowCount } = await environment.owner.query("select from platform.currency_rate limit 1");
  if (rowCount === 0) await load("currency-rates", [RATES], environment);
}

async function load(command: string, args: readonly string[], environment: IngestEnvironment): Promise<void> {
  if ((await INGEST_COMMANDS[command]?.run(args, environment)) !== true)
    throw new Error(`${command} could not be loaded`);
}

function demoDate(): Date {
  return new Date(DEMO_CLOCK.now());
}

/** Not random at all: the demo's EIDs are the same on every machine, so that the README can show them. */
function countingRandom(): Random {
  let count = 0n;
  return (length) => {
    count += 1n;
    const bytes = Buffer.alloc(Math.max(length, 8));
    bytes.writeBigUInt64BE(count, bytes.length - 8);
    return bytes.subarray(bytes.length - length);
  };
}

async function insertOrganization(owner: pg.Client, eid: string): Promise<void> {
  await owner.query(
    "insert into platform.organization (eid, name, created_at, updated_at) values ($1, 'Harbour & Hill', $2, $2) on conflict do nothing",
    [eid, demoDate()],
  );
}

async function insertUsers(
  owner: pg.Client,
  organizationEid: string,
  users: readonly (DemoSignIn & { eid: string })[],
): Promise<void> {
  for (const { eid, user, password, firstName, lastName, role, organizationRole } of users) {
    await owner.query(
      `insert into platform."user" (eid, organization_eid, username, email, first_name, last_name, locale, default_timezone,
         role, organization_role, password_hash, is_active, created_at, updated_at)
       values ($1, $2, $3, $3, $4, $5, 'en-US', 'UTC', $6, $7, $8, true, $9, $9) on conflict do nothing`,
      [
        eid,
        organizationEid,
        user,
        firstName,
        lastName,
        role,
        organizationRole,
        await hashPassword(password, systemRandom),
        demoDate(),
      ],
    );
  }
}

/** What the organization pays with, and two invoices. */
async function insertBilling(
  owner: pg.Client,
  organizationEid: string,
  advertisableEid: string,
  newEid: () => string,
): Promise<void> {
  await owner.query("set app.organization = '*'");
  for (const [type, label, isDefault] of [
    ["CARD", "Card ending in 4242", true],
    ["INVOICE", "Bank transfer within 30 days", false],
  ] as const) {
    await owner.query(
      `insert into platform.billing_method (organization_eid, eid, type, label, is_default, currency, is_active, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'USD', true, $6, $6) on conflict do nothing`,
      [organizationEid, newEid(), type, label, isDefault, demoDate()],
    );
  }
  for (const { number, start, end, status, serving, service } of [
    { number: "2023-06", start: "2023-06-01", end: "2023-06-30", status: "PAID", serving: "980.25", service: "49.00" },
    { number: "2023-07", start: "2023-07-01", end: "2023-07-31", status: "OPEN", serving: "1012.40", service: "49.00" },
  ]) {
    const lines = [
      { advertisableEid, campaignEid: null, description: "Advertising served", amount: serving },
      { advertisableEid: null, campaignEid: null, description: "Platform service", amount: service },
    ];
    await owner.query(
      `insert into platform.invoice (organization_eid, eid, number, period_start, period_end, currency, amount, status, lines, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'USD', $6::numeric + $7::numeric, $8, $9, $10, $10) on conflict do nothing`,
      [organizationEid, newEid(), number, start, end, serving, service, status, JSON.stringify(lines), demoDate()],
    );
  }
  await owner.query("reset app.organization");
}

async function ensureAdvertisable(gateway: Gateway, viewer: Viewer, name: string, url: string): Promise<string> {
  const asker = { viewer, requestId: "demo" };
  const found = await gateway.ask(
    "query Find($name: String!) { advertisables(filter: { name: { eq: $name } }) { nodes { eid } } }",
    { name },
    asker,
  );
  const known = eidOf(found, ["advertisables", "nodes", "0", "eid"]);
  if (known !== null) return known;
  const created = await gateway.ask(
    "mutation Create($input: CreateAdvertisableInput!) { createAdvertisable(input: $input) { advertisable { eid } } }",
    { input: { name, url } },
    asker,
  );
  const eid = eidOf(created, ["createAdvertisable", "advertisable", "eid"]);
  if (eid === null) throw new Error(`the demo's advertisable could not be created: ${JSON.stringify(created.errors)}`);
  return eid;
}

function eidOf(response: EngineResponse, keys: readonly string[]): string | null {
  let value: unknown = response.data;
  for (const key of keys) value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === "string" ? value : null;
}
