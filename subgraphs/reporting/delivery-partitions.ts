import type pg from "pg";
import { DateTime } from "luxon";

/** Any number that no other program takes on this server: loaders make partitions one after the other. */
const PARTITION_LOCK = 4_091_528_847;

/**
 * Makes the month partitions that the days (YYYY-MM-DD) need, in the caller's transaction.
 *
 * A partition is made by itself and then attached, since `partition of` would lock readers out of all
 * deliveries until the transaction ends, and attaching does not.
 */
export async function createPartitions(owner: pg.Client, days: readonly string[]): Promise<void> {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  if ((await missingPartitions(owner, months)).length === 0) return;
  await owner.query("select pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
  // Another loader may have made them while this one waited.
  for (const month of await missingPartitions(owner, months)) {
    const table = partitionOf(month);
    const first = DateTime.fromISO(`${month}-01`, { zone: "utc" });
    // Row-level security without a policy: its rows are reached through the whole table only.
    await owner.query(`
      create table ${table} (like reporting.delivery including all);
      alter table ${table} enable row level security, force row level security;
      alter table reporting.delivery attach partition ${table} for values from ('${first.toISODate()}') to ('${first.plus({ months: 1 }).toISODate()}')`);
  }
}

async function missingPartitions(owner: pg.Client, months: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; missing: boolean }>(
    "select name, to_regclass(name) is null as missing from unnest($1::text[]) as name",
    [months.map(partitionOf)],
  );
  const missing = new Set(rows.filter((row) => row.missing).map((row) => row.name));
  return months.filter((month) => missing.has(partitionOf(month)));
}

function partitionOf(month: string): string {
  return `reporting.delivery_${month.replace("-", "_")}`;
}
