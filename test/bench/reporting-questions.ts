import type { BenchShop } from "./reporting-data.js";

/** A report of /reportsvc, and the best SQL for its numbers that somebody might write by hand. */
export interface ReportQuestion {
  name: string;
  /** The path below /reportsvc/v1, with its query but the range and the breakdown. */
  path: string;
  breakdown: "summary" | "date";
  sql: string;
  values: readonly unknown[];
}

/** Converts what is kept in USD into what is asked for: as the report does, at the rate of each day. */
const RATES = `join platform.currency_rate s on s.currency = d.currency and d.day >= s.valid_from and d.day < s.valid_to
  join platform.currency_rate t on t.currency = 'USD' and d.day >= t.valid_from and d.day < t.valid_to`;
const RATE = "round(t.per_usd / s.per_usd, 12)";

const DELIVERIES = `sum(impressions) as impressions, sum(clicks) as clicks, sum(cost * ${RATE}) as cost`;

const ATTRIBUTIONS = ["VIEW_THROUGH", "CLICK_THROUGH", "ASSIST"]
  .map(
    (
      kind,
    ) => `sum(counted) filter (where kind = '${kind}') as counted_${kind}, sum(credit) filter (where kind = '${kind}') as credit_${kind},
    sum(revenue * ${RATE}) filter (where kind = '${kind}') as revenue_${kind}`,
  )
  .join(", ");
/** The windows that a new advertisable has. */
const WINDOWS = "click_from <= 30 and click_until > 30 and view_from <= 30";

interface Sums {
  name: string;
  path: string;
  columns: string;
  table: string;
  /** A condition on `$4`, or none. */
  where?: string;
  value?: unknown;
}

function sums(shop: BenchShop): Sums[] {
  const filtered = (noun: string, parameter: string, column: string, eids: readonly string[]): Sums[] => [
    {
      name: `deliveries of 3 ${noun}s`,
      path: `deliveries/${noun.replace(" ", "")}?${parameter}=${eids.join(",")}`,
      columns: DELIVERIES,
      table: `delivery${noun === "ad" ? "" : `_by_${noun.replace(" ", "_")}`} d ${RATES}`,
      where: `${column} = any($4)`,
      value: eids,
    },
    {
      name: `attributions of 3 ${noun}s`,
      path: `attributions/${noun.replace(" ", "")}?${parameter}=${eids.join(",")}`,
      columns: ATTRIBUTIONS,
      table: `attribution_by_${noun.replace(" ", "_")} d ${RATES}`,
      where: `${WINDOWS} and ${column} = any($4)`,
      value: eids,
    },
  ];
  return [
    {
      name: "deliveries of the advertisable",
      path: "deliveries/advertisable?",
      columns: DELIVERIES,
      table: `delivery_by_advertisable d ${RATES}`,
    },
    {
      name: "attributions of the advertisable",
      path: "attributions/advertisable?",
      columns: ATTRIBUTIONS,
      table: `attribution_by_advertisable d ${RATES}`,
      where: WINDOWS,
    },
    ...filtered("campaign", "campaign_eids", "campaign_eid", shop.campaigns),
    ...filtered("ad group", "adgroup_eids", "ad_group_eid", shop.adGroups),
    ...filtered("ad", "ad_eids", "ad_eid", shop.ads),
    {
      name: "deliveries on a network",
      path: "deliveries/advertisable?networks=web",
      columns: DELIVERIES,
      table: `delivery d ${RATES}`,
      where: "network = $4",
      value: "web",
    },
    {
      name: "deliveries on 2 sites",
      path: "deliveries/domain?domains=site1.example,site2.example",
      columns: DELIVERIES,
      table: `delivery d ${RATES}`,
      where: "domain = any($4)",
      value: ["site1.example", "site2.example"],
    },
    {
      name: "attributions of 3 segments",
      path: `attributions/segment?segment_eids=${shop.segments.join(",")}`,
      columns: ATTRIBUTIONS,
      table: `attribution_by_ad d ${RATES}`,
      where: `${WINDOWS} and segment_eid = any($4)`,
      value: shop.segments,
    },
    {
      name: "site metrics",
      path: "advertisable-site-metrics?",
      columns: `sum(visitors) as visitors, sum(revenue * ${RATE}) as revenue, sum(all_visitors) as all_visitors, sum(all_revenue * ${RATE}) as all_revenue`,
      table: `site_metric d ${RATES}`,
    },
    {
      name: "deliveries to 3 segments",
      path: `segment-deliveries/segment?segment_eids=${shop.segments.join(",")}`,
      columns: DELIVERIES,
      table: `segment_delivery d ${RATES}`,
      where: "segment_eid = any($4)",
      value: shop.segments,
    },
  ];
}

/** Every kind of report that is a sum over rows of a roll-up, as a summary and by date. */
export function reportQuestions(shop: BenchShop, start: string, end: string): ReportQuestion[] {
  return sums(shop).flatMap(({ name, path, columns, table, where, value }) =>
    (["summary", "date"] as const).map((breakdown) => {
      const by =
        breakdown === "date" ? { column: "day, ", group: " group by day order by day" } : { column: "", group: "" };
      return {
        name,
        path,
        breakdown,
        sql: `select ${by.column}${columns} from reporting.${table}
          where d.advertisable_eid = $1 and d.day >= $2 and d.day < $3${where === undefined ? "" : ` and ${where}`}${by.group}`,
        values: [shop.eid, start, end, ...(value === undefined ? [] : [value])],
      };
    }),
  );
}
