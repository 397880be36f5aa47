import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { AppError, badInput, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import {
  AD_SET_LIST,
  AdSetAudiencesPayload,
  AdSetPayload,
  CloneAdSetInput,
  CreateAdSetInput,
  CreateDefaultAdSetInput,
  DeleteAdSetInput,
  EditAdSetInput,
  SetAudiencesTargetedInput,
} from "./ad-set.input.js";
import { AD_SET_STATES, checkAdSet, checkWholeAdSet, copyName, MAX_CHILDREN, requireOpen } from "./ad-set.rules.js";
import { type AdSetRecord, adSets, adSetsOfAdvertisable, adSetsOfViewer, toAdSet } from "./ad-set.table.js";
import { AdSet } from "./ad-set.type.js";
import { adSetAudiences, audiencesOfAdSet } from "./ad-set-audience.table.js";
import { AdSetAudience } from "./ad-set-audience.type.js";
import { deleteAdSets, replaceAudiences, writeAds } from "./ad-set-children.js";
import { requireSegment } from "./elsewhere.js";
import { cloneOf, newAdSet } from "./new-ad-set.js";
import { isDeletedAgain } from "./deleted.rules.js";
import { given, stored } from "../../lib/given.js";
import { queuePublishing } from "./publishing.js";
import { readsOf } from "./reads.js";
import { Segment } from "./segment.ref.js";
import { SOCIAL_AD_LIST } from "./social-ad.input.js";
import { socialAdsOfAdSet } from "./social-ad.table.js";
import type { SocialAd } from "./social-ad.type.js";
import { socialCampaignByEid, socialCampaigns } from "./social-campaign.table.js";
import { SocialCampaign } from "./social-campaign.type.js";

@Resolver(() => AdSet)
class AdSetResolver {
  @FieldResolver(() => SocialCampaign, { description: "Its campaign." })
  async campaign(@Root() adSet: AdSet, @Ctx() context: RequestContext): Promise<SocialCampaign | null> {
    return await socialCampaignByEid(context, adSet.campaignEid);
  }

  @FieldResolver(() => SOCIAL_AD_LIST.Connection, { description: "Its ads." })
  async ads(
    @Root() adSet: AdSet,
    @Args(() => SOCIAL_AD_LIST.Args) args: InstanceType<typeof SOCIAL_AD_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<SocialAd>> {
    return await socialAdsOfAdSet(context, adSet.eid, args);
  }

  @FieldResolver(() => [AdSetAudience], {
    description: "The custom audiences that it targets or excludes, at most 1,000, the first added first.",
  })
  async audiences(@Root() adSet: AdSet, @Ctx() context: RequestContext): Promise<AdSetAudience[]> {
    return (await audiencesOfAdSet(context, adSet)) ?? [];
  }

  @FieldResolver(() => Segment, {
    nullable: true,
    description: "The segment whose conversions count; null for none, and where the viewer can't see it.",
  })
  promotedSegment(@Root() { promotedSegmentEid }: AdSet): Segment | null {
    return promotedSegmentEid === null ? null : { eid: promotedSegmentEid };
  }

  @Mutation(() => AdSetPayload, {
    nullable: true,
    description:
      "Creates an ad set, with ads and audiences where they are given. NOT_FOUND for a campaign, creative, audience or segment that the viewer can't see or that is of another advertisable.",
  })
  @NeedsPermission("social.write")
  async createAdSet(
    @Arg("input", () => CreateAdSetInput, { description: "The new ad set." }) input: CreateAdSetInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetPayload> {
    return await create(context, "createAdSet", input);
  }

  @Mutation(() => AdSetPayload, {
    nullable: true,
    description:
      "Gives a campaign an ad set with every default: a DRAFT with the campaign's name, budget, dates and a goal that fits its objective. NOT_FOUND when the viewer can't see the campaign.",
  })
  @NeedsPermission("social.write")
  async createDefaultAdSet(
    @Arg("input", () => CreateDefaultAdSetInput, { description: "Which campaign." }) input: CreateDefaultAdSetInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetPayload> {
    return await create(context, "createDefaultAdSet", { ...input, name: null, status: "DRAFT" });
  }

  @Mutation(() => AdSetPayload, {
    nullable: true,
    description:
      "Changes an ad set; one that is deleted takes its ads with it. NOT_FOUND when the viewer can't see it or something that the input names.",
  })
  @NeedsPermission("social.write")
  async editAdSet(
    @Arg("input", () => EditAdSetInput, { description: "The changes." }) input: EditAdSetInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetPayload> {
    return { adSet: toAdSet(await edit(context, "editAdSet", input)) };
  }

  @Mutation(() => AdSetPayload, {
    nullable: true,
    description: "Deletes an ad set and its ads; a deleted one stays as it is. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("social.write")
  async deleteAdSet(
    @Arg("input", () => DeleteAdSetInput, { description: "Which one." }) input: DeleteAdSetInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetPayload> {
    return { adSet: toAdSet(await edit(context, "deleteAdSet", { eid: input.eid, status: "DELETED" })) };
  }

  @Mutation(() => AdSetPayload, {
    nullable: true,
    description:
      "Copies an ad set with its ads, audiences and places into the same campaign. The copy is PAUSED, and the network knows nothing of it yet; its ads keep the status that people gave them. ILLEGAL_TRANSITION for one that is deleted or whose campaign takes nothing new. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("social.write")
  async cloneAdSet(
    @Arg("input", () => CloneAdSetInput, { description: "Which one, and what to call the copy." })
    input: CloneAdSetInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetPayload> {
    const row = await adSets.require(context, input.eid);
    authorise(context.viewer, "social.write");
    const name = input.name ?? copyName(row.name);
    refuse(checkAdSet({ name }));
    const campaign = await socialCampaigns.require(context, row.campaignEid);
    const clone = await context.transaction("social.write", async (sql) => {
      requireOpen("A campaign", (await socialCampaigns.lock(sql, context, campaign)).status);
      const original = await adSets.lock(sql, context, row);
      if (!original.isActive) throw new AppError("ILLEGAL_TRANSITION", "A deleted ad set can't be copied.");
      const copy = await cloneOf(sql, context, original, name);
      await queuePublishing(sql, context, copy);
      return copy;
    });
    return { adSet: toAdSet(clone) };
  }

  @Mutation(() => AdSetAudiencesPayload, {
    nullable: true,
    description:
      "Targets or excludes audiences that an ad set has: all of them or none. BAD_USER_INPUT with NO_AUDIENCE_FOR_ADSET when one is not among them (document 2, errors).",
  })
  @NeedsPermission("social.write")
  async setAudiencesTargeted(
    @Arg("input", () => SetAudiencesTargetedInput, { description: "Which ones, and what to do with their people." })
    input: SetAudiencesTargetedInput,
    @Ctx() context: RequestContext,
  ): Promise<AdSetAudiencesPayload> {
    const row = await adSets.require(context, input.adSetEid);
    authorise(context.viewer, "social.write");
    if (input.audienceEids.length === 0 || input.audienceEids.length > MAX_CHILDREN)
      throw badInput(["input", "audienceEids"], "TOO_MANY", `audienceEids must be 1 to ${MAX_CHILDREN} EIDs.`);
    const named = new Set(input.audienceEids);
    const done = await context.transaction("social.write", async (sql) => {
      const adSet = await adSets.lock(sql, context, row);
      requireOpen("An ad set", adSet.status);
      const all = await adSetAudiences.lockAll(sql, context, adSet.advertisableEid, "adSetEid", [adSet.eid]);
      const held = all.filter((each) => named.has(each.eid) || named.has(each.customAudienceEid));
      const found = new Set(held.flatMap((each) => [each.eid, each.customAudienceEid]));
      const unknown = input.audienceEids.find((eid) => !found.has(eid));
      if (unknown !== undefined)
        throw badInput(
          ["input", "audienceEids"],
          "NO_AUDIENCE_FOR_ADSET",
          `The ad set ${adSet.eid} has no audience ${unknown}; nothing was changed.`,
        );
      const audiences = await adSetAudiences.writeAll(
        sql,
        context,
        "setAudiencesTargeted",
        held.map((before) => ({ before, changes: { targeted: input.targeted } })),
      );
      await queuePublishing(sql, context, adSet);
      return { adSet, audiences };
    });
    return { adSet: toAdSet(done.adSet), audiences: done.audiences };
  }
}

type NewAdSet = Omit<CreateAdSetInput, "name"> & { name: string | null };

/** `name` null takes the campaign's. */
async function create(context: RequestContext, action: string, input: NewAdSet): Promise<AdSetPayload> {
  const row = await socialCampaigns.require(context, input.campaignEid);
  authorise(context.viewer, "social.write");
  refuse(checkAdSet(input));
  if (input.promotedSegmentEid != null) await requireSegment(context, row.advertisableEid, input.promotedSegmentEid);
  const created = await context.transaction("social.write", async (sql) => {
    const campaign = await socialCampaigns.lock(sql, context, row);
    requireOpen("A campaign", campaign.status);
    const adSet = newAdSet(context, campaign, input);
    refuse(checkWholeAdSet(adSet));
    await adSets.insert(sql, context, action, adSet);
    await writeAds(sql, context, action, adSet, input.ads ?? []);
    await replaceAudiences(sql, context, action, adSet, input.audiences ?? []);
    await queuePublishing(sql, context, adSet);
    return adSet;
  });
  return { adSet: toAdSet(created) };
}

async function edit(context: RequestContext, action: string, input: EditAdSetInput): Promise<AdSetRecord> {
  const row = await adSets.require(context, input.eid);
  authorise(context.viewer, "social.write");
  refuse(checkAdSet(input));
  // One that it has already may be out of sight by now, and an answer can be sent back as it came.
  const { promotedSegmentEid: segment } = input;
  if (segment != null && segment !== row.promotedSegmentEid)
    await requireSegment(context, row.advertisableEid, segment);
  return await context.transaction("social.write", async (sql) => {
    const before = await adSets.lock(sql, context, row);
    if (isDeletedAgain("An ad set", before.status, input.status)) return before;
    const status = nextState(AD_SET_STATES, before.status, input.status ?? before.status, "An ad set");
    const wanted = { ...before, ...changesOf(input), status };
    refuse(checkWholeAdSet(wanted));
    await writeAds(sql, context, action, before, input.ads ?? []);
    if (input.audiences != null) await replaceAudiences(sql, context, action, before, input.audiences);
    // Deleting comes last, as it takes the ads with it.
    const changes = status === "DELETED" ? { ...wanted, status: before.status } : wanted;
    const written = await adSets.write(sql, context, action, before, changes);
    await queuePublishing(sql, context, written);
    if (status !== "DELETED") return written;
    const [deleted = written] = await deleteAdSets(sql, context, action, [written]);
    return deleted;
  });
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditAdSetInput): Partial<AdSetRecord> {
  return given<AdSetRecord>({
    name: input.name ?? undefined,
    budget: stored(input.budget),
    bidAmount: stored(input.bidAmount),
    cpc: stored(input.cpc),
    isAutobid: input.isAutobid ?? undefined,
    minAge: input.minAge,
    maxAge: input.maxAge,
    startDate: input.startDate,
    endDate: input.endDate,
    optimizationGoal: input.optimizationGoal ?? undefined,
    pacingType: input.pacingType ?? undefined,
    pricingModel: input.pricingModel ?? undefined,
    promotedSegmentEid: input.promotedSegmentEid,
    pageTypes: input.pageTypes ?? undefined,
    uiPeriod: input.uiPeriod ?? undefined,
  });
}

export const AD_SET_RESOLVERS = [
  AdSetResolver,
  ...readsOf({
    ...AD_SET_LIST,
    type: AdSet,
    singular: "adSet",
    plural: "adSets",
    words: { one: "ad set", many: "ad sets" },
    one: async (context, eid) => toAdSet(await adSets.require(context, eid)),
    ofViewer: adSetsOfViewer,
    ofAdvertisable: adSetsOfAdvertisable,
  }),
] as const;
