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
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  if ((await missingPartitions(owner, facts, months)).length === 0) return;
  await owner.query("select pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
  // Another loader may have made them while this one waited.
  for (const month of await missingPartitions(owner, facts, months)) {
    const table = `reporting.${partitionOf(facts, month)}`;
    const first = DateTime.fromISO(`${month}-01`, { zone: "utc" });
    // Row-level security without a policy: its rows are reached through the whole table only.
    await owner.query(`
      create table ${table} (like reporting.${facts} including all);
      alter table ${table} enable row level security, force row level security;
      alter table reporting.${facts} attach partition ${table} for values from ('${first.toISODate()}') to ('${first.plus({ months: 1 }).toISODate()}')`);
  }
}

async function missingPartitions(owner: pg.Client, facts: string, months: readonly string[]): Promise<string[]> {
  // Not to_regclass(), which may remember from before the lock that there is none.
  const { rows } = await owner.query<{ relname: string }>(
    "select relname from pg_catalog.pg_class where relnamespace = 'reporting'::regnamespace and relname = any($1::text[])",
    [months.map((month) => partitionOf(facts, month))],
  );
  const present = new Set(rows.map((row) => row.relname));
  return months.filter((month) => !present.has(partitionOf(facts, month)));
}

function partitionOf(facts: string, month: string): string {
  return `${facts}_${month.replace("-", "_")}`;
}
