import type { RequestContext } from "../../lib/context.js";
import { placesOf } from "../../lib/currency.js";
import type { Sql } from "../../lib/database.js";
import { decimal } from "../../lib/decimal.js";
import { queueJob } from "../../lib/outbox.js";
import { splitBudget } from "./budget-split.rules.js";
import { dailyBudget } from "./strategy.rules.js";
import type { StrategyRecord } from "./strategy.table.js";
import type { CampaignProduct } from "./strategy-campaign.type.js";
import type { StrategyCampaignRecord } from "./strategy-campaign.table.js";

/** The name of the job that splits a strategy's budget by what its campaigns came to. */
export const SPLIT_STRATEGY_BUDGET = "split-strategy-budget";

/** What the job is given. */
export interface StrategyKey {
  strategyEid: string;
}

/** Queues the job in the caller's transaction; one that waits for the same strategy is replaced. */
export async function queueSplit(
  sql: Sql,
  context: RequestContext,
  strategy: StrategyRecord,
  runAt: Date,
): Promise<void> {
  const input: StrategyKey = { strategyEid: strategy.eid };
  await queueJob(sql, context, {
    advertisableEid: strategy.advertisableEid,
    job: SPLIT_STRATEGY_BUDGET,
    key: `${SPLIT_STRATEGY_BUDGET}:${strategy.eid}`,
    input,
    runAt,
  });
}

/** A new campaign of a strategy; it has no budget before `withBudgets`. */
export function newCampaign(
  context: RequestContext,
  strategy: StrategyRecord,
  product: CampaignProduct,
): StrategyCampaignRecord {
  const now = new Date(context.clock.now());
  return {
    eid: context.newEid(),
    advertisableEid: strategy.advertisableEid,
    strategyEid: strategy.eid,
    product,
    status: strategy.status === "LIVE" ? "LIVE" : "PAUSED_BY_STRATEGY",
    currency: strategy.currency,
    budget: "0.00",
    budgetFloor: "0.00",
    shareReason: "EQUAL",
    figuresDay: null,
    conversions: 0,
    cost: "0",
    createdAt: now,
    updatedAt: now,
  };
}

/** The campaigns of a strategy, each with its share of the budget by the figures that it carries, in the same order. */
export function withBudgets(
  strategy: StrategyRecord,
  campaigns: readonly StrategyCampaignRecord[],
): StrategyCampaignRecord[] {
  const shares = splitBudget(
    decimal(dailyBudget(strategy.budget, strategy.budgetPeriod, strategy.currency)),
    campaigns.map(({ eid, conversions, cost }) => ({ eid, conversions, cost: decimal(cost) })),
    placesOf(strategy.currency),
  );
  const shareOf = new Map(shares.map((share) => [share.eid, share]));
  return campaigns.map((campaign) => {
    const share = shareOf.get(campaign.eid);
    return share === undefined
      ? campaign
      : { ...campaign, budget: share.budget, budgetFloor: share.floor, shareReason: share.reason };
  });
}
