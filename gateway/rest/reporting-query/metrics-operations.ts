import { type Connection, type GraphOperation, graphOperation, type ListFilter } from "./graph-operation.js";

/** What metrics can be asked of. */
export type MetricsKind = "advertisable" | "campaign" | "adGroup" | "ad";

/** Days of the unified graph. */
export interface GraphRange {
  between: { start: string; endExclusive: string };
}

export interface Delivered {
  impressions: number;
  clicks: number;
  cost: { exactAmount: string };
}

export interface Attributed {
  clickThroughs: number;
  viewThroughs: number;
  clickRevenue: { exactAmount: string };
  viewRevenue: { exactAmount: string };
}

export interface Visited {
  visitors: number;
}

export interface Report<M> {
  summary?: M;
  byDate?: { date: string; metrics: M }[];
}

/** An object with its reports; one that was not asked for is not there. */
export interface ReportedNode {
  eid: string;
  deliveries?: Report<Delivered> | null;
  attributions?: Report<Attributed> | null;
  siteMetrics?: Report<Visited> | null;
}

export type MetricsOperation = GraphOperation<
  { list: Connection<ReportedNode> },
  {
    filter: ListFilter;
    range: GraphRange;
    currency: string;
    summary: boolean;
    byDate: boolean;
    delivered: boolean;
    attributed: boolean;
    visited?: boolean;
  }
>;

function metricsOf(name: string, field: string, type: string): MetricsOperation {
  const isAdvertisable = type === "Advertisable";
  return graphOperation(`query ${name}($filter: ${type}Filter, $range: DateRangeInput!, $currency: CurrencyCode!, $summary: Boolean!,
      $byDate: Boolean!, $delivered: Boolean!, $attributed: Boolean!${isAdvertisable ? ", $visited: Boolean!" : ""}) {
    list: ${field}(first: 1000, filter: $filter) {
      nodes {
        eid
        deliveries(range: $range, currency: $currency) @include(if: $delivered) {
          summary @include(if: $summary) { ...Delivered }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Delivered } }
        }
        attributions(range: $range, currency: $currency) @include(if: $attributed) {
          summary @include(if: $summary) { ...Attributed }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Attributed } }
        }
        ${
          isAdvertisable
            ? `siteMetrics(range: $range, currency: $currency) @include(if: $visited) {
          summary @include(if: $summary) { visitors }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { visitors } }
        }`
            : ""
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  fragment Delivered on DeliveryMetrics { impressions clicks cost { exactAmount } }
  fragment Attributed on AttributionMetrics {
    clickThroughs viewThroughs clickRevenue { exactAmount } viewRevenue { exactAmount }
  }`);
}

export const METRICS: Readonly<Record<MetricsKind, MetricsOperation>> = {
  advertisable: metricsOf("ReportingAdvertisableMetrics", "advertisables", "Advertisable"),
  campaign: metricsOf("ReportingCampaignMetrics", "campaigns", "Campaign"),
  adGroup: metricsOf("ReportingAdGroupMetrics", "adGroups", "AdGroup"),
  ad: metricsOf("ReportingAdMetrics", "ads", "Ad"),
};
