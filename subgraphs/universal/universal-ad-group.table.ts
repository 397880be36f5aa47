import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantRows } from "../../lib/tenant-rows.js";
import { NAMED_COLUMNS } from "./lists.js";
import type { UniversalAdGroup, UniversalAdGroupAd } from "./universal-ad-group.type.js";

/** An ad group as its table keeps it: the goal as decimal text. */
export interface UniversalAdGroupRecord extends Omit<UniversalAdGroup, "id" | "kpiGoal"> {
  kpiGoal: string | null;
}

const TABLE = "universal.universal_ad_group";

export const universalAdGroups = defineTenantRows<UniversalAdGroupRecord>({
  noun: "universal ad group",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    name: "name",
    status: "status",
    adType: "ad_type",
    objective: "objective",
    currency: "currency",
    kpiMetric: "kpi_metric",
    kpiGoal: "kpi_goal",
    startDate: "start_date",
    endDate: "end_date",
    snPlacements: "sn_placements",
    positiveSegmentEids: "positive_segment_eids",
    negativeSegmentEids: "negative_segment_eids",
    highIntent: "high_intent",
    wizardTicketId: "wizard_ticket_id",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toUniversalAdGroup(record: UniversalAdGroupRecord): UniversalAdGroup {
  return {
    ...record,
    id: nodeId("UniversalAdGroup", record.eid),
    kpiGoal: moneyOrNull(record.kpiGoal, record.currency),
  };
}

const LIST: Omit<ListSpec<UniversalAdGroupRecord, UniversalAdGroup>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: universalAdGroups.select,
  filters: { ...NAMED_COLUMNS.filters, campaignEid: "t.campaign_eid" },
  toNode: toUniversalAdGroup,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const universalAdGroupsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const universalAdGroupsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const universalAdGroupsOfCampaign = definePages({ ...LIST, parent: "t.campaign_eid" });

const ADS = "universal.universal_ad_group_ad";

/** Ad groups that have an ad, each of which they have once. */
export const universalAdGroupsOfAd = definePages({
  ...LIST,
  from: `${TABLE} t join ${ADS} a on a.advertisable_eid = t.advertisable_eid and a.ad_group_eid = t.eid`,
  parent: "a.ad_eid",
});

/** Ad groups that name a segment, which no ad group does twice. */
export const universalAdGroupsOfSegment = definePages({
  ...LIST,
  from: `${TABLE} t cross join lateral unnest(t.positive_segment_eids || t.negative_segment_eids) as n (segment_eid)`,
  parent: "n.segment_eid",
});

export const universalAdGroupAds = defineTenantRows<UniversalAdGroupAd>({
  noun: "ad of the universal ad group",
  table: ADS,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    adGroupEid: "ad_group_eid",
    adEid: "ad_eid",
    status: "status",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export const adsOfUniversalAdGroup = definePages<UniversalAdGroupAd, UniversalAdGroupAd>({
  from: `${ADS} t`,
  eid: "t.eid",
  parent: "t.ad_group_eid",
  columns: universalAdGroupAds.select,
  filters: { adEid: "t.ad_eid", status: "t.status" },
  orders: { CREATED_AT: "t.created_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: (row) => row,
});
