import type { RequestContext } from "../../lib/context.js";
import { decimal, plain } from "../../lib/decimal.js";
import type { Job } from "../../lib/job.js";
import { queueSplit, type StrategyKey, withBudgets } from "./strategy-budget.js";
import { strategies } from "./strategy.table.js";
import { lockCampaigns, type StrategyCampaignRecord, writeCampaigns } from "./strategy-campaign.table.js";

/** Milliseconds of a day of UTC. */
const DAY = 86_400_000;

/** Days that a budget looks back on (decisions, section 7). */
const LOOK_BACK = 14;

/** How long after midnight the next day's budgets are worked out: the day before is counted by then. */
const AFTER_MIDNIGHT = 1_800_000;

/** Whatever a strategy's currency is, campaigns are compared in one whose rate is always known. */
const QUESTION = `query Figures($eid: ID!, $start: Date!, $end: Date!, $after: String) {
  strategyCampaigns(first: 1000, after: $after, filter: { strategyEid: { in: [$eid] } }) {
    nodes {
      eid
      deliveries(range: { between: { start: $start, endExclusive: $end } }, currency: "USD") { summary { cost { exactAmount } } }
      attributions(range: { between: { start: $start, endExclusive: $end } }, currency: "USD") {
        summary { clickThroughs viewThroughs } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Figures {
  conversions: number;
  cost: string;
}

/**
 * Splits a strategy's budget by what its campaigns came to, and queues the same for the next day. Of one day the
 * figures are kept that were found first, so that a second run changes nothing.
 */
export const splitStrategyBudget: Job = {
  async run(input, { context }) {
    if (!isKey(input)) throw new TypeError("the split of a budget names its strategy");
    const row = await strategies.byEid(context, input.strategyEid);
    const now = context.clock.now();
    // One that has ended spends no more; an edit that lets it go on queues this again.
    if (row === null || (row.endDate !== null && row.endDate.getTime() <= now)) return;
    const midnight = now - (now % DAY);
    const today = dayOf(midnight);
    const figures = await figuresOf(context, row.eid, dayOf(midnight - LOOK_BACK * DAY), today);
    await context.transaction("strategy.write", async (sql) => {
      const strategy = await strategies.lock(sql, context, row);
      const campaigns = await lockCampaigns(sql, context, strategy);
      const known = campaigns.every((campaign) => campaign.figuresDay === today);
      const after = withBudgets(
        strategy,
        known ? campaigns : campaigns.map((campaign) => withFigures(campaign, figures, today)),
      );
      await writeCampaigns(
        sql,
        context,
        "splitStrategyBudget",
        campaigns.map((before, index) => ({ before, after: after[index] ?? before })),
      );
      await queueSplit(sql, context, strategy, new Date(midnight + DAY + AFTER_MIDNIGHT));
    });
  },
};

function withFigures(
  campaign: StrategyCampaignRecord,
  figures: ReadonlyMap<string, Figures>,
  figuresDay: string,
): StrategyCampaignRecord {
  const { conversions, cost } = figures.get(campaign.eid) ?? { conversions: 0, cost: "0" };
  return { ...campaign, figuresDay, conversions, cost };
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** What the campaigns of a strategy came to from one day up to another. */
async function figuresOf(
  context: RequestContext,
  eid: string,
  start: string,
  end: string,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>();
  let after: string | null = null;
  do {
    const page = pageOf(await context.ask(QUESTION, { eid, start, end, after }));
    for (const node of page.nodes) figures.set(node.eid, figuresOfNode(node));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return figures;
}

interface FiguresPage {
  nodes: FiguresNode[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface FiguresNode {
  eid: string;
  deliveries: { summary: { cost: { exactAmount: string } } };
  attributions: { summary: { clickThroughs: number; viewThroughs: number } };
}

function figuresOfNode({ deliveries, attributions }: FiguresNode): Figures {
  const { clickThroughs, viewThroughs } = attributions.summary;
  return {
    conversions: clickThroughs + viewThroughs,
    // Corrections may take back more than was spent; nothing costs less than nothing.
    cost: plain(
      decimal(deliveries.summary.cost.exactAmount).lt(0) ? decimal(0) : decimal(deliveries.summary.cost.exactAmount),
    ),
  };
}

function pageOf(data: Readonly<Record<string, unknown>>): FiguresPage {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph answers what the question above asks for
  return data["strategyCampaigns"] as FiguresPage;
}

function isKey(input: unknown): input is StrategyKey {
  return typeof input === "object" && input !== null && "strategyEid" in input && typeof input.strategyEid === "string";
}
