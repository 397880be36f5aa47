import type { RequestContext } from "../../lib/context.js";
import { type Decimal, decimal, sum, ZERO } from "../../lib/decimal.js";
import { defineLoader } from "../../lib/loader.js";
import { statusBeforeCap, statusByCap } from "./strategy.rules.js";
import type { Strategy, StrategyEffectiveStatus } from "./strategy.type.js";

const DAY = 86_400_000;

/** Strategies that are asked about at once: each has at most a campaign for each product. */
const AT_ONCE = 300;

const QUESTION = `query Spend($eids: [String!], $currency: CurrencyCode!, $start: Date!, $end: Date!) {
  strategyCampaigns(first: 1000, filter: { strategyEid: { in: $eids } }) { nodes { strategyEid
    deliveries(range: { between: { start: $start, endExclusive: $end } }, currency: $currency) { summary { cost { exactAmount } } }
  } } }`;

interface Answer {
  strategyCampaigns: {
    nodes: { strategyEid: string; deliveries: { summary: { cost: { exactAmount: string } } } }[];
  };
}

interface SpendKey {
  eid: string;
  currency: string;
}

const keyText = ({ eid, currency }: SpendKey): string => `${eid} ${currency}`;

/** The reporting area keeps what was delivered: one question for each currency, however many strategies. */
const monthSpendByKey = defineLoader<SpendKey, Decimal>(async (keys, context) => {
  const spends = new Map<string, Decimal>();
  for (const [currency, group] of Map.groupBy(keys, (key) => key.currency)) {
    for (let at = 0; at < group.length; at += AT_ONCE) {
      const eids = group.slice(at, at + AT_ONCE).map((key) => key.eid);
      const costs = Map.groupBy(await ask(context, eids, currency), (campaign) => campaign.strategyEid);
      for (const [eid, campaigns] of costs) {
        const cost = sum(campaigns.map(({ deliveries }) => decimal(deliveries.summary.cost.exactAmount)));
        spends.set(keyText({ eid, currency }), cost);
      }
    }
  }
  return spends;
}, keyText);

async function ask(context: RequestContext, eids: readonly string[], currency: string) {
  const now = context.clock.now();
  const today = dayOf(now);
  const data = await context.ask(QUESTION, { eids, currency, start: `${today.slice(0, 8)}01`, end: dayOf(now + DAY) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what QUESTION asks for
  return (data as unknown as Answer).strategyCampaigns.nodes;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What the campaigns of a strategy have cost in the current month, in UTC, in its currency. */
export async function monthSpendOf(context: RequestContext, { eid, currency }: Strategy): Promise<Decimal> {
  return (await monthSpendByKey(context, { eid, currency })) ?? ZERO;
}

/** The reports are asked only where nothing else decides. */
export async function effectiveStatusOf(context: RequestContext, strategy: Strategy): Promise<StrategyEffectiveStatus> {
  const decided = statusBeforeCap(strategy, context.clock.now());
  if (decided !== null) return decided;
  if (strategy.monthlyBudgetCap === null) return "LIVE";
  return statusByCap(strategy.monthlyBudgetCap.exactAmount, await monthSpendOf(context, strategy));
}
