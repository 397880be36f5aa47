import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { linksAfter } from "./ad-group-ad.rules.js";
import { copyOf, givenLists, newAdGroup, newLink, requireAds } from "./new-ad-group.js";
import {
  AdGroupConnection,
  AdGroupListArgs,
  AdGroupPayload,
  AdGroupStatusInput,
  CloneAdGroupInput,
  CreateAdGroupInput,
  EditAdGroupInput,
  ReviewAdGroupInput,
} from "./ad-group.input.js";
import { AD_GROUP_STATES, checkAdGroup, copyName, statusAfterEdit } from "./ad-group.rules.js";
import {
  adGroupEidsByCampaign,
  adGroups,
  adGroupsOfAdvertisable,
  adGroupsOfCampaign,
  adGroupsOfViewer,
  toAdGroup,
} from "./ad-group.table.js";
import { AdGroup } from "./ad-group.type.js";
import {
  addTargets,
  checkGeoTargets,
  checkTargets,
  inheritedGeoTargets,
  replaceLists,
  toGeoTargets,
} from "./ad-group-target.rules.js";
import { geoTargetsOfCampaign } from "./ad-group-target.table.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { campaignByEid, campaigns } from "./campaign.table.js";
import { Campaign } from "./campaign.type.js";
import type { EntityEvent } from "./entity-event.js";
import { given } from "../../lib/given.js";
import { changeAdGroup, insertAdGroups, lockWhole, type WholeAdGroup } from "./whole-ad-group.table.js";
import { newSegments, requireSegments } from "./segment-check.js";

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
      "Creates an ad group. NOT_FOUND for a campaign, ad or segment that the viewer can't see; nothing is written then.",
  })
  @NeedsPermission("adGroup.write")
  async createAdGroup(
    @Arg("input", () => CreateAdGroupInput, { description: "The new ad group." }) input: CreateAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const campaign = await campaigns.require(context, input.campaignEid);
    authorise(context.viewer, "adGroup.write");
    const lists = givenLists(input);
    const name = input.name ?? campaign.name;
    refuse([...checkAdGroup({ name }), ...checkTargets(lists), ...checkGeoTargets(input.geoTargets ?? undefined)]);
    const known = await requireAds(context, campaign.advertisableEid, input.adEids ?? []);
    await requireSegments(context, campaign.advertisableEid, [
      ...(lists.positiveSegments ?? []),
      ...(lists.negativeSegments ?? []),
    ]);
    const record = newAdGroup(context, campaign, name);
    const whole = await context.transaction("adGroup.write", async (sql) => {
      const geoTargets =
        input.geoTargets == null
          ? inheritedGeoTargets(await geoTargetsOfCampaign(sql, context, campaign.advertisableEid, campaign.eid))
          : toGeoTargets(input.geoTargets, context.newEid);
      const created: WholeAdGroup = {
        ...record,
        ...addTargets(record, lists),
        geoTargets,
        geoTargetWorldwide: geoTargets.length === 0,
        ads: linksAfter([], input.adEids ?? [], (adEid) => newLink(record.eid, adEid, known)),
      };
      await insertAdGroups(sql, context, "createAdGroup", [created]);
      return created;
    });
    return { adGroup: toAdGroup(whole) };
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Changes an ad group. NOT_FOUND when the viewer can't see it, or an ad or segment that is named; nothing is written then.",
  })
  @NeedsPermission("adGroup.write")
  async editAdGroup(
    @Arg("input", () => EditAdGroupInput, { description: "The changes." }) input: EditAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const row = await adGroups.require(context, input.eid);
    authorise(context.viewer, "adGroup.write");
    const lists = givenLists(input);
    const name = input.name ?? undefined;
    const status = input.status ?? undefined;
    const worldwide = input.geoTargetWorldwide ?? undefined;
    refuse([
      ...checkAdGroup({ name, status }),
      ...checkTargets(lists),
      ...checkGeoTargets(input.geoTargets ?? undefined, worldwide),
    ]);
    const { adEids } = input;
    const known = await requireAds(context, row.advertisableEid, adEids ?? []);
    await requireSegments(context, row.advertisableEid, newSegments(lists, row));
    const geoTargets =
      input.geoTargets == null ? (worldwide === true ? [] : undefined) : toGeoTargets(input.geoTargets, context.newEid);
    const { after } = await changeAdGroup(context, {
      eid: input.eid,
      action: "editAdGroup",
      apply: (before) => ({
        ...given<WholeAdGroup>({ name, geoTargets, geoTargetWorldwide: geoTargets && geoTargets.length === 0 }),
        ...replaceLists(before, lists),
        status: statusAfterEdit(before.status, status),
        ...(adEids != null && { ads: linksAfter(before.ads, adEids, (adEid) => newLink(before.eid, adEid, known)) }),
      }),
    });
    return { adGroup: toAdGroup(after) };
  }

  @Mutation(() => AdGroupPayload, {
    nullable: true,
    description:
      "Copies an ad group with its site exclusions, geo targets and ads, and nothing else that hangs on it (document 2, part B), into the same campaign. The copy begins as a new ad group does. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("adGroup.write")
  async cloneAdGroup(
    @Arg("input", () => CloneAdGroupInput, { description: "Which one, and what to call the copy." })
    input: CloneAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupPayload> {
    const row = await adGroups.require(context, input.eid);
    authorise(context.viewer, "adGroup.write");
    const name = input.name ?? copyName(row.name);
    refuse(checkAdGroup({ name }));
    const clone = await context.transaction("adGroup.write", async (sql) => {
      const original = await lockWhole(sql, context, row);
      const copy = copyOf(context, original, { name });
      await insertAdGroups(sql, context, "cloneAdGroup", [copy]);
      return copy;
    });
    return { adGroup: toAdGroup(clone) };
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
