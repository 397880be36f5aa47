import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { perUsd } from "./currency-rate.table.js";
import { campaignStatus } from "./effective-status.js";
import { requireOwner } from "../../lib/ownership.js";
import { playbookByEid } from "./playbook.table.js";
import { Playbook } from "./playbook.type.js";
import { readsOf } from "./reads.js";
import { onlyStops, requireServing } from "./references.js";
import { UNIVERSAL_AD_GROUP_LIST } from "./universal-ad-group.input.js";
import { universalAdGroupsOfCampaign } from "./universal-ad-group.table.js";
import type { UniversalAdGroup } from "./universal-ad-group.type.js";
import {
  CreateUniversalCampaignInput,
  EditUniversalCampaignInput,
  UNIVERSAL_CAMPAIGN_LIST,
  UniversalCampaignPayload,
} from "./universal-campaign.input.js";
import { checkAmounts, checkCampaign, checkWholeCampaign } from "./universal-campaign.rules.js";
import {
  toUniversalCampaign,
  universalCampaigns,
  universalCampaignsOfAdvertisable,
  universalCampaignsOfViewer,
} from "./universal-campaign.table.js";
import { UniversalCampaign } from "./universal-campaign.type.js";
import { changesBudget, editedCampaign, newCampaign, requireLeastBudgets } from "./universal-campaign-write.js";
import { EffectiveStatus } from "./universal-status.type.js";

@Resolver(() => UniversalCampaign)
class UniversalCampaignResolver {
  @FieldResolver(() => UNIVERSAL_AD_GROUP_LIST.Connection, { description: "Its ad groups." })
  async adGroups(
    @Root() campaign: UniversalCampaign,
    @Args(() => UNIVERSAL_AD_GROUP_LIST.Args) args: InstanceType<typeof UNIVERSAL_AD_GROUP_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<UniversalAdGroup>> {
    return await universalAdGroupsOfCampaign(context, campaign.eid, args);
  }

  @FieldResolver(() => Playbook, { nullable: true, description: "The playbook that it is in; null for none." })
  async playbook(@Root() { playbookEid }: UniversalCampaign, @Ctx() context: RequestContext): Promise<Playbook | null> {
    return playbookEid === null ? null : await playbookByEid(context, playbookEid);
  }

  @FieldResolver(() => EffectiveStatus, {
    nullable: true,
    description: "What it is doing now, and why. Null when that depends on its budget and the reports are away.",
  })
  async effectiveStatus(@Root() campaign: UniversalCampaign, @Ctx() context: RequestContext): Promise<EffectiveStatus> {
    return await campaignStatus(context, campaign);
  }

  @Mutation(() => UniversalCampaignPayload, {
    nullable: true,
    description:
      "Creates a universal campaign, a DRAFT. NOT_FOUND for an advertisable that the viewer can't see. Source: document 1, part C; decisions, section 7.",
  })
  @NeedsPermission("universal.write")
  async createUniversalCampaign(
    @Arg("input", () => CreateUniversalCampaignInput, { description: "The new campaign." })
    input: CreateUniversalCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<UniversalCampaignPayload> {
    const { advertisableEid } = input;
    await requireOwner(context, advertisableEid);
    authorise(context.viewer, "universal.write");
    refuse(checkCampaign(input));
    const ownCurrency = await requireServing(context, advertisableEid);
    const currency = input.currency ?? ownCurrency;
    refuse(checkAmounts(input, currency));
    const rate = await perUsd(context, currency);
    const record = newCampaign(context, {
      ...input,
      currency,
      playbookEid: null,
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
    });
    refuse(checkWholeCampaign(record));
    const created = await context.transaction("universal.write", async (sql) => {
      await universalCampaigns.insert(sql, context, "createUniversalCampaign", record);
      await requireLeastBudgets(sql, context, [record], rate, () => "budget");
      return record;
    });
    return { universalCampaign: toUniversalCampaign(created) };
  }

  @Mutation(() => UniversalCampaignPayload, {
    nullable: true,
    description:
      "Changes a universal campaign. NOT_FOUND when the viewer can't see it; ILLEGAL_TRANSITION for a status that it can't have now.",
  })
  @NeedsPermission("universal.write")
  async editUniversalCampaign(
    @Arg("input", () => EditUniversalCampaignInput, { description: "The changes." }) input: EditUniversalCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<UniversalCampaignPayload> {
    const row = await universalCampaigns.require(context, input.eid);
    if (input.advertisableEid != null && input.advertisableEid !== row.advertisableEid)
      throw notFound("universal campaign", input.eid);
    authorise(context.viewer, "universal.write");
    refuse([...checkCampaign(input), ...checkAmounts(input, row.currency)]);
    if (!onlyStops(input)) await requireServing(context, row.advertisableEid);
    const rate = await perUsd(context, row.currency);
    const changed = await context.transaction("universal.write", async (sql) => {
      const before = await universalCampaigns.lock(sql, context, row);
      const after = editedCampaign(before, input);
      const written = await universalCampaigns.write(sql, context, "editUniversalCampaign", before, after);
      if (changesBudget(before, after)) await requireLeastBudgets(sql, context, [written], rate, () => "budget");
      return written;
    });
    return { universalCampaign: toUniversalCampaign(changed) };
  }
}

export const UNIVERSAL_CAMPAIGN_RESOLVERS = [
  UniversalCampaignResolver,
  ...readsOf({
    ...UNIVERSAL_CAMPAIGN_LIST,
    type: UniversalCampaign,
    singular: "universalCampaign",
    plural: "universalCampaigns",
    words: { one: "universal campaign", many: "universal campaigns" },
    one: async (context, eid) => toUniversalCampaign(await universalCampaigns.require(context, eid)),
    ofViewer: universalCampaignsOfViewer,
    ofAdvertisable: universalCampaignsOfAdvertisable,
  }),
] as const;
