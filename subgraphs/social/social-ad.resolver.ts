import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { badInput, notFound, refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { requireOpen, requireRoom } from "./ad-set.rules.js";
import { adSetByEid, adSets } from "./ad-set.table.js";
import { AdSet } from "./ad-set.type.js";
import { newAd, statusChange } from "./ad-set-children.js";
import { creativeByEid, creatives, lockUsable } from "./creative.table.js";
import { Creative } from "./creative.type.js";
import { isDeletedAgain } from "./deleted.rules.js";
import { given } from "../../lib/given.js";
import { queueAll, queuePublishing } from "./publishing.js";
import { readsOf } from "./reads.js";
import { type AdSelection, campaignsOfAdSets, lockSelected } from "./social-ad-selection.table.js";
import {
  ChangeSocialAdsInput,
  ChangeSocialAdsPayload,
  CreateSocialAdInput,
  EditSocialAdInput,
  SOCIAL_AD_LIST,
  SocialAdPayload,
} from "./social-ad.input.js";
import { checkAdName, firstStatus, STATUS_OF_ACTION } from "./social-ad.rules.js";
import {
  type SocialAdRecord,
  socialAds,
  socialAdsOfAdvertisable,
  socialAdsOfViewer,
  toSocialAd,
} from "./social-ad.table.js";
import { SocialAd } from "./social-ad.type.js";
import { socialCampaigns } from "./social-campaign.table.js";

/** Creatives that one request may name. */
const MAX_CREATIVES = 1_000;

@Resolver(() => SocialAd)
class SocialAdResolver {
  @FieldResolver(() => AdSet, { description: "Its ad set." })
  async adSet(@Root() ad: SocialAd, @Ctx() context: RequestContext): Promise<AdSet | null> {
    return await adSetByEid(context, ad.adSetEid);
  }

  @FieldResolver(() => Creative, { description: "What it shows." })
  async creative(@Root() ad: SocialAd, @Ctx() context: RequestContext): Promise<Creative | null> {
    return await creativeByEid(context, ad.creativeEid);
  }

  @Mutation(() => SocialAdPayload, {
    nullable: true,
    description:
      "Creates an ad. NOT_FOUND for an ad set that the viewer can't see, or a creative of another advertisable; ILLEGAL_TRANSITION where the ad set or the creative is deleted.",
  })
  @NeedsPermission("social.write")
  async createSocialAd(
    @Arg("input", () => CreateSocialAdInput, { description: "The new ad." }) input: CreateSocialAdInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdPayload> {
    const row = await adSets.require(context, input.adSetEid);
    authorise(context.viewer, "social.write");
    refuse(checkAdName(input.name));
    const status = firstStatus(input.status);
    const created = await context.transaction("social.write", async (sql) => {
      const adSet = await adSets.lock(sql, context, row);
      requireOpen("An ad set", adSet.status);
      const others = await socialAds.lockAll(sql, context, adSet.advertisableEid, "adSetEid", [adSet.eid]);
      refuse(requireRoom("ads", others.filter((ad) => ad.isActive).length + 1));
      // Creatives are locked after ads wherever both are, so that nobody waits in a circle.
      await lockUsable(sql, context, adSet.advertisableEid, [input.creativeEid]);
      const ad = newAd(context, adSet, { ...input, status });
      await socialAds.insert(sql, context, "createSocialAd", ad);
      await queuePublishing(sql, context, adSet);
      return ad;
    });
    return { socialAd: toSocialAd(created) };
  }

  @Mutation(() => SocialAdPayload, {
    nullable: true,
    description:
      "Changes an ad; with the status DELETED it is deleted. NOT_FOUND when the viewer can't see it, or for a creative of another advertisable.",
  })
  @NeedsPermission("social.write")
  async editSocialAd(
    @Arg("input", () => EditSocialAdInput, { description: "The changes." }) input: EditSocialAdInput,
    @Ctx() context: RequestContext,
  ): Promise<SocialAdPayload> {
    const row = await socialAds.require(context, input.eid);
    authorise(context.viewer, "social.write");
    refuse(checkAdName(input.name));
    const adSet = await adSets.require(context, row.adSetEid);
    const changed = await context.transaction("social.write", async (sql) => {
      const before = await socialAds.lock(sql, context, row);
      if (isDeletedAgain("An ad", before.status, input.status)) return before;
      const creativeEid = input.creativeEid ?? undefined;
      if (creativeEid !== undefined && creativeEid !== before.creativeEid)
        await lockUsable(sql, context, before.advertisableEid, [creativeEid]);
      const after = await socialAds.write(sql, context, "editSocialAd", before, {
        ...given<SocialAdRecord>({ name: input.name ?? undefined, creativeEid }),
        ...statusChange(before, input.status ?? before.status),
      });
      await queuePublishing(sql, context, adSet);
      return after;
    });
    return { socialAd: toSocialAd(changed) };
  }

  @Mutation(() => ChangeSocialAdsPayload, {
    nullable: true,
    description:
      "Pauses, activates or deletes several ads: all that are meant, or none. NOT_FOUND for an ad set, campaign or creative that the viewer can't see, or an ad set of another campaign; ILLEGAL_TRANSITION when one of the ads can't, such as one that is completed. Source: document 2, part A; the actions are our own (decisions, section 6).",
  })
  @NeedsPermission("social.write")
  async changeSocialAds(
    @Arg("input", () => ChangeSocialAdsInput, { description: "Which ads, and what to do with them." })
    input: ChangeSocialAdsInput,
    @Ctx() context: RequestContext,
  ): Promise<ChangeSocialAdsPayload> {
    const selection = await selectionOf(context, input);
    authorise(context.viewer, "social.write");
    const status = STATUS_OF_ACTION[input.action];
    const adsCount = await context.transaction("social.write", async (sql) => {
      const held = await lockSelected(sql, context, selection);
      await socialAds.writeAll(
        sql,
        context,
        "changeSocialAds",
        held.map((before) => ({ before, changes: statusChange(before, status) })),
      );
      const campaigns = await campaignsOfAdSets(
        sql,
        context,
        selection.advertisableEid,
        held.map((ad) => ad.adSetEid),
      );
      await queueAll(sql, context, selection.advertisableEid, campaigns);
      return held.length;
    });
    return { status, adsCount };
  }
}

/** What the ads must fit, each named object checked to be there. */
async function selectionOf(context: RequestContext, input: ChangeSocialAdsInput): Promise<AdSelection> {
  const creativeEids = input.creativeEids ?? [];
  if (creativeEids.length > MAX_CREATIVES)
    throw badInput(["input", "creativeEids"], "TOO_MANY", `creativeEids must be at most ${MAX_CREATIVES} EIDs.`);
  const adSet = input.adSetEid == null ? null : await adSets.require(context, input.adSetEid);
  const campaign = input.campaignEid == null ? null : await socialCampaigns.require(context, input.campaignEid);
  const named = await Promise.all(creativeEids.map((eid) => creatives.require(context, eid)));
  const advertisableEid = (adSet ?? campaign ?? named[0])?.advertisableEid;
  if (advertisableEid === undefined)
    throw badInput(
      ["input", "adSetEid"],
      "MISSING",
      "Say which ads: name their ad set, their campaign or their creatives.",
    );
  if (adSet !== null && campaign !== null && adSet.campaignEid !== campaign.eid) throw notFound("ad set", adSet.eid);
  const stranger = named.find((creative) => creative.advertisableEid !== advertisableEid);
  if (stranger !== undefined) throw notFound("creative", stranger.eid);
  return {
    advertisableEid,
    adSetEid: adSet?.eid ?? null,
    campaignEid: campaign?.eid ?? null,
    creativeEids: creativeEids.length === 0 ? null : creativeEids,
  };
}

export const SOCIAL_AD_RESOLVERS = [
  SocialAdResolver,
  ...readsOf({
    ...SOCIAL_AD_LIST,
    type: SocialAd,
    singular: "socialAd",
    plural: "socialAds",
    words: { one: "ad on the social network", many: "ads on the social network" },
    one: async (context, eid) => toSocialAd(await socialAds.require(context, eid)),
    ofViewer: socialAdsOfViewer,
    ofAdvertisable: socialAdsOfAdvertisable,
  }),
] as const;
