import { eachDay, RANGE_POLICIES } from "../../lib/date-range.js";
import { AppError, badInput } from "../../lib/errors.js";
import {
  daysOf,
  metricsRecord,
  REPORTED_FIELDS,
  REPORTED_FRAGMENTS,
  type Reported,
  summariesOf,
} from "./entity-report-metrics.js";
import { someEids } from "./parameter.js";
import { graphRange, rangeParameters } from "./report-range.js";
import { defineRoute, type RestRoute } from "./route.js";

/** Objects of one report at most, so that its days stay few enough for one answer. */
const MAX_OBJECTS = 100;

const VARIABLES = `$eids: [String!]!, $range: DateRangeInput!, $currency: CurrencyCode!, $deliveries: DeliveryFilter,
  $attributions: AttributionFilter, $byDate: Boolean!`;
const NAMED = "first: 1000, filter: { eid: { in: $eids }, isActive: { in: [true, false] } }";

interface Node {
  eid: string;
  name: string;
}

/** Something that a report has rows of: what it is called, and what its numbers are made of. */
interface Row {
  record: object;
  reported: Reported[];
}

interface ReportKind<N> {
  /** Paths below /prospecting/api/v2 that answer it: totals by metrics/…, days by report/…. */
  path: `metrics/${string}` | `report/${string}`;
  what: string;
  /** The parameter that names the objects. */
  named: "adgroup_eids" | "campaign_eids" | "advertisable_eids" | "ad_eids";
  list: string;
  fields: string;
  rows: (node: N) => Row[];
}

/** The delivery and attribution metrics of objects: in all (metrics/…), or day by day (report/…). */
function reportRoute<N extends Node>({ path, what, named, list, fields, rows }: ReportKind<N>): RestRoute {
  const byDate = path.startsWith("report/");
  return defineRoute({
    area: "prospecting",
    method: "GET",
    path: `/prospecting/api/v2/${path}`,
    permission: "report.read",
    description: `Delivery and attribution of ${what}${byDate ? ", day by day" : ""}; end_date is the last day, included (own). Decisions, section 6.`,
    parameters: { [named]: someEids("EIDs of those that are reported on, 1 to 100."), ...rangeParameters },
    operation: `query Metrics(${VARIABLES}) { named: ${list}(${NAMED}) { nodes { eid name ${fields} } } } ${REPORTED_FRAGMENTS}`,
    variables: (input, clock) => {
      const given: Readonly<Record<string, unknown>> = input;
      const eids = [...new Set([given[named]].flat().filter((eid) => typeof eid === "string"))];
      if (eids.length > MAX_OBJECTS) throw badInput([named], "TOO_MANY", `${named} must be at most ${MAX_OBJECTS}.`);
      return {
        eids,
        range: graphRange(input, RANGE_POLICIES.entityReport, clock),
        currency: input.currency,
        deliveries: null,
        attributions: null,
        byDate,
      };
    },
    body: (data: { named: { nodes: N[] } }, _input, { eids, range }) => {
      const found = new Map(data.named.nodes.map((node) => [node.eid, node]));
      const unknown = eids.find((eid) => !found.has(eid));
      if (unknown !== undefined)
        throw new AppError("NOT_FOUND", `There is no ${unknown} that you can see among the ${named}.`);
      const all = eids.flatMap((eid) => found.get(eid) ?? []).flatMap(rows);
      if (!byDate)
        return {
          results: all.map(({ record, reported }) => ({ ...record, ...metricsRecord(summariesOf(reported)) })),
        };
      const days = eachDay({ start: range.between.start, end: range.between.endExclusive });
      return {
        results: all.flatMap(({ record, reported }) =>
          daysOf(reported, days).map((day) => ({ date: day.date, ...record, ...metricsRecord(day) })),
        ),
      };
    },
  });
}

interface CampaignNode extends Node, Reported {
  advertisableEid: string;
}

interface AdGroupNode extends CampaignNode {
  campaignEid: string;
}

interface ByAd<M> {
  byEntity: { nodes: { entity: string; metrics: M }[] };
}

interface AdGroupAdsNode extends Node {
  campaignEid: string;
  ads: { adEid: string }[];
  deliveries: ByAd<Summary<"deliveries">> | null;
  attributions: ByAd<Summary<"attributions">> | null;
  adjusted: ByAd<Summary<"adjusted">> | null;
}

type Summary<K extends keyof Reported> = NonNullable<NonNullable<Reported[K]>["summary"]>;

/** A row for each ad that the ad group has or had deliveries of. */
function adRows({ eid, campaignEid, ads, ...reports }: AdGroupAdsNode): Row[] {
  const of = <M>(report: ByAd<M> | null): Map<string, { summary: M }> =>
    new Map((report?.byEntity.nodes ?? []).map(({ entity, metrics }) => [entity, { summary: metrics }]));
  const deliveries = of(reports.deliveries);
  const attributions = of(reports.attributions);
  const adjusted = of(reports.adjusted);
  const all = new Set([...ads.map((ad) => ad.adEid), ...deliveries.keys(), ...attributions.keys(), ...adjusted.keys()]);
  return [...all].map((ad) => ({
    record: { ad_eid: ad, adgroup_eid: eid, campaign_eid: campaignEid },
    reported: [
      {
        deliveries: deliveries.get(ad) ?? null,
        attributions: attributions.get(ad) ?? null,
        adjusted: adjusted.get(ad) ?? null,
      },
    ],
  }));
}

const BY_AD = "byEntity(level: AD, first: 1000) { nodes { entity metrics";
const AD_FIELDS = `campaignEid ads { adEid } ${REPORTED_FIELDS}
  deliveries(range: $range, currency: $currency, filter: $deliveries) { ${BY_AD} { ...Delivered } } } }
  attributions(range: $range, currency: $currency, filter: $attributions, windows: STANDARD) { ${BY_AD} { ...Attributed } } } }
  adjusted: attributions(range: $range, currency: $currency, filter: $attributions) { ${BY_AD} { ...Attributed } } } }`;

function campaignRow(node: CampaignNode): Row[] {
  return [{ record: { eid: node.eid, name: node.name, advertisable_eid: node.advertisableEid }, reported: [node] }];
}

function adGroupRow(node: AdGroupNode): Row[] {
  const { eid, name, advertisableEid, campaignEid } = node;
  return [{ record: { eid, name, campaign_eid: campaignEid, advertisable_eid: advertisableEid }, reported: [node] }];
}

const CAMPAIGN = { named: "campaign_eids", list: "prospectingCampaigns", rows: campaignRow } as const;
const AD_GROUP = { named: "adgroup_eids", list: "prospectingAdGroups", rows: adGroupRow } as const;
const CAMPAIGN_FIELDS = `advertisableEid ${REPORTED_FIELDS}`;
const AD_GROUP_FIELDS = `campaignEid ${CAMPAIGN_FIELDS}`;

export const PROSPECTING_REPORT_ROUTES: readonly RestRoute[] = [
  reportRoute<CampaignNode>({
    ...CAMPAIGN,
    path: "metrics/campaigns",
    what: "prospecting campaigns",
    fields: CAMPAIGN_FIELDS,
  }),
  reportRoute<CampaignNode>({
    ...CAMPAIGN,
    path: "report/campaign",
    what: "prospecting campaigns",
    fields: CAMPAIGN_FIELDS,
  }),
  reportRoute<AdGroupNode>({
    ...AD_GROUP,
    path: "metrics/adgroups",
    what: "prospecting ad groups",
    fields: AD_GROUP_FIELDS,
  }),
  reportRoute<AdGroupNode>({
    ...AD_GROUP,
    path: "report/adgroup",
    what: "prospecting ad groups",
    fields: AD_GROUP_FIELDS,
  }),
  reportRoute<AdGroupAdsNode>({
    path: "metrics/adgroup-ads",
    what: "the ads of prospecting ad groups",
    named: "adgroup_eids",
    list: "prospectingAdGroups",
    fields: AD_FIELDS,
    rows: adRows,
  }),
  reportRoute<Node & { prospectingCampaigns: { nodes: Reported[] } }>({
    path: "metrics/advertisables",
    what: "all prospecting campaigns of advertisables",
    named: "advertisable_eids",
    list: "advertisables",
    fields: `prospectingCampaigns(first: 1000, filter: { isActive: { in: [true, false] } }) { nodes { ${REPORTED_FIELDS} } }`,
    rows: ({ eid, name, prospectingCampaigns }) => [{ record: { eid, name }, reported: prospectingCampaigns.nodes }],
  }),
  reportRoute<CampaignNode>({
    path: "report/ad",
    what: "ads",
    named: "ad_eids",
    list: "ads",
    fields: CAMPAIGN_FIELDS,
    rows: campaignRow,
  }),
];
