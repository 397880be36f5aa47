import type pg from "pg";
import type { RequestContext } from "../../lib/context.js";
import type { Condition } from "../../lib/database.js";
import { badInput } from "../../lib/errors.js";
import { defineLoader } from "../../lib/loader.js";

const TABLE = "platform.currency_rate";

const rateExists = defineLoader<string, true>(async (currencies, context) => {
  const rows = await context.sql.rows<{ currency: string }>(
    `select distinct currency from ${TABLE} where currency = any(?)`,
    [[...currencies]],
  );
  return new Map(rows.map((row) => [row.currency, true]));
});

/**
 * Refuses a currency that there are no rates for; without this check its amounts would be left out silently. RATE_JOINS
 * leave no row of such a currency, so that only a report without rows has to ask.
 */
export async function requireRate(context: RequestContext, currency: string): Promise<void> {
  if ((await rateExists(context, currency)) === null) {
    throw badInput(["currency"], "UNKNOWN_CURRENCY", `There are no exchange rates for the currency ${currency}.`);
  }
}

/** Refuses to load amounts in a currency without rates: they would be left out of every report. */
export async function requireRates(owner: pg.Client, currency: string): Promise<void> {
  const { rowCount } = await owner.query(`select from ${TABLE} where currency = $1 limit 1`, [currency]);
  if (rowCount === 0) {
    throw badInput(
      ["currency"],
      "UNKNOWN_CURRENCY",
      `There are no exchange rates for ${currency}, the advertisable's currency; load currency-rates with it first.`,
    );
  }
}

/** Rows `d` of a table that a report is about, and the currency that their amounts are wanted in. */
export interface Facts {
  /** The table, named `d`, and what it is joined with. */
  from: Condition;
  where: Condition;
  currency: string;
}

/**
 * Joins that bring the rates of the row's day: `source` of the currency that the row is kept in,
 * `target` of the one asked for (its only binding).
 */
export const RATE_JOINS = `
  join ${TABLE} source on source.currency = d.currency and d.day >= source.valid_from and d.day < source.valid_to
  join ${TABLE} target on target.currency = ? and d.day >= target.valid_from and d.day < target.valid_to`;

/** The rate of the row's day, found for each row by itself. */
const rateOf = (currency: string): string =>
  `select per_usd from ${TABLE} where currency = ${currency} and d.day >= valid_from and d.day < valid_to limit 1`;

/**
 * The same joins where the rows come off an index in the order that is wanted and a page takes the first of them: joins of
 * tables would lose the order, and read and sort all that follow.
 */
const RATE_JOINS_IN_ORDER = `cross join lateral (${rateOf("d.currency")}) source cross join lateral (${rateOf("?")}) target`;

/**
 * What an amount of the row's currency is multiplied by. Rounding the factor, not the product, keeps
 * sums exact: whatever way the rows are grouped, the totals agree to the last digit.
 */
export const RATE_FACTOR = "round(target.per_usd / source.per_usd, 12)";

/** FROM and WHERE of the rows, each with the rates of its day; `inOrder` where a page takes the first of them. */
export function withRates({ from, where, currency }: Facts, { inOrder = false } = {}): Condition {
  return {
    sql: `${from.sql} ${inOrder ? RATE_JOINS_IN_ORDER : RATE_JOINS} where ${where.sql}`,
    bindings: [...from.bindings, currency, ...where.bindings],
  };
}

/**
 * FROM of rows `d` that are the sums of a day, a currency and some columns of the rows, with the rates of the day: what a
 * report without order converts, since rows of a day are many and share their rates.
 */
export function summedByDay(
  { from, where, currency }: Facts,
  columns: readonly string[],
  sums: readonly string[],
): Condition {
  const key = [...new Set([...columns, "day", "currency"])].map((column) => `d.${column}`).join(", ");
  return {
    sql: `(select ${[key, ...sums].join(", ")} from ${from.sql} where ${where.sql} group by ${key}) d ${RATE_JOINS}`,
    bindings: [...from.bindings, ...where.bindings, currency],
  };
}
