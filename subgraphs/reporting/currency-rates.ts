import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type pg from "pg";
import { parseDate } from "../../lib/date-range.js";
import { parseDecimal } from "../../lib/decimal.js";
import { badInput, refuse, type Violation } from "../../lib/errors.js";
import { csvRecords } from "../../lib/csv-records.js";

const COLUMNS = ["date", "currency", "per_usd"] as const;
const HEADER = COLUMNS.join(",");

/** Any number that no other program takes on this server. */
const RATES_LOCK = 4_091_528_848;

/** Problems that are told at most. */
const TOLD = 20;

interface Rate {
  date: string;
  currency: string;
  perUsd: string;
}

/**
 * Replaces all exchange rates by those of a CSV file (`date,currency,per_usd`: from that day on one US
 * dollar buys so many units), in one transaction. A currency's first rate holds for all days before it
 * too, its last one without end. currency-rates.csv beside this file has approximate yearly averages,
 * for demonstration: replace them before amounts matter.
 *
 * @returns the number of rates.
 * @throws BAD_USER_INPUT for bad rows, for a file without USD, and when deliveries are kept in a currency that the
 * file lacks: their amounts would vanish from reports. Nothing changes then.
 */
export async function loadCurrencyRates(owner: pg.Client, file: string | Readable): Promise<number> {
  const rates = await readRates(typeof file === "string" ? createReadStream(file) : file);
  await owner.query("begin isolation level read committed");
  try {
    await owner.query("set local app.advertisables = '*'");
    await owner.query("select pg_advisory_xact_lock($1)", [RATES_LOCK]);
    await requireUsedCurrencies(owner, rates);
    await owner.query("delete from platform.currency_rate");
    await owner.query(
      `insert into platform.currency_rate (currency, valid_from, valid_to, per_usd)
       select currency,
         case when lag(day) over currency_days is null then '-infinity' else day end,
         coalesce(lead(day) over currency_days, 'infinity'),
         per_usd
       from unnest($1::text[], $2::date[], $3::numeric[]) as rate (currency, day, per_usd)
       window currency_days as (partition by currency order by day)`,
      [rates.map((rate) => rate.currency), rates.map((rate) => rate.date), rates.map((rate) => rate.perUsd)],
    );
    await owner.query("commit");
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
  return rates.length;
}

async function requireUsedCurrencies(owner: pg.Client, rates: readonly Rate[]): Promise<void> {
  const { rows } = await owner.query<{ currency: string }>(
    `select currency from reporting.delivery_by_advertisable
     union select currency from reporting.attribution_by_advertisable`,
  );
  const given = new Set(rates.map((rate) => rate.currency));
  const missing = rows.map((row) => row.currency).filter((currency) => !given.has(currency));
  if (missing.length === 0) return;
  throw badInput(
    ["currency"],
    "CURRENCY_IN_USE",
    `There are deliveries or conversions in ${missing.toSorted().join(", ")}; the file must have their rates.`,
  );
}

async function readRates(source: Readable): Promise<Rate[]> {
  const rates = new Map<string, Rate>();
  const problems: Violation[] = [];
  function refuseRow(line: number, reason: string): void {
    problems.push({ path: [line], code: "BAD_ROW", message: `line ${line}: ${reason}.` });
  }

  let header: string | null = null;
  for await (const { line, fields } of csvRecords(source, refuseRow)) {
    if (header === null) {
      header = fields.map((field) => field.trim()).join(",");
      if (header !== HEADER)
        throw badInput([], "COLUMN_MISSING", `The columns must be ${HEADER}; the file has ${header}.`);
      continue;
    }
    const rate = rateOf(fields);
    if (typeof rate === "string") refuseRow(line, rate);
    else if (rates.has(`${rate.currency} ${rate.date}`))
      refuseRow(line, `${rate.currency} has another rate on ${rate.date}`);
    else rates.set(`${rate.currency} ${rate.date}`, rate);
  }
  refuse(problems.slice(0, TOLD));
  const all = [...rates.values()];
  // Every amount is converted by way of the US dollar.
  if (!all.some((rate) => rate.currency === "USD"))
    throw badInput([], "CURRENCY_MISSING", "The file has no rate for USD, which is 1.");
  return all;
}

function rateOf(fields: readonly string[]): Rate | string {
  const [dateText = "", currency = "", perUsd = "", ...more] = fields.map((field) => field.trim());
  const date = parseDate(dateText, "yyyy-MM-dd");
  if (more.length > 0) return `it has ${fields.length} fields, the header ${COLUMNS.length}`;
  if (date === null) return `date "${dateText}" is not a day as YYYY-MM-DD`;
  if (!/^[A-Z]{3}$/.test(currency)) return `currency "${currency}" is not three capital letters`;
  const units = parseDecimal(perUsd);
  if (units === null || !units.gt(0)) return `per_usd "${perUsd}" is not a plain decimal above 0`;
  if (currency === "USD" && !units.eq(1)) return "per_usd of USD is 1";
  return { date, currency, perUsd };
}
