import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type FactColumn, typeOf } from "./fact.rules.js";

/** A table of facts by day, and what is kept of it for reports. */
export interface FactTable {
  /** Its name in the schema `reporting`. */
  name: string;
  /** Its columns besides the advertisable and the currency; the first one is the day. */
  columns: readonly FactColumn[];
  /** Whether its rows have amounts, in the advertisable's currency. */
  hasCurrency: boolean;
  /** Statements that make the roll-ups of the days $2 of the advertisable $1 anew. */
  rollUps: readonly string[];
}

/** Creates the table that the rows of one load are staged in; it ends with the transaction. */
export async function createFactStage(owner: pg.Client, { columns }: FactTable): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  const typed = columns.map((each) => `${each.column} ${typeOf(each)}${typeOf(each) === "text" ? ' collate "C"' : ""}`);
  await owner.query(`create temporary table staged_fact (${typed.join(", ")}) on commit drop`);
}

/** The line of COPY's text format that stages a row. */
export function factLine(values: readonly string[]): string {
  return `${values.map(escaped).join("\t")}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escaped(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/** Stages what `lines` gives, as fast as both sides can and no faster. */
export async function copyFacts(owner: pg.Client, lines: AsyncIterable<string>): Promise<void> {
  await pipeline(lines, owner.query(copyFrom("copy staged_fact from stdin")));
  await owner.query("analyze staged_fact");
}

/** Only one load at a time may write an advertisable's facts of a kind; held until the transaction ends. */
export async function lockFacts(owner: pg.Client, { name }: FactTable, advertisableEid: string): Promise<void> {
  await owner.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`reporting.${name} ${advertisableEid}`]);
}

/** The days of the staged rows, ascending. */
export async function stagedDays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    "select to_char(day, 'YYYY-MM-DD') as day from staged_fact group by staged_fact.day order by staged_fact.day",
  );
  return rows.map((row) => row.day);
}

export interface FactsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Writes the staged rows, those of the same key added up: the values of a key that is there already are
 * replaced, and a key whose values are the same is left alone.
 */
export async function upsertFacts(
  owner: pg.Client,
  table: FactTable,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<FactsWritten> {
  const keys = table.columns.filter((column) => column.isKey).map(({ column }) => column);
  const sums = table.columns.filter((column) => !column.isKey).map(({ column }) => column);
  const values = table.hasCurrency ? ["currency", ...sums] : sums;
  const before = await countFacts(owner, table, advertisable.eid, days);
  // The condition on $2 is always true: a parameter must stand somewhere where the table has no currency.
  const { rows } = await owner.query<{ keys: string; written: string }>(
    `with batch as (
       select ${keys.join(", ")}, ${sums.map((column) => `sum(${column}) as ${column}`).join(", ")}
       from staged_fact group by ${keys.join(", ")}
     ), written as (
       insert into reporting.${table.name} as f (advertisable_eid, ${[...keys, ...values].join(", ")})
       select $1, ${keys.join(", ")}, ${table.hasCurrency ? "$2::text, " : ""}${sums.join(", ")} from batch where $2::text is not null
       on conflict (advertisable_eid, ${keys.join(", ")}) do update set ${values.map((column) => `${column} = excluded.${column}`).join(", ")}
       where (${values.map((column) => `f.${column}`).join(", ")}) is distinct from (${values.map((column) => `excluded.${column}`).join(", ")})
       returning 1
     ) select (select count(*) from batch)::text as keys, (select count(*) from written)::text as written`,
    [advertisable.eid, advertisable.currency],
  );
  const inserted = (await countFacts(owner, table, advertisable.eid, days)) - before;
  const written = Number(rows[0]?.written);
  return { inserted, updated: written - inserted, unchanged: Number(rows[0]?.keys) - written };
}

async function countFacts(
  owner: pg.Client,
  { name }: FactTable,
  advertisableEid: string,
  days: readonly string[],
): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    `select count(*)::text as n from reporting.${name} where advertisable_eid = $1 and day = any($2::date[])`,
    [advertisableEid, days],
  );
  return Number(rows[0]?.n);
}

/** Makes the roll-ups of some days of an advertisable anew from its facts. */
export async function rollUpFacts(
  owner: pg.Client,
  { rollUps }: FactTable,
  advertisableEid: string,
  days: readonly string[],
): Promise<void> {
  for (const statement of rollUps) await owner.query(statement, [advertisableEid, days]);
}

const key = { isKey: true } as const;
const value = { isKey: false } as const;
const DAY: FactColumn = { header: "date", column: "day", kind: "day", ...key };
const OF_DAYS = "where advertisable_eid = $1 and day = any($2::date[])";

export const SITE_VISITS: FactTable = {
  name: "site_visit",
  hasCurrency: true,
  columns: [
    DAY,
    { header: "visitor", column: "visitor", kind: "name", ...key },
    { header: "isTrackable", column: "is_trackable", kind: "flag", absent: "true", ...key },
    { header: "pageViews", column: "page_views", kind: "count", ...value },
    { header: "revenue", column: "revenue", kind: "amount", absent: "0", ...value },
  ],
  rollUps: [
    `delete from reporting.site_metric ${OF_DAYS}`,
    `insert into reporting.site_metric
     select advertisable_eid, day, currency,
       count(*) filter (where is_trackable), coalesce(sum(revenue) filter (where is_trackable), 0),
       count(distinct visitor), sum(revenue)
     from reporting.site_visit ${OF_DAYS} group by 1, 2, 3`,
  ],
};

export const ATTRIBUTE_VISITS: FactTable = {
  name: "attribute_visit",
  hasCurrency: true,
  columns: [
    DAY,
    { header: "attribute", column: "attribute", kind: "name", ...key },
    { header: "value", column: "value", kind: "name", ...key },
    { header: "visitor", column: "visitor", kind: "name", ...key },
    { header: "isCrossDevice", column: "is_cross_device", kind: "flag", absent: "false", ...key },
    { header: "isTargeted", column: "is_targeted", kind: "flag", absent: "false", ...key },
    { header: "impressions", column: "impressions", kind: "count", ...value },
    { header: "clicks", column: "clicks", kind: "count", ...value },
    { header: "pageViews", column: "page_views", kind: "count", ...value },
    { header: "conversions", column: "conversions", kind: "count", ...value },
    { header: "engagements", column: "engagements", kind: "count", absent: "0", ...value },
    { header: "revenue", column: "revenue", kind: "amount", absent: "0", ...value },
  ],
  rollUps: [
    `delete from reporting.attribute_metric ${OF_DAYS}`,
    // Of one value and day a visitor has one row for each pair of flags, so rows are visitors.
    `insert into reporting.attribute_metric
     select advertisable_eid, attribute, day, value, is_cross_device, is_targeted, currency,
       count(*) filter (where impressions > 0), count(*) filter (where clicks > 0), sum(page_views),
       count(*) filter (where page_views > 0), sum(conversions), count(*) filter (where conversions > 0),
       count(*) filter (where engagements > 0), sum(revenue)
     from reporting.attribute_visit ${OF_DAYS} group by 1, 2, 3, 4, 5, 6, 7`,
  ],
};

export const SEGMENT_DELIVERIES: FactTable = {
  name: "segment_delivery",
  hasCurrency: true,
  columns: [
    DAY,
    { header: "segment", column: "segment_eid", kind: "eid", ...key },
    { header: "impressions", column: "impressions", kind: "count", ...value },
    { header: "clicks", column: "clicks", kind: "count", ...value },
    { header: "cost", column: "cost", kind: "amount", ...value },
  ],
  rollUps: [],
};

/** Since when each user is in a segment, by one of the two ways to tell users apart. */
function firstDays(countOn: string, column: string): string {
  return `insert into reporting.segment_member as m (advertisable_eid, segment_eid, count_on, member, first_day)
    select advertisable_eid, segment_eid, '${countOn}', ${column}, min(day)
    from reporting.segment_membership ${OF_DAYS} and ${column} <> '' group by 1, 2, 4
    on conflict (advertisable_eid, segment_eid, count_on, member) do update set first_day = excluded.first_day
    where m.first_day > excluded.first_day`;
}

export const SEGMENT_MEMBERSHIPS: FactTable = {
  name: "segment_membership",
  hasCurrency: false,
  columns: [
    DAY,
    { header: "segment", column: "segment_eid", kind: "eid", ...key },
    { header: "cookie", column: "cookie", kind: "name", ...key },
    { header: "emailDigest", column: "email_digest", kind: "digest", absent: "", ...key },
    { header: "events", column: "events", kind: "count", absent: "1", ...value },
  ],
  rollUps: [
    firstDays("COOKIE", "cookie"),
    firstDays("EMAIL", "email_digest"),
    `delete from reporting.segment_event ${OF_DAYS}`,
    `insert into reporting.segment_event
     select advertisable_eid, day, segment_eid, sum(events) from reporting.segment_membership ${OF_DAYS} group by 1, 2, 3`,
  ],
};
