import type { RequestContext } from "../../lib/context.js";
import type { DateRange } from "../../lib/date-range.js";
import { defineTogether } from "../../lib/read-together.js";
import { type Facts, RATE_FACTOR, summedByDay, withRates } from "./currency-rate.table.js";
import type { DeliveryFilter } from "./deliveries.input.js";
import type { DeliverySums } from "./deliveries.rules.js";
import type { DeliveryLevel } from "./deliveries.type.js";
import {
  agreed,
  breakdownsOf,
  columnFilters,
  firstRows,
  firstRowsByDay,
  visibleRows,
  refuseTooManyDays,
  type RowPage,
  rowsAfter,
  rowsByDay,
} from "./breakdown.report.js";
import { defineRowsAhead } from "./rows-ahead.js";

/** A summary and its breakdowns are one answer. */
const together = defineTogether();

/** What a report asks apart from whose deliveries it is about; equal questions share a statement. */
export interface DeliveryQuestion {
  /** The kind of entity that the report belongs to. */
  scope: "ADVERTISABLE" | "CAMPAIGN" | "AD_GROUP" | "AD" | "DOMAIN";
  advertisableEid: string;
  /** EID of the entity that the report belongs to; of a site its domain. */
  entityEid: string;
  range: DateRange;
  currency: string;
  filter: DeliveryFilter;
  extraCosts: boolean;
}

const LEVEL_COLUMN: Readonly<Record<DeliveryLevel, string>> = {
  ADVERTISABLE: "advertisable_eid",
  CAMPAIGN: "campaign_eid",
  AD_GROUP: "ad_group_eid",
  AD: "ad_eid",
  DOMAIN: "domain",
  INVENTORY_SOURCE: "inventory_source",
};

const FILTER_COLUMN: Readonly<Record<keyof DeliveryFilter, string>> = {
  campaignEids: "campaign_eid",
  adGroupEids: "ad_group_eid",
  adEids: "ad_eid",
  networks: "network",
  inventorySources: "inventory_source",
  domains: "domain",
};

/** The tables of deliveries from the smallest up, each with the columns that it tells apart. */
const TABLES: readonly { table: string; byMonth: boolean; columns: readonly string[] }[] = [
  { table: "reporting.delivery_by_advertisable", byMonth: false, columns: [] },
  { table: "reporting.delivery_by_campaign", byMonth: false, columns: ["campaign_eid"] },
  { table: "reporting.delivery_by_ad_group", byMonth: false, columns: ["campaign_eid", "ad_group_eid"] },
  {
    table: "reporting.delivery",
    byMonth: true,
    columns: ["campaign_eid", "ad_group_eid", "ad_eid", "network", "inventory_source", "domain"],
  },
];

/** FROM and WHERE of a report, without rates: the smallest table that can answer, and all restrictions. */
function facts(context: RequestContext, questions: readonly DeliveryQuestion[], columns: readonly string[]): Facts {
  const question = agreed(questions);
  const scope = LEVEL_COLUMN[question.scope];
  const filters = columnFilters(FILTER_COLUMN, question.filter);
  const needed = new Set([scope, ...columns, ...filters.map(({ column }) => column)]);
  needed.delete("advertisable_eid");
  const table = TABLES.find((candidate) => [...needed].every((column) => candidate.columns.includes(column)));
  if (table === undefined) throw new TypeError("no table of deliveries has these columns");

  const entities = { column: scope, eids: questions.map(({ entityEid }) => entityEid) };
  return {
    from: { sql: `${table.table} d`, bindings: [] },
    currency: question.currency,
    where: visibleRows(context.viewer, questions, { entities, byMonth: table.byMonth, filters }),
  };
}

/** What is summed of the rows of a day before amounts are converted. */
const COLUMN_SUMS = ["impressions", "clicks", "cost", "extra_cost", "reported_conversions"].map(
  (column) => `sum(d.${column}) as ${column}`,
);

function sums(question: DeliveryQuestion): string {
  const cost = question.extraCosts ? "(d.cost + d.extra_cost)" : "d.cost";
  return `sum(d.impressions)::bigint as impressions, sum(d.clicks)::bigint as clicks,
    sum(${cost} * ${RATE_FACTOR}) as cost, sum(d.reported_conversions)::bigint as "reportedConversions"`;
}

/** Questions that differ only in whose deliveries they ask for share one statement; a domain is not one advertisable's. */
const defineBreakdown = breakdownsOf<DeliveryQuestion>({
  entityOf: ({ entityEid }) => entityEid,
  shape: ({ entityEid: _entity, advertisableEid, ...shared }) => [
    shared,
    shared.scope === "DOMAIN" ? advertisableEid : null,
  ],
});

type SummaryRow = DeliverySums & { scopeEid: string };

export const deliverySummary = defineBreakdown<{ question: DeliveryQuestion }, SummaryRow>(
  () => null,
  async (context, questions, { question }) => {
    const from = summedByDay(facts(context, questions, []), [LEVEL_COLUMN[question.scope]], COLUMN_SUMS);
    return await together(context).rows<SummaryRow>(
      `select d.${LEVEL_COLUMN[question.scope]} as "scopeEid", ${sums(question)} from ${from.sql} group by 1`,
      from.bindings,
    );
  },
);

type DateRow = DeliverySums & { scopeEid: string; date: string };

export const deliveryByDate = defineBreakdown<{ question: DeliveryQuestion }, DateRow>(
  () => null,
  async (context, questions, { question }) => {
    refuseTooManyDays(questions);
    const from = summedByDay(facts(context, questions, []), [LEVEL_COLUMN[question.scope]], COLUMN_SUMS);
    return await together(context).rows<DateRow>(
      `select d.${LEVEL_COLUMN[question.scope]} as "scopeEid", d.day as date, ${sums(question)}
       from ${from.sql} group by 1, 2 order by 1, 2`,
      from.bindings,
    );
  },
);

interface EntityKey {
  question: DeliveryQuestion;
  level: DeliveryLevel;
  page: RowPage;
}

type EntityRow = DeliverySums & { scopeEid: string; entity: string };

export const deliveryByEntity = defineBreakdown<EntityKey, EntityRow>(
  ({ level, page }) => [level, page],
  async (context, questions, { question, level, page }) => {
    const scope = `d.${LEVEL_COLUMN[question.scope]}`;
    const column = `d.${LEVEL_COLUMN[level]}`;
    const from = rowsAfter(withRates(facts(context, questions, [LEVEL_COLUMN[level]])), `${column} > ?`, page);
    const columns = `${column} as entity, ${sums(question)}`;
    return await together(context).rows<EntityRow>(
      firstRows(questions, scope, columns, column, `${scope}, ${column}`, from),
      [...from.bindings, page.limit],
    );
  },
);

interface CostliestKey {
  question: DeliveryQuestion;
  level: DeliveryLevel;
  limit: number;
}

/** The entities of a level that cost most. */
export const costliestDeliveries = defineBreakdown<CostliestKey, EntityRow>(
  ({ level, limit }) => [level, limit],
  async (context, questions, { question, level, limit }) => {
    const scope = `d.${LEVEL_COLUMN[question.scope]}`;
    const column = `d.${LEVEL_COLUMN[level]}`;
    const from = withRates(facts(context, questions, [LEVEL_COLUMN[level]]));
    return await together(context).rows<EntityRow>(
      `select * from (
         select "scopeEid", entity, impressions, clicks, cost, "reportedConversions",
           row_number() over (partition by "scopeEid" order by cost desc, entity) as place
         from (select ${scope} as "scopeEid", ${column} as entity, ${sums(question)} from ${from.sql} group by 1, 2) summed
       ) ranked where place <= ? order by "scopeEid", place`,
      [...from.bindings, limit],
    );
  },
);

interface DailyKey {
  question: DeliveryQuestion;
  byDomain: boolean;
  page: RowPage;
}

type DailyRow = DeliverySums & {
  scopeEid: string;
  date: string;
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
  domain: string;
};

const rowsAhead = defineRowsAhead<DailyRow>(({ date, adGroupEid, adEid, domain }) => [date, adGroupEid, adEid, domain]);

export const deliveryRows = defineBreakdown<DailyKey, DailyRow>(
  ({ byDomain, page }) => [byDomain, page],
  async (context, questions, { question, byDomain, page }) => {
    const scope = `d.${LEVEL_COLUMN[question.scope]}`;
    const key = ["d.day", "d.ad_group_eid", "d.ad_eid", ...(byDomain ? ["d.domain"] : [])];
    const given = page.after?.slice(0, key.length) ?? null;
    const condition = `(${key.join(", ")}) > (?::date${", ?".repeat(key.length - 1)})`;
    const columns = `d.ad_group_eid as "adGroupEid", d.ad_eid as "adEid",
      ${byDomain ? "d.domain" : "''::text"} as domain, max(d.campaign_eid) as "campaignEid", ${sums(question)}`;
    if (questions.length === 1) {
      const names = ["adGroupEid", "adEid", "domain"];
      const named = key.slice(1).map((sql, index) => ({ sql, name: names[index] ?? sql }));
      return await rowsAhead(context, JSON.stringify([question, byDomain]), page, async ({ limit }) =>
        rowsByDay(question.range, { limit, after: given }, async (range, part) => {
          const from = rowsAfter(
            withRates(facts(context, [{ ...question, range }], ["ad_eid"]), { inOrder: true }),
            condition,
            part,
          );
          const first = firstRowsByDay(scope, columns, named, from, { range, page: part });
          return await context.sql.rows<DailyRow>(first.sql, first.bindings);
        }),
      );
    }
    const from = rowsAfter(withRates(facts(context, questions, ["ad_eid"])), condition, { ...page, after: given });
    return await context.sql.rows<DailyRow>(
      firstRows(questions, scope, `d.day as date, ${columns}`, key.join(", "), `${scope}, ${key.join(", ")}`, from),
      [...from.bindings, page.limit],
    );
  },
);
