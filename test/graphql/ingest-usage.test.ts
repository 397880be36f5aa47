import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DELIVERIES_FILE, ingest, MAPPING_FILE, RATES_FILE } from "../kit/ingest.js";
import { createShops, type Shops } from "../kit/shops.js";

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

test.each<[string, string[], string]>([
  ["no command", [], "Say what to load."],
  ["an unknown command", ["deliverys", "x"], 'There is nothing called "deliverys" to load.'],
  ["no file", ["deliveries", "--advertisable", "x"], "Name one file"],
  ["two files", ["deliveries", "a", "b", "--advertisable", "x"], "Name one file"],
  ["no advertisable", ["deliveries", "a"], "--advertisable"],
  ["an unknown option", ["deliveries", "a", "--advertisble", "x"], "--advertisble"],
  [
    "a column without a name",
    ["deliveries", "a", "--advertisable", "x", "--column", "date"],
    "--column takes FIELD=TEXT",
  ],
])("exit code 2 for %s, before anything is connected", async (_, argv, message) => {
  const { code, out } = await ingest(new Error("connected"), argv);
  expect(code).toBe(2);
  expect(out).toContain(message);
});

test("--help explains the program and each command", async () => {
  expect(await run(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("currency-rates") });
  expect(await run(["deliveries", "--help"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("--create-entities"),
  });
});

test("exit code 1 and a plain sentence for what can't be loaded", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "ingest-"));
  const args = (...more: string[]) => ["deliveries", DELIVERIES_FILE, "--advertisable", advertisable, ...more];
  const francs = await shops.newShop("CHF");
  const broken = path.join(folder, "broken.json");
  writeFileSync(broken, "{");
  const cases: [string[], string][] = [
    [
      ["deliveries", DELIVERIES_FILE, "--advertisable", "NOBODY".padEnd(22, "A"), "--mapping", MAPPING_FILE],
      "There is no advertisable NOBODYAAAAAAAAAAAAAAAA",
    ],
    [
      ["deliveries", DELIVERIES_FILE, "--advertisable", francs, "--mapping", MAPPING_FILE],
      "There are no exchange rates for CHF",
    ],
    [
      args(),
      "The file lacks date, ad, campaign, adGroup, impressions, clicks, cost, reportedConversions. The file has the columns Date, ad_id,",
    ],
    [args("--mapping", MAPPING_FILE, "--column", "cost=Price"), "The file lacks Price (cost)."],
    [args("--column", "price=Spent"), "columns can't have price"],
    [args("--mapping", broken), "broken.json is not JSON"],
    [args("--mapping", path.join(folder, "none.json")), "no such file"],
    [["deliveries", path.join(folder, "none.csv"), "--advertisable", advertisable], "no such file"],
    [["deliveries", folder, "--advertisable", advertisable], "EISDIR"],
  ];
  for (const [argv, message] of cases) {
    const { code, out } = await run(argv);
    expect(out).toContain(message);
    expect(code).toBe(1);
  }
  rmSync(folder, { recursive: true });
});

test("a database without tables says how to make them", async () => {
  const url = new URL(shops.db.url);
  url.pathname = "/postgres";
  const answer = await ingest(url.href, ["currency-rates", RATES_FILE]);
  expect(answer).toEqual({ code: 1, out: "The database has no tables yet; npm start makes them." });
});
