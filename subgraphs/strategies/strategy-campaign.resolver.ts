import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { decimal } from "../../lib/decimal.js";
import { notFound } from "../../lib/errors.js";
import { money } from "../../lib/money.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { conversionsPerCost } from "./budget-split.rules.js";
import { readsOf } from "./reads.js";
import { requireReferences } from "./references.js";
import { CAMPAIGN_STATES, campaignEvent } from "./strategy.rules.js";
import { strategies, toStrategy } from "./strategy.table.js";
import { Strategy } from "./strategy.type.js";
import {
  SetStrategyCampaignStatusInput,
  STRATEGY_CAMPAIGN_LIST,
  StrategyCampaignPayload,
} from "./strategy-campaign.input.js";
import {
  campaignBudgetsOf,
  type ListedStrategyCampaign,
  strategyCampaigns,
  strategyCampaignsOfAdvertisable,
  strategyCampaignsOfViewer,
  toStrategyCampaign,
} from "./strategy-campaign.table.js";
import { BudgetExplanation, StrategyCampaign } from "./strategy-campaign.type.js";

/** Decimals of a rate or a share as it is shown. */
const PLACES = 6;

@Resolver(() => StrategyCampaign)
class StrategyCampaignResolver {
  @FieldResolver(() => Strategy, { nullable: true, description: "Its strategy." })
  async strategy(@Root() { strategyEid }: StrategyCampaign, @Ctx() context: RequestContext): Promise<Strategy | null> {
    const record = await strategies.byEid(context, strategyEid);
    return record === null ? null : toStrategy(record);
  }

  @FieldResolver(() => BudgetExplanation, { description: "How its budget was worked out." })
  async budgetExplanation(
    @Root() { record }: ListedStrategyCampaign,
    @Ctx() context: RequestContext,
  ): Promise<BudgetExplanation> {
    const total = decimal((await campaignBudgetsOf(context, record.strategyEid)) ?? 0);
    const { figuresDay, conversions, budgetFloor, currency, shareReason } = record;
    const cost = decimal(record.cost);
    return {
      figuresDay,
      conversions,
      cost: money(cost, "USD"),
      conversionsPerCost: conversionsPerCost({ conversions, cost })?.round(PLACES) ?? null,
      share: total.eq(0) ? total : decimal(record.budget).div(total).round(PLACES),
      floor: money(budgetFloor, currency),
      reason: shareReason,
    };
  }

  @Mutation(() => StrategyCampaignPayload, {
    nullable: true,
    description:
      "Pauses or resumes one campaign of a strategy, whatever its strategy does. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("strategy.write")
  async setStrategyCampaignStatus(
    @Arg("input", () => SetStrategyCampaignStatusInput, { description: "Which one, and what with it." })
    input: SetStrategyCampaignStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<StrategyCampaignPayload> {
    const row = await strategyCampaigns.require(context, input.eid);
    if (row.strategyEid !== (input.strategyEid ?? row.strategyEid)) throw notFound("strategy campaign", input.eid);
    if (row.advertisableEid !== (input.advertisableEid ?? row.advertisableEid))
      throw notFound("strategy campaign", input.eid);
    authorise(context.viewer, "strategy.write");
    if (input.status === "LIVE") await requireReferences(context, row.advertisableEid, {});
    const written = await context.transaction("strategy.write", async (sql) => {
      // Its strategy first, as whoever changes that does: the two can't pass each other.
      const strategy = await strategies.lock(sql, context, { ...row, eid: row.strategyEid });
      const before = await strategyCampaigns.lock(sql, context, row);
      const event = campaignEvent(input.status, strategy.status);
      const status = nextState(CAMPAIGN_STATES, before.status, event, "A campaign");
      return await strategyCampaigns.write(sql, context, "setStrategyCampaignStatus", before, { status });
    });
    return { strategyCampaign: toStrategyCampaign(written) };
  }
}

export const STRATEGY_CAMPAIGN_RESOLVERS = [
  StrategyCampaignResolver,
  ...readsOf({
    ...STRATEGY_CAMPAIGN_LIST,
    type: StrategyCampaign,
    singular: "strategyCampaign",
    plural: "strategyCampaigns",
    words: { one: "campaign of a strategy", many: "campaigns of strategies" },
    one: async (context, eid) => toStrategyCampaign(await strategyCampaigns.require(context, eid)),
    ofViewer: strategyCampaignsOfViewer,
    ofAdvertisable: strategyCampaignsOfAdvertisable,
  }),
] as const;
