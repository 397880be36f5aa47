import DataLoader from "dataloader";
import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";
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
import type { AskGraph } from "./graph-operation.js";
import { pagesOf } from "./graph-reader.js";
import { type MetricSums, UNKNOWN } from "./metric-fields.js";
import type { GraphRange } from "./metrics-operations.js";
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
  async function all<N>(pages: AsyncGenerator<N[]>): Promise<N[]> {
    const rows: N[] = [];
    for await (const page of pages) for (const row of page) rows.push(row);
    return rows;
  }
  async function credits(question: BreakdownQuestion, campaigns: readonly string[] | null): Promise<CreditRow[]> {
    const variables = { ...variablesOf(question), campaigns };
    return await all(
      pagesOf(
        ask,
        budget,
        CREDITS,
        (after) => ({ ...variables, after }),
        (data) => data.advertisable?.list,
      ),
    );
  }
  const countries = new DataLoader<{ advertisable: string; question: BreakdownQuestion }, MetricRow[], string>(
    async (keys) => {
      const groups = [...Map.groupBy(keys, ({ advertisable, question }) => daysKey(advertisable, question)).values()];
      const found = new Map<string, MetricRow[] | Error>();
      for (const group of groups) {
        const [first] = group;
        if (first === undefined) continue;
        const campaigns = group.map(({ question }) => question.eid);
        const byCampaign = await answerOrRefusal(async () => {
          const rows = await credits({ ...first.question, eid: first.advertisable }, campaigns);
          return Map.groupBy(rows, (row) => row.campaignEid);
        });
        for (const { question } of group) {
          const rows = byCampaign instanceof Error ? byCampaign : countryRows(byCampaign.get(question.eid) ?? []);
          found.set(daysKey(question.eid, question), rows);
        }
      }
      return keys.map(({ question }) => found.get(daysKey(question.eid, question)) ?? []);
    },
    { cacheKeyFn: ({ question }) => daysKey(question.eid, question), maxBatchSize: ADAPTER_PAGE_LIMIT },
  );
  const sizes = new DataLoader<{ eid: string; range: DateRange }, SegmentSizes, string>(
    async (keys) => {
      const found = new Map<string, SegmentSizes>();
      for (const group of Map.groupBy(keys, ({ range }) => `${range.start} ${range.end}`).values()) {
        const [first] = group;
        if (first === undefined) continue;
        const filter = { eid: { in: group.map(({ eid }) => eid) }, isActive: { in: [true, false] } };
        const { list } = await ask(SEGMENT_SIZES, { filter, range: graphRange(first.range) });
        for (const { eid, userList } of list.nodes)
          if (userList !== null) found.set(sizeKey({ ...first, eid }), userList.summary);
      }
      return keys.map((key) => found.get(sizeKey(key)) ?? { current: 0, new: 0, total: 0 });
    },
    { cacheKeyFn: sizeKey, maxBatchSize: ADAPTER_PAGE_LIMIT },
  );
  return {
    domains: async (question) => {
      const variables = variablesOf(question);
      const rows = await all(
        pagesOf(
          ask,
          budget,
          DOMAINS,
          (after) => ({ ...variables, after }),
          (data) => data.advertisable?.deliveries?.list,
        ),
      );
      return rows.map(({ entity, metrics }) =>
        metricRow({ ...UNKNOWN, ...deliveredSums(metrics) }, { domain: entity }),
      );
    },
    dearestDomains: async (question) => {
      const { advertisable } = await ask(DEAREST_DOMAINS, variablesOf(question));
      if (advertisable === null) return null;
      const rows = advertisable.deliveries?.costliest ?? [];
      budget.spend(rows.length);
      return rows.map(({ entity, metrics }) =>
        metricRow({ ...UNKNOWN, ...deliveredSums(metrics) }, { domain: entity }),
      );
    },
    countries: (advertisable, question) => countries.load({ advertisable, question }),
    segmentConversions: async (question) => {
      const variables = variablesOf(question);
      const rows = await all(
        pagesOf(
          ask,
          budget,
          SEGMENT_CONVERSIONS,
          (after) => ({ ...variables, after }),
          (data) => data.advertisable?.attributions?.list,
        ),
      );
      return rows.map(({ entity, metrics }) => ({
        segmentEid: entity,
        sums: { ...UNKNOWN, ...attributedSums(metrics) },
      }));
    },
    credits: (question) => credits(question, null),
    sizes: (eid, range) => sizes.load({ eid, range }),
  };
}

function graphRange({ start, end }: DateRange): GraphRange {
  return { between: { start, endExclusive: end } };
}

function variablesOf({ eid, range, currency }: BreakdownQuestion) {
  return { eid, range: graphRange(range), currency };
}

function daysKey(eid: string, { range, currency }: BreakdownQuestion): string {
  return `${eid} ${range.start} ${range.end} ${currency}`;
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
