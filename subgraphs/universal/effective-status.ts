import type { RequestContext } from "../../lib/context.js";
import type { Playbook } from "./playbook.type.js";
import { playbookByEid } from "./playbook.table.js";
import { spendOf } from "./spend.js";
import { allowanceAt } from "./universal-budget.rules.js";
import type { BudgetOwner } from "./universal-budget.type.js";
import type { UniversalAdGroup } from "./universal-ad-group.type.js";
import { universalCampaignByEid } from "./universal-campaign.table.js";
import type { UniversalCampaign } from "./universal-campaign.type.js";
import { type Facts, statusBeforeBudget, statusByBudget } from "./universal-status.rules.js";
import type { EffectiveStatus } from "./universal-status.type.js";

/** What may be spent in the current period; null for no limit. */
export function currentAllowance({ amount, ...budget }: BudgetOwner, now: number): string | null {
  return amount === null ? null : allowanceAt({ ...budget, amount }, now);
}

/** The reports are asked only where nothing else decides. */
async function statusOf(context: RequestContext, facts: Facts, budget: BudgetOwner): Promise<EffectiveStatus> {
  const now = context.clock.now();
  const decided = statusBeforeBudget(facts, now);
  if (decided !== null) return decided;
  const allowance = currentAllowance(budget, now);
  if (allowance === null) return { status: "LIVE", reason: "STATUS" };
  const { total, month, today } = await spendOf(context, budget);
  return statusByBudget(allowance, { LIFETIME: total, MONTHLY: month, DAILY: today }[budget.budgetType]);
}

export async function playbookStatus(context: RequestContext, playbook: Playbook): Promise<EffectiveStatus> {
  return await statusOf(context, { ...playbook, parent: null }, playbook.budgetSettings.owner);
}

export async function campaignStatus(context: RequestContext, campaign: UniversalCampaign): Promise<EffectiveStatus> {
  const playbook = campaign.playbookEid === null ? null : await playbookByEid(context, campaign.playbookEid);
  const parent = playbook === null ? null : await playbookStatus(context, playbook);
  return await statusOf(context, { ...campaign, parent }, campaign.budgetSettings.owner);
}

export async function adGroupStatus(context: RequestContext, adGroup: UniversalAdGroup): Promise<EffectiveStatus> {
  const campaign = await universalCampaignByEid(context, adGroup.campaignEid);
  const parent = campaign === null ? null : await campaignStatus(context, campaign);
  return (
    statusBeforeBudget({ ...adGroup, parent }, context.clock.now()) ?? {
      status: "LIVE",
      reason: "STATUS",
    }
  );
}
