import type { Clock } from "../../lib/clock.js";
import { legacyAmount, legacyEnum } from "./legacy-format.js";
import { NAMED_SELECTION, requireNamed } from "./named-objects.js";
import { choice, type Input } from "./parameter.js";
import {
  ATTRIBUTION_DECLARATIONS,
  attributionNames,
  attributionParameters,
  attributionVariables,
} from "./reporting-attributions.js";
import { defineRoute, type RestRoute } from "./route.js";

interface Row {
  conversionGuid: string;
  convertedAt: string;
  conversionType: string;
  conversionValue: { amount: string };
  kind: string;
  isLastTouch: boolean;
  share: string;
  attributedValue: { amount: string };
  touchedAt: string;
  firstTouchedAt: string;
  lastTouchedAt: string;
  firstTouchToConversion: number;
  productType: string;
  finalKind: string;
  finalProductType: string;
  finalTouchedAt: string;
  assistedBy: string[];
  segmentEid: string;
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
  ad: { width: number | null; height: number | null } | null;
  cookie: string;
  deviceIdType: string;
  country: string;
  city: string;
  referrer: string;
  externalData: string;
  ip: string;
}

const FIELDS = `conversionGuid convertedAt conversionType conversionValue { amount } kind isLastTouch share attributedValue { amount }
  touchedAt firstTouchedAt lastTouchedAt firstTouchToConversion productType finalKind finalProductType finalTouchedAt assistedBy
  segmentEid campaignEid adGroupEid adEid ad { width height } cookie deviceIdType country city referrer externalData ip`;

function operation(name: string): string {
  return `query ${name}(${ATTRIBUTION_DECLARATIONS}, $rows: GranularRows!, $after: String, $firstPage: Boolean!) {
    advertisable(eid: $advertisable) {
      granularAttributions(range: $range, currency: $currency, filter: $filter, rows: $rows, first: 1000, after: $after) {
        nodes { ${FIELDS} } pageInfo { hasNextPage endCursor }
      }
    }
    ${NAMED_SELECTION}
  }`;
}

interface GranularData {
  advertisable: { granularAttributions: { nodes: Row[] } | null } | null;
}

/** What every form has. */
function touchpoint(row: Row) {
  return {
    conversion_time: row.convertedAt,
    conversion_type: row.conversionType,
    product_type: row.productType,
    first_touch_time: row.firstTouchedAt,
    last_touch_time: row.lastTouchedAt,
    segment_eid: row.segmentEid,
    campaign_eid: row.campaignEid,
    adgroup_eid: row.adGroupEid,
    ad_eid: row.adEid,
    conversion_value: legacyAmount(row.conversionValue),
    device_id_type: row.deviceIdType,
    country: row.country,
    city: row.city,
    width: row.ad?.width ?? null,
    height: row.ad?.height ?? null,
    external_data: row.externalData,
    conversion_guid: row.conversionGuid,
  };
}

function combined(row: Row) {
  return {
    ...touchpoint(row),
    touchpoint_time: row.touchedAt,
    first_touch_to_conversion: row.firstTouchToConversion,
    attribution_model: "last_touch",
    attribution_credit: legacyEnum(row.kind),
    attributed_ratio: Number(row.share),
    attributed_value: legacyAmount(row.attributedValue),
    is_last_touch_attribution: row.isLastTouch,
    cookie: row.cookie,
    referrer: row.referrer,
  };
}

function multiproduct(row: Row) {
  return {
    ...touchpoint(row),
    first_touch_to_conversion: row.firstTouchToConversion,
    is_pr_assisted: row.assistedBy.includes("PR"),
    is_sr_assisted: row.assistedBy.includes("SR"),
    is_rt_assisted: row.assistedBy.includes("RT"),
  };
}

function singleProduct(row: Row) {
  return {
    conversion_time: row.convertedAt,
    conversion_type: row.conversionType,
    final_event_time: row.finalTouchedAt,
    segment_eid: row.segmentEid,
    cookie: row.cookie,
    adgroup_eid: row.adGroupEid,
    ad_eid: row.adEid,
    conversion_value: legacyAmount(row.conversionValue),
    ip: row.ip,
  };
}

/** The product of an assist is the conversion's; its own is the assisting one. */
function assisted(row: Row) {
  return {
    ...touchpoint(row),
    product_type: row.finalProductType,
    assist_product_type: row.productType,
    touchpoint_time: row.touchedAt,
    final_event: legacyEnum(row.finalKind),
  };
}

const FORMS = {
  combined: { rows: "COMBINED", record: combined },
  multiproduct: { rows: "LAST_TOUCH", record: multiproduct },
  single_product: { rows: "LAST_TOUCH", record: singleProduct },
} as const;

function results(data: GranularData, input: Input<typeof attributionParameters>, record: (row: Row) => object) {
  requireNamed(data, attributionNames(input), [input.advertisable_eid]);
  return { results: (data.advertisable?.granularAttributions?.nodes ?? []).map((row) => record(row)) };
}

const parameters = {
  ...attributionParameters,
  form: choice<keyof typeof FORMS>(
    "combined (every credited touchpoint), multiproduct or single_product (the last touchpoint of each conversion); combined when not given (own decision).",
    ["combined", "multiproduct", "single_product"],
    "combined",
  ),
};

const CONNECTION = "advertisable.granularAttributions";

export const GRANULAR_ATTRIBUTION_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "reporting",
    method: "GET",
    path: "/reportsvc/v1/granular-attributions",
    permission: "report.read",
    description:
      "Conversions one by one with the touchpoints that they are credited to; at most 90 days. Document 3, part B.",
    parameters,
    operation: operation("GranularAttributions"),
    connection: CONNECTION,
    variables: (input, clock: Clock) => ({ ...attributionVariables(input, clock), rows: FORMS[input.form].rows }),
    body: (data: GranularData, input) => results(data, input, FORMS[input.form].record),
  }),
  defineRoute({
    area: "reporting",
    method: "GET",
    path: "/reportsvc/v1/assisted-granular-attributions",
    permission: "report.read",
    description:
      "Assists of conversions one by one; deprecated since 2018-05-22 in favour of granular-attributions; at most 90 days. Document 3, part B.",
    parameters: attributionParameters,
    operation: operation("AssistedGranularAttributions"),
    connection: CONNECTION,
    variables: (input, clock: Clock) => ({ ...attributionVariables(input, clock), rows: "ASSISTS" }),
    body: (data: GranularData, input) => results(data, input, assisted),
  }),
];
