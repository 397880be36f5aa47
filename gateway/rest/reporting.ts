import { normaliseDomain } from "../../lib/domain.js";
import type { Clock } from "../../lib/clock.js";
import { RANGE_POLICIES } from "../../lib/date-range.js";
import { legacyAmount, legacyEnum } from "./legacy-format.js";
import {
  NAMED_DECLARATIONS,
  NAMED_SELECTION,
  type NamedObjects,
  namedVariables,
  requireNamed,
} from "./named-objects.js";
import { eid, eids, flag, someOf, keptTexts } from "./parameter.js";
import { graphRange, rangeParameters } from "./report-range.js";
import { defineExport, defineRoute, EXPORT_PAGE, type Method, type RestRoute } from "./route.js";

const parameters = {
  advertisable_eid: eid("EID of the advertisable."),
  ...rangeParameters,
  campaign_eids: eids("Only deliveries of these campaigns."),
  adgroup_eids: eids("Only deliveries of these ad groups."),
  ad_eids: eids("Only deliveries of these ads."),
  networks: keptTexts("Only deliveries on these networks."),
  inventory_sources: keptTexts("Only deliveries from these sources of inventory."),
  domains: keptTexts("Only deliveries on these sites."),
  extra_costs: flag("Whether cost includes extra costs; false when not given.", false),
};

const jsonParameters = {
  ...parameters,
  breakdowns: someOf("entity, date and summary: which parts the answer has.", ["entity", "date", "summary"]),
};

const METRICS = "fragment Metrics on DeliveryMetrics { impressions clicks cost { amount exactAmount } }";

interface Metrics {
  impressions: number;
  clicks: number;
  cost: { amount: string; exactAmount: string };
}

interface Inputs {
  advertisable_eid: string;
  start_date: string | undefined;
  end_date: string | undefined;
  past_days: number | undefined;
  currency: string;
  campaign_eids: string[] | undefined;
  adgroup_eids: string[] | undefined;
  ad_eids: string[] | undefined;
  networks: string[] | undefined;
  inventory_sources: string[] | undefined;
  domains: string[] | undefined;
  extra_costs: boolean;
}

function commonVariables(input: Inputs, clock: Clock) {
  return {
    advertisable: input.advertisable_eid,
    range: graphRange(input, RANGE_POLICIES.reportService, clock),
    currency: input.currency,
    extraCosts: input.extra_costs,
    filter: {
      campaignEids: input.campaign_eids,
      adGroupEids: input.adgroup_eids,
      adEids: input.ad_eids,
      networks: input.networks,
      inventorySources: input.inventory_sources,
      // Read as loads read them.
      domains: input.domains?.map((domain) => normaliseDomain(domain) ?? domain),
    },
    ...namedVariables(namedBy(input)),
  };
}

function namedBy(input: Inputs): NamedObjects {
  return { campaigns: input.campaign_eids, adGroups: input.adgroup_eids, ads: input.ad_eids };
}

/** A row of deliveries: whole counts, cost to 2 decimals (decisions, section 4). */
function row(metrics: Metrics) {
  return { impressions: metrics.impressions, clicks: metrics.clicks, cost: legacyAmount(metrics.cost) };
}

interface DeliveriesData {
  advertisable: {
    deliveries: {
      summary?: Metrics;
      byDate?: { date: string; metrics: Metrics }[];
      byEntity?: { nodes: { entity: string; metrics: Metrics }[] };
    } | null;
  } | null;
}

function deliveriesRoute(method: Method, path: string, level: string, description: string): RestRoute {
  return defineRoute({
    area: "reporting",
    method,
    path: `/reportsvc/v1/deliveries/${path}`,
    permission: "report.read",
    description,
    parameters: jsonParameters,
    operation: `query Deliveries($advertisable: ID!, $range: DateRangeInput!, $currency: CurrencyCode!, $filter: DeliveryFilter, $extraCosts: Boolean!,
        $summary: Boolean!, $date: Boolean!, $entity: Boolean!, $after: String, $firstPage: Boolean!, ${NAMED_DECLARATIONS}) {
      advertisable(eid: $advertisable) { deliveries(range: $range, currency: $currency, filter: $filter, extraCosts: $extraCosts) {
        ... @include(if: $firstPage) {
          summary @include(if: $summary) { ...Metrics }
          byDate @include(if: $date) { date metrics { ...Metrics } }
        }
        byEntity(level: ${level}, first: 1000, after: $after) @include(if: $entity) { nodes { entity metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
      ${NAMED_SELECTION}
    } ${METRICS}`,
    connection: "advertisable.deliveries.byEntity",
    variables: (input, clock) => ({
      ...commonVariables(input, clock),
      summary: input.breakdowns.includes("summary"),
      date: input.breakdowns.includes("date"),
      entity: input.breakdowns.includes("entity"),
    }),
    body: (data: DeliveriesData, input) => {
      requireNamed(data, namedBy(input), [input.advertisable_eid]);
      const report = data.advertisable?.deliveries;
      return {
        results: {
          ...(report?.summary !== undefined && { summary: row(report.summary) }),
          ...(report?.byEntity !== undefined && {
            entity: report.byEntity.nodes.map((each) => ({ entity: each.entity, ...row(each.metrics) })),
          }),
          ...(report?.byDate !== undefined && {
            date: report.byDate.map((each) => ({ date: each.date, ...row(each.metrics) })),
          }),
        },
      };
    },
  });
}

interface ExportData {
  advertisable: {
    eid: string;
    deliveries: {
      rows: {
        nodes: {
          date: string;
          campaignEid: string;
          adGroupEid: string;
          adEid: string;
          ad: { name: string; status: string } | null;
          domain: string;
          metrics: Metrics;
        }[];
      };
    } | null;
  } | null;
}

/** Exports carry the exact cost, so that a column of a spreadsheet adds up to the summary (own decision). */
function exportRoute(path: string, byDomain: boolean, description: string): RestRoute {
  return defineExport({
    area: "reporting",
    method: "GET",
    path: `/reportsvc/v1/deliveries/${path}`,
    permission: "report.read",
    description,
    parameters,
    operation: `query Export($advertisable: ID!, $range: DateRangeInput!, $currency: CurrencyCode!, $filter: DeliveryFilter, $extraCosts: Boolean!, $after: String, $firstPage: Boolean!, ${NAMED_DECLARATIONS}) {
      advertisable(eid: $advertisable) { eid deliveries(range: $range, currency: $currency, filter: $filter, extraCosts: $extraCosts) {
        rows(first: ${EXPORT_PAGE}, after: $after, byDomain: ${byDomain}) { nodes { date campaignEid adGroupEid adEid ad { name status } domain metrics { ...Metrics } } pageInfo { hasNextPage endCursor } }
      } }
      ${NAMED_SELECTION}
    } ${METRICS}`,
    connection: "advertisable.deliveries.rows",
    variables: (input, clock) => commonVariables(input, clock),
    csv: {
      fileName: `deliveries${byDomain ? "-by-domain" : ""}.csv`,
      columns: [
        "date",
        "advertisable_eid",
        "campaign_eid",
        "adgroup_eid",
        "ad_eid",
        "name",
        "status",
        ...(byDomain ? ["domain"] : []),
        "impressions",
        "clicks",
        "cost",
      ],
    },
    rows: (data: ExportData, input) => {
      requireNamed(data, namedBy(input), [input.advertisable_eid]);
      const { advertisable } = data;
      return (advertisable?.deliveries?.rows.nodes ?? []).map((each) => [
        each.date,
        advertisable?.eid ?? "",
        each.campaignEid,
        each.adGroupEid,
        each.adEid,
        each.ad?.name ?? "",
        each.ad === null ? "" : legacyEnum(each.ad.status),
        ...(byDomain ? [each.domain] : []),
        each.metrics.impressions,
        each.metrics.clicks,
        each.metrics.cost.exactAmount,
      ]);
    },
  });
}

function getAndPost(path: string, level: string, description: string): RestRoute[] {
  return [deliveriesRoute("GET", path, level, description), deliveriesRoute("POST", path, level, description)];
}

export const REPORTING_ROUTES: readonly RestRoute[] = [
  ...getAndPost("advertisable", "ADVERTISABLE", "Deliveries of an advertisable. Document 3, part B."),
  ...getAndPost("campaign", "CAMPAIGN", "Deliveries by campaign. Document 3, part B."),
  ...getAndPost("adgroup", "AD_GROUP", "Deliveries by ad group. Document 3, part B."),
  ...getAndPost("ad", "AD", "Deliveries by ad. Document 3, part B."),
  ...getAndPost(
    "domain",
    "DOMAIN",
    "Deliveries by site; the empty entity is where the site is not known (own decision). Document 3, part B.",
  ),
  ...getAndPost("domain/ad", "AD", "Deliveries by ad on the given sites, or on all. Document 3, part B."),
  ...getAndPost(
    "domain/adgroup",
    "AD_GROUP",
    "Deliveries by ad group on the given sites, or on all. Document 3, part B.",
  ),
  deliveriesRoute(
    "POST",
    "wca-placement",
    "INVENTORY_SOURCE",
    "Deliveries by placement, which is the source of inventory within a social network (own decision). Document 3, part B.",
  ),
  exportRoute(
    "export",
    false,
    "Deliveries day by day and ad by ad as CSV; name and status are the ad's. Decisions, section 5.",
  ),
  exportRoute(
    "domain/export",
    true,
    "Deliveries day by day, ad by ad and site by site as CSV; name and status are the ad's. Decisions, section 5.",
  ),
];
