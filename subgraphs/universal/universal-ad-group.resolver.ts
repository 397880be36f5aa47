import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { perUsd } from "./currency-rate.table.js";
import { adGroupStatus } from "./effective-status.js";
import { readsOf } from "./reads.js";
import { onlyStops, requireReferences, requireServing } from "./references.js";
import { Segment } from "./segment.ref.js";
import {
  CreateUniversalAdGroupInput,
  EditUniversalAdGroupInput,
  SetUniversalAdGroupAdStatusInput,
  UNIVERSAL_AD_GROUP_AD_LIST,
  UNIVERSAL_AD_GROUP_LIST,
  UniversalAdGroupAdPayload,
  UniversalAdGroupPayload,
} from "./universal-ad-group.input.js";
import { checkAdGroup } from "./universal-ad-group.rules.js";
import {
  adsOfUniversalAdGroup,
  toUniversalAdGroup,
  universalAdGroupAds,
  universalAdGroups,
  universalAdGroupsOfAdvertisable,
  universalAdGroupsOfViewer,
} from "./universal-ad-group.table.js";
import { UniversalAdGroup, UniversalAdGroupAd } from "./universal-ad-group.type.js";
import { editedAdGroup, newAdGroup, replaceAds } from "./universal-ad-group-write.js";
import { requireOpen } from "./universal-campaign.rules.js";
import { universalCampaignByEid, universalCampaigns } from "./universal-campaign.table.js";
import { UniversalCampaign } from "./universal-campaign.type.js";
import { requireLeastBudgets } from "./universal-campaign-write.js";
import { UNIVERSAL_STATES } from "./universal-status.rules.js";
import { EffectiveStatus } from "./universal-status.type.js";

@Resolver(() => UniversalAdGroup)
class UniversalAdGroupResolver {
  @FieldResolver(() => UniversalCampaign, { description: "Its campaign." })
  async campaign(@Root() adGroup: UniversalAdGroup, @Ctx() context: RequestContext): Promise<UniversalCampaign | null> {
    return await universalCampaignByEid(context, adGroup.campaignEid);
  }

  @FieldResolver(() => UNIVERSAL_AD_GROUP_AD_LIST.Connection, { description: "Its ads, at most 1,000." })
  async ads(
    @Root() adGroup: UniversalAdGroup,
    @Args(() => UNIVERSAL_AD_GROUP_AD_LIST.Args) args: InstanceType<typeof UNIVERSAL_AD_GROUP_AD_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<UniversalAdGroupAd>> {
    return await adsOfUniversalAdGroup(context, adGroup.eid, args);
  }

  @FieldResolver(() => [Segment], {
    nullable: "itemsAndList",
    description: "The segments whose people it is for; null in place of one that the viewer can't see.",
  })
  positiveSegments(@Root() { positiveSegmentEids }: UniversalAdGroup): Segment[] {
    return positiveSegmentEids.map((eid) => ({ eid }));
  }

  @FieldResolver(() => [Segment], {
    nullable: "itemsAndList",
    description: "The segments whose people it leaves out; null in place of one that the viewer can't see.",
  })
  negativeSegments(@Root() { negativeSegmentEids }: UniversalAdGroup): Segment[] {
    return negativeSegmentEids.map((eid) => ({ eid }));
  }

  @FieldResolver(() => EffectiveStatus, {
    nullable: true,
    description: "What it is doing now, and why. Null when that depends on a budget and the reports are away.",
  })
  async effectiveStatus(@Root() adGroup: UniversalAdGroup, @Ctx() context: RequestContext): Promise<EffectiveStatus> {
    return await adGroupStatus(context, adGroup);
  }

  @Mutation(() => UniversalAdGroupPayload, {
    nullable: true,
    description:
      "Creates a universal ad group, a DRAFT, with its ads. NOT_FOUND for a campaign that the viewer can't see, or an ad or segment that is not the advertisable's; BAD_USER_INPUT where the campaign's budget is too small for one more ad group.",
  })
  @NeedsPermission("universal.write")
  async createUniversalAdGroup(
    @Arg("input", () => CreateUniversalAdGroupInput, { description: "The new ad group." })
    input: CreateUniversalAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<UniversalAdGroupPayload> {
    const row = await universalCampaigns.require(context, input.campaignEid);
    authorise(context.viewer, "universal.write");
    refuse(checkAdGroup(input));
    await requireServing(context, row.advertisableEid);
    await requireReferences(context, row.advertisableEid, [{ at: [], adGroup: input }]);
    const rate = await perUsd(context, row.currency);
    const created = await context.transaction("universal.write", async (sql) => {
      const campaign = await universalCampaigns.lock(sql, context, row);
      requireOpen("A universal campaign", campaign.status);
      const adGroup = newAdGroup(context, campaign, input);
      await universalAdGroups.insert(sql, context, "createUniversalAdGroup", adGroup);
      await replaceAds(sql, context, "createUniversalAdGroup", [{ adGroup, ads: input.ads ?? [] }]);
      await requireLeastBudgets(sql, context, [campaign], rate, () => "campaignEid");
      return adGroup;
    });
    return { universalAdGroup: toUniversalAdGroup(created) };
  }

  @Mutation(() => UniversalAdGroupPayload, {
    nullable: true,
    description:
      "Changes a universal ad group; `ads` are all that it shall have. NOT_FOUND when the viewer can't see it, or for an ad or segment that is not the advertisable's; ILLEGAL_TRANSITION for a status that it can't have now.",
  })
  @NeedsPermission("universal.write")
  async editUniversalAdGroup(
    @Arg("input", () => EditUniversalAdGroupInput, { description: "The changes." }) input: EditUniversalAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<UniversalAdGroupPayload> {
    const row = await universalAdGroups.require(context, input.eid);
    if (input.campaignEid != null && input.campaignEid !== row.campaignEid)
      throw notFound("universal ad group", input.eid);
    authorise(context.viewer, "universal.write");
    refuse(checkAdGroup(input));
    if (!onlyStops(input)) await requireServing(context, row.advertisableEid);
    await requireReferences(context, row.advertisableEid, [{ at: [], adGroup: input }]);
    const changed = await context.transaction("universal.write", async (sql) => {
      const before = await universalAdGroups.lock(sql, context, row);
      const after = editedAdGroup(before, input);
      const written = await universalAdGroups.write(sql, context, "editUniversalAdGroup", before, after);
      if (input.ads != null)
        await replaceAds(sql, context, "editUniversalAdGroup", [{ adGroup: written, ads: input.ads }]);
      return written;
    });
    return { universalAdGroup: toUniversalAdGroup(changed) };
  }

  @Mutation(() => UniversalAdGroupAdPayload, {
    nullable: true,
    description:
      "Puts an ad of a universal ad group elsewhere. NOT_FOUND when the viewer can't see the ad group, or the ad is not in it; ILLEGAL_TRANSITION for a status that it can't have now.",
  })
  @NeedsPermission("universal.write")
  async setUniversalAdGroupAdStatus(
    @Arg("input", () => SetUniversalAdGroupAdStatusInput, { description: "Which ad, and where it shall stand." })
    input: SetUniversalAdGroupAdStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<UniversalAdGroupAdPayload> {
    const row = await universalAdGroups.require(context, input.adGroupEid);
    authorise(context.viewer, "universal.write");
    if (!onlyStops(input)) await requireServing(context, row.advertisableEid);
    const changed = await context.transaction("universal.write", async (sql) => {
      const adGroup = await universalAdGroups.lock(sql, context, row);
      const held = await universalAdGroupAds.lockAll(sql, context, adGroup.advertisableEid, "adGroupEid", [
        adGroup.eid,
      ]);
      const before = held.find((ad) => ad.adEid === input.adEid);
      if (before === undefined) throw notFound("ad of the universal ad group", input.adEid);
      const status = nextState(UNIVERSAL_STATES, before.status, input.status, "An ad");
      return await universalAdGroupAds.write(sql, context, "setUniversalAdGroupAdStatus", before, { status });
    });
    return { universalAdGroupAd: changed };
  }
}

@Resolver(() => UniversalAdGroupAd)
class UniversalAdGroupAdResolver {
  @FieldResolver(() => Ad, { nullable: true, description: "The ad; null where the viewer can't see it." })
  ad(@Root() { adEid }: UniversalAdGroupAd): Ad {
    return { eid: adEid };
  }
}

export const UNIVERSAL_AD_GROUP_RESOLVERS = [
  UniversalAdGroupResolver,
  UniversalAdGroupAdResolver,
  ...readsOf({
    ...UNIVERSAL_AD_GROUP_LIST,
    type: UniversalAdGroup,
    singular: "universalAdGroup",
    plural: "universalAdGroups",
    words: { one: "universal ad group", many: "universal ad groups" },
    one: async (context, eid) => toUniversalAdGroup(await universalAdGroups.require(context, eid)),
    ofViewer: universalAdGroupsOfViewer,
    ofAdvertisable: universalAdGroupsOfAdvertisable,
  }),
] as const;
