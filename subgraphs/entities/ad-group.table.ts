import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { AdGroup } from "./ad-group.type.js";
import { belowCampaign } from "./live-parent.table.js";

export type AdGroupRecord = Omit<AdGroup, "id">;

const TABLE = "entities.ad_group";

export const adGroups = defineTenantTable<AdGroupRecord>({
  noun: "ad group",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    externalId: "external_id",
    name: "name",
    type: "type",
    status: "status",
    isActive: "is_active",
    positiveSegments: "positive_segments",
    negativeSegments: "negative_segments",
    geoTargetWorldwide: "geo_target_worldwide",
    placementTargets: "placement_targets",
    siteExclusions: "site_exclusions",
    adOptimization: "ad_optimization",
    flightTimezone: "flight_timezone",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: belowCampaign("ad group", (row) => row.isActive),
});

export function toAdGroup(record: AdGroupRecord): AdGroup {
  return { ...record, id: nodeId("AdGroup", record.eid) };
}

/** The active ad groups of a campaign in the caller's transaction, the oldest first. */
export async function activeAdGroupsOf(
  sql: Sql,
  context: RequestContext,
  campaign: { eid: string; advertisableEid: string },
): Promise<AdGroupRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<AdGroupRecord>(
    `select ${adGroups.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = ? and t.is_active order by t.created_at, t.eid`,
    [...visible.bindings, campaign.advertisableEid, campaign.eid],
  );
}

export const adGroupEidsByCampaign = defineLoader<string, string[]>(async (campaignEids, context) => {
  const visible = visibleTo(context.viewer);
  const rows = await context.sql.rows<{ campaignEid: string; eids: string[] }>(
    `select campaign_eid as "campaignEid", array_agg(eid order by created_at, eid) as eids from ${TABLE}
     where ${visible.sql} and campaign_eid = any(?) and is_active group by campaign_eid`,
    [...visible.bindings, [...campaignEids]],
  );
  return new Map(rows.map((row) => [row.campaignEid, row.eids]));
});

const LIST: Omit<ListSpec<AdGroupRecord, AdGroup>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: adGroups.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    campaignEid: "t.campaign_eid",
    externalId: "t.external_id",
    name: "t.name",
    status: "t.status",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toAdGroup,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const adGroupsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const adGroupsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const adGroupsOfCampaign = definePages({ ...LIST, parent: "t.campaign_eid" });
export const adGroupsOfAd = definePages({
  ...LIST,
  from: `${TABLE} t join entities.ad_group_ad l on l.advertisable_eid = t.advertisable_eid and l.ad_group_eid = t.eid`,
  parent: "l.ad_eid",
});
