import type { Decimal } from "../../lib/decimal.js";
import { AppError, type Violation } from "../../lib/errors.js";
import { checkInstant, checkInteger, checkLine, checkMoney, checkUnits, violation } from "../../lib/checks.js";
import { checkPeriod } from "./checks.js";
import type { UniversalStatus } from "./universal-status.type.js";

const MAX_NAME = 255;
const MAX_WORDS = 100;
const MAX_DAYPARTING = 10_000;
const MAX_FREQUENCY = 1_000_000;

/** The fields of a campaign that a client may send; undefined and null are "nothing to check". */
interface CampaignFields {
  name?: string | null | undefined;
  budget?: Decimal | null | undefined;
  budgetSettings?: { goal?: Decimal | null | undefined } | null | undefined;
  tacticType?: string | null | undefined;
  template?: string | null | undefined;
  useCase?: string | null | undefined;
  rwExcludedLeadType?: string | null | undefined;
  dayparting?: string | null | undefined;
  domainFrequencyCap?: Decimal | null | undefined;
  userFrequencyCap?: number | null | undefined;
  startDate?: Date | null | undefined;
  endDate?: Date | null | undefined;
}

export function checkCampaign(fields: CampaignFields): Violation[] {
  return [
    ...checkLine("name", fields.name, 1, MAX_NAME),
    ...checkMoney("budget", fields.budget),
    ...checkGoal(fields.budgetSettings),
    ...checkLine("tacticType", fields.tacticType, 1, MAX_WORDS),
    ...checkLine("template", fields.template, 1, MAX_WORDS),
    ...checkLine("useCase", fields.useCase, 1, MAX_WORDS),
    ...checkLine("rwExcludedLeadType", fields.rwExcludedLeadType, 1, MAX_WORDS),
    ...checkDayparting(fields.dayparting),
    ...checkMoney("domainFrequencyCap", fields.domainFrequencyCap),
    ...checkInstant("startDate", fields.startDate),
    ...checkInstant("endDate", fields.endDate),
    ...checkInteger("userFrequencyCap", fields.userFrequencyCap, 0, MAX_FREQUENCY),
  ];
}

/** The goal stands within the budget settings. */
export function checkGoal(settings: CampaignFields["budgetSettings"]): Violation[] {
  return checkMoney(["budgetSettings", "goal"], settings?.goal);
}

/** Amounts that are spent are whole where their currency has no smaller unit (own). */
export function checkAmounts(fields: Pick<CampaignFields, "budget" | "budgetSettings">, currency: string): Violation[] {
  return [
    ...checkUnits("budget", fields.budget, currency),
    ...checkUnits(["budgetSettings", "goal"], fields.budgetSettings?.goal, currency),
  ];
}

function checkDayparting(text: string | null | undefined): Violation[] {
  if (text == null || (text.length <= MAX_DAYPARTING && isObject(text))) return [];
  const message = `dayparting must be the text of a JSON object, at most ${MAX_DAYPARTING} characters.`;
  return [violation("dayparting", "NOT_AN_OBJECT", message)];
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) && text.isWellFormed();
  } catch {
    return false;
  }
}

/** What must hold between the fields of a campaign as it would be. */
export function checkWholeCampaign(campaign: {
  status: UniversalStatus;
  budget: string | null;
  startDate: Date | null;
  endDate: Date | null;
}): Violation[] {
  const unpaid =
    campaign.status === "LIVE" && campaign.budget === null
      ? [violation("budget", "MISSING", "budget is required of a campaign that is live.")]
      : [];
  return [...unpaid, ...checkPeriod(campaign)];
}

/** Refuses what a completed parent can't have. */
export function requireOpen(parent: string, status: UniversalStatus): void {
  if (status === "COMPLETED")
    throw new AppError("ILLEGAL_TRANSITION", `${parent} that is completed takes nothing new.`);
}
