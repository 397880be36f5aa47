import type { Clock } from "../../lib/clock.js";
import { RANGE_POLICIES } from "../../lib/date-range.js";
import { legacyAmount } from "./legacy-format.js";
import { eids } from "./parameter.js";
import {
  BREAKDOWN_DECLARATIONS,
  breakdownResults,
  breakdowns,
  breakdownVariables,
  reportParameters,
} from "./report-parameters.js";
import { graphRange } from "./report-range.js";
import { defineExport, defineRoute, type Method, type RestRoute } from "./route.js";

const parameters = { ...reportParameters, segment_eids: eids("Only these segments; all when not given.") };
const jsonParameters = { ...parameters, breakdowns };

interface Inputs {
  advertisable_eid: string;
  start_date: string | undefined;
  end_date: string | undefined;
  past_days: number | undefined;
  currency: string;
  segment_eids: string[] | undefined;
}

function commonVariables(input: Inputs, clock: Clock) {
  return {
    advertisable: input.advertisable_eid,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    currency: input.currency,
    segments: input.segment_eids,
  };
}

const DECLARATIONS = "$advertisable: ID!, $range: DateRangeInput!, $currency: CurrencyCode!, $segments: [ID!]";
const FIELD = "segmentDeliveries(range: $range, currency: $currency, segmentEids: $segments)";
const METRICS = "fragment Metrics on SegmentDeliveryMetrics { impressions clicks cost { amount exactAmount } events }";

interface Metrics {
  impressions: number;
  clicks: number;
  cost: { amount: string; exactAmount: string };
  events: number;
}

interface SegmentData {
  advertisable: {
    segmentDeliveries: {
      summary?: Metrics;
      whole?: Metrics;
      byDate?: { date: string; metrics: Metrics }[];
      bySegment?: { nodes: { segmentEid: string; metrics: Metrics }[] };
    } | null;
  } | null;
}

function deliveryRow({ impressions, clicks, cost }: Metrics) {
  return { impressions, clicks, cost: legacyAmount(cost) };
}

const TOGETHER =
  "summary @include(if: $summary) { ...Metrics } byDate @include(if: $date) { date metrics { ...Metrics } }";

/** How an answer's entities are asked for: the advertisable is the one entity of the first kind, segments those of the other. */
const KINDS = {
  advertisable: {
    operation: `query SegmentDeliveries(${DECLARATIONS}, ${BREAKDOWN_DECLARATIONS}) {
      advertisable(eid: $advertisable) { ${FIELD} { ${TOGETHER} whole: summary @include(if: $entity) { ...Metrics } } }
    } ${METRICS}`,
  },
  segment: {
    operation: `query SegmentDeliveries(${DECLARATIONS}, ${BREAKDOWN_DECLARATIONS}, $after: String, $firstPage: Boolean!) {
      advertisable(eid: $advertisable) { ${FIELD} {
        ... @include(if: $firstPage) { ${TOGETHER} }
        bySegment(first: 1000, after: $after) @include(if: $entity) { nodes { segmentEid metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
    } ${METRICS}`,
    connection: "advertisable.segmentDeliveries.bySegment",
  },
} as const;

function segmentRoute(
  method: Method,
  path: string,
  entity: keyof typeof KINDS,
  row: (metrics: Metrics) => object,
  description: string,
): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: `/reportsvc/v1/${path}`,
    permission: "report.read",
    description,
    parameters: jsonParameters,
    ...KINDS[entity],
    variables: (input, clock) => ({ ...commonVariables(input, clock), ...breakdownVariables(input.breakdowns) }),
    body: ({ advertisable }: SegmentData, input) => {
      const { summary, byDate, bySegment, whole } = advertisable?.segmentDeliveries ?? {};
      const report = {
        ...(summary !== undefined && { summary }),
        ...(bySegment !== undefined && {
          entity: bySegment.nodes.map(({ segmentEid, metrics }) => ({ entity: segmentEid, metrics })),
        }),
        ...(whole !== undefined && { entity: [{ entity: input.advertisable_eid, metrics: whole }] }),
        ...(byDate !== undefined && { date: byDate }),
      };
      return breakdownResults(report, row);
    },
  });
}

interface RowsData {
  advertisable: {
    segmentDeliveries: { rows: { nodes: { date: string; segmentEid: string; metrics: Metrics }[] } } | null;
  } | null;
}

const exportRoute = defineExport({
  area: "reporting",
  method: "GET",
  path: "/reportsvc/v1/segment-deliveries/export",
  permission: "report.read",
  description:
    "Deliveries day by day and segment by segment as CSV, with the exact cost. Document 3, part B, and decisions, section 5.",
  parameters,
  operation: `query SegmentDeliveryExport(${DECLARATIONS}, $after: String) {
    advertisable(eid: $advertisable) { ${FIELD} {
      rows(first: 1000, after: $after) { nodes { date segmentEid metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
    } }
  } ${METRICS}`,
  connection: "advertisable.segmentDeliveries.rows",
  variables: (input, clock) => commonVariables(input, clock),
  csv: {
    fileName: "segment-deliveries.csv",
    columns: ["date", "advertisable_eid", "segment_eid", "impressions", "clicks", "cost"],
  },
  rows: ({ advertisable }: RowsData, input) =>
    (advertisable?.segmentDeliveries?.rows.nodes ?? []).map(({ date, segmentEid, metrics }) => [
      date,
      input.advertisable_eid,
      segmentEid,
      metrics.impressions,
      metrics.clicks,
      metrics.cost.exactAmount,
    ]),
});

const OF_ADVERTISABLE = "Deliveries to the advertisable's segments, together and by day. Document 3, part B.";
const OF_SEGMENTS = "Deliveries by segment. Document 3, part B.";
const EVENTS =
  "Deliveries by segment, with the events that put users into it (own decision). Document 3, part B, and decisions, section 4.";

export const SEGMENT_DELIVERY_ROUTES: readonly RestRoute[] = [
  segmentRoute("GET", "segment-deliveries/advertisable", "advertisable", deliveryRow, OF_ADVERTISABLE),
  segmentRoute("POST", "segment-deliveries/advertisable", "advertisable", deliveryRow, OF_ADVERTISABLE),
  segmentRoute("GET", "segment-deliveries/segment", "segment", deliveryRow, OF_SEGMENTS),
  segmentRoute("POST", "segment-deliveries/segment", "segment", deliveryRow, OF_SEGMENTS),
  exportRoute,
  segmentRoute(
    "POST",
    "segmentation-event-deliveries/segment",
    "segment",
    (metrics) => ({ ...deliveryRow(metrics), events: metrics.events }),
    EVENTS,
  ),
];
