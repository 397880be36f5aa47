import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { defineLoader } from "../../lib/loader.js";
import { moneyOrNull } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantRows } from "../../lib/tenant-rows.js";
import { NAMED_COLUMNS } from "./lists.js";
import { budgetSettings } from "./universal-budget.js";
import type { BudgetType } from "./universal-budget.type.js";
import type { UniversalCampaign } from "./universal-campaign.type.js";

/** A campaign as its table keeps it: amounts as decimal text. */
export interface UniversalCampaignRecord extends Omit<UniversalCampaign, "id" | "budget" | "budgetSettings"> {
  budget: string | null;
  budgetType: BudgetType;
  goal: string | null;
  isProrated: boolean;
}

const TABLE = "universal.universal_campaign";

export const universalCampaigns = defineTenantRows<UniversalCampaignRecord>({
  noun: "universal campaign",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    playbookEid: "playbook_eid",
    name: "name",
    status: "status",
    currency: "currency",
    objective: "objective",
    startDate: "start_date",
    endDate: "end_date",
    budget: "budget",
    budgetType: "budget_type",
    goal: "goal",
    isProrated: "is_prorated",
    tacticType: "tactic_type",
    template: "template",
    useCase: "use_case",
    rwExcludedLeadType: "rw_excluded_lead_type",
    dayparting: "dayparting",
    domainFrequencyCap: "domain_frequency_cap",
    domainFrequencyCapEnabled: "domain_frequency_cap_enabled",
    rwManageDomainFrequencyCap: "rw_manage_domain_frequency_cap",
    userFrequencyCap: "user_frequency_cap",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toUniversalCampaign(record: UniversalCampaignRecord): UniversalCampaign {
  return {
    ...record,
    id: nodeId("UniversalCampaign", record.eid),
    budget: moneyOrNull(record.budget, record.currency),
    budgetSettings: budgetSettings({ ...record, amount: record.budget, campaigns: { eids: [record.eid] } }),
  };
}

export async function universalCampaignByEid(context: RequestContext, eid: string): Promise<UniversalCampaign | null> {
  const record = await universalCampaigns.byEid(context, eid);
  return record === null ? null : toUniversalCampaign(record);
}

const LIST: Omit<ListSpec<UniversalCampaignRecord, UniversalCampaign>, "parent"> = {
  ...NAMED_COLUMNS,
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: universalCampaigns.select,
  filters: { ...NAMED_COLUMNS.filters, playbookEid: "t.playbook_eid" },
  toNode: toUniversalCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const universalCampaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const universalCampaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const universalCampaignsOfPlaybook = definePages({ ...LIST, parent: "t.playbook_eid" });

/** EIDs of the campaigns of playbooks, the first made first. */
export const campaignEidsOfPlaybook = defineLoader<string, string[]>(async (playbookEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ eid: string; playbookEid: string }>(
    `select t.eid, t.playbook_eid as "playbookEid" from ${TABLE} t
     where ${visible.sql} and t.playbook_eid = any(?) order by t.created_at, t.eid`,
    [...visible.bindings, [...playbookEids]],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.playbookEid)].map(([playbook, all]) => [playbook, all.map((row) => row.eid)]),
  );
});

/** Ad groups of campaigns that the caller's transaction holds, but for those that are completed. */
export async function adGroupCounts(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  campaignEids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await sql.rows<{ campaignEid: string; count: number }>(
    `select t.campaign_eid as "campaignEid", count(*)::int as count from universal.universal_ad_group t
     where ${visible.sql} and t.advertisable_eid = ? and t.campaign_eid = any(?) and t.status <> 'COMPLETED'
     group by t.campaign_eid`,
    [...visible.bindings, advertisableEid, [...campaignEids]],
  );
  return new Map(rows.map((row) => [row.campaignEid, row.count]));
}
