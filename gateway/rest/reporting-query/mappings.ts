import { decimal, rounded } from "../../../lib/decimal.js";

/** What a status of the graph is called here (decisions, section 8). Deleted objects and past campaigns apart. */
export const STATUS: Readonly<Record<string, string>> = {
  ADMIN_REVIEW: "review",
  APPROVED: "running",
  PAUSED: "paused",
  // Paused by a platform administrator.
  ADMIN_PAUSED: "paused",
  REJECTED: "rejected",
  CANCELLED: "ended",
  COMPLETED: "ended",
};

/** Everything that a status can be. */
export const STATUSES: readonly string[] = ["running", "ended", "paused", "review", "draft", "rejected", "deleted"];

interface Standing {
  status: string;
  isActive: boolean;
  /** The day after the last one; null or not given is without end. */
  endDate?: string | null;
}

/** The status of a campaign, an ad group or an ad on a day, YYYY-MM-DD in UTC. */
export function statusOf({ status, isActive, endDate = null }: Standing, today: string): string {
  if (!isActive) return "deleted";
  if (status === "APPROVED" && endDate !== null && endDate <= today) return "ended";
  return STATUS[status] ?? status.toLowerCase();
}

/** Days of the periods that budgets are kept by. */
export const BUDGET_DAYS = { daily: 1, weekly: 7 } as const;

/** A budget a day, half up to 2 decimals: those of campaigns are kept by the week (decisions, section 4). */
export function dailyBudget(budget: { exactAmount: string } | null, period: keyof typeof BUDGET_DAYS): number | null {
  return budget === null ? null : Number(rounded(decimal(budget.exactAmount).div(BUDGET_DAYS[period]), 2));
}

interface CampaignTraits {
  isSocial: boolean;
  isRetargeting: boolean;
  isCoop: boolean;
}

export const CHANNELS: readonly string[] = ["email", "social", "web"];

export function channelOf({ isSocial }: CampaignTraits): string {
  return isSocial ? "social" : "web";
}

export const CAMPAIGN_TYPES: readonly string[] = ["prospecting", "blended", "retargeting"];

/** Retargeting that uses the data of the co-operative addresses both kinds of people (own decision). */
export function campaignTypeOf({ isRetargeting, isCoop }: CampaignTraits): string {
  if (!isRetargeting) return "prospecting";
  return isCoop ? "blended" : "retargeting";
}
