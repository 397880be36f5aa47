import DataLoader from "dataloader";
import { type DateRange, eachDay } from "../../../lib/date-range.js";
import { answerOrRefusal } from "../../../lib/loader.js";
import type { AskGraph } from "./graph-operation.js";
import { inPages } from "./in-pages.js";
import { type Mails, readMails } from "./mails-reader.js";
import { type MetricSource, type MetricSums, zeros } from "./metric-fields.js";
import {
  type Attributed,
  type Delivered,
  isDelivered,
  METRICS,
  type MetricsKind,
  type Report,
  type ReportedNode,
  sendsMails,
  type Visited,
} from "./metrics-operations.js";
import type { ReportsAhead } from "./reports-ahead.js";
import type { RowBudget } from "./row-budget.js";

/** Metrics of some days with what tells the row from others. */
export interface MetricRow {
  date: string | null;
  domain: string | null;
  country: string | null;
  sums: MetricSums;
}

export function metricRow(sums: MetricSums, key: Partial<Omit<MetricRow, "sums">> = {}): MetricRow {
  return { date: null, domain: null, country: null, ...key, sums };
}

/** What is asked of the metrics of one object. */
export interface MetricsQuestion {
  kind: MetricsKind;
  eid: string;
  range: DateRange;
  currency: string;
  /** What of each part; null for a part that is not asked for. */
  summary: readonly MetricSource[] | null;
  byDate: readonly MetricSource[] | null;
}

export type MetricsParts = Pick<MetricsQuestion, "summary" | "byDate">;

/** What a field asks of the metrics of each of its objects, or why it is refused. */
export interface AskedMetrics {
  shared: Promise<Pick<MetricsQuestion, "range" | "currency">>;
  parts: Map<MetricsKind, MetricsParts>;
}

/** A part that was not asked for is not there. */
export interface MetricsOfObject {
  summary?: MetricRow;
  byDate?: MetricRow[];
}

/** Metrics, for one request: questions about objects of a kind over the same days are one operation. */
export type MetricsReader = (question: MetricsQuestion) => Promise<MetricsOfObject>;

export function createMetricsReader(ask: AskGraph, budget: RowBudget, ahead: ReportsAhead): MetricsReader {
  const loader = new DataLoader<MetricsQuestion, MetricsOfObject, string>(
    async (questions) => {
      const answers = new Map(
        await Promise.all(
          [...Map.groupBy(questions, shapeOf)].map(async ([shape, alike]) => {
            const answer = await answerOrRefusal(async () => await answersTo(ask, budget, ahead, alike));
            return [shape, answer] as const;
          }),
        ),
      );
      return questions.map((each) => {
        const answer = answers.get(shapeOf(each));
        return answer instanceof Error ? answer : (answer?.get(each.eid) ?? {});
      });
    },
    { cacheKeyFn: (each) => JSON.stringify([each.eid, shapeOf(each), each.summary, each.byDate]) },
  );
  return (question) => loader.load(question);
}

/** Universal campaigns and ad groups are completed, and never deleted. */
function isDeletable(kind: MetricsKind): boolean {
  return kind !== "universalCampaign" && kind !== "universalAdGroup";
}

/** Questions that agree in this are one operation. */
function shapeOf({ kind, range, currency }: MetricsQuestion): string {
  return `${kind} ${range.start} ${range.end} ${currency}`;
}

async function answersTo(
  ask: AskGraph,
  budget: RowBudget,
  ahead: ReportsAhead,
  questions: readonly MetricsQuestion[],
): Promise<Map<string, MetricsOfObject>> {
  const [first] = questions;
  if (first === undefined) return new Map();
  const { kind, range, currency } = first;
  const summary = new Set(questions.flatMap((each) => each.summary ?? []));
  const byDate = new Set(questions.flatMap((each) => each.byDate ?? []));
  const wantsSummary = questions.some((each) => each.summary !== null);
  const wantsDays = questions.some((each) => each.byDate !== null);
  const sources = new Set([...summary, ...byDate]);
  const eids = [...new Set(questions.map((each) => each.eid))];
  const days = wantsDays ? eachDay(range) : [];
  budget.spend(eids.length * days.length);
  const known = ahead.found(kind, { range, currency, summary: [...summary], byDate: [...byDate] });
  const unknown = eids.filter((eid) => !known.has(eid));
  const [nodes, mailed] = await Promise.all([
    // Of metrics that the platform keeps nothing of there is nothing to ask.
    isDelivered(kind) && unknown.length > 0 && [...sources].some((source) => source !== "mailed")
      ? inPages(unknown, async (some) => {
          const { list } = await ask(METRICS[kind], {
            filter: { eid: { in: some }, ...(isDeletable(kind) && { isActive: { in: [true, false] } }) },
            range: { between: { start: range.start, endExclusive: range.end } },
            currency,
            summary: [...summary].some((source) => source !== "mailed"),
            byDate: [...byDate].some((source) => source !== "mailed"),
            delivered: sources.has("delivered"),
            attributed: sources.has("attributed"),
            ...(kind === "advertisable" && { visited: sources.has("visited") }),
          });
          return list.nodes;
        })
      : [],
    sendsMails(kind) && sources.has("mailed")
      ? inPages(eids, async (some) => [
          ...(await readMails(ask, budget, {
            kind,
            eids: some,
            range,
            summary: summary.has("mailed"),
            byDate: byDate.has("mailed"),
          })),
        ])
      : [],
  ]);
  const found = new Map(nodes.map((node) => [node.eid, node]));
  const mails = new Map(mailed);
  return new Map(
    eids.map((eid) => {
      const node = known.get(eid) ?? found.get(eid) ?? { eid };
      return [
        eid,
        {
          ...(wantsSummary && { summary: metricRow({ ...sumsOf(node, summary), ...mails.get(eid)?.summary }) }),
          ...(wantsDays && { byDate: daysOf(node, days, byDate, mails.get(eid)) }),
        },
      ];
    }),
  );
}

/** What is not known before it is read: an object may send no mails at all. */
function nothingOf(sources: ReadonlySet<MetricSource>): MetricSums {
  return zeros(new Set([...sources].filter((source) => source !== "mailed")));
}

/** What the reports of an object say of all days. */
function sumsOf(
  { deliveries, attributions, siteMetrics }: ReportedNode,
  sources: ReadonlySet<MetricSource>,
): MetricSums {
  return {
    ...nothingOf(sources),
    ...deliveredSums(deliveries?.summary),
    ...attributedSums(attributions?.summary),
    ...visitedSums(siteMetrics?.summary),
  };
}

/** One row for each day, ascending. */
function daysOf(
  node: ReportedNode,
  days: readonly string[],
  sources: ReadonlySet<MetricSource>,
  mails: Mails | undefined,
): MetricRow[] {
  const delivered = byDay(node.deliveries);
  const attributed = byDay(node.attributions);
  const visited = byDay(node.siteMetrics);
  const nothing = nothingOf(sources);
  return days.map((date) => {
    const sums = {
      ...nothing,
      ...deliveredSums(delivered.get(date)),
      ...attributedSums(attributed.get(date)),
      ...visitedSums(visited.get(date)),
      ...mails?.days.get(date),
    };
    return metricRow(sums, { date });
  });
}

function byDay<M>(report: Report<M> | null | undefined): Map<string, M> {
  return new Map((report?.byDate ?? []).map(({ date, metrics }) => [date, metrics]));
}

export function deliveredSums(metrics: Delivered | undefined): Partial<MetricSums> {
  if (metrics === undefined) return {};
  return { impressions: metrics.impressions, clicks: metrics.clicks, cost: metrics.cost.exactAmount };
}

export function attributedSums(metrics: Attributed | undefined): Partial<MetricSums> {
  if (metrics === undefined) return {};
  const { clickThroughs, viewThroughs, clickRevenue, viewRevenue } = metrics;
  return {
    clickThroughs,
    viewThroughs,
    clickRevenue: clickRevenue.exactAmount,
    viewRevenue: viewRevenue.exactAmount,
  };
}

function visitedSums(metrics: Visited | undefined): Partial<MetricSums> {
  return metrics === undefined ? {} : { siteVisitors: metrics.visitors };
}
