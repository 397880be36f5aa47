import { defineSubgraph } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { Advertisable } from "./advertisable.ref.js";
import { Segment } from "./segment.ref.js";
import { splitStrategyBudget } from "./split-strategy-budget.job.js";
import { SPLIT_STRATEGY_BUDGET } from "./strategy-budget.js";
import { STRATEGY_RESOLVERS } from "./strategy.resolver.js";
import { strategies as strategyTable, toStrategy } from "./strategy.table.js";
import { STRATEGY_CAMPAIGN_RESOLVERS } from "./strategy-campaign.resolver.js";
import { strategyCampaigns, toStrategyCampaign } from "./strategy-campaign.table.js";
import { STRATEGY_LINK_RESOLVERS } from "./strategy-link.resolver.js";

/** Budgets that are spent by themselves on what works best. */
export const strategies = defineSubgraph({
  name: "strategies",
  resolvers: [...STRATEGY_RESOLVERS, ...STRATEGY_CAMPAIGN_RESOLVERS, ...STRATEGY_LINK_RESOLVERS],
  orphanedTypes: [Advertisable, Ad, Segment],
  references: {
    Strategy: async ({ eid }, context) => toStrategy(await strategyTable.require(context, eid)),
    StrategyCampaign: async ({ eid }, context) => toStrategyCampaign(await strategyCampaigns.require(context, eid)),
  },
  jobs: { [SPLIT_STRATEGY_BUDGET]: splitStrategyBudget },
});
