import type pg from "pg";
import { type FactColumn, typeOf } from "./fact.rules.js";

/** A table of single events; what names an event is its key, and the day of its time is a part of that. */
export interface EventTable {
  /** Its name in the schema `reporting`. */
  name: "touchpoint" | "conversion";
  /** Its columns besides the advertisable, the currency and the ad; those of the key in its order. */
  columns: readonly FactColumn[];
  /** Whether its rows name ads, by the columns campaign, adGroup and ad of the file. */
  hasAds: boolean;
  /** Statement that marks the conversions of the advertisable $1 that `changed_event` may change the credit of. */
  due: string;
}

/** Days before a conversion in which touchpoints can count: the longest window that an advertisable may have. */
export const MAX_WINDOW_DAYS = 540;

export const EVENT_STAGE = "staged_event";

const AD_EIDS = ["campaign_eid", "ad_group_eid", "ad_eid"];

function columnsOf({ columns, hasAds }: EventTable): { keys: string[]; values: string[] } {
  return {
    keys: columns.filter(({ isKey }) => isKey).map(({ column }) => column),
    values: [...columns.filter(({ isKey }) => !isKey).map(({ column }) => column), ...(hasAds ? AD_EIDS : [])],
  };
}

/** Creates the tables of one load, which end with its transaction. */
export async function createEventStage(owner: pg.Client, table: EventTable): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  const typed = table.columns.map(
    (each) => `${each.column} ${typeOf(each)}${typeOf(each) === "text" ? ' collate "C"' : ""} not null`,
  );
  const ad = table.hasAds ? ['ad_key text collate "C" not null'] : [];
  const eids = table.hasAds ? AD_EIDS.map((column) => `${column} text`) : [];
  await owner.query(`
    create temporary table ${EVENT_STAGE} (line bigint not null, ${[...ad, ...typed].join(", ")}) on commit drop;
    create temporary table changed_event (${[...typed, ...eids].join(", ")}, old_time timestamptz) on commit drop`);
}

/** Only one load of events of an advertisable, or its attribution, writes at a time; held until the transaction ends. */
export async function lockEvents(owner: pg.Client, advertisableEid: string): Promise<void> {
  await owner.query("select pg_advisory_xact_lock(hashtextextended('reporting.attribution ' || $1, 0))", [
    advertisableEid,
  ]);
}

/** The days of the staged rows, ascending. */
export async function stagedEventDays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from (select distinct day from ${EVENT_STAGE}) days order by days.day`,
  );
  return rows.map((row) => row.day);
}

export interface EventsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Writes the staged rows, of those with one key the last: an event that is there already gets their values,
 * one whose values are the same is left alone. What was written is in `changed_event`.
 */
export async function upsertEvents(
  owner: pg.Client,
  table: EventTable,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<EventsWritten> {
  const { keys, values } = columnsOf(table);
  const all = [...keys, ...values];
  const time = timeOf(table);
  const onKey = keys.map((column) => `f.${column} = b.${column}`).join(" and ");
  const { rows } = await owner.query<{ all: string; changed: string; updated: string }>(
    `with batch as materialized (
       select distinct on (${keys.join(", ")}) ${all.join(", ")}
       from ${EVENT_STAGE} ${table.hasAds ? "join staged_ad using (ad_key)" : ""} order by ${keys.join(", ")}, line desc
     ), changed as (
       insert into changed_event (${all.join(", ")}, old_time)
       select ${all.map((column) => `b.${column}`).join(", ")}, f.${time}
       from batch b left join reporting.${table.name} f on f.advertisable_eid = $1 and f.day = any($2::date[]) and ${onKey}
       where (${["currency", ...values].map((column) => `f.${column}`).join(", ")})
         is distinct from (${["$3::text", ...values.map((column) => `b.${column}`)].join(", ")})
       returning old_time
     ) select (select count(*) from batch)::text as all, count(*)::text as changed, count(old_time)::text as updated from changed`,
    [advertisable.eid, days, advertisable.currency],
  );
  const [counts] = rows;
  const updated = Number(counts?.updated);
  // Under the lock nobody else can insert them; ON CONFLICT would take twice the time. In the index's order it is faster still.
  await owner.query(
    `insert into reporting.${table.name} (advertisable_eid, currency, ${all.join(", ")})
     select $1, $2, ${all.join(", ")} from changed_event where old_time is null order by ${keys.join(", ")}`,
    [advertisable.eid, advertisable.currency],
  );
  if (updated > 0) {
    await owner.query(
      `update reporting.${table.name} f set currency = $2, ${values.map((column) => `${column} = b.${column}`).join(", ")}
       from changed_event b where f.advertisable_eid = $1 and f.day = any($3::date[]) and ${onKey} and b.old_time is not null`,
      [advertisable.eid, advertisable.currency, days],
    );
  }
  return {
    inserted: Number(counts?.changed) - updated,
    updated,
    unchanged: Number(counts?.all) - Number(counts?.changed),
  };
}

function timeOf({ columns }: EventTable): string {
  const time = columns.find(({ kind }) => kind === "time");
  if (time === undefined) throw new TypeError("events have a time");
  return time.column;
}

/** Marks the conversions that have to be attributed anew. */
export async function markDue(owner: pg.Client, { due }: EventTable, advertisableEid: string): Promise<void> {
  await owner.query(due, [advertisableEid]);
}

/** Lets the planner know what came into the months of the days. */
export async function analyzeEvents(owner: pg.Client, { name }: EventTable, days: readonly string[]): Promise<void> {
  const months = new Set(days.map((day) => day.slice(0, 7).replace("-", "_")));
  for (const month of months) await owner.query(`analyze reporting.${name}_${month}`);
}

const key = { isKey: true } as const;
const value = { isKey: false } as const;
const DAY: FactColumn = { header: "time", column: "day", kind: "dayOfTime", ...key };
const COOKIE: FactColumn = { header: "cookie", column: "cookie", kind: "name", ...key };

export const TOUCHPOINTS: EventTable = {
  name: "touchpoint",
  hasAds: true,
  columns: [
    COOKIE,
    DAY,
    { header: "touchpoint", column: "touchpoint", kind: "name", ...key },
    { header: "time", column: "occurred_at", kind: "time", ...value },
    { header: "kind", column: "kind", kind: "touch", ...value },
    { header: "productType", column: "product_type", kind: "product", ...value },
    { header: "network", column: "network", kind: "label", absent: "", ...value },
    { header: "inventorySource", column: "inventory_source", kind: "label", absent: "", ...value },
    { header: "domain", column: "domain", kind: "domain", absent: "", ...value },
    { header: "cost", column: "cost", kind: "amount", absent: "0", ...value },
  ],
  due: `
    insert into reporting.attribution_due (advertisable_eid, day, conversion)
    select c.advertisable_eid, c.day, c.conversion
    from (
      select cookie, min(least(occurred_at, old_time)) as first, max(greatest(occurred_at, old_time)) as last
      from changed_event group by 1
    ) e join reporting.conversion c on c.advertisable_eid = $1 and c.cookie = e.cookie
      and c.converted_at >= e.first and c.converted_at <= e.last + interval '${MAX_WINDOW_DAYS} days'
    on conflict do nothing`,
};

export const CONVERSIONS: EventTable = {
  name: "conversion",
  hasAds: false,
  columns: [
    DAY,
    { header: "conversion", column: "conversion", kind: "name", ...key },
    { ...COOKIE, ...value },
    { header: "time", column: "converted_at", kind: "time", ...value },
    { header: "type", column: "conversion_type", kind: "label", absent: "", ...value },
    { header: "segment", column: "segment_eid", kind: "optionalEid", absent: "", ...value },
    { header: "value", column: "value", kind: "amount", absent: "0", ...value },
    { header: "weight", column: "weight", kind: "weight", absent: "1", ...value },
    { header: "deviceIdType", column: "device_id_type", kind: "label", absent: "", ...value },
    { header: "country", column: "country", kind: "label", absent: "", ...value },
    { header: "city", column: "city", kind: "label", absent: "", ...value },
    { header: "referrer", column: "referrer", kind: "note", absent: "", ...value },
    { header: "externalData", column: "external_data", kind: "note", absent: "", ...value },
    { header: "ip", column: "ip", kind: "label", absent: "", ...value },
  ],
  due: `
    insert into reporting.attribution_due (advertisable_eid, day, conversion)
    select $1, day, conversion from changed_event
    on conflict do nothing`,
};
