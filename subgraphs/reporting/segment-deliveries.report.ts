import type { DecimalSource } from "../../lib/decimal.js";
import { RATE_FACTOR } from "./currency-rate.table.js";
import { defineDailySums } from "./daily-sums.report.js";

export interface SegmentSums {
  impressions: number;
  clicks: number;
  cost: DecimalSource;
  events: number;
}

/** Events cost nothing, so their currency is one that there always are rates for. */
export const segmentDeliveries = defineDailySums<SegmentSums, { segmentEid: string }>({
  table: `(select advertisable_eid, day, segment_eid, currency, impressions, clicks, cost, 0 as events from reporting.segment_delivery
    union all select advertisable_eid, day, segment_eid, 'USD', 0, 0, 0, events from reporting.segment_event)`,
  byMonth: true,
  sums: {
    impressions: "sum(d.impressions)::bigint",
    clicks: "sum(d.clicks)::bigint",
    cost: `sum(d.cost * ${RATE_FACTOR})`,
    events: "sum(d.events)::bigint",
  },
  keys: { segmentEid: { column: "segment_eid", type: "text" } },
  entity: "segment_eid",
});
