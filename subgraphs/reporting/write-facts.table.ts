import type pg from "pg";

/** Rows that are to be written to a table of facts, one a key. */
export interface FactRows {
  /** The table in the schema `reporting`. */
  table: string;
  /** The columns of its key in its order, but for the advertisable. */
  keys: readonly string[];
  /** The columns that a key's values are in. */
  values: readonly string[];
  /**
   * SELECT of all those columns, by whatever names, in the order keys, values; it may have the advertisable as $1, the
   * days as $2 and the currency as $3.
   */
  batch: string;
}

export interface FactsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Writes rows of an advertisable to a table of facts: the values of a key that is there already are replaced, and a key
 * whose values are the same is left alone. The caller holds the lock under which alone they are written, so that what
 * is not there when it is looked for can be inserted: ON CONFLICT would take several times as long. Rows go in by
 * the order of the key, in which indexes grow fastest.
 */
export async function writeFacts(
  owner: pg.Client,
  { table, keys, values, batch }: FactRows,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<FactsWritten> {
  const target = `reporting.${table}`;
  const all = [...keys, ...values].join(", ");
  const onKey = keys.map((column) => `f.${column} = b.${column}`).join(" and ");
  const given = [advertisable.eid, days, advertisable.currency];
  // Parameters that a statement does not need must stand somewhere in it.
  const parameters = "given as (select $1::text, $2::date[], $3::text)";
  await owner.query(`
    drop table if exists changed_fact;
    create temporary table changed_fact on commit drop as select ${all}, false as is_known from ${target} limit 0`);
  const { rows } = await owner.query<{ all: string; changed: string; known: string }>(
    `with ${parameters}, batch (${all}) as materialized (${batch}), changed as (
       insert into changed_fact (${all}, is_known)
       select ${[...keys, ...values].map((column) => `b.${column}`).join(", ")}, f.advertisable_eid is not null
       from batch b left join ${target} f on f.advertisable_eid = $1 and f.day = any($2::date[]) and ${onKey}
       where f.advertisable_eid is null
         or (${values.map((column) => `f.${column}`).join(", ")}) is distinct from (${values.map((column) => `b.${column}`).join(", ")})
       returning is_known
     ) select (select count(*) from batch)::text as all, count(*)::text as changed, (count(*) filter (where is_known))::text as known from changed`,
    given,
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
