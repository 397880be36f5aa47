import { isDeepStrictEqual } from "node:util";
import { recordAudits } from "../../lib/audit.js";
import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { keysOf } from "../../lib/keys.js";
import { defineLoader } from "../../lib/loader.js";
import { money } from "../../lib/money.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { ShareReason, StrategyCampaign } from "./strategy-campaign.type.js";
import type { StrategyRecord } from "./strategy.table.js";

/** A campaign as its table keeps it: amounts as decimal text, with what its budget was worked out from. */
export interface StrategyCampaignRecord extends Omit<StrategyCampaign, "id" | "budget"> {
  currency: string;
  budget: string;
  budgetFloor: string;
  shareReason: ShareReason;
  figuresDay: string | null;
  conversions: number;
  cost: string;
}

const TABLE = "strategies.strategy_campaign";
const NOUN = "strategy campaign";

const COLUMNS: Readonly<Record<keyof StrategyCampaignRecord, string>> = {
  eid: "eid",
  advertisableEid: "advertisable_eid",
  strategyEid: "strategy_eid",
  product: "product",
  status: "status",
  currency: "currency",
  budget: "budget",
  budgetFloor: "budget_floor",
  shareReason: "share_reason",
  figuresDay: "figures_day",
  conversions: "conversions",
  cost: "cost",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

export const strategyCampaigns = defineTenantTable<StrategyCampaignRecord>({
  noun: NOUN,
  table: TABLE,
  columns: COLUMNS,
});

/** A campaign with the record that it was made of, which its explanation is read off. */
export interface ListedStrategyCampaign extends StrategyCampaign {
  record: StrategyCampaignRecord;
}

export function toStrategyCampaign(record: StrategyCampaignRecord): ListedStrategyCampaign {
  const { eid, advertisableEid, strategyEid, product, status, createdAt, updatedAt } = record;
  return {
    id: nodeId("StrategyCampaign", eid),
    eid,
    advertisableEid,
    strategyEid,
    product,
    status,
    budget: money(record.budget, record.currency),
    createdAt,
    updatedAt,
    record,
  };
}

/** The campaigns of a strategy that the caller's transaction holds, locked in the order of their keys. */
export async function lockCampaigns(
  sql: Sql,
  context: RequestContext,
  strategy: StrategyRecord,
): Promise<StrategyCampaignRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<StrategyCampaignRecord>(
    `select ${strategyCampaigns.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.strategy_eid = ? order by t.eid for update`,
    [...visible.bindings, strategy.advertisableEid, strategy.eid],
  );
}

/** Writes what campaigns that the caller's transaction holds have become: a statement for all, and one for their audit rows. */
export async function writeCampaigns(
  sql: Sql,
  context: RequestContext,
  action: string,
  changes: readonly { before: StrategyCampaignRecord; after: StrategyCampaignRecord }[],
): Promise<void> {
  const updatedAt = new Date(context.clock.now());
  const differing = changes
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    .map(({ before, after }) => ({ before, after: { ...after, updatedAt } }));
  if (differing.length === 0) return;
  await sql
    .from(TABLE)
    .insert(
      differing.map(({ after }) => Object.fromEntries(keysOf(COLUMNS).map((field) => [COLUMNS[field], after[field]]))),
    )
    .onConflict(["advertisable_eid", "eid"])
    .merge();
  await recordAudits(
    sql,
    context,
    differing.map(({ before, after }) => ({
      advertisableEid: after.advertisableEid,
      action,
      noun: NOUN,
      nounEid: after.eid,
      before,
      after,
    })),
  );
}

/** What the campaigns of a strategy spend a day together, by the strategy's EID. */
export const campaignBudgetsOf = defineLoader<string, string>(async (strategyEids, context) => {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ strategyEid: string; budget: string }>(
    `select t.strategy_eid as "strategyEid", sum(t.budget) as budget from ${TABLE} t
     where ${visible.sql} and t.strategy_eid = any(?) group by t.strategy_eid`,
    [...visible.bindings, [...strategyEids]],
  );
  return new Map(rows.map((row) => [row.strategyEid, row.budget]));
});

const LIST: Omit<ListSpec<StrategyCampaignRecord, ListedStrategyCampaign>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: strategyCampaigns.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    strategyEid: "t.strategy_eid",
    product: "t.product",
    status: "t.status",
    createdAt: "t.created_at",
  },
  orders: { CREATED_AT: "t.created_at", UPDATED_AT: "t.updated_at" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toStrategyCampaign,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const strategyCampaignsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const strategyCampaignsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });
export const campaignsOfStrategy = definePages({ ...LIST, parent: "t.strategy_eid" });
