import type { DateRange } from "../../lib/date-range.js";
import type { DecimalSource } from "../../lib/decimal.js";
import type { AttributionFilter, AttributionWindows } from "./attributions.input.js";
import { attributionFilters, WINDOW_JOIN, windowBindings, type WindowDays } from "./attributions.report.js";
import type { ProductType } from "./attributions.type.js";
import { RATE_FACTOR, RATE_JOINS } from "./currency-rate.table.js";
import type { CreditKind, GranularRows } from "./granular-attributions.type.js";
import { breakdownsOf, visibleRows, type RowPage } from "./breakdown.report.js";

/** What is asked of the credits of an advertisable's conversions. */
export interface GranularQuestion {
  advertisableEid: string;
  range: DateRange;
  currency: string;
  filter: AttributionFilter;
  windows: AttributionWindows;
  days: WindowDays;
  rows: GranularRows;
}

export interface GranularRow {
  scopeEid: string;
  date: string;
  conversion: string;
  kind: CreditKind;
  touchpoint: string;
  touchedAt: Date;
  isLastTouch: boolean;
  credit: DecimalSource;
  value: DecimalSource;
  attributedValue: DecimalSource;
  outcome: CreditKind;
  productType: ProductType;
  segmentEid: string;
  campaignEid: string;
  adGroupEid: string;
  adEid: string;
  cookie: string;
  convertedAt: Date;
  conversionType: string;
  deviceIdType: string;
  country: string;
  city: string;
  referrer: string;
  externalData: string;
  ip: string;
  firstTouchedAt: Date;
  lastTouchedAt: Date;
  firstTouchToConversion: number;
  finalProductType: ProductType;
  finalTouchedAt: Date;
  assistedBy: ProductType[];
}

const WHICH: Readonly<Record<GranularRows, string>> = {
  COMBINED: "true",
  LAST_TOUCH: "d.kind = d.outcome and d.counted = 1",
  ASSISTS: "d.kind = 'ASSIST'",
};

/** Where a credit stands: for given windows a conversion has one outcome, so that it needs not be in it. */
const KEY = "d.day, d.conversion, d.kind, d.touchpoint, d.touched_at";

/** How many texts the key of a row has. */
export const GRANULAR_KEY_LENGTH = 5;

const defineBreakdown = breakdownsOf<GranularQuestion>({
  entityOf: ({ advertisableEid }) => advertisableEid,
  shape: ({ advertisableEid: _tenant, days: _days, ...shared }) => shared,
});

interface GranularKey {
  question: GranularQuestion;
  page: RowPage;
}

/** Credits in order of day and conversion, with what else is known of the conversion and its user's touchpoints. */
export const granularAttributions = defineBreakdown<GranularKey, GranularRow>(
  ({ page }) => page,
  async (context, questions, { question, page }) => {
    const where = visibleRows(context.viewer, questions, {
      byMonth: true,
      filters: attributionFilters(question.filter),
    });
    const conditions = [
      where.sql,
      WHICH[question.rows],
      ...(page.after === null ? [] : [`(${KEY}) > (?::date, ?, ?, ?, ?::timestamptz)`]),
    ];
    const credited = `select d.*, d.value * ${RATE_FACTOR} as converted_value, w.click_window, w.view_window
      from reporting.attribution d ${RATE_JOINS} ${WINDOW_JOIN} where ${conditions.join(" and ")}`;
    // Of one advertisable the rows come off the table's order and the statement stops at the last.
    const paged =
      questions.length === 1
        ? `${credited} order by ${KEY} limit ?`
        : `select * from (
             select d.*, row_number() over (partition by d.advertisable_eid order by ${KEY}) as place from (${credited}) d
           ) numbered where place <= ?`;
    return await context.sql.rows<GranularRow>(
      `select d.advertisable_eid as "scopeEid", d.day as date, d.conversion, d.kind, d.touchpoint, d.touched_at as "touchedAt",
         d.kind = d.outcome and d.counted = 1 as "isLastTouch", d.credit, d.converted_value as value,
         d.converted_value * d.credit as "attributedValue", d.outcome, d.product_type as "productType",
         d.segment_eid as "segmentEid", d.campaign_eid as "campaignEid", d.ad_group_eid as "adGroupEid", d.ad_eid as "adEid",
         c.cookie, c.converted_at as "convertedAt", c.conversion_type as "conversionType", c.device_id_type as "deviceIdType",
         c.country, c.city, c.referrer, c.external_data as "externalData", c.ip,
         history.first as "firstTouchedAt", history.last as "lastTouchedAt",
         floor(extract(epoch from c.converted_at - history.first) / 86400)::integer as "firstTouchToConversion",
         others.final_product as "finalProductType", others.final_at as "finalTouchedAt",
         coalesce(others.assisted_by, '{}') as "assistedBy"
       from (${paged}) d
       join reporting.conversion c using (advertisable_eid, day, conversion)
       cross join lateral (
         select min(t.occurred_at) as first, max(t.occurred_at) as last from reporting.touchpoint t
         where t.advertisable_eid = d.advertisable_eid and t.cookie = c.cookie
           and t.day <= d.day and t.day >= d.day - greatest(d.click_window, d.view_window)
           and t.occurred_at <= c.converted_at and t.occurred_at >= c.converted_at
             - make_interval(days => case t.kind when 'CLICK' then d.click_window else d.view_window end)
       ) history
       cross join lateral (
         select max(x.product_type) filter (where x.kind = x.outcome and x.counted = 1) as final_product,
           max(x.touched_at) filter (where x.kind = x.outcome and x.counted = 1) as final_at,
           array_agg(distinct x.product_type order by x.product_type) filter (where x.kind = 'ASSIST') as assisted_by
         from reporting.attribution x
         where x.advertisable_eid = d.advertisable_eid and x.day = d.day and x.conversion = d.conversion
           and x.click_from <= d.click_window and x.click_until > d.click_window and x.view_from <= d.view_window
       ) others
       order by ${KEY}`,
      [question.currency, ...windowBindings(questions), ...where.bindings, ...(page.after ?? []), page.limit],
    );
  },
);
