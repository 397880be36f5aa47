import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ingest, RATES_FILE } from "../kit/ingest.js";
import { createShops, type Shops } from "../kit/shops.js";

/** `npm run ingest` of touchpoints and conversions, and what a report says afterwards. */
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
  advertisable = await shops.newShop("EUR");
});

async function run(argv: readonly string[], input?: string): Promise<{ code: number; out: string }> {
  return await ingest(shops.db.url, argv, input);
}

async function load(command: string, input: string, ...options: string[]): Promise<{ code: number; out: string }> {
  return await run([command, "-", "--advertisable", advertisable, ...options], input);
}

const TOUCHPOINTS = `time,cookie,touchpoint,kind,productType,campaign,adGroup,ad
2024-02-29T23:00:00-05:00,u,1,click,RT,c,g,a
2024-03-01T05:00:00,u,2,impression,PR,c2,g2,a2
`;
const CONVERSIONS = `time,cookie,conversion,value
2024-03-01T06:00:00,u,x,10
`;

async function clickThroughs(): Promise<unknown> {
  const { data, errors } = await shops.ask<{ advertisable: { attributions: unknown } }>(
    `query ($eid: ID!) { advertisable(eid: $eid) { attributions(currency: "EUR", range: { between: { start: "2024-03-01", endExclusive: "2024-03-02" } }) {
      summary { clickThroughs clickRevenue { amount } } } } }`,
    { eid: advertisable },
  );
  expect(errors).toEqual([]);
  return data.advertisable.attributions;
}

const ONE = { summary: { clickThroughs: 1, clickRevenue: { amount: "10.00" } } };
const NONE = { summary: { clickThroughs: 0, clickRevenue: { amount: "0.00" } } };

test("conversions are attributed as they come, or touchpoints that came late are taken into account", async () => {
  expect(await load("conversions", CONVERSIONS)).toEqual({
    code: 0,
    out: "1 rows read; 1 inserted, 0 updated, 0 unchanged, on 1 days.\n1 conversions attributed.",
  });
  expect(await clickThroughs()).toEqual(NONE);
  expect(await load("touchpoints", TOUCHPOINTS, "--create-entities")).toEqual({
    code: 0,
    out: "2 rows read; 2 inserted, 0 updated, 0 unchanged, on 1 days.\n1 conversions attributed.",
  });
  expect(await clickThroughs()).toEqual(ONE);
  expect(await load("touchpoints", TOUCHPOINTS)).toEqual({
    code: 0,
    out: "2 rows read; 0 inserted, 0 updated, 2 unchanged, on 1 days.\n0 conversions attributed.",
  });
  expect(await clickThroughs()).toEqual(ONE);
});

test("the attribution can be left for later", async () => {
  await load("touchpoints", TOUCHPOINTS, "--create-entities", "--attribute-later");
  expect((await load("conversions", CONVERSIONS, "--attribute-later")).out).not.toContain("attributed");
  expect(await clickThroughs()).toEqual(NONE);
  const attribution = ["attribution", "--advertisable", advertisable];
  expect(await run(attribution)).toEqual({ code: 0, out: "1 conversions attributed." });
  expect(await clickThroughs()).toEqual(ONE);
  expect(await run(attribution)).toEqual({ code: 0, out: "0 conversions attributed." });
});

test("ads that nobody knows are bad rows, and nothing is loaded", async () => {
  const { code, out } = await load("touchpoints", TOUCHPOINTS);
  expect(code).toBe(1);
  expect(out).toContain("line 2: there is no ad a in the ad group g of the campaign c");
  expect(out).toContain("2 of 2 rows are bad; nothing was loaded.");
});

test("a currency that conversions are kept in stays in the rates", async () => {
  await load("touchpoints", TOUCHPOINTS, "--create-entities");
  await load("conversions", CONVERSIONS);
  const { code, out } = await run(["currency-rates", "-"], "date,currency,per_usd\n2020-01-01,USD,1\n");
  expect([code, out]).toEqual([1, expect.stringContaining("EUR")]);
});

test.each<[string, string[], string]>([
  ["touchpoints without a file", ["touchpoints", "--advertisable", "x"], "Name one file"],
  ["conversions without an advertisable", ["conversions", "a"], "--advertisable"],
  [
    "conversions that create entities",
    ["conversions", "a", "--advertisable", "x", "--create-entities"],
    "--create-entities",
  ],
  ["an attribution without an advertisable", ["attribution"], "--advertisable"],
  ["an attribution of a file", ["attribution", "a", "--advertisable", "x"], "a"],
])("exit code 2 for %s, before anything is connected", async (_, argv, message) => {
  const { code, out } = await ingest(new Error("connected"), argv);
  expect([code, out]).toEqual([2, expect.stringContaining(message)]);
});

test("--help documents the columns", async () => {
  expect((await run(["touchpoints", "--help"])).out).toContain("productType (RT retargeting");
  expect((await run(["conversions", "--help"])).out).toContain("weight (what part of it counts");
});
