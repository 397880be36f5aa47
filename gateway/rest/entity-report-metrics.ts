import { type Decimal, decimal, ratio, rounded, sum } from "../../lib/decimal.js";

interface DeliveryMetrics {
  impressions: number;
  clicks: number;
  cost: { exactAmount: string };
}

interface AttributionMetrics {
  clickThroughs: number;
  viewThroughs: number;
  clickRevenue: { exactAmount: string };
  viewRevenue: { exactAmount: string };
}

/** A report of the graph as the operation asks for it. */
interface Report<M> {
  summary?: M;
  byDate?: { date: string; metrics: M }[];
}

/** What the reports of one object say. */
export interface Reported {
  deliveries: Report<DeliveryMetrics> | null;
  /** With windows of 30 days. */
  attributions: Report<AttributionMetrics> | null;
  /** With the advertisable's windows. */
  adjusted: Report<AttributionMetrics> | null;
}

/** The fields of an object that `Reported` holds, and the fragments that they use. */
export const REPORTED_FIELDS = `
  deliveries(range: $range, currency: $currency, filter: $deliveries) { ...Deliveries }
  attributions(range: $range, currency: $currency, filter: $attributions, windows: STANDARD) { ...Attributions }
  adjusted: attributions(range: $range, currency: $currency, filter: $attributions) { ...Attributions }`;

export const REPORTED_FRAGMENTS = `
  fragment Deliveries on DeliveryReport {
    summary @skip(if: $byDate) { ...Delivered }
    byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Delivered } }
  }
  fragment Delivered on DeliveryMetrics { impressions clicks cost { exactAmount } }
  fragment Attributions on AttributionReport {
    summary @skip(if: $byDate) { ...Attributed }
    byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Attributed } }
  }
  fragment Attributed on AttributionMetrics {
    clickThroughs viewThroughs clickRevenue { exactAmount } viewRevenue { exactAmount }
  }`;

/** Everything that a row of a report is made of, exact. */
export interface Reports {
  delivered: readonly DeliveryMetrics[];
  attributed: readonly AttributionMetrics[];
  adjusted: readonly AttributionMetrics[];
}

/** The summaries of some objects. */
export function summariesOf(all: readonly Reported[]): Reports {
  return {
    delivered: all.flatMap((each) => each.deliveries?.summary ?? []),
    attributed: all.flatMap((each) => each.attributions?.summary ?? []),
    adjusted: all.flatMap((each) => each.adjusted?.summary ?? []),
  };
}

/** The same of each day. */
export function daysOf(all: readonly Reported[], days: readonly string[]): (Reports & { date: string })[] {
  const by = <M>(rows: readonly { date: string; metrics: M }[]): ((date: string) => M[]) => {
    const found = Map.groupBy(rows, (row) => row.date);
    return (date) => (found.get(date) ?? []).map((row) => row.metrics);
  };
  const delivered = by(all.flatMap((each) => each.deliveries?.byDate ?? []));
  const attributed = by(all.flatMap((each) => each.attributions?.byDate ?? []));
  const adjusted = by(all.flatMap((each) => each.adjusted?.byDate ?? []));
  return days.map((date) => ({
    date,
    delivered: delivered(date),
    attributed: attributed(date),
    adjusted: adjusted(date),
  }));
}

/** Whether there is anything to report. */
export function hasAny({ delivered, attributed, adjusted }: Reports): boolean {
  return (
    delivered.some((each) => each.impressions > 0 || each.clicks > 0 || decimal(each.cost.exactAmount).gt(0)) ||
    [...attributed, ...adjusted].some(
      (each) =>
        each.clickThroughs > 0 ||
        each.viewThroughs > 0 ||
        // A share in a conversion that is counted elsewhere.
        decimal(each.clickRevenue.exactAmount).gt(0) ||
        decimal(each.viewRevenue.exactAmount).gt(0),
    )
  );
}

function total<M>(all: readonly M[], count: (each: M) => number): number {
  return all.reduce((sofar, each) => sofar + count(each), 0);
}

function number(value: Decimal | null, places: number): number | null {
  return value === null ? null : Number(rounded(value, places));
}

/**
 * The numbers of a row of /api/v1/report (decisions, sections 4 and 6): conversions with windows of 30 days, those of the
 * advertisable's windows as adjusted_*; roi is revenue / cost (own decision).
 */
export function metricsRecord({ delivered, attributed, adjusted }: Reports) {
  const impressions = total(delivered, (each) => each.impressions);
  const clicks = total(delivered, (each) => each.clicks);
  const cost = sum(delivered.map((each) => decimal(each.cost.exactAmount)));
  const clickThroughs = total(attributed, (each) => each.clickThroughs);
  const viewThroughs = total(attributed, (each) => each.viewThroughs);
  const adjustedClicks = total(adjusted, (each) => each.clickThroughs);
  const adjustedViews = total(adjusted, (each) => each.viewThroughs);
  const clickRevenue = sum(attributed.map((each) => decimal(each.clickRevenue.exactAmount)));
  const viewRevenue = sum(attributed.map((each) => decimal(each.viewRevenue.exactAmount)));
  const revenue = clickRevenue.plus(viewRevenue);
  const conversions = clickThroughs + viewThroughs;
  return {
    impressions,
    clicks,
    click_through_conversions: clickThroughs,
    view_through_conversions: viewThroughs,
    total_conversions: conversions,
    adjusted_ctc: adjustedClicks,
    adjusted_vtc: adjustedViews,
    adjusted_total_conversions: adjustedClicks + adjustedViews,
    cost: number(cost, 2),
    ctr: number(ratio(clicks, impressions, 100), 6),
    cpc: number(ratio(cost, clicks), 2),
    cpm: number(ratio(cost, impressions, 1_000), 2),
    cpa: number(ratio(cost, conversions), 2),
    click_cpa: number(ratio(cost, clickThroughs), 2),
    roi: number(ratio(revenue, cost), 6),
    total_conversion_rate: number(ratio(conversions, impressions, 100), 6),
    click_through_ratio: number(ratio(clickThroughs, clicks, 100), 6),
    view_through_ratio: number(ratio(viewThroughs, impressions, 100), 6),
    attributed_rev: number(revenue, 2),
    attributed_click_through_rev: number(clickRevenue, 2),
    attributed_view_through_rev: number(viewRevenue, 2),
  };
}
