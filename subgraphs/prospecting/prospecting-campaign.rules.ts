import type { Decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import { checkInteger, checkMoney, checkText } from "../../lib/checks.js";
import { checkEventSource } from "./checks.js";
import { checkCategories } from "./contextual-category.rules.js";
import type { ContextualCategory } from "./contextual-category.type.js";

/** Campaigns that one mutation changes at most. */
export const MAX_CAMPAIGNS = 100;

/** The fields of a campaign that a client may send; undefined and null are "nothing to check". */
interface CampaignFields {
  name?: string | null | undefined;
  adminNotes?: string | null | undefined;
  source?: string | null | undefined;
  weeklyBudget?: Decimal | null | undefined;
  frequencyCap?: number | null | undefined;
  kpiMetric?: string | null | undefined;
  kpiGoal?: Decimal | null | undefined;
  contextualTargetingCategories?: readonly ContextualCategory[] | null | undefined;
  eventSource?: string | null | undefined;
}

export function checkCampaign(fields: CampaignFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("adminNotes", fields.adminNotes, 1, 10_000),
    ...checkText("source", fields.source, 1, 255),
    ...checkMoney("weeklyBudget", fields.weeklyBudget),
    ...checkInteger("frequencyCap", fields.frequencyCap, 1, 1_000),
    ...checkText("kpiMetric", fields.kpiMetric, 1, 40),
    ...checkMoney("kpiGoal", fields.kpiGoal),
    ...checkCategories(fields.contextualTargetingCategories),
    ...checkEventSource(fields.eventSource),
  ];
}
