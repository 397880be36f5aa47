import { type Connection, type GraphOperation, graphOperation, type ListFilter } from "./graph-operation.js";

/** What metrics can be asked of. */
export type MetricsKind =
  | "advertisable"
  | "campaign"
  | "emailCampaign"
  | "universalCampaign"
  | "adGroup"
  | "universalAdGroup"
  | "ad"
  | "email";

/** Days of the unified graph. */
export interface GraphRange {
  between: { start: string; endExclusive: string };
}

export interface Delivered {
  impressions: number;
  clicks: number;
  cost: { exactAmount: string };
}

export interface Attributed {
  clickThroughs: number;
  viewThroughs: number;
  clickRevenue: { exactAmount: string };
  viewRevenue: { exactAmount: string };
}

export interface Visited {
  visitors: number;
}

export interface Mailed {
  sends: number;
  opens: number;
  clicks: number;
}

export interface Report<M> {
  summary?: M;
  byDate?: { date: string; metrics: M }[];
}

/** An object with its reports; one that was not asked for is not there. */
export interface ReportedNode {
  eid: string;
  deliveries?: Report<Delivered> | null;
  attributions?: Report<Attributed> | null;
  siteMetrics?: Report<Visited> | null;
}

/** What objects are asked for of their reports. */
export type ReportVariables = {
  range: GraphRange;
  currency: string;
  summary: boolean;
  byDate: boolean;
  delivered: boolean;
  attributed: boolean;
};

export type MetricsOperation = GraphOperation<
  { list: Connection<ReportedNode> },
  ReportVariables & { filter: ListFilter; visited?: boolean }
>;

/** How an operation declares its variables, selects the reports of an object, and what it then has to define. */
export const REPORTS = {
  variables: `$range: DateRangeInput!, $currency: CurrencyCode!, $summary: Boolean!, $byDate: Boolean!,
      $delivered: Boolean!, $attributed: Boolean!`,
  selection: `
        deliveries(range: $range, currency: $currency) @include(if: $delivered) {
          summary @include(if: $summary) { ...Delivered }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Delivered } }
        }
        attributions(range: $range, currency: $currency) @include(if: $attributed) {
          summary @include(if: $summary) { ...Attributed }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { ...Attributed } }
        }`,
  fragments: `
  fragment Delivered on DeliveryMetrics { impressions clicks cost { exactAmount } }
  fragment Attributed on AttributionMetrics {
    clickThroughs viewThroughs clickRevenue { exactAmount } viewRevenue { exactAmount }
  }`,
} as const;

function metricsOf(name: string, field: string, type: string): MetricsOperation {
  const isAdvertisable = type === "Advertisable";
  return graphOperation(`query ${name}($filter: ${type}Filter, ${REPORTS.variables}${isAdvertisable ? ", $visited: Boolean!" : ""}) {
    list: ${field}(first: 1000, filter: $filter) {
      nodes {
        eid ${REPORTS.selection}
        ${
          isAdvertisable
            ? `siteMetrics(range: $range, currency: $currency) @include(if: $visited) {
          summary @include(if: $summary) { visitors }
          byDate(zeroFill: false) @include(if: $byDate) { date metrics { visitors } }
        }`
            : ""
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  } ${REPORTS.fragments}`);
}

/** Kinds of which the graph has reports of deliveries and attributions; what sends mails has none. */
export type DeliveredKind = Exclude<MetricsKind, "email" | "emailCampaign">;

export function isDelivered(kind: MetricsKind): kind is DeliveredKind {
  return kind !== "email" && kind !== "emailCampaign";
}

export const METRICS: Readonly<Record<DeliveredKind, MetricsOperation>> = {
  advertisable: metricsOf("ReportingAdvertisableMetrics", "advertisables", "Advertisable"),
  campaign: metricsOf("ReportingCampaignMetrics", "campaigns", "Campaign"),
  adGroup: metricsOf("ReportingAdGroupMetrics", "adGroups", "AdGroup"),
  ad: metricsOf("ReportingAdMetrics", "ads", "Ad"),
  universalCampaign: metricsOf("ReportingUniversalCampaignMetrics", "universalCampaigns", "UniversalCampaign"),
  universalAdGroup: metricsOf("ReportingUniversalAdGroupMetrics", "universalAdGroups", "UniversalAdGroup"),
};

/** What sends mails, with the report of them. */
export interface MailingNode {
  eid: string;
  advertisableEid: string;
  report: Report<Mailed>;
}

export type MailsOperation = GraphOperation<
  { list: Connection<MailingNode> },
  { filter: ListFilter; range: GraphRange; summary: boolean; byDate: boolean; after: string | null }
>;

function mailsOf(name: string, field: string, type: string): MailsOperation {
  return graphOperation(`query ${name}($filter: ${type}Filter, $range: DateRangeInput!, $summary: Boolean!, $byDate: Boolean!, $after: String) {
    list: ${field}(first: 1000, after: $after, filter: $filter) {
      nodes {
        eid advertisableEid
        report(range: $range) {
          start
          summary @include(if: $summary) { ...Mailed }
          byDate @include(if: $byDate) { date metrics { ...Mailed } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  fragment Mailed on EmailMetrics { sends opens clicks }`);
}

const CAMPAIGN_MAILS = mailsOf("ReportingEmailCampaignMails", "emailCampaigns", "EmailCampaign");

/** Whose mails are asked for how: the field of the list that names the object. An advertisable sends those of all its campaigns. */
export const MAILS = {
  advertisable: { operation: CAMPAIGN_MAILS, owner: "advertisableEid" },
  emailCampaign: { operation: CAMPAIGN_MAILS, owner: "eid" },
  email: { operation: mailsOf("ReportingEmailMails", "emails", "Email"), owner: "eid" },
} as const;

export type MailingKind = keyof typeof MAILS;

export function sendsMails(kind: MetricsKind): kind is MailingKind {
  return Object.hasOwn(MAILS, kind);
}
