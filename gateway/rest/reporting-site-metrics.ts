import { RANGE_POLICIES } from "../../lib/date-range.js";
import { legacyAmount } from "./legacy-format.js";
import {
  BREAKDOWN_DECLARATIONS,
  breakdownResults,
  breakdowns,
  breakdownVariables,
  reportParameters,
} from "./report-parameters.js";
import { graphRange } from "./report-range.js";
import { defineRoute, type Method, type RestRoute } from "./route.js";

interface Metrics {
  visitors: number;
  revenue: { amount: string };
  allVisitors: number;
  allRevenue: { amount: string };
}

interface SiteData {
  advertisable: {
    eid: string;
    siteMetrics: { summary?: Metrics; entity?: Metrics; byDate?: { date: string; metrics: Metrics }[] } | null;
  } | null;
}

function siteRoute(method: Method): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: "/reportsvc/v1/advertisable-site-metrics",
    permission: "report.read",
    description:
      "Visitors and revenue of the advertisable's site, of trackable page views and of all; the entity is the advertisable. Document 3, part B.",
    parameters: { ...reportParameters, breakdowns },
    operation: `query SiteMetrics($advertisable: ID!, $range: DateRangeInput!, $currency: CurrencyCode!, ${BREAKDOWN_DECLARATIONS}) {
      advertisable(eid: $advertisable) { eid siteMetrics(range: $range, currency: $currency) {
        summary @include(if: $summary) { ...Metrics }
        entity: summary @include(if: $entity) { ...Metrics }
        byDate @include(if: $date) { date metrics { ...Metrics } }
      } }
    } fragment Metrics on SiteMetrics { visitors revenue { amount } allVisitors allRevenue { amount } }`,
    variables: (input, clock) => ({
      advertisable: input.advertisable_eid,
      range: graphRange(input, RANGE_POLICIES.reportService, clock),
      currency: input.currency,
      ...breakdownVariables(input.breakdowns),
    }),
    body: ({ advertisable }: SiteData, input) => {
      const { summary, entity, byDate } = advertisable?.siteMetrics ?? {};
      const report = {
        ...(summary !== undefined && { summary }),
        ...(entity !== undefined && { entity: [{ entity: input.advertisable_eid, metrics: entity }] }),
        ...(byDate !== undefined && { date: byDate }),
      };
      return breakdownResults(report, (metrics: Metrics) => ({
        visitors: metrics.visitors,
        revenue: legacyAmount(metrics.revenue),
        all_visitors: metrics.allVisitors,
        all_revenue: legacyAmount(metrics.allRevenue),
      }));
    },
  });
}

export const SITE_METRICS_ROUTES: readonly RestRoute[] = [siteRoute("GET"), siteRoute("POST")];
