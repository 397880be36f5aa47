import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DELIVERIES_FILE, ingest, MAPPING_FILE, RATES_FILE } from "../kit/ingest.js";
import { createShops, type Shops } from "../kit/shops.js";

const PLAIN = "date,ad,campaign,adGroup,impressions,clicks,cost,reportedConversions\n";

let shops: Shops;
/** A fresh advertisable for each test. */
let advertisable: string;

beforeAll(async () => {
  shops = await createShops();
  await run(["currency-rates", RATES_FILE]);
});
afterAll(async () => {
  await shops.db.drop();
});
beforeEach(async () => {
  advertisable = await shops.newShop("USD");
});

async function run(argv: readonly string[], input?: string): Promise<{ code: number; out: string }> {
  return await ingest(shops.db.url, argv, input);
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

async function ingestReal(): Promise<{ code: number; out: string }> {
  return await run([
    "deliveries",
    DELIVERIES_FILE,
    "--advertisable",
    advertisable,
    "--mapping",
    MAPPING_FILE,
    "--create-entities",
  ]);
}

async function totals() {
  const { data } = await shops.ask<{
    advertisable: {
      deliveries: { summary: Metrics };
      campaigns: { nodes: { externalId: string; deliveries: { summary: Metrics } }[] };
    };
  }>(TOTALS, { eid: advertisable });
  const row = ({ impressions, clicks, cost }: Metrics) => [impressions, clicks, cost.amount];
  return {
    all: row(data.advertisable.deliveries.summary),
    ...Object.fromEntries(
      data.advertisable.campaigns.nodes.map((campaign) => [campaign.externalId, row(campaign.deliveries.summary)]),
    ),
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
  expect(first).toMatchObject({
    code: 0,
    out: "1143 rows read; 1143 deliveries inserted, 0 updated, 0 unchanged, on 31 days.",
  });
  expect(await totals()).toEqual(REAL_TOTALS);

  const again = await ingestReal();
  expect(again).toMatchObject({
    code: 0,
    out: "1143 rows read; 0 deliveries inserted, 0 updated, 1143 unchanged, on 31 days.",
  });
  expect(await totals()).toEqual(REAL_TOTALS);
});

test("flags say what a mapping file says, and standard input is a file", async () => {
  const csv = "Day;x,Ad,C,G,I,K,Cost,Conv\n02/01/2024,a,c,g,10,1,0.5,0\n";
  const args = ["deliveries", "-", "--advertisable", advertisable, "--create-entities", "--date-format", "dd/MM/yyyy"];
  const columns = [
    "date=Day;x",
    "ad=Ad",
    "campaign=C",
    "adGroup=G",
    "impressions=I",
    "clicks=K",
    "cost=Cost",
    "reportedConversions=Conv",
  ];
  const { code, out } = await run(
    [...args, ...columns.flatMap((column) => ["--column", column]), "--constant", "network=x=y"],
    csv,
  );
  expect(out).toContain("1 deliveries inserted");
  expect(code).toBe(0);
  const { rows } = await shops.db.owner.query(
    "select day::text, network, impressions::int from reporting.delivery where advertisable_eid = $1",
    [advertisable],
  );
  expect(rows).toEqual([{ day: "2024-01-02", network: "x=y", impressions: 10 }]);
});

test("without --create-entities unknown ads are bad rows, and nothing is created", async () => {
  const args = ["deliveries", "-", "--advertisable", advertisable];
  const csv = `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n2024-01-01,b,c,g,1,1,1,0\n`;
  const { code, out } = await run(args, csv);
  expect(code).toBe(1);
  expect(out).toBe(
    "line 2: there is no ad a in the ad group g of the campaign c\nline 3: there is no ad b in the ad group g of the campaign c\n2 of 2 rows are bad; nothing was loaded. --skip-bad loads the others.",
  );
  expect(
    (await shops.db.owner.query("select from entities.ad where advertisable_eid = $1", [advertisable])).rowCount,
  ).toBe(0);

  await run([...args, "--create-entities"], `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n`);
  const skipped = await run([...args, "--skip-bad"], csv);
  expect(skipped).toMatchObject({ code: 0 });
  expect(skipped.out).toContain("2 rows read, 1 bad ones skipped; 0 deliveries inserted, 0 updated, 1 unchanged");
});

test("with --create-entities a file with bad rows creates nothing", async () => {
  const { code } = await run(
    ["deliveries", "-", "--advertisable", advertisable, "--create-entities"],
    `${PLAIN}2024-01-01,a,c,g,1,1,1,0\nnonsense,b,c,g,1,1,1,0\n`,
  );
  expect(code).toBe(1);
  expect(
    (await shops.db.owner.query("select from entities.ad where advertisable_eid = $1", [advertisable])).rowCount,
  ).toBe(0);
});

test("created objects name the loader in their audit rows", async () => {
  await run(
    ["deliveries", "-", "--advertisable", advertisable, "--create-entities"],
    `${PLAIN}2024-01-01,a,c,g,1,1,1,0\n`,
  );
  const { rows } = await shops.db.owner.query(
    "select distinct user_eid, action from platform.audit_entry where advertisable_eid = $1 and action = 'importAds'",
    [advertisable],
  );
  expect(rows).toEqual([{ user_eid: "INGESTAAAAAAAAAAAAAAAA", action: "importAds" }]);
});

test("an ad group of another campaign refuses the file by name", async () => {
  const args = ["deliveries", "-", "--advertisable", advertisable, "--create-entities"];
  await run(args, `${PLAIN}2024-01-01,a,c1,g,1,1,1,0\n`);
  const { code, out } = await run(args, `${PLAIN}2024-01-02,a,c2,g,1,1,1,0\n`);
  expect(code).toBe(1);
  expect(out).toContain("The ad group g (");
});
