import type { RequestContext } from "../../lib/context.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { NAMED_COLUMNS } from "./lists.js";
import { defineRecordedTable } from "./recorded.table.js";
import type { SocialCampaign } from "./social-campaign.type.js";

type Amounts = "budget" | "kpiGoal" | "performanceTargetValue";

/** A campaign as its table keeps it: amounts as decimal text, and how far the network knows of it. */
export interface SocialCampaignRecord extends Omit<SocialCampaign, "id" | Amounts> {
  budget: string | null;
  kpiGoal: string | null;
  kpiCurrency: string | null;
  performanceTargetValue: string | null;
  publishedDigest: string | null;
  publishingUntil: Date | null;
}

const TABLE = "social.social_campaign";

export const socialCampaigns = defineRecordedTable<SocialCampaignRecord>({
  noun: "social campaign",
  objectType: "SocialCampaign",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    name: "name",
    status: "status",
    isActive: "is_active",
    goal: "goal",
    bidStrategy: "bid_strategy",
    performanceTarget: "performance_target",
    performanceTargetValue: "performance_target_value",
    objective: "objective",
    source: "source",
    isLaunched: "is_launched",
    currency: "currency",
    budget: "budget",
    kpiMetric: "kpi_metric",
    kpiGoal: "kpi_goal",
    kpiCurrency: "kpi_currency",
    startDate: "start_date",
    endDate: "end_date",
    spendLimitUntil: "spend_limit_until",
    externalId: "external_id",
    publishedDigest: "published_digest",
    publishingUntil: "publishing_until",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toSocialCampaign(record: SocialCampaignRecord): SocialCampaign {
  return {
    ...record,
    id: nodeId("SocialCampaign", record.eid),
    budget: moneyOrNull(record.budget, record.currency),
    kpiGoal: moneyOrNull(record.kpiGoal, record.kpiCurrency ?? record.currency),
    performanceTargetValue: moneyOrNull(record.performanceTargetValue, record.currency),
  };
}

export async function socialCampaignByEid(context: RequestContext, eid: string): Promise<SocialCampaign | null> {
  const record = await socialCampaigns.byEid(context, eid);
  return record === null ? null : toSocialCampaign(record);
}

const LIST: Omit<ListSpec<SocialCampaignRecord, SocialCampaign>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: socialCampaigns.select,
  filters: { ...NAMED_COLUMNS.filters, isActive: "t.is_active", status: "t.status" },
  defaultFilter: { isActive: { eq: true } },
  toNode: toSocialCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const socialCampaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const socialCampaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
