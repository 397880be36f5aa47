import { eachDay, RANGE_POLICIES } from "../../lib/date-range.js";
import { AppError, badInput } from "../../lib/errors.js";
import {
  daysOf,
  hasAny,
  metricsRecord,
  REPORTED_FIELDS,
  REPORTED_FRAGMENTS,
  type Reported,
  summariesOf,
} from "./entity-report-metrics.js";
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

interface Node extends Reported {
  eid: string;
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
        $deliveries: DeliveryFilter, $attributions: AttributionFilter, $together: Boolean!, $byDate: Boolean!, $after: String, $firstPage: Boolean!, ${NAMED_DECLARATIONS}) {
      rows: ${kind.list}(first: 1000, after: $after, filter: $filter) @skip(if: $together) {
        nodes { eid ${kind.fields} ${REPORTED_FIELDS} }
        pageInfo { hasNextPage endCursor }
      }
      together: advertisables(first: 1000, filter: $advertisables) @include(if: $together) {
        nodes { eid ${REPORTED_FIELDS} }
      }
      ${NAMED_SELECTION}
    } ${REPORTED_FRAGMENTS}`,
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
      const reported = { campaignEids: input.campaigns, adGroupEids: input.adgroups, adEids: input.ads };
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
        deliveries: reported,
        attributions: reported,
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
      const nodes: readonly Reported[] = (data.together ?? data.rows)?.nodes ?? [];
      if (input.data_format === "summary") return { results: [metricsRecord(summariesOf(nodes))] };
      const days = eachDay({ start: range.between.start, end: range.between.endExclusive });
      return { results: daysOf(nodes, days).map((day) => ({ date: day.date, ...metricsRecord(day) })) };
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

/** An object without deliveries and conversions shows only when it was asked for by name. */
function entityRows<N>(
  nodes: readonly (N & Node)[],
  named: ReadonlySet<string>,
  record: (node: N) => object,
): object[] {
  return nodes
    .map((node) => ({ node, reports: summariesOf([node]) }))
    .filter(({ node, reports }) => named.has(node.eid) || hasAny(reports))
    .map(({ node, reports }) => ({ ...record(node), ...metricsRecord(reports) }));
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
