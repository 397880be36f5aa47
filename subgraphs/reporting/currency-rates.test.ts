import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../test/kit/database.js";
import { loadCurrencyRates } from "./currency-rates.js";

const HEADER = "date,currency,per_usd\n";

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(async () => {
  await db.drop();
});

async function load(text: string): Promise<number> {
  return await loadCurrencyRates(db.owner, Readable.from([text]));
}

async function rates(): Promise<string[]> {
  const { rows } = await db.owner.query<{ row: string }>(
    "select concat_ws(' ', currency, valid_from, valid_to, per_usd) as row from platform.currency_rate order by currency, valid_from",
  );
  return rows.map(({ row }) => row);
}

test("rates hold from their day up to the next one's, the first for all days before it, the last without end", async () => {
  expect(
    await load(`${HEADER}2024-01-01,EUR,0.92\n2020-01-01,USD,1\n2023-01-01,EUR,0.925\n2025-01-01,EUR,0.886\n`),
  ).toBe(4);
  expect(await rates()).toEqual([
    "EUR -infinity 2024-01-01 0.925",
    "EUR 2024-01-01 2025-01-01 0.92",
    "EUR 2025-01-01 infinity 0.886",
    "USD -infinity infinity 1",
  ]);
});

test("a file replaces the whole set", async () => {
  await load(`${HEADER}2020-01-01,USD,1\n2020-01-01,GBP,0.8\n`);
  expect(await rates()).toEqual(["GBP -infinity infinity 0.8", "USD -infinity infinity 1"]);
});

test("the rates that come with the project cover 2020 to 2026 for six currencies", async () => {
  expect(await loadCurrencyRates(db.owner, path.join(import.meta.dirname, "currency-rates.csv"))).toBe(36);
  const { rows } = await db.owner.query(
    "select currency, count(*)::int as n from platform.currency_rate group by 1 order by 1",
  );
  expect(rows).toEqual(
    ["AUD", "EUR", "GBP", "JPY", "NZD", "USD"].map((currency) => ({ currency, n: currency === "USD" ? 1 : 7 })),
  );
});

test.each([
  [
    "a header that is another one",
    "day,currency,rate\n",
    "The columns must be date,currency,per_usd; the file has day,currency,rate.",
  ],
  ["a date that is none", `${HEADER}2023-02-30,EUR,1\n`, 'line 2: date "2023-02-30" is not a day'],
  ["a currency in small letters", `${HEADER}2023-01-01,eur,1\n`, 'currency "eur"'],
  ["a rate of 0", `${HEADER}2023-01-01,EUR,0\n`, 'per_usd "0" is not a plain decimal above 0'],
  ["a rate with an exponent", `${HEADER}2023-01-01,EUR,1e2\n`, 'per_usd "1e2"'],
  ["a dollar that is not 1", `${HEADER}2023-01-01,USD,1.1\n`, "per_usd of USD is 1"],
  [
    "two rates of one day",
    `${HEADER}2023-01-01,USD,1\n2023-01-01,EUR,1\n2023-01-01,EUR,2\n`,
    "line 4: EUR has another rate on 2023-01-01",
  ],
  ["a field too many", `${HEADER}2023-01-01,EUR,1,2\n`, "it has 4 fields"],
  ["no dollar", `${HEADER}2023-01-01,EUR,1\n`, "no rate for USD"],
  ["an empty file", "", "no rate for USD"],
])("BAD_USER_INPUT for %s, and the rates stay", async (_, text, message) => {
  const before = await rates();
  await expect(load(text)).rejects.toMatchObject({ code: "BAD_USER_INPUT", message: expect.stringContaining(message) });
  expect(await rates()).toEqual(before);
});

test("BAD_USER_INPUT for a file without a currency that deliveries are kept in", async () => {
  await load(`${HEADER}2020-01-01,USD,1\n2020-01-01,GBP,0.8\n`);
  await db.owner.query(
    "insert into reporting.delivery_by_advertisable values ($1, '2023-08-01', 'GBP', 1, 0, 0, 0, 0)",
    ["A".repeat(22)],
  );
  await expect(load(`${HEADER}2020-01-01,USD,1\n`)).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    message: expect.stringContaining("GBP"),
  });
  expect(await rates()).toHaveLength(2);
});

test("a file that does not exist is an error that names it", async () => {
  await expect(loadCurrencyRates(db.owner, "/nowhere/rates.csv")).rejects.toThrow("/nowhere/rates.csv");
});
