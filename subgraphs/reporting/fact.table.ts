import type pg from "pg";
import { type FactColumn, typeOf } from "./fact.rules.js";
import { type FactsWritten, writeFacts } from "./write-facts.table.js";

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

/** Where the rows of a load are staged. */
export const FACT_STAGE = "staged_fact";

/** Creates the table that the rows of one load are staged in; it ends with the transaction. */
export async function createFactStage(owner: pg.Client, { columns }: FactTable): Promise<void> {
  // The order of text does not matter here, and by bytes it is the fastest.
  const typed = columns.map((each) => `${each.column} ${typeOf(each)}${typeOf(each) === "text" ? ' collate "C"' : ""}`);
  await owner.query(`create temporary table ${FACT_STAGE} (${typed.join(", ")}) on commit drop`);
}

/** Only one load at a time may write an advertisable's facts of a kind; held until the transaction ends. */
export async function lockFacts(owner: pg.Client, { name }: FactTable, advertisableEid: string): Promise<void> {
  await owner.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`reporting.${name} ${advertisableEid}`]);
}

/** The days of the staged rows, ascending. */
export async function stagedDays(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from (select day from ${FACT_STAGE} group by 1) days order by days.day`,
  );
  return rows.map((row) => row.day);
}

/** Writes the staged rows, those of the same key added up; see `writeFacts`. */
export async function upsertFacts(
  owner: pg.Client,
  table: FactTable,
  advertisable: { eid: string; currency: string },
  days: readonly string[],
): Promise<FactsWritten> {
  const keys = table.columns.filter((column) => column.isKey).map(({ column }) => column);
  const sums = table.columns.filter((column) => !column.isKey).map(({ column }) => column);
  const currency = table.hasCurrency ? { values: ["currency"], columns: ["$3::text"] } : { values: [], columns: [] };
  const columns = [...keys, ...currency.columns, ...sums.map((column) => `sum(${column})`)];
  return await writeFacts(
    owner,
    {
      table: table.name,
      keys,
      values: [...currency.values, ...sums],
      batch: `select ${columns.join(", ")} from ${FACT_STAGE} where day = any($2::date[])
        group by ${keys.join(", ")} order by ${keys.join(", ")}`,
    },
    advertisable,
    days,
  );
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

/**
 * Since when each user is in a segment, by one of the two ways to tell users apart. Only one load of an
 * advertisable's memberships runs at a time, so who is not there when looked for can be inserted.
 */
function firstDays(countOn: string, column: string): string {
  const member = `m.advertisable_eid = $1 and m.count_on = '${countOn}' and m.segment_eid = f.segment_eid and m.member = f.member`;
  return `
    with first as (
      select f.segment_eid, f.member, f.first_day, m.first_day as known
      from (
        select segment_eid, ${column} as member, min(day) as first_day
        from reporting.segment_membership ${OF_DAYS} and ${column} <> '' group by 1, 2 order by 1, 2
      ) f left join reporting.segment_member m on ${member}
      where m.first_day is null or m.first_day > f.first_day
    ), earlier as (
      update reporting.segment_member m set first_day = f.first_day from first f where ${member} and f.known is not null
    )
    insert into reporting.segment_member (advertisable_eid, segment_eid, count_on, member, first_day)
    select $1, segment_eid, '${countOn}', member, first_day from first where known is null`;
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
