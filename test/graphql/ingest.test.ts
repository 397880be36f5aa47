import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGateway, type Gateway } from "../../gateway/gateway.js";
import { runIngest } from "../../gateway/ingest.js";
import { systemClock } from "../../lib/clock.js";
import { PROJECT_ROOT } from "../../lib/config.js";
import { systemRandom } from "../../lib/eid.js";
import { createLog } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { createDatabase, type TestDatabase } from "../kit/database.js";

const ORGANIZATION = "ORGANIZATION".padEnd(22, "A");
const STAFF: Viewer = { userEid: "STAFF".padEnd(22, "A"), organizationEid: ORGANIZATION, role: "STAFF", advertisables: "ALL", apiClient: null };
const FILE = path.join(PROJECT_ROOT, "test/data/facebook-ad-deliveries-1143.csv");
const MAPPING = path.join(PROJECT_ROOT, "test/data/facebook-ad-deliveries-1143.mapping.json");
const RATES = path.join(PROJECT_ROOT, "subgraphs/reporting/currency-rates.csv");
const PLAIN = "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions\n";

let db: TestDatabase;
let gateway: Gateway;
let folder: string;
/** A fresh advertisable for each test. */
let advertisable: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "ingest-"));
  db = await createDatabase();
  gateway = createGateway({ database: db.database, clock: systemClock, random: systemRandom, log: createLog("silent") });
  await db.owner.query("insert into platform.organization values ($1, 'Organization', now(), now())", [ORGANIZATION]);
  expect(await ingest(["currency-rates", RATES])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  advertisable = await newAdvertisable("USD");
});

async function newAdvertisable(currency: string): Promise<string> {
  const answer = await ask<{ createAdvertisable: { advertisable: { eid: string } } }>(
    `mutation ($currency: CurrencyCode!) { createAdvertisable(input: {name: "Shop", currency: $currency}) { advertisable { eid } } }`,
    { currency },
  );
  return answer.createAdvertisable.advertisable.eid;
}

async function ask<T>(operation: string, variables: Record<string, unknown>): Promise<T> {
  const response = await gateway.ask(operation, variables, { viewer: STAFF, requestId: "test" });
  expect(response.errors).toBeUndefined();
  const data: T = JSON.parse(JSON.stringify(response.data));
  return data;
}

/** Runs the program with arguments and, for `-`, what standard input gives. */
async function ingest(argv: string[], input = ""): Promise<{ code: number; out: string; progress: number[] }> {
  const lines: string[] = [];
  const progress: number[] = [];
  const code = await runIngest(argv, {
    ownerUrl: () => Promise.resolve(db.url),
    output: {
      input: Readable.from([input]),
      print: (line) => lines.push(line),
      warn: (line) => lines.push(line),
      progress: () => ({ update: (done) => progress.push(done), stop: () => {} }),
    },
    logLevel: "silent",
  });
  return { code, out: lines.join("\n"), progress };
}

async function ingestReal(): Promise<{ code: number; out: string }> {
  return await ingest(["deliveries", FILE, "--advertisable", advertisable, "--mapping", MAPPING, "--create-entities"]);
}

const TOTALS = `query ($eid: ID!) { advertisable(eid: $eid) {
  deliveries(range: {between: {start: "2023-08-01", endExclusive: "2023-09-01"}}) {
    summary { impressions clicks cost { amount } reportedConversions }
  }
  campaigns(orderBy: [{field: NAME}]) { nodes { externalId
    deliveries(range: {between: {start: "2023-08-01", endExclusive: "2023-09-01"}}, filter: {networks: ["facebook"]}) { summary { impressions clicks cost { amount } } }
  } }
} }`;

interface Metrics {
  impressions: number;
  clicks: number;
  cost: { amount: string };
}

async function totals() {
  const { advertisable: node } = await ask<{
    advertisable: {
      deliveries: { summary: Metrics };
      campaigns: { nodes: { externalId: string; deliveries: { summary: Metrics } }[] };
    };
  }>(TOTALS, { eid: advertisable });
  const row = ({ impressions, clicks, cost }: Metrics) => [impressions, clicks, cost.amount];
  return {
    all: row(node.deliveries.summary),
    ...Object.fromEntries(node.campaigns.nodes.map((campaign) => [campaign.externalId, row(campaign.deliveries.summary)])),
  };
}

const REAL_TOTALS = {
  "916": [482_925, 113, "149.71"],
  "936": [8_128_187, 1_984, "2893.37"],
  "1178": [204_823_716, 36_068, "55662.15"],
  all: [213_434_828, 38_165, "58705.23"],
};

test("the real file's totals come out exactly, from roll-ups and from facts, and the file again changes nothing", async () => {
  const first = await ingestReal();
  expect(first).toMatchObject({ code: 0, out: "1143 rows read; 1143 deliveries inserted, 0 updated, 0 unchanged, on 31 days." });
  expect(await totals()).toEqual(REAL_TOTALS);

  const again = await ingestReal();
  expect(again).toMatchObject({ code: 0, out: "1143 rows read; 0 deliveries inserted, 0 updated, 1143 unchanged, on 31 days." });
  expect(await totals()).toEqual(REAL_TOTALS);
});

test("flags say what a mapping file says, and standard input is a file", async () => {
  const csv = "Day;x,Ad,C,G,I,K,Cost,Conv\n02/01/2024,a,c,g,10,1,0.5,0\n";
  const args = ["deliveries", "-", "--advertisable", advertisable, "--create-entities", "--date-format", "dd/MM/yyyy"];
  const columns = ["date=Day;x", "ad=Ad", "campaign=C", "adGroup=G", "impressions=I", "clicks=K", "cost=Cost", "reportedConversions=Conv"];
  const { code, out } = await ingest([...args, ...columns.flatMap((column) => ["--column", column]), "--constant", "network=x=y"], csv);
  expect(out).toContain("1 deliveries inserted");
  expect(code).toBe(0);
  const { rows } = await db.owner.query("select day::text, network, impressions::int from reporting.delivery where advertisable_eid = $1", [advertisable]);
  expect(rows).toEqual([{ day: "2024-01-02", network: "x=y", impressions: 10 }]);
});

test("without --create-entities unknown ads are bad rows, and nothing is created", async () => {
  const args = ["deliveries", "-", "--advertisable", advertisable];
  const csv = `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n2024-01-01,b,c,g,1,1,1,0\n`;
  const { code, out } = await ingest(args, csv);
  expect(code).toBe(1);
  expect(out).toBe(
    "line 2: there is no ad a in the ad group g of the campaign c\nline 3: there is no ad b in the ad group g of the campaign c\n2 of 2 rows are bad; nothing was loaded. --skip-bad loads the others.",
  );
  expect((await db.owner.query("select from entities.ad where advertisable_eid = $1", [advertisable])).rowCount).toBe(0);

  await ingest([...args, "--create-entities"], `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n`);
  const skipped = await ingest([...args, "--skip-bad"], csv);
  expect(skipped).toMatchObject({ code: 0 });
  expect(skipped.out).toContain("2 rows read, 1 bad ones skipped; 0 deliveries inserted, 0 updated, 1 unchanged");
});

test("with --create-entities a file with bad rows creates nothing", async () => {
  const { code } = await ingest(["deliveries", "-", "--advertisable", advertisable, "--create-entities"], `${PLAIN}2024-01-01,a,c,g,1,1,1,0\nnonsense,b,c,g,1,1,1,0\n`);
  expect(code).toBe(1);
  expect((await db.owner.query("select from entities.ad where advertisable_eid = $1", [advertisable])).rowCount).toBe(0);
});

test("created objects name the loader in their audit rows", async () => {
  await ingest(["deliveries", "-", "--advertisable", advertisable, "--create-entities"], `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n`);
  const { rows } = await db.owner.query("select distinct user_eid, action from platform.audit_entry where advertisable_eid = $1 and action = 'importAds'", [advertisable]);
  expect(rows).toEqual([{ user_eid: "INGESTAAAAAAAAAAAAAAAA", action: "importAds" }]);
});

test("an ad group of another campaign refuses the file by name", async () => {
  const args = ["deliveries", "-", "--advertisable", advertisable, "--create-entities"];
  await ingest(args, `${PLAIN}2024-01-01,a,c1,g,1,1,1,0\n`);
  const { code, out } = await ingest(args, `${PLAIN}2024-01-02,a,c2,g,1,1,1,0\n`);
  expect(code).toBe(1);
  expect(out).toContain("The ad group g (");
});

test.each<[string, string[], string]>([
  ["no command", [], "Say what to load."],
  ["an unknown command", ["deliverys", "x"], 'There is nothing called "deliverys" to load.'],
  ["no file", ["deliveries", "--advertisable", "x"], "Name one file"],
  ["two files", ["deliveries", "a", "b", "--advertisable", "x"], "Name one file"],
  ["no advertisable", ["deliveries", "a"], "--advertisable"],
  ["an unknown option", ["deliveries", "a", "--advertisble", "x"], "--advertisble"],
  ["a column without a name", ["deliveries", "a", "--advertisable", "x", "--column", "date"], "--column takes FIELD=TEXT"],
])("exit code 2 for %s, before anything is connected", async (_, argv, message) => {
  const lines: string[] = [];
  const code = await runIngest(argv, {
    ownerUrl: () => Promise.reject(new Error("connected")),
    output: { input: Readable.from([]), print: () => {}, warn: (line) => lines.push(line), progress: () => ({ update: () => {}, stop: () => {} }) },
  });
  expect(code).toBe(2);
  expect(lines.join("\n")).toContain(message);
});

test("--help explains the program and each command", async () => {
  expect(await ingest(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("currency-rates") });
  expect(await ingest(["deliveries", "--help"])).toMatchObject({ code: 0, out: expect.stringContaining("--create-entities") });
});

test("exit code 1 and a plain sentence for what can't be loaded", async () => {
  const args = (...more: string[]) => ["deliveries", FILE, "--advertisable", advertisable, ...more];
  const yen = await newAdvertisable("CHF");
  const broken = path.join(folder, "broken.json");
  writeFileSync(broken, "{");
  const cases: [string[], string][] = [
    [["deliveries", FILE, "--advertisable", "NOBODY".padEnd(22, "A"), "--mapping", MAPPING], "There is no advertisable NOBODYAAAAAAAAAAAAAAAA"],
    [["deliveries", FILE, "--advertisable", yen, "--mapping", MAPPING], "There are no exchange rates for CHF"],
    [args(), "The file lacks date, ad, campaign, adGroup, impressions, clicks, cost, reportedConversions. The file has the columns Date, ad_id,"],
    [args("--mapping", MAPPING, "--column", "cost=Price"), "The file lacks Price (cost)."],
    [args("--column", "price=Spent"), "columns can't have price"],
    [args("--mapping", broken), "broken.json is not JSON"],
    [args("--mapping", path.join(folder, "none.json")), "no such file"],
    [["deliveries", path.join(folder, "none.csv"), "--advertisable", advertisable], "no such file"],
    [["deliveries", folder, "--advertisable", advertisable], "EISDIR"],
  ];
  for (const [argv, message] of cases) {
    const { code, out } = await ingest(argv);
    expect(out).toContain(message);
    expect(code).toBe(1);
  }
});

test("a database without tables says how to make them", async () => {
  const lines: string[] = [];
  const url = new URL(db.url);
  url.pathname = "/postgres";
  const code = await runIngest(["currency-rates", RATES], {
    ownerUrl: () => Promise.resolve(url.href),
    output: { input: Readable.from([]), print: () => {}, warn: (line) => lines.push(line), progress: () => ({ update: () => {}, stop: () => {} }) },
  });
  expect({ code, lines }).toEqual({ code: 1, lines: ["The database has no tables yet; npm start makes them."] });
});
