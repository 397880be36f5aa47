import { type Decimal, decimal } from "../../lib/decimal.js";
import type { StateTable } from "../../lib/state-table.js";
import type { EffectiveStatus, UniversalStatus } from "./universal-status.type.js";

/** An event is the status that is wanted. */
export const UNIVERSAL_STATES: StateTable<UniversalStatus, UniversalStatus> = {
  DRAFT: { DRAFT: "DRAFT", LIVE: "LIVE", PAUSED: "PAUSED" },
  LIVE: { LIVE: "LIVE", PAUSED: "PAUSED", COMPLETED: "COMPLETED" },
  PAUSED: { PAUSED: "PAUSED", LIVE: "LIVE", COMPLETED: "COMPLETED" },
  COMPLETED: { COMPLETED: "COMPLETED" },
};

/** What the effective status of something depends on beside its budget. */
export interface Facts {
  status: UniversalStatus;
  startDate: Date | null;
  endDate: Date | null;
  /** That of what it belongs to; null when it belongs to nothing. */
  parent: EffectiveStatus | null;
}

/** The effective status as far as it needs no budget: null when only the budget is left to ask. */
export function statusBeforeBudget({ status, startDate, endDate, parent }: Facts, now: number): EffectiveStatus | null {
  if (status === "COMPLETED" || status === "DRAFT") return { status, reason: "STATUS" };
  if (endDate !== null && endDate.getTime() <= now) return { status: "COMPLETED", reason: "ENDED" };
  if (status === "PAUSED") return { status, reason: "STATUS" };
  if (parent !== null && parent.status !== "LIVE") return { status: parent.status, reason: "PARENT" };
  if (startDate !== null && startDate.getTime() > now) return { status: "SCHEDULED", reason: "NOT_STARTED" };
  return null;
}

/** The rest of it: whether what may be spent in the current period is spent; null for no limit. */
export function statusByBudget(allowance: string | null, spent: Decimal): EffectiveStatus {
  return allowance !== null && spent.gte(decimal(allowance))
    ? { status: "OUT_OF_BUDGET", reason: "BUDGET_SPENT" }
    : { status: "LIVE", reason: "STATUS" };
}
