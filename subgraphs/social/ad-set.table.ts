import type { RequestContext } from "../../lib/context.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import type { AdSet } from "./ad-set.type.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";

type Amounts = "budget" | "bidAmount" | "cpc";

/** An ad set as its table keeps it: amounts as decimal text, and what the network was told last. */
export interface AdSetRecord extends Omit<AdSet, "id" | Amounts> {
  budget: string | null;
  bidAmount: string | null;
  cpc: string | null;
  publishedDigest: string | null;
}

const TABLE = "social.ad_set";

export const adSets = defineRecordedTable<AdSetRecord>({
  noun: "ad set",
  objectType: "AdSet",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    campaignEid: "campaign_eid",
    name: "name",
    status: "status",
    isActive: "is_active",
    currency: "currency",
    budget: "budget",
    bidAmount: "bid_amount",
    cpc: "cpc",
    isAutobid: "is_autobid",
    minAge: "min_age",
    maxAge: "max_age",
    startDate: "start_date",
    endDate: "end_date",
    optimizationGoal: "optimization_goal",
    pacingType: "pacing_type",
    pricingModel: "pricing_model",
    promotedSegmentEid: "promoted_segment_eid",
    pageTypes: "page_types",
    uiPeriod: "ui_period",
    externalId: "external_id",
    publishedDigest: "published_digest",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toAdSet(record: AdSetRecord): AdSet {
  return {
    ...record,
    id: nodeId("AdSet", record.eid),
    budget: moneyOrNull(record.budget, record.currency),
    bidAmount: moneyOrNull(record.bidAmount, record.currency),
    cpc: moneyOrNull(record.cpc, record.currency),
  };
}

export async function adSetByEid(context: RequestContext, eid: string): Promise<AdSet | null> {
  const record = await adSets.byEid(context, eid);
  return record === null ? null : toAdSet(record);
}

const LIST: Omit<ListSpec<AdSetRecord, AdSet>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: adSets.select,
  filters: {
    ...NAMED_COLUMNS.filters,
    isActive: "t.is_active",
    status: "t.status",
    campaignEid: "t.campaign_eid",
  },
  defaultFilter: { isActive: { eq: true } },
  toNode: toAdSet,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const adSetsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const adSetsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const adSetsOfCampaign = definePages({ ...LIST, parent: "t.campaign_eid" });
