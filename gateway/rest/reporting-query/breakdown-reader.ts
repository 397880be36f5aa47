import DataLoader from "dataloader";
import type { DateRange } from "../../../lib/date-range.js";
import { type Decimal, decimal, ZERO } from "../../../lib/decimal.js";
import { answerOrRefusal } from "../../../lib/loader.js";
import {
  CREDITS,
  type CreditRow,
  DEAREST_DOMAINS,
  DOMAINS,
  SEGMENT_CONVERSIONS,
  SEGMENT_SIZES,
  type SegmentSizes,
} from "./breakdown-operations.js";
import { readRows, type RowsOperation } from "./advertisable-rows.js";
import type { AskGraph } from "./graph-operation.js";
import { inPages } from "./in-pages.js";
import { type MetricSums, UNKNOWN } from "./metric-fields.js";
import type { Delivered, GraphRange } from "./metrics-operations.js";
import { attributedSums, deliveredSums, type MetricRow, metricRow } from "./metrics-reader.js";
import type { RowBudget } from "./row-budget.js";

/** Of which object, which days, and in which currency. */
export interface BreakdownQuestion {
  eid: string;
  range: DateRange;
  currency: string;
}

/** Sums of the conversions that a segment counts. */
export interface SegmentConversions {
  segmentEid: string;
  sums: MetricSums;
}

/** The breakdowns that are lists of their own. */
export interface BreakdownReader {
  /** Of an advertisable, ordered by domain. */
  domains(question: BreakdownQuestion): Promise<MetricRow[]>;
  /** The 1,000 dearest domains of an advertisable; null when it is missing. */
  dearestDomains(question: BreakdownQuestion): Promise<MetricRow[] | null>;
  /** Of a campaign of an advertisable, ordered by country. */
  countries(advertisableEid: string, question: BreakdownQuestion): Promise<MetricRow[]>;
  segmentConversions(question: BreakdownQuestion): Promise<SegmentConversions[]>;
  /** Of an advertisable, by day. */
  credits(question: BreakdownQuestion): Promise<CreditRow[]>;
  /** People of a segment. */
  sizes(eid: string, range: DateRange): Promise<SegmentSizes>;
}

export function createBreakdownReader(ask: AskGraph, budget: RowBudget): BreakdownReader {
  /** Rows of advertisables: questions that come at the same time are read together, an empty list for one that is missing. */
  function rowsReader<N, A>(operation: RowsOperation<N, A>): (question: BreakdownQuestion) => Promise<N[]> {
    const loader = new DataLoader<BreakdownQuestion, N[], string>(
      async (questions) => {
        const found = new Map<string, N[] | Error>();
        for (const alike of Map.groupBy(questions, daysKey).values()) {
          const [first] = alike;
          if (first === undefined) continue;
          const eids = alike.map(({ eid }) => eid);
          const rows = await answerOrRefusal(() => readRows(ask, budget, operation, eids, sharedVariables(first)));
          for (const question of alike)
            found.set(questionKey(question), rows instanceof Error ? rows : (rows.get(question.eid) ?? []));
        }
        return questions.map((question) => found.get(questionKey(question)) ?? []);
      },
      { cacheKeyFn: questionKey },
    );
    return (question) => loader.load(question);
  }
  const domains = rowsReader(DOMAINS);
  const segmentConversions = rowsReader(SEGMENT_CONVERSIONS);
  const credits = rowsReader(CREDITS);
  const countries = new DataLoader<{ advertisable: string; question: BreakdownQuestion }, MetricRow[], string>(
    async (keys) => {
      const found = new Map<string, MetricRow[] | Error>();
      for (const alike of Map.groupBy(keys, ({ question }) => daysKey(question)).values()) {
        const [first] = alike;
        if (first === undefined) continue;
        const owners = new Map(alike.map(({ question, advertisable }) => [question.eid, advertisable]));
        const rows = await answerOrRefusal(() =>
          inPages([...owners.keys()], async (campaigns) => {
            const eids = new Set(campaigns.map((eid) => owners.get(eid) ?? ""));
            const shared = { ...sharedVariables(first.question), campaigns };
            return [...(await readRows(ask, budget, CREDITS, [...eids], shared)).values()].flat();
          }),
        );
        const byCampaign = rows instanceof Error ? rows : Map.groupBy(rows, (row) => row.campaignEid);
        for (const { question } of alike)
          found.set(
            questionKey(question),
            byCampaign instanceof Error ? byCampaign : countryRows(byCampaign.get(question.eid) ?? []),
          );
      }
      return keys.map(({ question }) => found.get(questionKey(question)) ?? []);
    },
    { cacheKeyFn: ({ question }) => questionKey(question) },
  );
  const sizes = new DataLoader<{ eid: string; range: DateRange }, SegmentSizes, string>(
    async (keys) => {
      const found = new Map<string, SegmentSizes>();
      for (const group of Map.groupBy(keys, ({ range }) => `${range.start} ${range.end}`).values()) {
        const [first] = group;
        if (first === undefined) continue;
        const range = graphRange(first.range);
        const nodes = await inPages([...new Set(group.map(({ eid }) => eid))], async (eids) => {
          const filter = { eid: { in: eids }, isActive: { in: [true, false] } };
          return (await ask(SEGMENT_SIZES, { filter, range })).list.nodes;
        });
        for (const { eid, userList } of nodes)
          if (userList !== null) found.set(sizeKey({ ...first, eid }), userList.summary);
      }
      return keys.map((key) => found.get(sizeKey(key)) ?? { current: 0, new: 0, total: 0 });
    },
    { cacheKeyFn: sizeKey },
  );
  return {
    domains: async (question) => (await domains(question)).map(domainRow),
    dearestDomains: async (question) => {
      const { advertisable } = await ask(DEAREST_DOMAINS, { ...sharedVariables(question), eid: question.eid });
      if (advertisable === null) return null;
      const rows = advertisable.deliveries?.costliest ?? [];
      budget.spend(rows.length);
      return rows.map(domainRow);
    },
    countries: (advertisable, question) => countries.load({ advertisable, question }),
    segmentConversions: async (question) =>
      (await segmentConversions(question)).map(({ entity, metrics }) => ({
        segmentEid: entity,
        sums: { ...UNKNOWN, ...attributedSums(metrics) },
      })),
    credits,
    sizes: (eid, range) => sizes.load({ eid, range }),
  };
}

function domainRow({ entity, metrics }: { entity: string; metrics: Delivered }): MetricRow {
  return metricRow({ ...UNKNOWN, ...deliveredSums(metrics) }, { domain: entity });
}

function graphRange({ start, end }: DateRange): GraphRange {
  return { between: { start, endExclusive: end } };
}

function sharedVariables({ range, currency }: BreakdownQuestion) {
  return { range: graphRange(range), currency };
}

/** Questions that agree in this are asked together. */
function daysKey({ range, currency }: BreakdownQuestion): string {
  return `${range.start} ${range.end} ${currency}`;
}

function questionKey(question: BreakdownQuestion): string {
  return `${question.eid} ${daysKey(question)}`;
}

function sizeKey({ eid, range }: { eid: string; range: DateRange }): string {
  return `${eid} ${range.start} ${range.end}`;
}

/** Conversions by country: each counts once, whatever share its touchpoints have, and its value by their shares. */
function countryRows(credited: readonly CreditRow[]): MetricRow[] {
  const byCountry = Map.groupBy(
    credited.filter(({ kind }) => kind !== "ASSIST"),
    (row) => row.country,
  );
  return [...byCountry]
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([country, rows]) => {
      const clicks = rows.filter(({ kind }) => kind === "CLICK_THROUGH");
      const views = rows.filter(({ kind }) => kind === "VIEW_THROUGH");
      const sums = {
        ...UNKNOWN,
        clickThroughs: conversionsOf(clicks),
        viewThroughs: conversionsOf(views),
        clickRevenue: valueOf(clicks),
        viewRevenue: valueOf(views),
      };
      return metricRow(sums, { country });
    });
}

function conversionsOf(rows: readonly CreditRow[]): number {
  return new Set(rows.map((row) => row.conversionGuid)).size;
}

function valueOf(rows: readonly CreditRow[]): Decimal {
  return rows.reduce((total, row) => total.plus(decimal(row.attributedValue.exactAmount)), ZERO);
}
