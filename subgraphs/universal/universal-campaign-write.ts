import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import type { Decimal } from "../../lib/decimal.js";
import { type Violation, refuse } from "../../lib/errors.js";
import { nextState } from "../../lib/state-table.js";
import { given, stored } from "../../lib/given.js";
import { checkLeastBudget } from "./universal-budget.rules.js";
import type { BudgetType } from "./universal-budget.type.js";
import type {
  EditUniversalCampaignInput,
  UniversalBudgetSettingsInput,
  UniversalCampaignSettings,
} from "./universal-campaign.input.js";
import { checkWholeCampaign } from "./universal-campaign.rules.js";
import { adGroupCounts, type UniversalCampaignRecord } from "./universal-campaign.table.js";
import { UNIVERSAL_STATES } from "./universal-status.rules.js";

/** Budget settings as a table keeps them. */
export function storedBudgetSettings(settings: UniversalBudgetSettingsInput): {
  budgetType: BudgetType;
  goal: string | null;
  isProrated: boolean;
} {
  const { budgetType, goal, isProrated } = settings;
  return { budgetType, goal: stored(goal) ?? null, isProrated: isProrated ?? false };
}

type NewCampaign = UniversalCampaignSettings &
  Pick<UniversalCampaignRecord, "advertisableEid" | "playbookEid" | "name" | "currency" | "startDate" | "endDate"> & {
    budgetSettings: UniversalBudgetSettingsInput;
  };

/** A new campaign, with a default for whatever is not given: a draft. */
export function newCampaign(context: RequestContext, input: NewCampaign): UniversalCampaignRecord {
  const now = new Date(context.clock.now());
  const settings = storedBudgetSettings(input.budgetSettings);
  return {
    eid: context.newEid(),
    advertisableEid: input.advertisableEid,
    playbookEid: input.playbookEid,
    name: input.name,
    status: "DRAFT",
    currency: input.currency,
    objective: input.objective ?? "CONVERT",
    startDate: input.startDate,
    endDate: input.endDate,
    budget: stored(input.budget) ?? settings.goal,
    ...settings,
    tacticType: input.tacticType ?? null,
    template: input.template ?? null,
    useCase: input.useCase ?? null,
    rwExcludedLeadType: input.rwExcludedLeadType ?? null,
    dayparting: input.dayparting ?? null,
    domainFrequencyCap: stored(input.domainFrequencyCap) ?? null,
    domainFrequencyCapEnabled: input.domainFrequencyCapEnabled ?? false,
    rwManageDomainFrequencyCap: input.rwManageDomainFrequencyCap ?? false,
    userFrequencyCap: input.userFrequencyCap ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A campaign as an edit makes it; throws when the rules refuse. `null` removes a value where one may be
 * missing, and counts as not given elsewhere.
 */
export function editedCampaign(
  before: UniversalCampaignRecord,
  input: Omit<EditUniversalCampaignInput, "eid" | "advertisableEid">,
): UniversalCampaignRecord {
  const settings = input.budgetSettings == null ? null : storedBudgetSettings(input.budgetSettings);
  const after = {
    ...before,
    ...settings,
    ...given<UniversalCampaignRecord>({
      name: input.name ?? undefined,
      objective: input.objective ?? undefined,
      startDate: input.startDate ?? undefined,
      endDate: input.endDate,
      budget: stored(input.budget ?? undefined) ?? followedGoal(before, settings?.goal),
      tacticType: input.tacticType,
      template: input.template,
      useCase: input.useCase,
      rwExcludedLeadType: input.rwExcludedLeadType,
      dayparting: input.dayparting,
      domainFrequencyCap: stored(input.domainFrequencyCap),
      domainFrequencyCapEnabled: input.domainFrequencyCapEnabled ?? undefined,
      rwManageDomainFrequencyCap: input.rwManageDomainFrequencyCap ?? undefined,
      userFrequencyCap: input.userFrequencyCap,
    }),
    status: nextState(UNIVERSAL_STATES, before.status, input.status ?? before.status, "A universal campaign"),
  };
  refuse(checkWholeCampaign(after));
  return after;
}

/** The budget of a campaign that never had one of its own: the goal. */
function followedGoal(before: UniversalCampaignRecord, goal: string | null | undefined): string | undefined {
  return goal != null && (before.budget === null || before.budget === before.goal) ? goal : undefined;
}

const PAID_BY = ["budget", "budgetType", "startDate", "endDate"] as const;

/** Whether an edit can make a budget too small. */
export function changesBudget(before: UniversalCampaignRecord, after: UniversalCampaignRecord): boolean {
  return PAID_BY.some((field) => before[field]?.valueOf() !== after[field]?.valueOf());
}

/**
 * Refuses campaigns that the caller's transaction has written whose budget is too small for their ad groups.
 *
 * @param fieldOf what of the input is at fault for a campaign.
 */
export async function requireLeastBudgets(
  sql: Sql,
  context: RequestContext,
  campaigns: readonly UniversalCampaignRecord[],
  perUsd: Decimal,
  fieldOf: (campaign: UniversalCampaignRecord) => "budget" | "campaignEid" | "campaigns" | "bulkCampaigns",
): Promise<void> {
  const [first] = campaigns;
  if (first === undefined) return;
  const counts = await adGroupCounts(
    sql,
    context,
    first.advertisableEid,
    campaigns.map((campaign) => campaign.eid),
  );
  const now = context.clock.now();
  refuse(
    campaigns.flatMap((campaign): Violation[] => {
      const field = fieldOf(campaign);
      const found = checkLeastBudget(
        { ...campaign, amount: campaign.budget },
        counts.get(campaign.eid) ?? 0,
        perUsd,
        now,
      );
      if (field === "budget") return found;
      return found.map((each) => ({
        ...each,
        path: ["input", field],
        message: `${field}: ${campaign.name}: ${each.message}`,
      }));
    }),
  );
}
