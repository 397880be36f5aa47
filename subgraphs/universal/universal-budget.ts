import { moneyOrNull } from "../../lib/money.js";
import type { BudgetOwner, UniversalBudgetSettings } from "./universal-budget.type.js";

/** The budget settings of a record, with what its computed fields need. */
export function budgetSettings(record: BudgetOwner & { goal: string | null }): UniversalBudgetSettings {
  const { budgetType, isProrated, goal, currency } = record;
  return { owner: record, budgetType, isProrated, goal: moneyOrNull(goal, currency) };
}
