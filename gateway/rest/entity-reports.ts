import { eachDay, RANGE_POLICIES } from "../../lib/date-range.js";
import { type Decimal, decimal, ratio, rounded, sum } from "../../lib/decimal.js";
import { AppError, badInput } from "../../lib/errors.js";
import { legacyAmount, legacyDateTime, legacyEnum } from "./legacy-format.js";
import {
  NAMED_DECLARATIONS,
  NAMED_SELECTION,
  type NamedObjects,
  namedVariables,
  requireNamed,
} from "./named-objects.js";
import { choice, eids } from "./parameter.js";
import { graphRange, rangeParameters } from "./report-range.js";
import { defineRoute, type RestRoute } from "./route.js";

/** Advertisables of one request, in both parameters together. */
const MAX_ADVERTISABLES = 1_000;

interface Metrics {
  impressions: number;
  clicks: number;
  cost: { exactAmount: string };
}

/** The sums of a report row, exact. */
interface Sums {
  impressions: number;
  clicks: number;
  cost: Decimal;
}

const METRICS = "fragment Metrics on DeliveryMetrics { impressions clicks cost { exactAmount } }";

function sumsOf(all: readonly Metrics[]): Sums {
  return {
    impressions: all.reduce((total, each) => total + each.impressions, 0),
    clicks: all.reduce((total, each) => total + each.clicks, 0),
    cost: sum(all.map((each) => decimal(each.cost.exactAmount))),
  };
}

function number(value: Decimal | null, places: number): number | null {
  return value === null ? null : Number(rounded(value, places));
}

/**
 * The numbers of a row of /api/v1/report (decisions, section 6). There is no attribution yet, so its
 * counts are 0 and what would divide by them is null.
 */
function metricsRecord({ impressions, clicks, cost }: Sums) {
  return {
    impressions,
    clicks,
    click_through_conversions: 0,
    view_through_conversions: 0,
    total_conversions: 0,
    adjusted_ctc: 0,
    adjusted_vtc: 0,
    adjusted_total_conversions: 0,
    cost: number(cost, 2),
    ctr: number(ratio(clicks, impressions, 100), 6),
    cpc: number(ratio(cost, clicks), 2),
    cpm: number(ratio(cost, impressions, 1_000), 2),
    cpa: null,
    click_cpa: null,
    roi: number(ratio(0, cost), 6),
    total_conversion_rate: number(ratio(0, impressions, 100), 6),
    click_through_ratio: number(ratio(0, clicks, 100), 6),
    view_through_ratio: number(ratio(0, impressions, 100), 6),
    attributed_rev: 0,
    attributed_click_through_rev: 0,
    attributed_view_through_rev: 0,
  };
}

const parameters = {
  advertisable: eids("EID of the advertisable, or several."),
  advertisables: eids("EIDs of the advertisables."),
  campaigns: eids("Only these campaigns."),
  adgroups: eids("Only these ad groups."),
  ads: eids("Only these ads."),
  data_format: choice(
    "entity (a row for each), date (a row for each day) or summary (one row); entity when not given.",
    ["entity", "date", "summary"],
    "entity",
  ),
  ...rangeParameters,
};

type NamedParameter = "advertisables" | "campaigns" | "ads";

interface Node {
  eid: string;
  deliveries: { summary?: Metrics; byDate?: { date: string; metrics: Metrics }[] } | null;
}

/** Either a row for each object, or the advertisables' reports when everything is summed together. */
interface ReportData<N> {
  rows?: { nodes: (N & Node)[] };
  together?: { nodes: Node[] };
}

interface ReportKind<N> {
  /** The last part of the path. */
  noun: "advertisable" | "campaign" | "ad";
  /** The graph's list of the noun and its filter. */
  list: string;
  filter: string;
  /** The parameter that names objects of the noun. */
  named: NamedParameter;
  fields: string;
  record: (node: N) => object;
}

function reportRoute<N>(kind: ReportKind<N>): RestRoute {
  return defineRoute({
    area: "entities",
    method: "GET",
    path: `/api/v1/report/${kind.noun}`,
    permission: "report.read",
    description: `Delivery and attribution of each ${kind.noun}, by day, or together; end_date is the last day, included. Decisions, section 6.`,
    parameters,
    operation: `query Report($filter: ${kind.filter}!, $advertisables: AdvertisableFilter!, $range: DateRangeInput!, $currency: CurrencyCode!,
        $deliveries: DeliveryFilter, $together: Boolean!, $byDate: Boolean!, $after: String, $firstPage: Boolean!, ${NAMED_DECLARATIONS}) {
      rows: ${kind.list}(first: 1000, after: $after, filter: $filter) @skip(if: $together) {
        nodes { eid ${kind.fields} deliveries(range: $range, currency: $currency, filter: $deliveries) { ...Report } }
        pageInfo { hasNextPage endCursor }
      }
      together: advertisables(first: 1000, filter: $advertisables) @include(if: $together) {
        nodes { eid deliveries(range: $range, currency: $currency, filter: $deliveries) { ...Report } }
      }
      ${NAMED_SELECTION}
    }
    fragment Report on DeliveryReport {
      summary @skip(if: $byDate) { ...Metrics }
      byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Metrics } }
    } ${METRICS}`,
    connection: "rows",
    variables: (input, clock) => {
      const advertisables = advertisablesOf(input);
      const named = input[kind.named] ?? (kind.named === "advertisables" ? advertisables : undefined);
      if (advertisables === undefined && named === undefined) {
        const message = `Name the advertisable, or ${kind.named}.`;
        throw new AppError("BAD_USER_INPUT", message, {
          violations: [{ path: ["advertisable"], code: "MISSING", message }],
        });
      }
      return {
        filter: {
          // Deleted objects keep their deliveries.
          isActive: { in: [true, false] },
          eid: { in: named },
          ...(kind.named !== "advertisables" && { advertisableEid: { in: advertisables } }),
        },
        advertisables: { isActive: { in: [true, false] }, eid: { in: advertisables ?? [] } },
        range: graphRange(input, RANGE_POLICIES.entityReport, clock),
        currency: input.currency,
        deliveries: { campaignEids: input.campaigns, adGroupEids: input.adgroups, adEids: input.ads },
        // One sum over all needs no row for each: the advertisables' own reports have it.
        together: input.data_format !== "entity" && advertisables !== undefined,
        byDate: input.data_format === "date",
        ...namedVariables(namedBy(input)),
      };
    },
    body: (data: ReportData<N>, input, { range }) => {
      requireNamed(data, namedBy(input), advertisablesOf(input) ?? null);
      if (input.data_format === "entity") {
        const named = new Set(
          input[kind.named] ?? (kind.named === "advertisables" ? advertisablesOf(input) : undefined),
        );
        return { results: entityRows(data.rows?.nodes ?? [], named, kind.record) };
      }
      const reports = (data.together ?? data.rows)?.nodes.flatMap((node) => node.deliveries ?? []) ?? [];
      if (input.data_format === "summary") {
        return { results: [metricsRecord(sumsOf(reports.flatMap((report) => report.summary ?? [])))] };
      }
      const days = eachDay({ start: range.between.start, end: range.between.endExclusive });
      return {
        results: dateRows(
          reports.flatMap((report) => report.byDate ?? []),
          days,
        ),
      };
    },
  });
}

type ReportInput = Record<"advertisable" | "advertisables" | "campaigns" | "adgroups" | "ads", string[] | undefined>;

function namedBy(input: ReportInput): NamedObjects {
  return {
    advertisables: advertisablesOf(input),
    campaigns: input.campaigns,
    adGroups: input.adgroups,
    ads: input.ads,
  };
}

function advertisablesOf(input: ReportInput): string[] | undefined {
  if (input.advertisable === undefined && input.advertisables === undefined) return undefined;
  const all = [...new Set([...(input.advertisable ?? []), ...(input.advertisables ?? [])])];
  if (all.length <= MAX_ADVERTISABLES) return all;
  throw badInput(["advertisables"], "TOO_MANY", `Name at most ${MAX_ADVERTISABLES} advertisables.`);
}

function dateRows(rows: readonly { date: string; metrics: Metrics }[], days: readonly string[]): object[] {
  const byDay = Map.groupBy(rows, (row) => row.date);
  return days.map((date) => ({
    date,
    ...metricsRecord(sumsOf((byDay.get(date) ?? []).map((row) => row.metrics))),
  }));
}

/** An object without deliveries shows only when it was asked for by name. */
function entityRows<N>(
  nodes: readonly (N & Node)[],
  named: ReadonlySet<string>,
  record: (node: N) => object,
): object[] {
  return nodes
    .map((node) => ({ node, sums: sumsOf(node.deliveries?.summary === undefined ? [] : [node.deliveries.summary]) }))
    .filter(({ node, sums }) => named.has(node.eid) || sums.impressions > 0 || sums.clicks > 0 || sums.cost.gt(0))
    .map(({ node, sums }) => ({ ...record(node), ...metricsRecord(sums) }));
}

interface AdvertisableNode {
  eid: string;
  name: string;
  status: string;
  createdAt: string;
}

interface CampaignNode extends AdvertisableNode {
  isRetargeting: boolean;
  startDate: string | null;
  endDate: string | null;
  weeklyBudget: { amount: string } | null;
  advertisable: { name: string };
}

interface AdNode extends AdvertisableNode {
  type: string;
  width: number | null;
  height: number | null;
  adFormatName: string | null;
  advertisable: { name: string };
}

export const ENTITY_REPORT_ROUTES: readonly RestRoute[] = [
  reportRoute<AdvertisableNode>({
    noun: "advertisable",
    list: "advertisables",
    filter: "AdvertisableFilter",
    named: "advertisables",
    fields: "name status createdAt",
    record: (node) => ({
      eid: node.eid,
      advertiser: node.name,
      type: "advertisable",
      status: node.status === "PAUSED" ? "approved" : legacyEnum(node.status),
      created_date: legacyDateTime(node.createdAt),
      start_date: null,
      end_date: null,
    }),
  }),
  reportRoute<CampaignNode>({
    noun: "campaign",
    list: "campaigns",
    filter: "CampaignFilter",
    named: "campaigns",
    fields: "name status createdAt isRetargeting startDate endDate weeklyBudget { amount } advertisable { name }",
    record: (node) => ({
      eid: node.eid,
      campaign: node.name,
      advertiser: node.advertisable.name,
      type: node.isRetargeting ? "retargeting" : "prospecting",
      status: legacyEnum(node.status),
      created_date: legacyDateTime(node.createdAt),
      start_date: node.startDate,
      end_date: node.endDate,
      budget: legacyAmount(node.weeklyBudget),
    }),
  }),
  reportRoute<AdNode>({
    noun: "ad",
    list: "ads",
    filter: "AdFilter",
    named: "ads",
    fields: "name status createdAt type width height adFormatName advertisable { name }",
    record: (node) => ({
      eid: node.eid,
      ad: node.name,
      advertiser: node.advertisable.name,
      type: legacyEnum(node.type),
      status: legacyEnum(node.status),
      created_date: legacyDateTime(node.createdAt),
      start_date: null,
      end_date: null,
      width: node.width,
      height: node.height,
      ad_size: node.adFormatName,
    }),
  }),
];
