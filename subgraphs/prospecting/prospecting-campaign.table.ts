import type { RequestContext } from "../../lib/context.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantRows } from "../../lib/tenant-rows.js";
import { NAMED_COLUMNS } from "./lists.js";
import type { ProspectingCampaign } from "./prospecting-campaign.type.js";
import { statusOf } from "./status.rules.js";

type Derived = "id" | "status" | "weeklyBudget" | "kpiGoal";

/** A campaign as its table keeps it: amounts as decimal text. */
export interface CampaignRecord extends Omit<ProspectingCampaign, Derived> {
  weeklyBudget: string | null;
  kpiGoal: string | null;
}

const TABLE = "prospecting.campaign";

export const campaigns = defineTenantRows<CampaignRecord>({
  noun: "prospecting campaign",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    isActive: "is_active",
    userStatus: "user_status",
    adminStatus: "admin_status",
    adminNotes: "admin_notes",
    source: "source",
    currency: "currency",
    weeklyBudget: "weekly_budget",
    frequencyCap: "frequency_cap",
    kpiMetric: "kpi_metric",
    kpiGoal: "kpi_goal",
    startDate: "start_date",
    endDate: "end_date",
    contextualTargetingCategories: "contextual_targeting_categories",
    eventSource: "event_source",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  json: ["contextualTargetingCategories"],
});

export function toCampaign(record: CampaignRecord): ProspectingCampaign {
  return {
    ...record,
    id: nodeId("ProspectingCampaign", record.eid),
    status: statusOf(record),
    weeklyBudget: moneyOrNull(record.weeklyBudget, record.currency),
    kpiGoal: moneyOrNull(record.kpiGoal, record.currency),
  };
}

export async function campaignByEid(context: RequestContext, eid: string): Promise<ProspectingCampaign | null> {
  const record = await campaigns.byEid(context, eid);
  return record === null ? null : toCampaign(record);
}

const LIST: Omit<ListSpec<CampaignRecord, ProspectingCampaign>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: campaigns.select,
  toNode: toCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const campaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const campaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
