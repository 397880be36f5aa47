import { decimal, type Decimal, type DecimalSource, ratio, rounded } from "../../lib/decimal.js";
import { money, type Money } from "../../lib/money.js";

/** The sums that every ratio comes from. */
export interface DeliverySums {
  impressions: number;
  clicks: number;
  cost: DecimalSource;
  reportedConversions: number;
}

export const NO_DELIVERY: DeliverySums = { impressions: 0, clicks: 0, cost: 0, reportedConversions: 0 };

/** Decimals of a ratio that is no money. */
const RATIO_PLACES = 6;

/** Sums with their ratios (decisions, section 4), which are made only when they are read: dividing takes longer than all else. */
export function deliveryMetrics(sums: DeliverySums, currency: string) {
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    cost: money(sums.cost, currency),
    reportedConversions: sums.reportedConversions,
    get ctr() {
      const ctr = ratio(sums.clicks, sums.impressions, 100);
      return ctr === null ? null : decimal(rounded(ctr, RATIO_PLACES));
    },
    get cpc() {
      return moneyRatio(ratio(sums.cost, sums.clicks), currency);
    },
    get cpm() {
      return moneyRatio(ratio(sums.cost, sums.impressions, 1_000), currency);
    },
  };
}

function moneyRatio(amount: Decimal | null, currency: string): Money | null {
  return amount === null ? null : money(amount, currency);
}

/** One row a day of the range, ascending; days without a row are zeros. */
export function fillDays<R extends { date: string }>(
  days: readonly string[],
  rows: readonly R[],
  zero: (date: string) => R,
): R[] {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return days.map((date) => byDate.get(date) ?? zero(date));
}

/**
 * The first `size` of the rows and of the entities that were asked for by name, in order of entity:
 * an entity without deliveries shows as zeros. `rows` hold at least the first `size + 1` after the
 * cursor, or all there are.
 */
export function withRequested<R extends { entity: string }>(
  rows: readonly R[],
  requested: readonly string[],
  after: string | null,
  zero: (entity: string) => R,
): R[] {
  const found = new Set(rows.map((row) => row.entity));
  const missing = [...new Set(requested)].filter(
    (entity) => !found.has(entity) && (after === null || inOrder(entity, after) > 0),
  );
  if (missing.length === 0) return [...rows];
  return [...rows, ...missing.map(zero)].toSorted((a, b) => inOrder(a.entity, b.entity));
}

/** The order of the tables: by the bytes of UTF-8, which is not that of JavaScript's texts. */
function inOrder(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
