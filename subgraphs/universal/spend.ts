import type { RequestContext } from "../../lib/context.js";
import { type Decimal, decimal, sum, ZERO } from "../../lib/decimal.js";
import { defineLoader } from "../../lib/loader.js";
import { campaignEidsOfPlaybook } from "./universal-campaign.table.js";
import { monthOf } from "./universal-budget.rules.js";
import type { BudgetOwner } from "./universal-budget.type.js";

const DAY = 86_400_000;

/** Days that a report can have, less one for today: what was delivered before counts no more. */
const LONGEST = 3_650;

/** Campaigns that are asked about at once. */
const AT_ONCE = 1_000;

/** What was delivered for a campaign, in one currency. */
export interface Spend {
  total: Decimal;
  month: Decimal;
  today: Decimal;
}

const NOTHING: Spend = { total: ZERO, month: ZERO, today: ZERO };

const OPERATION = `query Spend($eids: [String!], $currency: CurrencyCode!, $first: Date!, $month: Date!, $today: Date!, $end: Date!) {
  universalCampaigns(first: ${AT_ONCE}, filter: { eid: { in: $eids } }) { nodes { eid
    total: deliveries(range: { between: { start: $first, endExclusive: $end } }, currency: $currency) { ...Cost }
    month: deliveries(range: { between: { start: $month, endExclusive: $end } }, currency: $currency) { ...Cost }
    today: deliveries(range: { between: { start: $today, endExclusive: $end } }, currency: $currency) { ...Cost }
  } } } fragment Cost on DeliveryReport { summary { cost { exactAmount } } }`;

interface Report {
  summary: { cost: { exactAmount: string } };
}

interface Answer {
  universalCampaigns: { nodes: ({ eid: string } & Record<keyof Spend, Report>)[] };
}

interface SpendKey {
  campaignEid: string;
  currency: string;
}

const keyText = ({ campaignEid, currency }: SpendKey): string => `${campaignEid} ${currency}`;

/** The reporting area keeps what was delivered: one question for each currency, however many campaigns. */
const spendOfCampaign = defineLoader<SpendKey, Spend>(async (keys, context) => {
  const spends = new Map<string, Spend>();
  for (const [currency, group] of Map.groupBy(keys, (key) => key.currency)) {
    for (let at = 0; at < group.length; at += AT_ONCE) {
      const eids = group.slice(at, at + AT_ONCE).map((key) => key.campaignEid);
      for (const { eid, total, month, today } of await ask(context, eids, currency)) {
        spends.set(keyText({ campaignEid: eid, currency }), {
          total: costOf(total),
          month: costOf(month),
          today: costOf(today),
        });
      }
    }
  }
  return spends;
}, keyText);

function costOf(report: Report): Decimal {
  return decimal(report.summary.cost.exactAmount);
}

async function ask(context: RequestContext, eids: readonly string[], currency: string) {
  const now = context.clock.now();
  const data = await context.ask(OPERATION, {
    eids,
    currency,
    first: dayOf(now - LONGEST * DAY),
    month: dayOf(monthOf(now).start),
    today: dayOf(now),
    end: dayOf(now + DAY),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what OPERATION asks for
  return (data as unknown as Answer).universalCampaigns.nodes;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What was delivered for all that a budget pays, in its currency. */
export async function spendOf(context: RequestContext, { campaigns, currency }: BudgetOwner): Promise<Spend> {
  const eids =
    "eids" in campaigns ? campaigns.eids : ((await campaignEidsOfPlaybook(context, campaigns.ofPlaybook)) ?? []);
  const spends = await Promise.all(
    eids.map(async (campaignEid) => (await spendOfCampaign(context, { campaignEid, currency })) ?? NOTHING),
  );
  return {
    total: sum(spends.map((spend) => spend.total)),
    month: sum(spends.map((spend) => spend.month)),
    today: sum(spends.map((spend) => spend.today)),
  };
}
