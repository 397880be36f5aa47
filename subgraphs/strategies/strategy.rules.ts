import { placesOf } from "../../lib/currency.js";
import { type Decimal, decimal } from "../../lib/decimal.js";
import type { Violation } from "../../lib/errors.js";
import type { StateTable } from "../../lib/state-table.js";
import { checkInstant, checkLine, checkSpending, checkUnits, violation } from "../../lib/checks.js";
import type { BudgetPeriod, StrategyEffectiveStatus, StrategyProduct, StrategyStatus } from "./strategy.type.js";
import type { StrategyCampaignStatus } from "./strategy-campaign.type.js";

/** An event is the status that is wanted (document 1, states). A new strategy is LIVE. */
export const STRATEGY_STATES: StateTable<StrategyStatus, StrategyStatus> = {
  LIVE: { LIVE: "LIVE", PAUSED: "PAUSED" },
  PAUSED: { LIVE: "LIVE", PAUSED: "PAUSED" },
};

/**
 * What happens to a campaign: PAUSE and RESUME are asked of itself, RESUME_HELD is a RESUME while its strategy
 * is paused, the others are asked of its strategy.
 */
export type CampaignEvent = "PAUSE" | "RESUME" | "RESUME_HELD" | "STRATEGY_PAUSE" | "STRATEGY_RESUME";

/**
 * A strategy pauses every campaign that is live and resumes those that it paused itself; what was paused by
 * itself stays so (document 1, states). A campaign of a paused strategy never spends: resumed, it waits for its
 * strategy (own).
 */
export const CAMPAIGN_STATES: StateTable<StrategyCampaignStatus, CampaignEvent> = {
  LIVE: {
    PAUSE: "PAUSED",
    RESUME: "LIVE",
    STRATEGY_PAUSE: "PAUSED_BY_STRATEGY",
    STRATEGY_RESUME: "LIVE",
  },
  PAUSED: {
    PAUSE: "PAUSED",
    RESUME: "LIVE",
    RESUME_HELD: "PAUSED_BY_STRATEGY",
    STRATEGY_PAUSE: "PAUSED",
    STRATEGY_RESUME: "PAUSED",
  },
  PAUSED_BY_STRATEGY: {
    PAUSE: "PAUSED",
    RESUME_HELD: "PAUSED_BY_STRATEGY",
    STRATEGY_PAUSE: "PAUSED_BY_STRATEGY",
    STRATEGY_RESUME: "LIVE",
  },
};

/** The event of a campaign that is to have a status, by where its strategy stands. */
export function campaignEvent(wanted: StrategyStatus, strategy: StrategyStatus): CampaignEvent {
  if (wanted === "PAUSED") return "PAUSE";
  return strategy === "PAUSED" ? "RESUME_HELD" : "RESUME";
}

/** What a strategy is doing as far as it takes no figures to say: null where only its cap is left to ask. */
export function statusBeforeCap(
  { status, startDate, endDate }: { status: StrategyStatus; startDate: Date; endDate: Date | null },
  now: number,
): StrategyEffectiveStatus | null {
  if (endDate !== null && endDate.getTime() <= now) return "ENDED";
  if (status === "PAUSED") return "PAUSED";
  return startDate.getTime() > now ? "SCHEDULED" : null;
}

/** The rest of it: whether the month has cost what it may. */
export function statusByCap(cap: Decimal, spent: Decimal): StrategyEffectiveStatus {
  return spent.gte(cap) ? "CAP_REACHED" : "LIVE";
}

const CURRENCIES = ["USD", "EUR", "AUD", "GBP", "NZD", "JPY"];
const MAX_NAME = 64;

/** EIDs that a strategy may name of ads in all, and of segments in all: as many as can be looked up at once. */
const MAX_NAMED = 1_000;

const DAYS_OF_WEEK = 7;

/** A budget for a time as one for a day, to the smallest unit of its currency, half up (decisions, section 4). */
export function dailyBudget(amount: string, period: BudgetPeriod, currency: string): string {
  const daily = period === "DAILY" ? decimal(amount) : decimal(amount).div(DAYS_OF_WEEK);
  return daily.round(placesOf(currency)).toFixed(2);
}

/** The fields of a strategy that a client may send. */
export interface StrategyFields {
  name?: string | null | undefined;
  currency?: string | null | undefined;
  budget?: Decimal | null | undefined;
  budgetPeriod?: BudgetPeriod | null | undefined;
  monthlyBudgetCap?: Decimal | null | undefined;
  kpiGoal?: Decimal | null | undefined;
  startDate?: Date | null | undefined;
  endDate?: Date | null | undefined;
  products?: readonly StrategyProduct[] | null | undefined;
  adEids?: readonly string[] | null | undefined;
  webAdEids?: readonly string[] | null | undefined;
  snAdEids?: readonly string[] | null | undefined;
  positiveSegmentEids?: readonly string[] | null | undefined;
  negativeSegmentEids?: readonly string[] | null | undefined;
  conversionSegmentEids?: readonly string[] | null | undefined;
}

/** What is wrong with single fields of a new strategy or of an edit. */
export function checkStrategy(fields: StrategyFields): Violation[] {
  return [
    ...checkLine(["name"], fields.name, 1, MAX_NAME),
    ...checkCurrency(fields.currency),
    ...checkSpending(["budget"], fields.budget),
    ...checkSpending(["monthlyBudgetCap"], fields.monthlyBudgetCap),
    ...checkSpending(["kpiGoal"], fields.kpiGoal),
    ...checkInstant("startDate", fields.startDate),
    ...checkInstant("endDate", fields.endDate),
    ...checkProducts(fields.products),
    ...checkCount("adEids", fields.adEids, fields.webAdEids, fields.snAdEids),
    ...checkCount(
      "positiveSegmentEids",
      fields.positiveSegmentEids,
      fields.negativeSegmentEids,
      fields.conversionSegmentEids,
    ),
    ...checkSides(fields),
  ];
}

/** Amounts that are spent are whole where their currency has no smaller unit (own); a goal is a rate and need not be. */
export function checkAmounts(fields: StrategyFields, currency: string): Violation[] {
  return [
    ...checkUnits("budget", fields.budget, currency),
    ...checkUnits("monthlyBudgetCap", fields.monthlyBudgetCap, currency),
  ];
}

function checkCurrency(currency: string | null | undefined): Violation[] {
  if (currency == null || CURRENCIES.includes(currency)) return [];
  return [violation(["currency"], "INVALID", `currency must be one of ${CURRENCIES.join(", ")}.`)];
}

function checkProducts(products: readonly StrategyProduct[] | null | undefined): Violation[] {
  if (products == null || (products.includes("WEB") && new Set(products).size === products.length)) return [];
  return [violation(["products"], "INVALID", "products must have web, and none of them twice.")];
}

function checkCount(field: string, ...lists: (readonly string[] | null | undefined)[]): Violation[] {
  const named = new Set(lists.flatMap((list) => list ?? []));
  if (named.size <= MAX_NAMED) return [];
  return [
    violation([field], "TOO_MANY", `${field} and the other lists of the kind must be at most ${MAX_NAMED} EIDs.`),
  ];
}

/** Nobody can be meant and left out at once (own). */
function checkSides({ positiveSegmentEids, negativeSegmentEids }: StrategyFields): Violation[] {
  const positive = new Set(positiveSegmentEids);
  const both = negativeSegmentEids?.findIndex((eid) => positive.has(eid)) ?? -1;
  if (both === -1) return [];
  const message = "negativeSegmentEids must not name what positiveSegmentEids names.";
  return [violation(["negativeSegmentEids", both], "CONTRADICTION", message)];
}

/** Fields of an edit that have no null: null is refused rather than taken for "not given". */
export function checkNulls(input: object, fields: readonly string[]): Violation[] {
  return fields
    .filter((field) => Reflect.get(input, field) === null)
    .map((field) => violation([field], "INVALID", `${field} must not be null.`));
}

/** A strategy as it would be. */
interface WholeStrategy {
  budget: string;
  budgetPeriod: BudgetPeriod;
  currency: string;
  kpiGoal: string | null;
  startDate: Date;
  endDate: Date | null;
}

/** What must hold between the fields of a strategy (document 1, limits). */
export function checkWholeStrategy(strategy: WholeStrategy): Violation[] {
  const daily = dailyBudget(strategy.budget, strategy.budgetPeriod, strategy.currency);
  const found: Violation[] = [];
  if (decimal(daily).eq(0))
    found.push(
      violation(
        ["budget"],
        "NOT_AN_AMOUNT",
        `budget must come to the smallest unit of ${strategy.currency} a day at least.`,
      ),
    );
  else if (strategy.kpiGoal !== null && decimal(strategy.kpiGoal).gte(daily))
    found.push(
      violation(["kpiGoal"], "NOT_UNDER_BUDGET", `kpiGoal must be less than budget, which is ${daily} a day.`),
    );
  if (strategy.endDate !== null && strategy.endDate < strategy.startDate)
    found.push(violation(["endDate"], "END_BEFORE_START", "endDate must not be before startDate."));
  return found;
}

/** What an edit may not do to a strategy that is there. */
export function checkEdit(
  before: { startDate: Date; currency: string; products: readonly StrategyProduct[] },
  input: StrategyFields,
  now: Date,
): Violation[] {
  const found: Violation[] = checkAmounts(input, before.currency);
  const moved = input.startDate !== undefined && input.startDate?.getTime() !== before.startDate.getTime();
  if (moved && before.startDate <= now)
    found.push(violation(["startDate"], "ALREADY_RUNNING", "startDate can't be changed: the strategy has begun."));
  if (input.currency != null && input.currency !== before.currency)
    found.push(violation(["currency"], "FIXED", `currency can't be changed: it is ${before.currency}.`));
  const gone = before.products.filter((product) => input.products?.includes(product) === false);
  if (gone.length > 0)
    found.push(violation(["products"], "FIXED", "products can't lose one that it has: pause its campaign instead."));
  if (input.budgetPeriod != null && input.budget == null)
    found.push(violation(["budgetPeriod"], "NEEDS_BUDGET", "budgetPeriod needs the budget that is meant."));
  return found;
}
