import type pg from "pg";
import { DateTime } from "luxon";

/** Any number that no other program takes on this server: loaders make partitions one after the other. */
const PARTITION_LOCK = 4_091_528_847;

/**
 * Makes the month partitions of a table of facts that the days (YYYY-MM-DD) need, in the caller's transaction.
 *
 * A partition is made by itself and then attached, since `partition of` would lock readers out of all
 * deliveries until the transaction ends, and attaching does not.
 */
export async function createPartitions(owner: pg.Client, days: readonly string[], facts = "delivery"): Promise<void> {
  for (const month of await claimMonths(owner, days, facts)) {
    await owner.query(`create table ${partitionOf(facts, month)} (like reporting.${facts} including all)`);
    await attachPartition(owner, facts, month);
  }
}

/**
 * The months (YYYY-MM) of the days that have no partition yet. Until the caller's transaction ends no other loader makes one.
 */
export async function claimMonths(owner: pg.Client, days: readonly string[], facts: string): Promise<string[]> {
  const months = [...new Set(days.map(monthOf))];
  if ((await missingPartitions(owner, facts, months)).length === 0) return [];
  await owner.query("select pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
  // Another loader may have made them while this one waited.
  return await missingPartitions(owner, facts, months);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/**
 * Makes the partitions of claimed months out of the rows that `fill` inserts into the table that it is given. They
 * get their indexes when the rows are there: a row at a time those take several times as long.
 */
export async function fillPartitions<T>(
  owner: pg.Client,
  facts: string,
  months: readonly string[],
  fill: (table: string) => Promise<T>,
): Promise<T> {
  const filled = `reporting.new_${facts}`;
  const like = `(like reporting.${facts} including defaults including constraints)`;
  await owner.query(`create table ${filled} ${like} partition by range (day)`);
  for (const month of months) {
    await owner.query(`
      create table ${partitionOf(facts, month)} ${like};
      alter table ${filled} attach partition ${partitionOf(facts, month)} for values ${boundsOf(month)}`);
  }
  const result = await fill(filled);
  for (const month of months) {
    await owner.query(`alter table ${filled} detach partition ${partitionOf(facts, month)}`);
    await attachPartition(owner, facts, month);
  }
  await owner.query(`drop table ${filled}`);
  return result;
}

async function attachPartition(owner: pg.Client, facts: string, month: string): Promise<void> {
  const partition = partitionOf(facts, month);
  // Row-level security without a policy: its rows are reached through the whole table only.
  await owner.query(`
    alter table ${partition} enable row level security, force row level security;
    alter table reporting.${facts} attach partition ${partition} for values ${boundsOf(month)}`);
}

function boundsOf(month: string): string {
  const first = DateTime.fromISO(`${month}-01`, { zone: "utc" });
  return `from ('${first.toISODate()}') to ('${first.plus({ months: 1 }).toISODate()}')`;
}

async function missingPartitions(owner: pg.Client, facts: string, months: readonly string[]): Promise<string[]> {
  // Not to_regclass(), which may remember from before the lock that there is none.
  const { rows } = await owner.query<{ relname: string }>(
    "select relname from pg_catalog.pg_class where relnamespace = 'reporting'::regnamespace and relname = any($1::text[])",
    [months.map((month) => nameOf(facts, month))],
  );
  const present = new Set(rows.map((row) => row.relname));
  return months.filter((month) => !present.has(nameOf(facts, month)));
}

function nameOf(facts: string, month: string): string {
  return `${facts}_${month.replace("-", "_")}`;
}

function partitionOf(facts: string, month: string): string {
  return `reporting.${nameOf(facts, month)}`;
}
