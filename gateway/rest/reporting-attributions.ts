import type { Clock } from "../../lib/clock.js";
import { RANGE_POLICIES } from "../../lib/date-range.js";
import { legacyAmount } from "./legacy-format.js";
import {
  NAMED_DECLARATIONS,
  NAMED_SELECTION,
  type NamedObjects,
  namedVariables,
  requireNamed,
} from "./named-objects.js";
import { choices, eids, flag, type Input, someEids, keptTexts } from "./parameter.js";
import {
  BREAKDOWN_DECLARATIONS,
  breakdownResults,
  breakdowns,
  breakdownVariables,
  reportParameters,
} from "./report-parameters.js";
import { graphRange, rangeParameters } from "./report-range.js";
import { defineExport, defineRoute, EXPORT_PAGE, type Method, type RestRoute } from "./route.js";

const weightParameters = {
  apply_weights: flag(
    "Whether precise_* and *_revenue are multiplied by the conversions' weights; false when not given (own decision).",
    false,
  ),
  provide_unweighted_values: flag(
    "Whether unweighted_* with the same values before weights stand beside them; false when not given (own decision).",
    false,
  ),
};

/** What says which attributions a report is about. */
export const attributionParameters = {
  ...reportParameters,
  campaign_eids: eids("Only attributions to these campaigns."),
  adgroup_eids: eids("Only attributions to these ad groups."),
  ad_eids: eids("Only attributions to these ads."),
  segment_eids: eids("Only conversions that these segments count."),
  networks: keptTexts("Only attributions to touchpoints on these networks."),
  inventory_sources: keptTexts("Only attributions to touchpoints from these sources of inventory."),
  product_type: choices("Only attributions to touchpoints of these products: RT, PR, SR.", ["RT", "PR", "SR"]),
};

const parameters = { ...attributionParameters, ...weightParameters };
const jsonParameters = { ...parameters, breakdowns };

export type AttributionInputs = Input<typeof attributionParameters>;

/** The variables that every operation on attributions has. */
export function attributionVariables(input: AttributionInputs, clock: Clock) {
  return {
    advertisable: input.advertisable_eid,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    currency: input.currency,
    filter: {
      campaignEids: input.campaign_eids,
      adGroupEids: input.adgroup_eids,
      adEids: input.ad_eids,
      segmentEids: input.segment_eids,
      networks: input.networks,
      inventorySources: input.inventory_sources,
      productTypes: input.product_type,
    },
    ...namedVariables(attributionNames(input)),
  };
}

/** The objects that a request on attributions names. */
export function attributionNames(input: AttributionInputs): NamedObjects {
  return {
    campaigns: input.campaign_eids,
    adGroups: input.adgroup_eids,
    ads: input.ad_eids,
    segments: input.segment_eids,
  };
}

export const ATTRIBUTION_DECLARATIONS = `$advertisable: ID!, $range: DateRangeInput!, $currency: CurrencyCode!, $filter: AttributionFilter, ${NAMED_DECLARATIONS}`;
const FIELD = "attributions(range: $range, currency: $currency, filter: $filter, applyWeights: $applyWeights)";
const METRICS = `fragment Metrics on AttributionMetrics {
    viewThroughs clickThroughs assists preciseViewThroughs preciseClickThroughs preciseAssists
    viewRevenue { amount exactAmount } clickRevenue { amount exactAmount } assistRevenue { amount exactAmount }
    unweighted @include(if: $unweighted) {
      preciseViewThroughs preciseClickThroughs preciseAssists
      viewRevenue { amount exactAmount } clickRevenue { amount exactAmount } assistRevenue { amount exactAmount }
    }
  }`;

interface Amount {
  amount: string;
  exactAmount: string;
}

interface Credits {
  preciseViewThroughs: string;
  preciseClickThroughs: string;
  preciseAssists: string;
  viewRevenue: Amount;
  clickRevenue: Amount;
  assistRevenue: Amount;
}

interface Metrics extends Credits {
  viewThroughs: number;
  clickThroughs: number;
  assists: number;
  unweighted?: Credits;
}

function creditsRow(credits: Credits) {
  return {
    precise_view_throughs: Number(credits.preciseViewThroughs),
    precise_click_throughs: Number(credits.preciseClickThroughs),
    precise_assists: Number(credits.preciseAssists),
    view_revenue: legacyAmount(credits.viewRevenue),
    click_revenue: legacyAmount(credits.clickRevenue),
    assist_revenue: legacyAmount(credits.assistRevenue),
  };
}

function row({ viewThroughs, clickThroughs, assists, unweighted, ...credits }: Metrics) {
  return {
    view_throughs: viewThroughs,
    click_throughs: clickThroughs,
    assists,
    ...creditsRow(credits),
    ...(unweighted !== undefined &&
      Object.fromEntries(Object.entries(creditsRow(unweighted)).map(([name, value]) => [`unweighted_${name}`, value]))),
  };
}

interface AttributionsData {
  advertisable: {
    attributions: {
      summary?: Metrics;
      byDate?: { date: string; metrics: Metrics }[];
      byEntity?: { nodes: { entity: string; metrics: Metrics }[] };
    } | null;
  } | null;
}

function attributionsRoute(method: Method, path: string, level: string, description: string): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: `/reportsvc/v1/attributions/${path}`,
    permission: "report.read",
    description,
    parameters: jsonParameters,
    operation: `query Attributions(${ATTRIBUTION_DECLARATIONS}, ${BREAKDOWN_DECLARATIONS}, $applyWeights: Boolean!, $unweighted: Boolean!, $after: String, $firstPage: Boolean!) {
      advertisable(eid: $advertisable) { ${FIELD} {
        ... @include(if: $firstPage) {
          summary @include(if: $summary) { ...Metrics }
          byDate @include(if: $date) { date metrics { ...Metrics } }
        }
        byEntity(level: ${level}, first: 1000, after: $after) @include(if: $entity) { nodes { entity metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
      ${NAMED_SELECTION}
    } ${METRICS}`,
    connection: "advertisable.attributions.byEntity",
    variables: (input, clock) => ({
      ...attributionVariables(input, clock),
      ...breakdownVariables(input.breakdowns),
      applyWeights: input.apply_weights,
      unweighted: input.provide_unweighted_values,
    }),
    body: (data: AttributionsData, input) => {
      requireNamed(data, attributionNames(input), [input.advertisable_eid]);
      const { summary, byDate, byEntity } = data.advertisable?.attributions ?? {};
      const report = {
        ...(summary !== undefined && { summary }),
        ...(byEntity !== undefined && { entity: byEntity.nodes }),
        ...(byDate !== undefined && { date: byDate }),
      };
      return breakdownResults(report, row);
    },
  });
}

const METRIC_COLUMNS = [
  "view_throughs",
  "click_throughs",
  "assists",
  "precise_view_throughs",
  "precise_click_throughs",
  "precise_assists",
  "view_revenue",
  "click_revenue",
  "assist_revenue",
];

/** The cells of METRIC_COLUMNS, exact, so that a column adds up to the summary (own decision). */
function cells(metrics: Omit<Metrics, "unweighted">): (string | number)[] {
  return [
    metrics.viewThroughs,
    metrics.clickThroughs,
    metrics.assists,
    metrics.preciseViewThroughs,
    metrics.preciseClickThroughs,
    metrics.preciseAssists,
    metrics.viewRevenue.exactAmount,
    metrics.clickRevenue.exactAmount,
    metrics.assistRevenue.exactAmount,
  ];
}

const EXACT_METRICS = `fragment Metrics on AttributionMetrics {
    viewThroughs clickThroughs assists preciseViewThroughs preciseClickThroughs preciseAssists
    viewRevenue { amount exactAmount } clickRevenue { amount exactAmount } assistRevenue { amount exactAmount }
  }`;

const { provide_unweighted_values: _unweighted, ...exportParameters } = parameters;

interface Row {
  date: string;
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
  segmentEid: string;
  inventorySource: string;
  ad: { name: string; status: string } | null;
  metrics: Metrics;
}

interface ExportData {
  advertisable: { attributions: { rows: { nodes: Row[] } } | null } | null;
}

interface ExportKind {
  method: Method;
  path: string;
  fileName: string;
  description: string;
  /** The graph's AttributionRowKey, and what is asked of a row besides its day and metrics. */
  by: string;
  fields: string;
  columns: readonly string[];
  key: (row: Row) => (string | number)[];
}

function exportRoute(kind: ExportKind): RestRoute {
  return defineExport({
    area: "reporting",
    method: kind.method,
    path: `/reportsvc/v1/attributions/${kind.path}`,
    permission: "report.read",
    description: kind.description,
    parameters: exportParameters,
    operation: `query AttributionExport(${ATTRIBUTION_DECLARATIONS}, $applyWeights: Boolean!, $after: String, $firstPage: Boolean!) {
      advertisable(eid: $advertisable) { ${FIELD} {
        rows(first: ${EXPORT_PAGE}, after: $after, by: ${kind.by}) { nodes { date ${kind.fields} metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
      ${NAMED_SELECTION}
    } ${EXACT_METRICS}`,
    connection: "advertisable.attributions.rows",
    variables: (input, clock) => ({ ...attributionVariables(input, clock), applyWeights: input.apply_weights }),
    csv: { fileName: kind.fileName, columns: ["date", "advertisable_eid", ...kind.columns, ...METRIC_COLUMNS] },
    rows: (data: ExportData, input) => {
      requireNamed(data, attributionNames(input), [input.advertisable_eid]);
      return (data.advertisable?.attributions?.rows.nodes ?? []).map((each) => [
        each.date,
        input.advertisable_eid,
        ...kind.key(each),
        ...cells(each.metrics),
      ]);
    },
  });
}

const someAdvertisables = someEids("");

const bulkParameters = {
  ...rangeParameters,
  apply_weights: weightParameters.apply_weights,
  advertisable_eids: {
    ...someAdvertisables,
    description: "EIDs of advertisables, one a line or joined by commas; the body is this text alone.",
    read: (raw: readonly unknown[]) => {
      const items = raw
        .flat()
        .flatMap((item): unknown[] =>
          typeof item === "string" ? item.split(/[\r\n,]/).filter((part) => part.trim() !== "") : [item],
        );
      // Separators alone name nobody.
      return someAdvertisables.read(items.length === 0 ? [""] : items);
    },
  },
};

/** Advertisables of one page: their days of the longest range are what one statement may answer. */
const BULK_PAGE = 25;

interface BulkData {
  advertisables: { nodes: { eid: string; attributions: { byDate: { date: string; metrics: Metrics }[] } | null }[] };
}

const bulkExport = defineExport({
  area: "reporting",
  method: "POST",
  path: "/reportsvc/v1/attributions/bulk/rollup/export",
  permission: "report.read",
  description:
    "Attributions of several advertisables as CSV, one row a day for each, days without any as zeros. The body is a text (text/plain, or a JSON string); the range may stand in the query. Decisions, section 5.",
  parameters: bulkParameters,
  textBody: "advertisable_eids",
  operation: `query BulkAttributions($advertisables: [String!]!, $range: DateRangeInput!, $currency: CurrencyCode!, $applyWeights: Boolean!, $after: String, $firstPage: Boolean!, ${NAMED_DECLARATIONS}) {
    advertisables(first: ${BULK_PAGE}, after: $after, filter: { eid: { in: $advertisables }, isActive: { in: [true, false] } }) {
      nodes { eid attributions(range: $range, currency: $currency, applyWeights: $applyWeights) { byDate { date metrics { ...Metrics } } } }
      pageInfo { hasNextPage endCursor }
    }
    ${NAMED_SELECTION}
  } ${EXACT_METRICS}`,
  connection: "advertisables",
  variables: (input, clock) => ({
    advertisables: input.advertisable_eids,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    currency: input.currency,
    applyWeights: input.apply_weights,
    ...namedVariables({ advertisables: input.advertisable_eids }),
  }),
  csv: { fileName: "attributions-rollup.csv", columns: ["date", "advertisable_eid", ...METRIC_COLUMNS] },
  rows: (data: BulkData, input) => {
    requireNamed(data, { advertisables: input.advertisable_eids });
    return data.advertisables.nodes.flatMap(({ eid, attributions }) =>
      (attributions?.byDate ?? []).map(({ date, metrics }) => [date, eid, ...cells(metrics)]),
    );
  },
});

function getAndPost(path: string, level: string, description: string): RestRoute[] {
  return [attributionsRoute("GET", path, level, description), attributionsRoute("POST", path, level, description)];
}

export const ATTRIBUTION_ROUTES: readonly RestRoute[] = [
  ...getAndPost("advertisable", "ADVERTISABLE", "Attributions of an advertisable. Document 3, part B."),
  ...getAndPost("campaign", "CAMPAIGN", "Attributions by campaign. Document 3, part B."),
  ...getAndPost("adgroup", "AD_GROUP", "Attributions by ad group. Document 3, part B."),
  ...getAndPost("ad", "AD", "Attributions by ad. Document 3, part B."),
  ...getAndPost(
    "segment",
    "SEGMENT",
    "Attributions by the segment that counts the conversion; the empty entity is where none does (own decision). Document 3, part B.",
  ),
  attributionsRoute(
    "POST",
    "wca-placement",
    "INVENTORY_SOURCE",
    "Attributions by placement, which is the source of inventory within a social network (own decision). Document 3, part B.",
  ),
  exportRoute({
    method: "GET",
    path: "export",
    fileName: "attributions.csv",
    description:
      "Attributions day by day, ad by ad and segment by segment as CSV; name and status are the ad's. Decisions, section 5.",
    by: "AD",
    fields: "campaignEid adGroupEid adEid segmentEid ad { name status }",
    columns: ["campaign_eid", "adgroup_eid", "ad_eid", "segment_eid", "name", "status"],
    key: (each) => [
      each.campaignEid,
      each.adGroupEid,
      each.adEid,
      each.segmentEid,
      each.ad?.name ?? "",
      each.ad?.status.toLowerCase() ?? "",
    ],
  }),
  exportRoute({
    method: "POST",
    path: "wca-placement/export",
    fileName: "attributions-by-placement.csv",
    description: "Attributions day by day and placement by placement as CSV. Decisions, section 5.",
    by: "INVENTORY_SOURCE",
    fields: "inventorySource",
    columns: ["placement"],
    key: (each) => [each.inventorySource],
  }),
  bulkExport,
];
