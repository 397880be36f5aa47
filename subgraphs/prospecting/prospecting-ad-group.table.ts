import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import type { TenantRecord } from "../../lib/tenant-table.js";
import { defineChildTable } from "./child.table.js";
import { NAMED_COLUMNS } from "./lists.js";
import type { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { statusOf } from "./status.rules.js";

/** An ad group as its table keeps it. */
export type AdGroupRecord = Omit<ProspectingAdGroup, "id" | "status">;

const TABLE = "prospecting.ad_group";

export const adGroups = defineChildTable<AdGroupRecord>({
  noun: "prospecting ad group",
  table: TABLE,
  parent: "campaignEid",
  order: "createdAt",
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    name: "name",
    isActive: "is_active",
    userStatus: "user_status",
    autoAudience: "auto_audience",
    autoGeoTargets: "auto_geo_targets",
    attributeTargetsSegment: "attribute_targets_segment",
    attributeTargets: "attribute_targets",
    deviceTargets: "device_targets",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  json: ["attributeTargets", "deviceTargets"],
});

export function toAdGroup(record: AdGroupRecord): ProspectingAdGroup {
  return { ...record, id: nodeId("ProspectingAdGroup", record.eid), status: statusOf(record) };
}

export async function adGroupByEid(context: RequestContext, eid: string): Promise<ProspectingAdGroup | null> {
  const record = await adGroups.byEid(context, eid);
  return record === null ? null : toAdGroup(record);
}

/** Takes away the ad groups of a campaign that the caller's transaction holds, so that none outlives it. */
export async function deactivateAdGroups(
  sql: Sql,
  context: RequestContext,
  action: string,
  gone: readonly (TenantRecord & { eventSource: string })[],
): Promise<void> {
  const [first] = gone;
  if (first === undefined) return;
  const sources = new Map(gone.map((campaign) => [campaign.eid, campaign.eventSource]));
  const held = await adGroups.lockChildren(sql, context, first.advertisableEid, [...sources.keys()]);
  await adGroups.writeAll(
    sql,
    context,
    action,
    held
      .filter((before) => before.isActive)
      .map((before) => ({
        before,
        changes: { isActive: false, eventSource: sources.get(before.campaignEid) ?? before.eventSource },
      })),
  );
}

const LIST: Omit<ListSpec<AdGroupRecord, ProspectingAdGroup>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: adGroups.select,
  filters: { ...NAMED_COLUMNS.filters, campaignEid: "t.campaign_eid" },
  toNode: toAdGroup,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const adGroupsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const adGroupsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const adGroupsOfCampaign = definePages({ ...LIST, parent: "t.campaign_eid" });
