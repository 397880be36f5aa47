import type pg from "pg";
import { claimMonths, fillPartitions, monthOf } from "./delivery-partitions.js";

/** Rows that are to be written to a table of facts, one a key. */
export interface FactRows {
  /** The table in the schema `reporting`. */
  table: string;
  /** The columns of its key in its order, but for the advertisable. */
  keys: readonly string[];
  /** The columns that a key's values are in. */
  values: readonly string[];
  /** One of the values; what it was before is kept in `changed_fact` as `old_value`. */
  old?: string;
  /**
   * SELECT of the rows of the days $2, with all those columns, by whatever names, in the order keys, values, and sorted by
   * them; it may have the advertisable as $1 and the currency as $3.
   */
  batch: string;
}

export interface FactsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
}

/** What was written where: the facts of days that the advertisable had none of are all new. */
export interface WrittenDays extends FactsWritten {
  newDays: string[];
  /** Days whose written rows are in `changed_fact`; when there are none there is no such table. */
  oldDays: string[];
}

/**
 * Writes rows of an advertisable to a table of facts, whose partitions it makes as the days need them: the values of a key
 * that is there already are replaced, and a key whose values are the same is left alone. The caller holds the lock under
 * which alone they are written, so that what is not there when it is looked for can be inserted: ON CONFLICT would take
 * several times as long. Rows go in by the order of the key, in which indexes grow fastest.
 */
export async function writeFacts(
  owner: pg.Client,
  facts: FactRows,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<WrittenDays> {
  const months = new Set(await claimMonths(owner, days, facts.table));
  const placed = Map.groupBy(days, (day) => months.has(monthOf(day)));
  const oldDays = await daysWithFacts(owner, facts, advertisable.eid, placed.get(false) ?? []);
  const known = new Set(oldDays);
  const between = (placed.get(false) ?? []).filter((day) => !known.has(day));

  const written = await mergeFacts(owner, facts, advertisable, oldDays);
  written.inserted += await insertFacts(owner, facts, `reporting.${facts.table}`, advertisable, between);
  const first = placed.get(true) ?? [];
  if (first.length > 0) {
    written.inserted += await fillPartitions(owner, facts.table, [...months], (table) =>
      insertFacts(owner, facts, table, advertisable, first),
    );
  }
  return { ...written, newDays: [...between, ...first], oldDays };
}

/** Those of the days in which the advertisable has facts; days of a month with facts where the key finds no single day. */
async function daysWithFacts(
  owner: pg.Client,
  { table, keys }: FactRows,
  advertisableEid: string,
  days: readonly string[],
): Promise<string[]> {
  if (days.length === 0) return [];
  const isByDay = keys[0] === "day";
  const asked = isByDay ? days : [...new Set(days.map((day) => `${monthOf(day)}-01`))];
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from unnest($2::date[]) as asked (day)
     where exists (
       select from reporting.${table} f where f.advertisable_eid = $1 and f.day >= asked.day
         and f.day < (asked.day + interval '1 ${isByDay ? "day" : "month"}')::date
     )`,
    [advertisableEid, asked],
  );
  const found = new Set(rows.map(({ day }) => day));
  return days.filter((day) => found.has(isByDay ? day : `${monthOf(day)}-01`));
}

/** Parameters that a statement does not need must stand somewhere in it. */
const GIVEN = "given as (select $1::text, $2::date[], $3::text)";

/** Inserts the rows of days of which the advertisable has none. */
async function insertFacts(
  owner: pg.Client,
  { keys, values, batch }: FactRows,
  target: string,
  { eid, currency }: { eid: string; currency: string },
  days: readonly string[],
): Promise<number> {
  if (days.length === 0) return 0;
  const all = [...keys, ...values].join(", ");
  const { rowCount } = await owner.query(
    `with ${GIVEN} insert into ${target} (advertisable_eid, ${all}) select $1, b.* from (${batch}) b`,
    [eid, days, currency],
  );
  return rowCount ?? 0;
}

/** Inserts or updates the rows of days of which the advertisable has some. */
async function mergeFacts(
  owner: pg.Client,
  { table, keys, values, old, batch }: FactRows,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<FactsWritten> {
  if (days.length === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  const target = `reporting.${table}`;
  const all = [...keys, ...values].join(", ");
  const onKey = keys.map((column) => `f.${column} = b.${column}`).join(" and ");
  const oldValue = old === undefined ? "null::text" : `f.${old}`;
  await owner.query(`
    drop table if exists changed_fact;
    create temporary table changed_fact on commit drop as
      select ${all}, false as is_known, ${oldValue} as old_value from ${target} f limit 0`);
  const { rows } = await owner.query<{ all: string; changed: string; known: string }>(
    `with ${GIVEN}, batch (${all}) as materialized (${batch}), changed as (
       insert into changed_fact (${all}, is_known, old_value)
       select ${[...keys, ...values].map((column) => `b.${column}`).join(", ")}, f.advertisable_eid is not null, ${oldValue}
       from batch b left join ${target} f on f.advertisable_eid = $1 and f.day = any($2::date[]) and ${onKey}
       where f.advertisable_eid is null
         or (${values.map((column) => `f.${column}`).join(", ")}) is distinct from (${values.map((column) => `b.${column}`).join(", ")})
       returning is_known
     ) select (select count(*) from batch)::text as all, count(*)::text as changed, (count(*) filter (where is_known))::text as known from changed`,
    [advertisable.eid, days, advertisable.currency],
  );
  const [counts] = rows;
  const known = Number(counts?.known);
  const inserted = Number(counts?.changed) - known;
  if (inserted > 0) {
    await owner.query(
      `insert into ${target} (advertisable_eid, ${all})
       select $1, ${all} from changed_fact where not is_known order by ${keys.join(", ")}`,
      [advertisable.eid],
    );
  }
  if (known > 0) {
    await owner.query("analyze changed_fact");
    await owner.query(
      `update ${target} f set ${values.map((column) => `${column} = b.${column}`).join(", ")}
       from changed_fact b where f.advertisable_eid = $1 and f.day = any($2::date[]) and ${onKey} and b.is_known`,
      [advertisable.eid, days],
    );
  }
  return { inserted, updated: known, unchanged: Number(counts?.all) - Number(counts?.changed) };
}
