import type { Clock } from "../../lib/clock.js";
import { RANGE_POLICIES } from "../../lib/date-range.js";
import { badInput } from "../../lib/errors.js";
import { legacyAmount } from "./legacy-format.js";
import { flag, requiredText, keptTexts } from "./parameter.js";
import {
  BREAKDOWN_DECLARATIONS,
  breakdownResults,
  breakdownsOr,
  breakdownVariables,
  reportParameters,
} from "./report-parameters.js";
import { graphRange } from "./report-range.js";
import { defineExport, defineRoute, type Method, type RestRoute } from "./route.js";

const parameters = {
  ...reportParameters,
  attribute_name: requiredText("The attribute of the visitor, such as domain; one name."),
  attribute_values: keptTexts("Only these values of the attribute; all when not given."),
};

const jsonParameters = {
  ...parameters,
  // None is listed for this path, whose documented answer is by day.
  breakdowns: breakdownsOr("date"),
};

const exportParameters = {
  ...parameters,
  use_new_table: flag(
    "Whether the newer of two tables is read. There is one here, so it only allows filter_by_tal (own decision).",
    false,
  ),
  filter_by_tal: flag(
    "Whether only values count that an attribute segment addressed on the day; needs use_new_table.",
    false,
  ),
};

const METRICS = `fragment Metrics on AttributeMetrics {
  isCrossDevice impressionUniques clickUniques pageViews uniqueSiteVisitors conversions conversionUniques engagedVisitors
  conversionRevenue { amount exactAmount }
}`;

interface Metrics {
  isCrossDevice: boolean;
  impressionUniques: number;
  clickUniques: number;
  pageViews: number;
  uniqueSiteVisitors: number;
  conversions: number;
  conversionUniques: number;
  engagedVisitors: number;
  conversionRevenue: { amount: string; exactAmount: string };
}

const COLUMNS = [
  "is_cross_device",
  "impression_uniques",
  "click_uniques",
  "page_views",
  "unique_site_visitors",
  "conversions",
  "conversion_uniques",
  "engaged_visitors",
  "conversion_revenue",
] as const;

function row(metrics: Metrics) {
  return {
    is_cross_device: metrics.isCrossDevice,
    impression_uniques: metrics.impressionUniques,
    click_uniques: metrics.clickUniques,
    page_views: metrics.pageViews,
    unique_site_visitors: metrics.uniqueSiteVisitors,
    conversions: metrics.conversions,
    conversion_uniques: metrics.conversionUniques,
    engaged_visitors: metrics.engagedVisitors,
    conversion_revenue: legacyAmount(metrics.conversionRevenue),
  };
}

/** The cells of COLUMNS; a column of exact amounts adds up to the summary. */
function cells(metrics: Metrics): (string | number)[] {
  const record = { ...row(metrics), conversion_revenue: metrics.conversionRevenue.exactAmount };
  return COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === "boolean" ? String(value) : value;
  });
}

interface Inputs {
  advertisable_eid: string;
  start_date: string | undefined;
  end_date: string | undefined;
  past_days: number | undefined;
  attribute_name: string;
  attribute_values: string[] | undefined;
}

function commonVariables(input: Inputs, clock: Clock) {
  return {
    advertisable: input.advertisable_eid,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    attribute: input.attribute_name,
    values: input.attribute_values,
  };
}

const DECLARATIONS = "$advertisable: ID!, $range: DateRangeInput!, $attribute: String!, $values: [String!]";

interface AttributeData {
  advertisable: {
    attributeMetrics: {
      summary?: Metrics;
      byDate?: { date: string; metrics: Metrics }[];
      byValue?: { nodes: { value: string; metrics: Metrics }[] };
    } | null;
  } | null;
}

function attributeRoute(method: Method): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: "/reportsvc/v1/attributes-metrics/advertisable",
    permission: "report.read",
    description:
      "What visitors with an attribute did, by day; with breakdowns also together (summary) and by value (entity) (own decision). Document 3, part B.",
    parameters: jsonParameters,
    operation: `query AttributeMetrics(${DECLARATIONS}, $currency: CurrencyCode!, ${BREAKDOWN_DECLARATIONS}, $after: String, $firstPage: Boolean!) {
      advertisable(eid: $advertisable) { attributeMetrics(range: $range, currency: $currency, attribute: $attribute, values: $values) {
        ... @include(if: $firstPage) {
          summary @include(if: $summary) { ...Metrics }
          byDate @include(if: $date) { date metrics { ...Metrics } }
        }
        byValue(first: 1000, after: $after) @include(if: $entity) { nodes { value metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
    } ${METRICS}`,
    connection: "advertisable.attributeMetrics.byValue",
    variables: (input, clock) => ({
      ...commonVariables(input, clock),
      currency: input.currency,
      ...breakdownVariables(input.breakdowns),
    }),
    body: ({ advertisable }: AttributeData) => {
      const { summary, byValue, byDate } = advertisable?.attributeMetrics ?? {};
      const report = {
        ...(summary !== undefined && { summary }),
        ...(byValue !== undefined && {
          entity: byValue.nodes.map(({ value, metrics }) => ({ entity: value, metrics })),
        }),
        ...(byDate !== undefined && { date: byDate }),
      };
      return breakdownResults(report, row);
    },
  });
}

interface RowsData {
  advertisable: {
    attributeMetrics: { rows: { nodes: { date: string; value: string; metrics: Metrics }[] } } | null;
  } | null;
}

/** Exports carry exact amounts, as those of deliveries do. */
const dailyExport = defineExport({
  area: "reporting",
  method: "GET",
  path: "/reportsvc/v1/attributes-metrics/export",
  permission: "report.read",
  description:
    "What visitors with an attribute did, day by day and value by value, as CSV; those recognised on another device have rows of their own. Document 3, part B, and decisions, section 5.",
  parameters: exportParameters,
  operation: `query AttributeExport(${DECLARATIONS}, $targetedOnly: Boolean!, $currency: CurrencyCode!, $after: String) {
    advertisable(eid: $advertisable) { attributeMetrics(range: $range, currency: $currency, attribute: $attribute, values: $values, targetedOnly: $targetedOnly) {
      rows(first: 1000, after: $after) { nodes { date value metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
    } }
  } ${METRICS}`,
  connection: "advertisable.attributeMetrics.rows",
  variables: (input, clock) => ({
    ...commonVariables(input, clock),
    currency: input.currency,
    targetedOnly: targetedOnly(input),
  }),
  csv: {
    fileName: "attribute-metrics.csv",
    columns: ["date", "advertisable_eid", "attribute_name", "attribute_value", ...COLUMNS],
  },
  rows: ({ advertisable }: RowsData, input) =>
    (advertisable?.attributeMetrics?.rows.nodes ?? []).map(({ date, value, metrics }) => [
      date,
      input.advertisable_eid,
      input.attribute_name,
      value,
      ...cells(metrics),
    ]),
});

const { currency: _currency, ...aggregatedParameters } = exportParameters;

const aggregatedExport = defineExport({
  area: "reporting",
  method: "GET",
  path: "/reportsvc/v1/attributes-metrics/aggregated/export",
  permission: "report.read",
  description:
    "What visitors with an attribute did over all days, value by value, as CSV; amounts in USD. Unique visitors are those of the days added up (own decision). Document 3, part B, and decisions, section 5.",
  parameters: aggregatedParameters,
  operation: `query AggregatedAttributeExport(${DECLARATIONS}, $targetedOnly: Boolean!, $after: String) {
    advertisable(eid: $advertisable) { attributeMetrics(range: $range, attribute: $attribute, values: $values, targetedOnly: $targetedOnly) {
      byValue(first: 1000, after: $after) { nodes { value metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
    } }
  } ${METRICS}`,
  connection: "advertisable.attributeMetrics.byValue",
  variables: (input, clock) => ({ ...commonVariables(input, clock), targetedOnly: targetedOnly(input) }),
  csv: {
    fileName: "attribute-metrics-aggregated.csv",
    columns: ["advertisable_eid", "attribute_name", "attribute_value", ...COLUMNS],
  },
  rows: ({ advertisable }: AttributeData, input) =>
    (advertisable?.attributeMetrics?.byValue?.nodes ?? []).map(({ value, metrics }) => [
      input.advertisable_eid,
      input.attribute_name,
      value,
      ...cells(metrics),
    ]),
});

function targetedOnly(input: { use_new_table: boolean; filter_by_tal: boolean }): boolean {
  if (input.filter_by_tal && !input.use_new_table)
    throw badInput(["filter_by_tal"], "NOT_AVAILABLE", "filter_by_tal needs use_new_table=true.");
  return input.filter_by_tal;
}

export const ATTRIBUTE_METRICS_ROUTES: readonly RestRoute[] = [
  attributeRoute("GET"),
  attributeRoute("POST"),
  dailyExport,
  aggregatedExport,
];
