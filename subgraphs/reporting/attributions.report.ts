import type { RequestContext } from "../../lib/context.js";
import type { Condition } from "../../lib/database.js";
import type { DateRange } from "../../lib/date-range.js";
import { defineTogether } from "../../lib/read-together.js";
import type { AttributionFilter, AttributionRowKey, AttributionWindows } from "./attributions.input.js";
import type { AttributionSums } from "./attributions.rules.js";
import type { AttributionLevel } from "./attributions.type.js";
import { type Facts, RATE_FACTOR, summedByDay, withRates } from "./currency-rate.table.js";
import {
  agreed,
  breakdownsOf,
  type ColumnFilter,
  columnFilters,
  firstRows,
  firstRowsByDay,
  visibleRows,
  refuseTooManyDays,
  type RowPage,
  rowsAfter,
} from "./breakdown.report.js";
import { defineRowsAhead } from "./rows-ahead.js";

/** A summary and its breakdowns are one answer. */
const together = defineTogether();

/** Days before a conversion in which clicks and impressions count. */
export interface WindowDays {
  click: number;
  view: number;
}

/** What a report asks; questions that are equal but for whose attributions they ask for share a statement. */
export interface AttributionQuestion {
  /** The kind of entity that the report belongs to. */
  scope: Exclude<AttributionLevel, "INVENTORY_SOURCE">;
  advertisableEid: string;
  /** EID of the entity that the report belongs to. */
  entityEid: string;
  range: DateRange;
  currency: string;
  filter: AttributionFilter;
  windows: AttributionWindows;
  /** Whether what is weighted will be read. */
  applyWeights: boolean;
  /** What the windows are for this advertisable. */
  days: WindowDays;
}

const LEVEL_COLUMN: Readonly<Record<AttributionLevel, string>> = {
  ADVERTISABLE: "advertisable_eid",
  CAMPAIGN: "campaign_eid",
  AD_GROUP: "ad_group_eid",
  AD: "ad_eid",
  SEGMENT: "segment_eid",
  INVENTORY_SOURCE: "inventory_source",
};

const FILTER_COLUMN: Readonly<Record<keyof AttributionFilter, string>> = {
  campaignEids: "campaign_eid",
  adGroupEids: "ad_group_eid",
  adEids: "ad_eid",
  segmentEids: "segment_eid",
  networks: "network",
  inventorySources: "inventory_source",
  productTypes: "product_type",
};

/** The roll-ups from the smallest up, each with the columns that it tells apart. */
const TABLES: readonly { table: string; columns: readonly string[] }[] = [
  { table: "reporting.attribution_by_advertisable", columns: ["product_type"] },
  { table: "reporting.attribution_by_campaign", columns: ["product_type", "campaign_eid"] },
  { table: "reporting.attribution_by_ad_group", columns: ["product_type", "campaign_eid", "ad_group_eid"] },
  {
    table: "reporting.attribution_by_ad",
    columns: ["product_type", "campaign_eid", "ad_group_eid", "ad_eid", "segment_eid", "network", "inventory_source"],
  },
];

/** What a filter says of the columns of attributions. */
export function attributionFilters(filter: AttributionFilter): ColumnFilter[] {
  return columnFilters(FILTER_COLUMN, filter);
}

/** Join of rows `d` with their advertisables' windows `w`, which leaves those that count for them. */
export const WINDOW_JOIN = `join unnest(?::text[], ?::integer[], ?::integer[]) w (tenant, click_window, view_window)
  on w.tenant = d.advertisable_eid and d.click_from <= w.click_window and d.click_until > w.click_window
    and d.view_from <= w.view_window`;

/** The bindings of WINDOW_JOIN: each advertisable once, as questions of one statement agree in their kind of windows. */
export function windowBindings(
  questions: readonly { advertisableEid: string; days: WindowDays }[],
): [string[], number[], number[]] {
  const days = new Map(questions.map((question) => [question.advertisableEid, question.days]));
  return [[...days.keys()], [...days.values()].map(({ click }) => click), [...days.values()].map(({ view }) => view)];
}

/** What leaves the rows that count for the windows: a condition where they are the same for all, which the planner knows best. */
function windowsOf(questions: readonly AttributionQuestion[]): { join: Condition; condition: Condition } {
  const nothing = { sql: "", bindings: [] };
  const [first, ...others] = questions.map(({ days }) => days);
  if (first === undefined || others.some(({ click, view }) => click !== first.click || view !== first.view))
    return { join: { sql: WINDOW_JOIN, bindings: windowBindings(questions) }, condition: nothing };
  const sql = "and d.click_from <= ? and d.click_until > ? and d.view_from <= ?";
  return { join: nothing, condition: { sql, bindings: [first.click, first.click, first.view] } };
}

/** FROM and WHERE of a report, without rates: the smallest roll-up that can answer, and all restrictions. */
function facts(context: RequestContext, questions: readonly AttributionQuestion[], columns: readonly string[]): Facts {
  const question = agreed(questions);
  const scope = LEVEL_COLUMN[question.scope];
  const filters = attributionFilters(question.filter);
  const needed = new Set([scope, ...columns, ...filters.map(({ column }) => column)]);
  needed.delete("advertisable_eid");
  const table = TABLES.find((candidate) => [...needed].every((column) => candidate.columns.includes(column)));
  if (table === undefined) throw new TypeError("no roll-up of attributions has these columns");

  const entities = { column: scope, eids: questions.map(({ entityEid }) => entityEid) };
  const where = visibleRows(context.viewer, questions, { entities, byMonth: false, filters });
  const windows = windowsOf(questions);
  return {
    from: { sql: `${table.table} d ${windows.join.sql}`, bindings: windows.join.bindings },
    currency: question.currency,
    where: {
      sql: `${where.sql} ${windows.condition.sql}`,
      bindings: [...where.bindings, ...windows.condition.bindings],
    },
  };
}

const KINDS = [
  { kind: "VIEW_THROUGH", count: "viewThroughs", name: "View" },
  { kind: "CLICK_THROUGH", count: "clickThroughs", name: "Click" },
  { kind: "ASSIST", count: "assists", name: "Assist" },
] as const;

/** What is summed of rows `d`, and in which of the columns that the roll-ups have. */
const MEASURES = [
  { column: "counted", sql: "d.counted", weighted: false },
  { column: "credit", sql: "d.credit", weighted: false },
  { column: "revenue", sql: `d.revenue * ${RATE_FACTOR}`, weighted: false },
  { column: "weighted_credit", sql: "d.weighted_credit", weighted: true },
  { column: "weighted_revenue", sql: `d.weighted_revenue * ${RATE_FACTOR}`, weighted: true },
] as const;

/** The columns of AttributionSums, of rows `d` with rates. Without weights nobody reads what is weighted. */
function sumsOf({ applyWeights }: AttributionQuestion): string {
  const [counted, credit, revenue, weightedCredit, weightedRevenue] = MEASURES;
  return KINDS.flatMap(({ kind, count, name }) => {
    const sum = ({ sql, weighted }: (typeof MEASURES)[number]): string =>
      weighted && !applyWeights ? "0" : `coalesce(sum(${sql}) filter (where d.kind = '${kind}'), 0)`;
    const lower = name.toLowerCase();
    return [
      `${sum(counted)}::bigint as "${count}"`,
      `${sum(credit)} as "${lower}Credit"`,
      `${sum(revenue)} as "${lower}Revenue"`,
      `${sum(weightedCredit)} as "weighted${name}Credit"`,
      `${sum(weightedRevenue)} as "weighted${name}Revenue"`,
    ];
  }).join(", ");
}

/** The rows of a report by day and kind: a sum for each kind would else look at each row for each of them. */
function byDayAndKind(context: RequestContext, questions: readonly AttributionQuestion[], scope: string): Condition {
  const applyWeights = questions.some((question) => question.applyWeights);
  return summedByDay(
    facts(context, questions, []),
    [scope, "kind"],
    MEASURES.filter(({ weighted }) => applyWeights || !weighted).map(({ column }) => `sum(d.${column}) as ${column}`),
  );
}

/** A segment is one advertisable's, so it needs no advertisable to be told apart by. */
const defineBreakdown = breakdownsOf<AttributionQuestion>({
  entityOf: ({ entityEid }) => entityEid,
  shape: ({ entityEid: _entity, advertisableEid: _tenant, days: _days, ...shared }) => shared,
});

type SummaryRow = AttributionSums & { scopeEid: string };

export const attributionSummary = defineBreakdown<{ question: AttributionQuestion }, SummaryRow>(
  () => null,
  async (context, questions, { question }) => {
    const scope = LEVEL_COLUMN[question.scope];
    const from = byDayAndKind(context, questions, scope);
    return await together(context).rows<SummaryRow>(
      `select d.${scope} as "scopeEid", ${sumsOf(question)} from ${from.sql} group by 1`,
      from.bindings,
    );
  },
);

type DateRow = AttributionSums & { scopeEid: string; date: string };

export const attributionByDate = defineBreakdown<{ question: AttributionQuestion }, DateRow>(
  () => null,
  async (context, questions, { question }) => {
    refuseTooManyDays(questions);
    const scope = LEVEL_COLUMN[question.scope];
    const from = byDayAndKind(context, questions, scope);
    return await together(context).rows<DateRow>(
      `select d.${scope} as "scopeEid", d.day as date, ${sumsOf(question)} from ${from.sql} group by 1, 2 order by 1, 2`,
      from.bindings,
    );
  },
);

interface EntityKey {
  question: AttributionQuestion;
  level: AttributionLevel;
  page: RowPage;
}

type EntityRow = AttributionSums & { scopeEid: string; entity: string };

export const attributionByEntity = defineBreakdown<EntityKey, EntityRow>(
  ({ level, page }) => [level, page],
  async (context, questions, { question, level, page }) => {
    const scope = `d.${LEVEL_COLUMN[question.scope]}`;
    const column = `d.${LEVEL_COLUMN[level]}`;
    const from = rowsAfter(withRates(facts(context, questions, [LEVEL_COLUMN[level]])), `${column} > ?`, page);
    return await together(context).rows<EntityRow>(
      firstRows(questions, scope, `${column} as entity, ${sumsOf(question)}`, column, `${scope}, ${column}`, from),
      [...from.bindings, page.limit],
    );
  },
);

/** The columns that daily rows are apart by, besides the day; the campaign is the ad group's. */
const ROW_COLUMNS: Readonly<Record<AttributionRowKey, readonly string[]>> = {
  AD: ["ad_group_eid", "ad_eid", "segment_eid"],
  INVENTORY_SOURCE: ["inventory_source"],
};

interface DailyKey {
  question: AttributionQuestion;
  by: AttributionRowKey;
  page: RowPage;
}

type DailyRow = AttributionSums & {
  scopeEid: string;
  date: string;
  key: string[];
  campaignEid: string | null;
};

const rowsAhead = defineRowsAhead<DailyRow>(({ date, key }) => [date, ...key]);

export const attributionRows = defineBreakdown<DailyKey, DailyRow>(
  ({ by, page }) => [by, page],
  async (context, questions, { question, by, page }) => {
    const scope = `d.${LEVEL_COLUMN[question.scope]}`;
    const columns = ROW_COLUMNS[by];
    const key = ["d.day", ...columns.map((column) => `d.${column}`)];
    const condition = `(${key.join(", ")}) > (?::date${", ?".repeat(columns.length)})`;
    const selected = `array[${key.slice(1).join(", ")}] as key,
      ${by === "AD" ? "max(d.campaign_eid)" : "null::text"} as "campaignEid", ${sumsOf(question)}`;
    if (questions.length === 1) {
      const named = [{ sql: key.slice(1).join(", "), name: "key" }];
      return await rowsAhead(context, JSON.stringify([question, by]), page, async (part) => {
        const from = rowsAfter(withRates(facts(context, questions, columns), { inOrder: true }), condition, part);
        const first = firstRowsByDay(scope, selected, named, from, { range: question.range, page: part });
        return await context.sql.rows<DailyRow>(first.sql, first.bindings);
      });
    }
    const from = rowsAfter(withRates(facts(context, questions, columns)), condition, page);
    return await context.sql.rows<DailyRow>(
      firstRows(questions, scope, `d.day as date, ${selected}`, key.join(", "), `${scope}, ${key.join(", ")}`, from),
      [...from.bindings, page.limit],
    );
  },
);

/** How many columns the key of a daily row has, its day among them. */
export function rowKeyLength(by: AttributionRowKey): number {
  return ROW_COLUMNS[by].length + 1;
}
