import { addDays } from "../../../lib/date-range.js";
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
  // Of e-mail campaigns.
  RUNNING: "running",
  STOPPED: "ended",
  // Of universal campaigns and their ad groups.
  DRAFT: "draft",
  LIVE: "running",
};

/** What serves, as long as its dates let it. */
const SERVING: ReadonlySet<string> = new Set(["APPROVED", "LIVE"]);

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
  if (SERVING.has(status) && endDate !== null && endDate <= today) return "ended";
  return STATUS[status] ?? status.toLowerCase();
}

/** Days of the periods that budgets are kept by; a month counts as 30, as in the rule of the least budget (own). */
export const BUDGET_DAYS = { daily: 1, weekly: 7, monthly: 30 } as const;

/** A budget a day, half up to 2 decimals: those of campaigns are kept by the week (decisions, section 4). */
export function dailyBudget(budget: { exactAmount: string } | null, period: keyof typeof BUDGET_DAYS): number | null {
  return budget === null ? null : Number(rounded(decimal(budget.exactAmount).div(BUDGET_DAYS[period]), 2));
}

interface CampaignTraits {
  isSocial: boolean;
  isRetargeting: boolean;
  isCoop: boolean;
  isEmail?: boolean;
  isUniversal?: boolean;
}

export const CHANNELS: readonly string[] = ["email", "social", "web"];

export function channelOf({ isSocial, isEmail = false }: CampaignTraits): string {
  if (isEmail) return "email";
  return isSocial ? "social" : "web";
}

export const CAMPAIGN_TYPES: readonly string[] = ["prospecting", "blended", "retargeting"];

/** The day of an instant, in UTC; null stays null. */
export function startDay(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 10);
}

/** The day after the last one of what stops at an instant: that day at midnight, else the next. */
export function endDay(instant: string | null): string | null {
  if (instant === null) return null;
  const day = instant.slice(0, 10);
  return Date.parse(instant) === Date.parse(day) ? day : addDays(day, 1);
}

/** Retargeting that uses the data of the co-operative addresses both kinds of people, and so may a universal campaign (own decision). */
export function campaignTypeOf({ isRetargeting, isCoop, isUniversal = false }: CampaignTraits): string {
  if (isUniversal) return "blended";
  if (!isRetargeting) return "prospecting";
  return isCoop ? "blended" : "retargeting";
}
