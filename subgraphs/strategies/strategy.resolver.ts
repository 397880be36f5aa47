import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import { type Money, money } from "../../lib/money.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { given, stored } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { MoneyType } from "./graph.js";
import { readsOf } from "./reads.js";
import { requireReferences } from "./references.js";
import { CreateStrategyInput, EditStrategyInput, STRATEGY_LIST, StrategyPayload } from "./strategy.input.js";
import {
  CAMPAIGN_STATES,
  checkAmounts,
  checkEdit,
  checkNulls,
  checkStrategy,
  checkWholeStrategy,
  STRATEGY_STATES,
} from "./strategy.rules.js";
import {
  strategies,
  strategiesOfAdvertisable,
  strategiesOfViewer,
  type StrategyRecord,
  toStrategy,
} from "./strategy.table.js";
import { effectiveStatusOf, monthSpendOf } from "./strategy-spend.js";
import { Strategy, StrategyEffectiveStatus } from "./strategy.type.js";
import { newCampaign, queueSplit, withBudgets } from "./strategy-budget.js";
import { STRATEGY_CAMPAIGN_LIST } from "./strategy-campaign.input.js";
import { campaignsOfStrategy, lockCampaigns, strategyCampaigns, writeCampaigns } from "./strategy-campaign.table.js";
import type { CampaignProduct, StrategyCampaign } from "./strategy-campaign.type.js";
import { checkEmail, wholeEmail } from "./strategy-email.rules.js";
import { LINK_FIELDS, type LinkField, type LinkLists, linksOf, writeLinks } from "./strategy-link.table.js";

/** Fields of an edit that have no null. */
const NEVER_NULL = ["status", "name", "currency", "budget", "budgetPeriod", "kpiMetric", "products"];

@Resolver(() => Strategy)
class StrategyResolver {
  @FieldResolver(() => STRATEGY_CAMPAIGN_LIST.Connection, { description: "Its campaigns, one for each product." })
  async campaigns(
    @Root() strategy: Strategy,
    @Args(() => STRATEGY_CAMPAIGN_LIST.Args) args: InstanceType<typeof STRATEGY_CAMPAIGN_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<StrategyCampaign>> {
    return await campaignsOfStrategy(context, strategy.eid, args);
  }

  @FieldResolver(() => StrategyEffectiveStatus, {
    nullable: true,
    description: "What it is doing now. Null when that depends on its monthlyBudgetCap and the reports are away.",
  })
  async effectiveStatus(@Root() strategy: Strategy, @Ctx() context: RequestContext): Promise<StrategyEffectiveStatus> {
    return await effectiveStatusOf(context, strategy);
  }

  @FieldResolver(() => MoneyType, {
    nullable: true,
    description:
      "The cost of what was delivered for its campaigns in the current month, in UTC, in its currency. Null when the reports are away.",
  })
  async currentMonthSpend(@Root() strategy: Strategy, @Ctx() context: RequestContext): Promise<Money> {
    return money(await monthSpendOf(context, strategy), strategy.currency);
  }

  @Mutation(() => StrategyPayload, {
    nullable: true,
    description:
      "Creates a strategy, which is live at once, with a campaign for each product. NOT_FOUND for an advertisable, an ad or a segment that the viewer can't see there; nothing is written then.",
  })
  @NeedsPermission("strategy.write")
  async createStrategy(
    @Arg("input", () => CreateStrategyInput, { description: "The new strategy." }) input: CreateStrategyInput,
    @Ctx() context: RequestContext,
  ): Promise<StrategyPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "strategy.write");
    const record = newStrategy(context, input);
    refuse([...checkStrategy(input), ...checkAmounts(input, input.currency), ...checkEmail(input.email)]);
    refuse(checkWholeStrategy(record));
    const links = linksIn(input);
    await requireReferences(context, input.advertisableEid, links);
    const products: CampaignProduct[] = [
      ...record.products,
      ...(record.email?.optin === true ? ["EMAIL" as const] : []),
    ];
    const campaigns = withBudgets(
      record,
      products.map((product) => newCampaign(context, record, product)),
    );
    const created = await context.transaction("strategy.write", async (sql) => {
      await strategies.insert(sql, context, "createStrategy", { ...record, ...links });
      await writeLinks(sql, context, record, {}, links);
      await strategyCampaigns.insert(sql, context, "createStrategy", ...campaigns);
      await queueSplit(sql, context, record, new Date(context.clock.now()));
      return record;
    });
    return { strategy: toStrategy(created) };
  }

  @Mutation(() => StrategyPayload, {
    nullable: true,
    description:
      "Changes a strategy, pauses or resumes it with its campaigns, and splits its budget anew, all in one. NOT_FOUND when the viewer can't see it or what it is to name; nothing is written then.",
  })
  @NeedsPermission("strategy.write")
  async editStrategy(
    @Arg("input", () => EditStrategyInput, { description: "The changes." }) input: EditStrategyInput,
    @Ctx() context: RequestContext,
  ): Promise<StrategyPayload> {
    const row = await strategies.require(context, input.eid);
    if (row.advertisableEid !== (input.advertisableEid ?? row.advertisableEid)) throw notFound("strategy", input.eid);
    authorise(context.viewer, "strategy.write");
    refuse([...checkNulls(input, [...NEVER_NULL, ...LINK_FIELDS]), ...checkStrategy(input)]);
    const links = linksIn(input);
    if (!onlyPauses(input)) await requireReferences(context, row.advertisableEid, links);
    const changed = await context.transaction("strategy.write", async (sql) => {
      const before = await strategies.lock(sql, context, row);
      const now = new Date(context.clock.now());
      refuse(checkEdit(before, input, now));
      const status = nextState(STRATEGY_STATES, before.status, input.status ?? before.status, "A strategy");
      const after: StrategyRecord = { ...before, ...changesOf(input, now), status };
      refuse(checkWholeStrategy(after));
      const linked = await linksOf(sql, context, before, linkFields(links));
      const written = await strategies.write(
        sql,
        context,
        "editStrategy",
        { ...before, ...linked },
        { ...after, ...links },
      );
      await writeLinks(sql, context, written, linked, links);
      const event = status === "LIVE" ? "STRATEGY_RESUME" : "STRATEGY_PAUSE";
      const held = await lockCampaigns(sql, context, before);
      const added = after.products
        .filter((product) => !before.products.includes(product))
        .map((product) => newCampaign(context, after, product));
      const campaigns = withBudgets(after, [
        ...held.map((each) => ({ ...each, status: nextState(CAMPAIGN_STATES, each.status, event, "A campaign") })),
        ...added,
      ]);
      await writeCampaigns(
        sql,
        context,
        "editStrategy",
        held.map((each, index) => ({ before: each, after: campaigns[index] ?? each })),
      );
      await strategyCampaigns.insert(sql, context, "editStrategy", ...campaigns.slice(held.length));
      await queueSplit(sql, context, written, now);
      return written;
    });
    return { strategy: toStrategy(changed) };
  }
}

function newStrategy(context: RequestContext, input: CreateStrategyInput): StrategyRecord {
  const now = new Date(context.clock.now());
  const startDate = input.startDate ?? now;
  return {
    eid: context.newEid(),
    advertisableEid: input.advertisableEid,
    name: input.name ?? `Strategy from ${startDate.toISOString().slice(0, 10)}`,
    status: "LIVE",
    currency: input.currency,
    budget: stored(input.budget),
    budgetPeriod: input.budgetPeriod ?? "DAILY",
    monthlyBudgetCap: stored(input.monthlyBudgetCap) ?? null,
    kpiMetric: input.kpiMetric,
    kpiGoal: stored(input.kpiGoal) ?? null,
    products: [...input.products],
    startDate,
    endDate: input.endDate ?? null,
    email: input.email == null ? null : wholeEmail(input.email),
    createdAt: now,
    updatedAt: now,
  };
}

/** What an edit changes beside the status; a budget without a period is one of a day. */
function changesOf(input: EditStrategyInput, now: Date): Partial<StrategyRecord> {
  return given<StrategyRecord>({
    name: input.name ?? undefined,
    budget: stored(input.budget) ?? undefined,
    budgetPeriod: input.budget == null ? undefined : (input.budgetPeriod ?? "DAILY"),
    monthlyBudgetCap: stored(input.monthlyBudgetCap),
    kpiMetric: input.kpiMetric ?? undefined,
    kpiGoal: stored(input.kpiGoal),
    products: input.products == null ? undefined : [...input.products],
    startDate: input.startDate === null ? now : input.startDate,
    endDate: input.endDate,
  });
}

/** Whether an edit does nothing but pause, which is never refused for what other areas say. */
function onlyPauses(input: EditStrategyInput): boolean {
  const others = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !["eid", "advertisableEid", "status"].includes(field),
  );
  return input.status === "PAUSED" && others.length === 0;
}

/** The lists of EIDs that an input gives, each EID once. */
function linksIn(input: Readonly<Partial<Record<LinkField, readonly string[] | null>>>): LinkLists {
  const lists: Partial<Record<LinkField, readonly string[]>> = {};
  for (const field of LINK_FIELDS) {
    const list = input[field];
    if (list != null) lists[field] = [...new Set(list)];
  }
  return lists;
}

function linkFields(links: LinkLists): LinkField[] {
  return LINK_FIELDS.filter((field) => links[field] !== undefined);
}

export const STRATEGY_RESOLVERS = [
  StrategyResolver,
  ...readsOf({
    ...STRATEGY_LIST,
    type: Strategy,
    singular: "strategy",
    plural: "strategies",
    words: { one: "strategy", many: "strategies" },
    one: async (context, eid) => toStrategy(await strategies.require(context, eid)),
    ofViewer: strategiesOfViewer,
    ofAdvertisable: strategiesOfAdvertisable,
  }),
] as const;
