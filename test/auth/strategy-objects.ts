import type { RestRoute } from "../../gateway/rest/route.js";
import type { TestService } from "../kit/service.js";
import { createStrategyTree, type StrategyTree } from "../kit/strategies.js";
import { testEid, type Tree } from "../kit/world.js";

/** The strategies of the targets of the access matrix. */
const trees = new Map<string, StrategyTree>();

const NOTHING: StrategyTree = { strategy: testEid("nostrategy"), campaign: testEid("nostrategycamp") };

export function strategyOf({ advertisable }: Pick<Tree, "advertisable">): StrategyTree {
  return trees.get(advertisable) ?? NOTHING;
}

/** Gives a target a strategy with a campaign, an ad and a segment. */
export async function fillStrategies(service: TestService, advertisable: string): Promise<void> {
  const tree = await createStrategyTree(service, advertisable);
  trees.set(advertisable, tree);
  await service.db.owner.query(`insert into strategies.strategy_ad values ($1, $2, $3, $4, 'ALL', now(), now())`, [
    advertisable,
    advertisable.replace(/^../, "K_"),
    tree.strategy,
    testEid("strategyad"),
  ]);
  await service.db.owner.query(
    `insert into strategies.strategy_segment values ($1, $2, $3, $4, 'POSITIVE', now(), now())`,
    [advertisable, advertisable.replace(/^../, "M_"), tree.strategy, testEid("strategysegment")],
  );
}

/** What an advertisable has in the query of each route of /activate/api/v1. */
export function strategyQuery(tree: Tree): Record<string, string> {
  const { strategy, campaign } = strategyOf(tree);
  return { advertisable_eid: tree.advertisable, strategy_eid: strategy, campaign_eid: campaign };
}

/** The body of a route that changes something. */
export function strategyBody({ path }: RestRoute): object {
  return path.endsWith("/campaign") ? { status: "paused" } : { budget: 60, kpi_goal: null };
}

/** Root fields that find one object, as the access matrix asks for them. */
export const STRATEGY_OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  strategy: (tree) => `strategy(eid: "${strategyOf(tree).strategy}") { eid }`,
  strategyCampaign: (tree) => `strategyCampaign(eid: "${strategyOf(tree).campaign}") { eid }`,
};

/** Root fields that list, each with an object of a target. */
export const STRATEGY_LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  strategies: (tree) => strategyOf(tree).strategy,
  strategyCampaigns: (tree) => strategyOf(tree).campaign,
};

/** What each mutation needs beside a visible target. */
export const STRATEGY_MUTATIONS: Readonly<Record<string, { needs: "visible"; input: (tree: Tree) => object }>> = {
  createStrategy: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      currency: "USD",
      budget: "10",
      kpiMetric: "CPA",
      products: ["WEB"],
    }),
  },
  editStrategy: { needs: "visible", input: (tree) => ({ eid: strategyOf(tree).strategy, budget: "70" }) },
  setStrategyCampaignStatus: {
    needs: "visible",
    input: (tree) => ({ eid: strategyOf(tree).campaign, status: "PAUSED" }),
  },
};
