import { type Decimal, decimal, type DecimalSource, roundedNumber } from "../../../lib/decimal.js";

/** Where metrics come from: reports of deliveries, of attributions, of the site and of mails. */
export type MetricSource = "delivered" | "attributed" | "visited" | "mailed";

/** What all metrics are made of; null is not known. Money is exact. */
export interface MetricSums {
  impressions: number | null;
  clicks: number | null;
  cost: DecimalSource | null;
  clickThroughs: number | null;
  viewThroughs: number | null;
  clickRevenue: DecimalSource | null;
  viewRevenue: DecimalSource | null;
  siteVisitors: number | null;
  mailSends: number | null;
  mailOpens: number | null;
  mailClicks: number | null;
}

export const UNKNOWN: MetricSums = {
  impressions: null,
  clicks: null,
  cost: null,
  clickThroughs: null,
  viewThroughs: null,
  clickRevenue: null,
  viewRevenue: null,
  siteVisitors: null,
  mailSends: null,
  mailOpens: null,
  mailClicks: null,
};

/** Nothing of what the sources tell. */
export function zeros(sources: ReadonlySet<MetricSource>): MetricSums {
  return {
    ...UNKNOWN,
    ...(sources.has("delivered") && { impressions: 0, clicks: 0, cost: 0 }),
    ...(sources.has("attributed") && { clickThroughs: 0, viewThroughs: 0, clickRevenue: 0, viewRevenue: 0 }),
    ...(sources.has("visited") && { siteVisitors: 0 }),
    ...(sources.has("mailed") && { mailSends: 0, mailOpens: 0, mailClicks: 0 }),
  };
}

/** The sums of several objects; what is not known of one adds nothing, and of none stays unknown. */
export function addSums(all: readonly MetricSums[]): MetricSums {
  const count = (of: (sums: MetricSums) => number | null): number | null => {
    const given = all.map(of).filter((value) => value !== null);
    return given.length === 0 ? null : given.reduce((total, value) => total + value, 0);
  };
  const amount = (of: (sums: MetricSums) => DecimalSource | null): Decimal | null => {
    const given = all.map(of).filter((value) => value !== null);
    return given.length === 0 ? null : given.reduce<Decimal>((total, value) => total.plus(value), decimal(0));
  };
  return {
    impressions: count((each) => each.impressions),
    clicks: count((each) => each.clicks),
    cost: amount((each) => each.cost),
    clickThroughs: count((each) => each.clickThroughs),
    viewThroughs: count((each) => each.viewThroughs),
    clickRevenue: amount((each) => each.clickRevenue),
    viewRevenue: amount((each) => each.viewRevenue),
    siteVisitors: count((each) => each.siteVisitors),
    mailSends: count((each) => each.mailSends),
    mailOpens: count((each) => each.mailOpens),
    mailClicks: count((each) => each.mailClicks),
  };
}

/** One metric: what it is made of, and how. */
export interface MetricField {
  needs: readonly MetricSource[];
  value: (sums: MetricSums) => number | null;
}

const MONEY_PLACES = 2;
const RATIO_PLACES = 6;

function madeOf(source: MetricSource, value: MetricField["value"]): MetricField {
  return { needs: [source], value };
}

function money(value: DecimalSource | null): number | null {
  return value === null ? null : roundedNumber(Number(value), MONEY_PLACES, () => decimal(value));
}

function quotient(above: DecimalSource | null, below: DecimalSource | null, places: number, factor = 1): number | null {
  if (above === null || below === null) return null;
  const divisor = Number(below);
  if (divisor === 0) return null;
  return roundedNumber((Number(above) * factor) / divisor, places, () => decimal(above).times(factor).div(below));
}

function conversions({ clickThroughs, viewThroughs }: MetricSums): number | null {
  return clickThroughs === null || viewThroughs === null ? null : clickThroughs + viewThroughs;
}

function revenue({ clickRevenue, viewRevenue }: MetricSums): Decimal | null {
  return clickRevenue === null || viewRevenue === null ? null : decimal(clickRevenue).plus(viewRevenue);
}

const BOTH: readonly MetricSource[] = ["delivered", "attributed"];

/** What the platform keeps nothing of, and what the documents promise never to be null: 0. */
const NONE: MetricField = { needs: [], value: () => 0 };

/** Each metric by its name (decisions, sections 4 and 8). */
export const METRIC_FIELDS: Readonly<Record<string, MetricField>> = {
  impressions: madeOf("delivered", (sums) => sums.impressions),
  clicks: madeOf("delivered", (sums) => sums.clicks),
  cost: madeOf("delivered", (sums) => money(sums.cost)),
  ctr: madeOf("delivered", (sums) => quotient(sums.clicks, sums.impressions, RATIO_PLACES, 100)),
  cpc: madeOf("delivered", (sums) => quotient(sums.cost, sums.clicks, MONEY_PLACES)),
  cpm: madeOf("delivered", (sums) => quotient(sums.cost, sums.impressions, MONEY_PLACES, 1_000)),
  conversions: madeOf("attributed", conversions),
  clickThroughs: madeOf("attributed", (sums) => sums.clickThroughs),
  viewThroughs: madeOf("attributed", (sums) => sums.viewThroughs),
  revenue: madeOf("attributed", (sums) => money(revenue(sums))),
  clickRevenue: madeOf("attributed", (sums) => money(sums.clickRevenue)),
  viewRevenue: madeOf("attributed", (sums) => money(sums.viewRevenue)),
  averageOrderValue: madeOf("attributed", (sums) => quotient(revenue(sums), conversions(sums), MONEY_PLACES)),
  cpa: { needs: BOTH, value: (sums) => quotient(sums.cost, conversions(sums), MONEY_PLACES) },
  clickCPA: { needs: BOTH, value: (sums) => quotient(sums.cost, sums.clickThroughs, MONEY_PLACES) },
  viewCPA: { needs: BOTH, value: (sums) => quotient(sums.cost, sums.viewThroughs, MONEY_PLACES) },
  ctcRate: { needs: BOTH, value: (sums) => quotient(sums.clickThroughs, sums.clicks, RATIO_PLACES, 100) },
  vtcRate: { needs: BOTH, value: (sums) => quotient(sums.viewThroughs, sums.impressions, RATIO_PLACES, 100) },
  roas: { needs: BOTH, value: (sums) => quotient(revenue(sums), sums.cost, RATIO_PLACES) },
  clickROAS: { needs: BOTH, value: (sums) => quotient(sums.clickRevenue, sums.cost, RATIO_PLACES) },
  viewROAS: { needs: BOTH, value: (sums) => quotient(sums.viewRevenue, sums.cost, RATIO_PLACES) },
  roi: { needs: BOTH, value: (sums) => quotient(revenue(sums), sums.cost, RATIO_PLACES) },
  siteVisitors: madeOf("visited", (sums) => sums.siteVisitors),
  sends: madeOf("mailed", (sums) => sums.mailSends),
  opens: madeOf("mailed", (sums) => sums.mailOpens),
  emailSends: madeOf("mailed", (sums) => sums.mailSends ?? 0),
  emailOpens: madeOf("mailed", (sums) => sums.mailOpens ?? 0),
  emailClicks: madeOf("mailed", (sums) => sums.mailClicks ?? 0),
  emailConversions: NONE,
  emailRevenue: NONE,
  smsSends: NONE,
  smsClicks: NONE,
  smsConversions: NONE,
  smsRevenue: NONE,
  frequency: NONE,
};
