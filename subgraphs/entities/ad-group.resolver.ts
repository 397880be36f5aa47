import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { notFound, refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { linkAds } from "./ad-group-ad.table.js";
import {
  AdGroupConnection,
  AdGroupListArgs,
  AdGroupPayload,
  AdGroupStatusInput,
  CreateAdGroupInput,
  EditAdGroupInput,
  ReviewAdGroupInput,
} from "./ad-group.input.js";
import { AD_GROUP_STATES, checkAdGroup } from "./ad-group.rules.js";
import {
  adGroupEidsByCampaign,
  type AdGroupRecord,
  adGroups,
  adGroupsOfAdvertisable,
  adGroupsOfCampaign,
  adGroupsOfViewer,
  toAdGroup,
} from "./ad-group.table.js";
import { AdGroup } from "./ad-group.type.js";
import { ads } from "./ad.table.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { campaignByEid, campaigns } from "./campaign.table.js";
import { Campaign } from "./campaign.type.js";
import type { EntityEvent } from "./entity-event.js";
import { given } from "./given.js";

@Resolver(() => AdGroup)
export class AdGroupResolver {
  @Query(() => AdGroup, { nullable: true, description: "One ad group. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("adGroup.read")
  async adGroup(
    @Arg("eid", () => ID, { description: "EID of the ad group." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<AdGroup> {
    return toAdGroup(await adGroups.require(context, eid));
  }

  @Query(() => AdGroupConnection, { description: "All ad groups that the viewer may see, of every advertisable." })
  @NeedsPermission("adGroup.read")
  async adGroups(
    @Args(() => AdGroupListArgs) args: AdGroupListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<AdGroup>> {
    return await adGroupsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, adGroup.advertisableEid);
  }

  @FieldResolver(() => Campaign, { description: "The campaign that it belongs to." })
  async campaign(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<Campaign | null> {
    return await campaignByEid(context, adGroup.campaignEid);
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Creates an ad group. NOT_FOUND for a campaign or ad that the viewer can't see; nothing is written then.",
  })
  @NeedsPermission("adGroup.write")
  async createAdGroup(
    @Arg("input", () => CreateAdGroupInput, { description: "The new ad group." }) input: CreateAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const campaign = await campaigns.require(context, input.campaignEid);
    authorise(context.viewer, "adGroup.write");
    refuse(checkAdGroup(input));
    const adEids = [...new Set(input.adEids ?? [])];
    for (const ad of await Promise.all(adEids.map((eid) => ads.require(context, eid)))) {
      if (ad.advertisableEid !== campaign.advertisableEid) throw notFound("ad", ad.eid);
    }
    const now = new Date(context.clock.now());
    const record: AdGroupRecord = {
      eid: context.newEid(),
      advertisableEid: campaign.advertisableEid,
      campaignEid: campaign.eid,
      externalId: null,
      name: input.name,
      type: "web",
      status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
      isActive: true,
      positiveSegments: [],
      negativeSegments: [],
      geoTargets: [],
      geoTargetWorldwide: true,
      placementTargets: [],
      platformTargets: [],
      demographicTargets: [],
      siteExclusions: [],
      adOptimization: null,
      flightTimezone: "UTC",
      createdAt: now,
      updatedAt: now,
    };
    await context.transaction("adGroup.write", async (sql) => {
      await adGroups.insert(sql, context, "createAdGroup", record, { adEids });
      const links = adEids.map((adEid) => ({ adGroupEid: record.eid, adEid }));
      await linkAds(sql, record.advertisableEid, links, now);
    });
    return { adGroup: toAdGroup(record) };
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description: "Changes an ad group. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("adGroup.write")
  async editAdGroup(
    @Arg("input", () => EditAdGroupInput, { description: "The changes." }) input: EditAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const changes = given<AdGroupRecord>({
      name: input.name ?? undefined,
      siteExclusions: input.siteExclusions ?? undefined,
    });
    const record = await adGroups.change(context, {
      eid: input.eid,
      action: "editAdGroup",
      permission: "adGroup.write",
      apply: () => {
        refuse(checkAdGroup(changes));
        return changes;
      },
    });
    return { adGroup: toAdGroup(record) };
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Pauses an approved ad group; pausing a paused one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("adGroup.write")
  async pauseAdGroup(
    @Arg("input", () => AdGroupStatusInput, { description: "Which one." }) input: AdGroupStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    return await changeStatus(context, "pauseAdGroup", input.eid, "PAUSE");
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Resumes a paused ad group; resuming an approved one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("adGroup.write")
  async resumeAdGroup(
    @Arg("input", () => AdGroupStatusInput, { description: "Which one." }) input: AdGroupStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    return await changeStatus(context, "resumeAdGroup", input.eid, "RESUME");
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description: "Approves or stops an ad group. FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("entity.review")
  async reviewAdGroup(
    @Arg("input", () => ReviewAdGroupInput, { description: "Which one, and the verdict." }) input: ReviewAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    return await changeStatus(context, "reviewAdGroup", input.eid, input.verdict);
  }
}

@Resolver(() => Advertisable)
export class AdvertisableAdGroupsResolver {
  @FieldResolver(() => AdGroupConnection, { description: "The ad groups of all its campaigns." })
  async adGroups(
    @Root() advertisable: Advertisable,
    @Args(() => AdGroupListArgs) args: AdGroupListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<AdGroup>> {
    return await adGroupsOfAdvertisable(context, advertisable.eid, args);
  }
}

@Resolver(() => Campaign)
export class CampaignAdGroupsResolver {
  @FieldResolver(() => AdGroupConnection, { description: "Its ad groups." })
  async adGroups(
    @Root() campaign: Campaign,
    @Args(() => AdGroupListArgs) args: AdGroupListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<AdGroup>> {
    return await adGroupsOfCampaign(context, campaign.eid, args);
  }

  @FieldResolver(() => [ID], { description: "EIDs of all its ad groups that are not deleted, the oldest first." })
  async adGroupEids(@Root() campaign: Campaign, @Ctx() context: RequestContext): Promise<string[]> {
    return (await adGroupEidsByCampaign(context, campaign.eid)) ?? [];
  }
}

async function changeStatus(
  context: RequestContext,
  action: string,
  eid: string,
  event: EntityEvent,
): Promise<AdGroupPayload> {
  const record = await adGroups.change(context, {
    eid,
    action,
    permission: event === "PAUSE" || event === "RESUME" ? "adGroup.write" : "entity.review",
    apply: (before) => ({ status: nextState(AD_GROUP_STATES, before.status, event, "An ad group") }),
  });
  return { adGroup: toAdGroup(record) };
}
