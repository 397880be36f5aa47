import type { DecimalSource } from "../../lib/decimal.js";
import { RATE_FACTOR } from "./currency-rate.table.js";
import { defineDailySums } from "./daily-sums.report.js";

export interface SiteSums {
  visitors: number;
  revenue: DecimalSource;
  allVisitors: number;
  allRevenue: DecimalSource;
}

export const siteMetrics = defineDailySums<SiteSums>({
  table: "reporting.site_metric",
  byMonth: false,
  sums: {
    visitors: "sum(d.visitors)::bigint",
    revenue: `sum(d.revenue * ${RATE_FACTOR})`,
    allVisitors: "sum(d.all_visitors)::bigint",
    allRevenue: `sum(d.all_revenue * ${RATE_FACTOR})`,
  },
  keys: {},
  entity: "advertisable_eid",
});
