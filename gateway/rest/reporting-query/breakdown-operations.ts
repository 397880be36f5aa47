import type { RowsOperation } from "./advertisable-rows.js";
import { type Connection, graphOperation, type ListFilter } from "./graph-operation.js";
import type { Attributed, Delivered, GraphRange } from "./metrics-operations.js";

interface EntityRow<M> {
  entity: string;
  metrics: M;
}

/** An operation that selects rows of each advertisable, `selection` being how. */
function rowsOperation<N, A>(
  name: string,
  selection: string,
  rowsOf: RowsOperation<N, A>["rowsOf"],
  declarations = "",
): RowsOperation<N, A> {
  return {
    text: `query ${name}($filter: AdvertisableFilter, $range: DateRangeInput!, $currency: CurrencyCode!, $after: String${declarations}) {
      list: advertisables(first: 1000, filter: $filter) { nodes { eid ${selection} } }
    }`,
    rowsOf,
  };
}

/** What the ads of advertisables delivered on each site, ordered by domain. */
export const DOMAINS = rowsOperation<
  EntityRow<Delivered>,
  { deliveries: { list: Connection<EntityRow<Delivered>> } | null }
>(
  "ReportingDomains",
  `deliveries(range: $range, currency: $currency) {
    list: byEntity(level: DOMAIN, first: 1000, after: $after) {
      nodes { entity metrics { impressions clicks cost { exactAmount } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  ({ deliveries }) => deliveries?.list,
);

/** The 1,000 sites on which an advertisable's ads cost most. */
export const DEAREST_DOMAINS = graphOperation<
  { advertisable: { deliveries: { costliest: EntityRow<Delivered>[] } | null } | null },
  Readonly<{ eid: string; range: GraphRange; currency: string }>
>(`query ReportingAccounts($eid: ID!, $range: DateRangeInput!, $currency: CurrencyCode!) {
  advertisable(eid: $eid) { deliveries(range: $range, currency: $currency) {
    costliest(level: DOMAIN, first: 1000) { entity metrics { impressions clicks cost { exactAmount } } }
  } }
}`);

/** The conversions that each segment of advertisables counts. */
export const SEGMENT_CONVERSIONS = rowsOperation<
  EntityRow<Attributed>,
  { attributions: { list: Connection<EntityRow<Attributed>> } | null }
>(
  "ReportingSegmentConversions",
  `attributions(range: $range, currency: $currency) {
    list: byEntity(level: SEGMENT, first: 1000, after: $after) {
      nodes { entity metrics { clickThroughs viewThroughs clickRevenue { exactAmount } viewRevenue { exactAmount } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  ({ attributions }) => attributions?.list,
);

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
export const CREDITS = rowsOperation<CreditRow, { list: Connection<CreditRow> | null }>(
  "ReportingCredits",
  `list: granularAttributions(range: $range, currency: $currency, filter: {campaignEids: $campaigns}, first: 1000, after: $after) {
    nodes {
      conversionGuid convertedAt conversionType conversionValue { amount } kind share attributedValue { amount exactAmount } isLastTouch
      touchedAt firstTouchedAt lastTouchedAt firstTouchToConversion productType segmentEid campaignEid adGroupEid adEid country city
      deviceIdType
    }
    pageInfo { hasNextPage endCursor }
  }`,
  ({ list }) => list,
  ", $campaigns: [ID!]",
);

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
