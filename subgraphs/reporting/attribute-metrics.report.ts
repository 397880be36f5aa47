import type { DecimalSource } from "../../lib/decimal.js";
import { RATE_FACTOR } from "./currency-rate.table.js";
import { defineDailySums } from "./daily-sums.report.js";

export interface AttributeSums {
  isCrossDevice: boolean;
  impressionUniques: number;
  clickUniques: number;
  pageViews: number;
  uniqueSiteVisitors: number;
  conversions: number;
  conversionUniques: number;
  engagedVisitors: number;
  conversionRevenue: DecimalSource;
}

export const attributeMetrics = defineDailySums<AttributeSums, { value: string; crossDevice: boolean }>({
  table: "reporting.attribute_metric",
  byMonth: false,
  sums: {
    // Without rows an aggregate is null.
    isCrossDevice: "coalesce(bool_or(d.is_cross_device), false)",
    impressionUniques: "sum(d.impression_uniques)::bigint",
    clickUniques: "sum(d.click_uniques)::bigint",
    pageViews: "sum(d.page_views)::bigint",
    uniqueSiteVisitors: "sum(d.unique_site_visitors)::bigint",
    conversions: "sum(d.conversions)::bigint",
    conversionUniques: "sum(d.conversion_uniques)::bigint",
    engagedVisitors: "sum(d.engaged_visitors)::bigint",
    conversionRevenue: `sum(d.conversion_revenue * ${RATE_FACTOR})`,
  },
  keys: {
    value: { column: "value", type: "text" },
    crossDevice: { column: "is_cross_device", type: "boolean" },
  },
  entity: "value",
});
