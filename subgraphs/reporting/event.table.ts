import type pg from "pg";
import { type FactColumn, typeOf } from "./fact.rules.js";
import { type WrittenDays, writeFacts } from "./write-facts.table.js";

/** A table of single events; what names an event is its key, and the day of its time is a part of that. */
export interface EventTable {
  /** Its name in the schema `reporting`. */
  name: "touchpoint" | "conversion";
  /** Its columns besides the advertisable, the currency and the ad; those of the key in its order. */
  columns: readonly FactColumn[];
  /** Whether its rows name ads, by the columns campaign, adGroup and ad of the file. */
  hasAds: boolean;
  /** Statement that marks the conversions of the advertisable $1 that events may change the credit of. */
  due: (events: string) => string;
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

/** Creates the table of one load, which ends with its transaction. */
export async function createEventStage(owner: pg.Client, table: EventTable): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  const typed = table.columns.map(
    (each) => `${each.column} ${typeOf(each)}${typeOf(each) === "text" ? ' collate "C"' : ""} not null`,
  );
  const ad = table.hasAds ? ['ad_key text collate "C" not null'] : [];
  await owner.query(`
    create temporary table ${EVENT_STAGE} (line bigint not null, ${[...ad, ...typed].join(", ")}) on commit drop`);
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

/** Writes the staged rows, of those with one key the last; see `writeFacts`. */
export async function upsertEvents(
  owner: pg.Client,
  table: EventTable,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<WrittenDays> {
  const { keys, values } = columnsOf(table);
  const key = keys.join(", ");
  return await writeFacts(
    owner,
    {
      table: table.name,
      keys,
      values: ["currency", ...values],
      old: timeOf(table),
      batch: `select distinct on (${key}) ${[...keys, "$3::text", ...values].join(", ")}
        from ${EVENT_STAGE} ${table.hasAds ? "join staged_ad using (ad_key)" : ""}
        where day = any($2::date[]) order by ${key}, line desc`,
    },
    advertisable,
    days,
  );
}

function timeOf({ columns }: EventTable): string {
  const time = columns.find(({ kind }) => kind === "time");
  if (time === undefined) throw new TypeError("events have a time");
  return time.column;
}

/** Marks the conversions that have to be attributed anew after what was written. */
export async function markDue(
  owner: pg.Client,
  table: EventTable,
  advertisableEid: string,
  { newDays, oldDays }: WrittenDays,
): Promise<void> {
  const columns = [...columnsOf(table).keys, timeOf(table)].join(", ");
  if (newDays.length > 0) {
    const events = `select ${columns}, null::timestamptz as old_time from ${EVENT_STAGE} where day = any($2::date[])`;
    await owner.query(table.due(events), [advertisableEid, newDays]);
  }
  if (oldDays.length > 0) {
    const events = `select ${columns}, old_value as old_time from changed_fact where day = any($2::date[])`;
    await owner.query(table.due(events), [advertisableEid, oldDays]);
  }
}

/** Lets the planner know what came into the months of the days, of what attribution looks events up by. */
export async function analyzeEvents(owner: pg.Client, table: EventTable, days: readonly string[]): Promise<void> {
  const months = new Set(days.map((day) => day.slice(0, 7).replace("-", "_")));
  for (const month of months)
    await owner.query(`analyze reporting.${table.name}_${month} (advertisable_eid, day, cookie, ${timeOf(table)})`);
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
  due: (events) => `
    insert into reporting.attribution_due (advertisable_eid, day, conversion)
    select c.advertisable_eid, c.day, c.conversion
    from (
      select cookie, min(least(occurred_at, old_time)) as first, max(greatest(occurred_at, old_time)) as last
      from (${events}) event group by 1
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
  due: (events) => `
    insert into reporting.attribution_due (advertisable_eid, day, conversion)
    select $1, day, conversion from (${events}) event
    on conflict do nothing`,
};
