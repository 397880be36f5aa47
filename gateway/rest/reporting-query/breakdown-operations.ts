import { type Connection, graphOperation, type ListFilter } from "./graph-operation.js";
import type { Attributed, Delivered, GraphRange } from "./metrics-operations.js";

// No interface, which would not be a record of variables.
type ReportVariables = Readonly<{ eid: string; range: GraphRange; currency: string }>;

interface EntityRow<M> {
  entity: string;
  metrics: M;
}

const DECLARATIONS = "$eid: ID!, $range: DateRangeInput!, $currency: CurrencyCode!";

/** What an advertisable's ads delivered on each site, ordered by domain. */
export const DOMAINS = graphOperation<
  { advertisable: { deliveries: { list: Connection<EntityRow<Delivered>> } | null } | null },
  ReportVariables & { after: string | null }
>(`query ReportingDomains(${DECLARATIONS}, $after: String) {
  advertisable(eid: $eid) { deliveries(range: $range, currency: $currency) {
    list: byEntity(level: DOMAIN, first: 1000, after: $after) {
      nodes { entity metrics { impressions clicks cost { exactAmount } } }
      pageInfo { hasNextPage endCursor }
    }
  } }
}`);

/** The 1,000 sites on which an advertisable's ads cost most. */
export const DEAREST_DOMAINS = graphOperation<
  { advertisable: { deliveries: { costliest: EntityRow<Delivered>[] } | null } | null },
  ReportVariables
>(`query ReportingAccounts(${DECLARATIONS}) {
  advertisable(eid: $eid) { deliveries(range: $range, currency: $currency) {
    costliest(level: DOMAIN, first: 1000) { entity metrics { impressions clicks cost { exactAmount } } }
  } }
}`);

/** The conversions that each segment of an advertisable counts. */
export const SEGMENT_CONVERSIONS = graphOperation<
  { advertisable: { attributions: { list: Connection<EntityRow<Attributed>> } | null } | null },
  ReportVariables & { after: string | null }
>(`query ReportingSegmentConversions(${DECLARATIONS}, $after: String) {
  advertisable(eid: $eid) { attributions(range: $range, currency: $currency) {
    list: byEntity(level: SEGMENT, first: 1000, after: $after) {
      nodes { entity metrics { clickThroughs viewThroughs clickRevenue { exactAmount } viewRevenue { exactAmount } } }
      pageInfo { hasNextPage endCursor }
    }
  } }
}`);

export interface CreditRow {
  conversionGuid: string;
  convertedAt: string;
  conversionType: string;
  conversionValue: { amount: string };
  kind: string;
  share: string;
  attributedValue: { amount: string; exactAmount: string };
  isLastTouch: boolean;
  touchedAt: string;
  firstTouchedAt: string;
  lastTouchedAt: string;
  firstTouchToConversion: number;
  productType: string;
  segmentEid: string;
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
  country: string;
  city: string;
  deviceIdType: string;
}

/** Each touchpoint that is credited for a conversion, of all campaigns or some. */
export const CREDITS = graphOperation<
  { advertisable: { list: Connection<CreditRow> | null } | null },
  ReportVariables & { campaigns: readonly string[] | null; after: string | null }
>(`query ReportingCredits(${DECLARATIONS}, $campaigns: [ID!], $after: String) {
  advertisable(eid: $eid) {
    list: granularAttributions(range: $range, currency: $currency, filter: {campaignEids: $campaigns}, first: 1000, after: $after) {
      nodes {
        conversionGuid convertedAt conversionType conversionValue { amount } kind share attributedValue { amount exactAmount } isLastTouch
        touchedAt firstTouchedAt lastTouchedAt firstTouchToConversion productType segmentEid campaignEid adGroupEid adEid country city
        deviceIdType
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`);

export interface SegmentSizes {
  current: number;
  new: number;
  total: number;
}

/** How many people segments have. */
export const SEGMENT_SIZES = graphOperation<
  { list: Connection<{ eid: string; userList: { summary: SegmentSizes } | null }> },
  { filter: ListFilter; range: GraphRange }
>(`query ReportingSegmentSizes($filter: SegmentFilter, $range: DateRangeInput!) {
  list: segments(first: 1000, filter: $filter) {
    nodes { eid userList(range: $range) { summary { current new total } } }
    pageInfo { hasNextPage endCursor }
  }
}`);
