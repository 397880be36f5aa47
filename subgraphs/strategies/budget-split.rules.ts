import { type Decimal, decimal, ZERO } from "../../lib/decimal.js";
import type { ShareReason } from "./strategy-campaign.type.js";

/** What a campaign came to in the days before the one that its budget is for. */
export interface CampaignFigures {
  eid: string;
  conversions: number;
  cost: Decimal;
}

/** A campaign's part of a budget; amounts with 2 decimals. */
export interface BudgetShare {
  eid: string;
  budget: string;
  floor: string;
  reason: ShareReason;
}

/** Each campaign has one of so many parts at least, or an equal part where there are more campaigns. */
const FLOOR_PARTS = 10;

/** A rate counts with as many decimals as a quotient has. */
const RATE_PLACES = 20;

/** A campaign while the budget is split: the weight that its part is in proportion to. */
interface Weighed {
  eid: string;
  weight: bigint;
  reason: ShareReason;
}

/**
 * Splits a budget per day over campaigns, to the cent, in a currency without cents to its unit (own): in proportion
 * to conversions for cost, with no part under the floor (decisions, section 7). A campaign without cost counts as the average of the others, and
 * where nobody had conversions all have the same (own). The parts add up to the budget exactly, by the
 * largest remainders; whatever order the campaigns come in, each has the same part.
 *
 * @param places decimals of the currency's smallest unit, of which the budget is a multiple.
 */
export function splitBudget(budget: Decimal, campaigns: readonly CampaignFigures[], places: number): BudgetShare[] {
  const units = BigInt(budget.times(10 ** places).toFixed(0));
  const floor = units / BigInt(Math.max(FLOOR_PARTS, campaigns.length));
  const weighed = weigh(campaigns);
  const atFloor = new Set<Weighed>();
  // Who falls under the floor takes from the others, who may then fall under it too.
  for (;;) {
    const rest = weighed.filter((each) => !atFloor.has(each));
    const left = units - floor * BigInt(atFloor.size);
    const total = sumOf(rest.map(({ weight }) => weight));
    const under = rest.filter(({ weight }) => left * weight < floor * total);
    if (under.length === 0) break;
    for (const each of under) atFloor.add(each);
  }
  const rest = weighed.filter((each) => !atFloor.has(each));
  const parts = largestRemainders(units - floor * BigInt(atFloor.size), rest);
  return weighed.map((each) => ({
    eid: each.eid,
    budget: amount(parts.get(each) ?? floor, places),
    floor: amount(floor, places),
    reason: atFloor.has(each) ? "FLOOR" : each.reason,
  }));
}

function weigh(campaigns: readonly CampaignFigures[]): Weighed[] {
  const rates = campaigns.map(conversionsPerCost);
  const known = rates.filter((rate) => rate !== null);
  const total = known.reduce((sum, rate) => sum.plus(rate), ZERO);
  if (total.eq(0)) return campaigns.map(({ eid }) => ({ eid, weight: 1n, reason: "EQUAL" }));
  const average = total.div(known.length);
  return campaigns.map(({ eid }, index) => {
    const rate = rates[index] ?? null;
    return { eid, weight: whole(rate ?? average), reason: rate === null ? "AVERAGE_RATE" : "RATE" };
  });
}

/** Conversions for each unit of cost; null where there was no cost. */
export function conversionsPerCost({ conversions, cost }: Omit<CampaignFigures, "eid">): Decimal | null {
  return cost.eq(0) ? null : decimal(conversions).div(cost);
}

function whole(rate: Decimal): bigint {
  return BigInt(rate.times(`1e${RATE_PLACES}`).toFixed(0));
}

/** Units for each in proportion to the weights, rounded down, and one more for those that this took most from. */
function largestRemainders(units: bigint, shares: readonly Weighed[]): Map<Weighed, bigint> {
  const total = sumOf(shares.map(({ weight }) => weight));
  const cut = shares.map((share) => ({
    share,
    units: (units * share.weight) / total,
    remainder: (units * share.weight) % total,
  }));
  const missing = units - sumOf(cut.map((each) => each.units));
  const most = cut.toSorted(
    (a, b) =>
      Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || (a.share.eid < b.share.eid ? -1 : 1),
  );
  return new Map(most.map((each, index) => [each.share, each.units + (BigInt(index) < missing ? 1n : 0n)]));
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function amount(units: bigint, places: number): string {
  return decimal(units.toString())
    .div(10 ** places)
    .toFixed(2);
}
