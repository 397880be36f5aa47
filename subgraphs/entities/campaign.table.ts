import type { RequestContext } from "../../lib/context.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { Campaign } from "./campaign.type.js";
import { belowAdvertisable } from "./live-parent.table.js";

/** A campaign as its table keeps it: amounts as decimal text in the campaign's currency. */
export interface CampaignRecord extends Omit<Campaign, "id" | "weeklyBudget" | "cpc" | "cpm" | "maxCpm"> {
  weeklyBudget: string | null;
  cpc: string | null;
  cpm: string | null;
  maxCpm: string | null;
}

const TABLE = "entities.campaign";

export const campaigns = defineTenantTable<CampaignRecord>({
  noun: "campaign",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    externalId: "external_id",
    name: "name",
    status: "status",
    isActive: "is_active",
    weeklyBudget: "weekly_budget",
    uiBudgetDaily: "ui_budget_daily",
    cpc: "cpc",
    cpm: "cpm",
    maxCpm: "max_cpm",
    currency: "currency",
    startDate: "start_date",
    endDate: "end_date",
    spendLimitUntil: "spend_limit_until",
    isRetargeting: "is_retargeting",
    isCoop: "is_coop",
    isPubgraph: "is_pubgraph",
    isSocial: "is_social",
    isSnWca: "is_sn_wca",
    isSnNewsfeed: "is_sn_newsfeed",
    isMobileVendorNetwork: "is_mobile_vendor_network",
    pricingStrategies: "pricing_strategies",
    promotion: "promotion",
    ipRangeExclusions: "ip_range_exclusions",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
  parents: belowAdvertisable("campaign", (row) => row.isActive),
  json: ["promotion"],
});

export function toCampaign(record: CampaignRecord): Campaign {
  return {
    ...record,
    id: nodeId("Campaign", record.eid),
    weeklyBudget: moneyOrNull(record.weeklyBudget, record.currency),
    cpc: moneyOrNull(record.cpc, record.currency),
    cpm: moneyOrNull(record.cpm, record.currency),
    maxCpm: moneyOrNull(record.maxCpm, record.currency),
  };
}

export async function campaignByEid(context: RequestContext, eid: string): Promise<Campaign | null> {
  const record = await campaigns.byEid(context, eid);
  return record === null ? null : toCampaign(record);
}

const LIST: Omit<ListSpec<CampaignRecord, Campaign>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: campaigns.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    externalId: "t.external_id",
    name: "t.name",
    status: "t.status",
    isActive: "t.is_active",
    isRetargeting: "t.is_retargeting",
    isSocial: "t.is_social",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", NAME: "t.name" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const campaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const campaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
