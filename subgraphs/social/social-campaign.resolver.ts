import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { AD_SET_LIST } from "./ad-set.input.js";
import { adSets, adSetsOfCampaign } from "./ad-set.table.js";
import type { AdSet } from "./ad-set.type.js";
import { deleteAdSets } from "./ad-set-children.js";
import { isDeletedAgain } from "./deleted.rules.js";
import { given, stored } from "../../lib/given.js";
import { requireOwner } from "../../lib/ownership.js";
import { queuePublishing } from "./publishing.js";
import { readsOf } from "./reads.js";
import { advertiserOf } from "./social-advertiser.table.js";
import {
  CreateSocialCampaignInput,
  EditSocialCampaignInput,
  SOCIAL_CAMPAIGN_LIST,
  SocialCampaignPayload,
} from "./social-campaign.input.js";
import { checkSocialCampaign, checkWholeCampaign, SOCIAL_CAMPAIGN_STATES } from "./social-campaign.rules.js";
import {
  type SocialCampaignRecord,
  socialCampaigns,
  socialCampaignsOfAdvertisable,
  socialCampaignsOfViewer,
  toSocialCampaign,
} from "./social-campaign.table.js";
import { SocialCampaign } from "./social-campaign.type.js";

@Resolver(() => SocialCampaign)
class SocialCampaignResolver {
  @FieldResolver(() => AD_SET_LIST.Connection, { description: "Its ad sets." })
  async adSets(
    @Root() campaign: SocialCampaign,
    @Args(() => AD_SET_LIST.Args) args: InstanceType<typeof AD_SET_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<AdSet>> {
    return await adSetsOfCampaign(context, campaign.eid, args);
  }

  @Mutation(() => SocialCampaignPayload, {
    nullable: true,
    description: "Creates a campaign. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("social.write")
  async createSocialCampaign(
    @Arg("input", () => CreateSocialCampaignInput, { description: "The new campaign." })
    input: CreateSocialCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialCampaignPayload> {
    await requireOwner(context, input.advertisableEid);
    authorise(context.viewer, "social.write");
    const advertiser = await advertiserOf(context, input.advertisableEid);
    const now = new Date(context.clock.now());
    const status = nextState(SOCIAL_CAMPAIGN_STATES, "PAUSED", input.status ?? "PAUSED", "A new campaign");
    const record: SocialCampaignRecord = {
      eid: context.newEid(),
      advertisableEid: input.advertisableEid,
      name: input.name,
      status,
      isActive: status !== "DELETED",
      goal: input.goal,
      bidStrategy: input.bidStrategy ?? "AUTOMATIC",
      performanceTarget: input.performanceTarget ?? null,
      performanceTargetValue: stored(input.performanceTargetValue) ?? null,
      objective: input.objective,
      source: input.source ?? null,
      isLaunched: input.shouldLaunch ?? false,
      currency: input.currency ?? advertiser?.currency ?? "USD",
      budget: stored(input.budget) ?? null,
      kpiMetric: input.kpiMetric ?? null,
      kpiGoal: stored(input.kpiGoal) ?? null,
      kpiCurrency: input.kpiCurrency ?? null,
      startDate: input.startDate ?? null,
      endDate: input.endDate ?? null,
      spendLimitUntil: input.spendLimitUntil ?? null,
      externalId: null,
      publishedDigest: null,
      publishingUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    refuse([...checkSocialCampaign(input), ...checkWholeCampaign(record)]);
    const created = await context.transaction("social.write", async (sql) => {
      await socialCampaigns.insert(sql, context, "createSocialCampaign", record);
      await queuePublishing(sql, context, { ...record, campaignEid: record.eid });
      return record;
    });
    return { socialCampaign: toSocialCampaign(created) };
  }

  @Mutation(() => SocialCampaignPayload, {
    nullable: true,
    description:
      "Changes a campaign; one that is deleted takes its ad sets and ads with it. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("social.write")
  async editSocialCampaign(
    @Arg("input", () => EditSocialCampaignInput, { description: "The changes." }) input: EditSocialCampaignInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialCampaignPayload> {
    const row = await socialCampaigns.require(context, input.eid);
    authorise(context.viewer, "social.write");
    refuse(checkSocialCampaign(input));
    const changed = await context.transaction("social.write", async (sql) => {
      const before = await socialCampaigns.lock(sql, context, row);
      if (isDeletedAgain("A campaign", before.status, input.status)) return before;
      const status = nextState(SOCIAL_CAMPAIGN_STATES, before.status, input.status ?? before.status, "A campaign");
      const after = { ...before, ...changesOf(input), status, isActive: status !== "DELETED" };
      refuse(checkWholeCampaign(after));
      if (status === "DELETED") {
        const held = await adSets.lockAll(sql, context, before.advertisableEid, "campaignEid", [before.eid]);
        await deleteAdSets(sql, context, "editSocialCampaign", held);
      }
      const written = await socialCampaigns.write(sql, context, "editSocialCampaign", before, after);
      await queuePublishing(sql, context, { ...written, campaignEid: written.eid });
      return written;
    });
    return { socialCampaign: toSocialCampaign(changed) };
  }
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditSocialCampaignInput): Partial<SocialCampaignRecord> {
  return given<SocialCampaignRecord>({
    name: input.name ?? undefined,
    goal: input.goal ?? undefined,
    bidStrategy: input.bidStrategy ?? undefined,
    performanceTarget: input.performanceTarget,
    performanceTargetValue: stored(input.performanceTargetValue),
    objective: input.objective ?? undefined,
    source: input.source,
    isLaunched: input.shouldLaunch === true ? true : undefined,
    budget: stored(input.budget),
    kpiMetric: input.kpiMetric,
    kpiGoal: stored(input.kpiGoal),
    kpiCurrency: input.kpiCurrency,
    startDate: input.startDate,
    endDate: input.endDate,
    spendLimitUntil: input.spendLimitUntil,
  });
}

export const SOCIAL_CAMPAIGN_RESOLVERS = [
  SocialCampaignResolver,
  ...readsOf({
    ...SOCIAL_CAMPAIGN_LIST,
    type: SocialCampaign,
    singular: "socialCampaign",
    plural: "socialCampaigns",
    words: { one: "campaign on the social network", many: "campaigns on the social network" },
    one: async (context, eid) => toSocialCampaign(await socialCampaigns.require(context, eid)),
    ofViewer: socialCampaignsOfViewer,
    ofAdvertisable: socialCampaignsOfAdvertisable,
  }),
] as const;
