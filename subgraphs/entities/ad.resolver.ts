import { isDeepStrictEqual } from "node:util";
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Sql } from "../../lib/database.js";
import { refuse } from "../../lib/errors.js";
import type { Page } from "../../lib/page.js";
import { keptPicture, type NewPicture } from "../../lib/picture-table.js";
import { readPicture } from "../../lib/picture.js";
import { nextState } from "../../lib/state-table.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { type AdGroupAd, hasFutureCampaignsByAd, linksByAd, linksByAdGroup } from "./ad-group-ad.table.js";
import { AdGroupConnection, AdGroupListArgs } from "./ad-group.input.js";
import { adGroupsOfAd } from "./ad-group.table.js";
import { AdGroup } from "./ad-group.type.js";
import {
  AdConnection,
  AdListArgs,
  AdPayload,
  AdStatusInput,
  CloneAdInput,
  CreateAdInput,
  EditAdInput,
  ReviewAdInput,
} from "./ad.input.js";
import { adPictures } from "./ad-picture.table.js";
import { AD_STATES, adFormat, adFormatName, checkAd, editMakesNewAd, isActiveAfter, isComplete } from "./ad.rules.js";
import {
  type AdRecord,
  ads,
  adsOfAdGroup,
  adsOfAdvertisable,
  adsOfViewer,
  hasEditsInReview,
  toAd,
} from "./ad.table.js";
import { Ad, AdGroupAdType } from "./ad.type.js";
import { requireAdvertisable } from "./advertisable.resolver.js";
import { advertisableByEid } from "./advertisable.table.js";
import { Advertisable } from "./advertisable.type.js";
import { given } from "../../lib/given.js";

/** Where the old interface serves the picture of an ad. */
const PICTURE_PATH = "/api/v1/ad_picture/get?picture=";

@Resolver(() => Ad)
export class AdResolver {
  @Query(() => Ad, { nullable: true, description: "One ad. NOT_FOUND when the viewer can't see it." })
  @NeedsPermission("ad.read")
  async ad(
    @Arg("eid", () => ID, { description: "EID of the ad." }) eid: string,
    @Ctx() context: RequestContext,
  ): Promise<Ad> {
    return toAd(await ads.require(context, eid));
  }

  @Query(() => AdConnection, { description: "All ads that the viewer may see, of every advertisable." })
  @NeedsPermission("ad.read")
  async ads(@Args(() => AdListArgs) args: AdListArgs, @Ctx() context: RequestContext): Promise<Page<Ad>> {
    return await adsOfViewer(context, "ALL", args);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Its size in words, such as "300 wide x 250 high"; null while a side is unknown.',
  })
  adFormat(@Root() ad: Ad): string | null {
    return adFormat(ad.width, ad.height);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Its size in short, such as "300x250"; null while a side is unknown.',
  })
  adFormatName(@Root() ad: Ad): string | null {
    return adFormatName(ad.width, ad.height);
  }

  @FieldResolver(() => Advertisable, { description: "The advertisable that it belongs to." })
  async advertisable(@Root() ad: Ad, @Ctx() context: RequestContext): Promise<Advertisable | null> {
    return await advertisableByEid(context, ad.advertisableEid);
  }

  @FieldResolver(() => Ad, {
    nullable: true,
    description: "The approved ad that this one is an edit of; null for an ad that is none.",
  })
  async originalAd(@Root() ad: Ad, @Ctx() context: RequestContext): Promise<Ad | null> {
    const original = ad.originalAdEid === null ? null : await ads.byEid(context, ad.originalAdEid);
    return original === null ? null : toAd(original);
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether it serves in an ad group of a campaign whose first day is still to come, in UTC; deleted, rejected and ended ones don't count.",
  })
  async hasFutureCampaigns(@Root() ad: Ad, @Ctx() context: RequestContext): Promise<boolean> {
    return (await hasFutureCampaignsByAd(context, ad.eid)) ?? false;
  }

  @FieldResolver(() => AdGroupConnection, { description: "The ad groups that it serves in." })
  async adGroups(
    @Root() ad: Ad,
    @Args(() => AdGroupListArgs) args: AdGroupListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<AdGroup>> {
    return await adGroupsOfAd(context, ad.eid, args);
  }

  @FieldResolver(() => [AdGroupAdType], {
    description: "Its status in each ad group that it serves in, ordered by the ad group's EID.",
  })
  async adGroupLinks(@Root() ad: Ad, @Ctx() context: RequestContext): Promise<AdGroupAd[]> {
    return (await linksByAd(context, ad.eid)) ?? [];
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description: "Creates an ad. NOT_FOUND for an advertisable that the viewer can't see.",
  })
  @NeedsPermission("ad.write")
  async createAd(
    @Arg("input", () => CreateAdInput, { description: "The new ad." }) input: CreateAdInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    const advertisable = await requireAdvertisable(context, input.advertisableEid);
    authorise(context.viewer, "ad.write");
    const name = input.name ?? undefined;
    refuse(checkAd({ ...input, name }));
    const picture = keptPicture(context, advertisable.eid, readPicture(input.picture, input));
    const now = new Date(context.clock.now());
    const record: AdRecord = {
      eid: context.newEid(),
      advertisableEid: advertisable.eid,
      externalId: null,
      name: name ?? "",
      status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
      type: input.type,
      isActive: isComplete({ name: name ?? "", destinationUrl: input.destinationUrl ?? null }),
      adFormatId: null,
      width: input.width ?? null,
      height: input.height ?? null,
      src: null,
      ...showing(picture),
      destinationUrl: input.destinationUrl ?? null,
      headline: input.headline ?? null,
      body: input.body ?? null,
      message: input.message ?? null,
      originalAdEid: null,
      hasEdits: false,
      hasPendingEdits: false,
      isOutlined: false,
      outlineColor: null,
      validClicktag: false,
      createdAt: now,
      updatedAt: now,
    };
    return { ad: toAd(await insertAd(context, "createAd", record, picture)) };
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Changes an ad. An approved ad stays as it is unless staff edits it: the payload is a new ad in ADMIN_REVIEW whose originalAd it is (decisions, section 6), where anything differs. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("ad.write")
  async editAd(
    @Arg("input", () => EditAdInput, { description: "The changes." }) input: EditAdInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    const settings = given<AdRecord>({
      name: input.name ?? undefined,
      destinationUrl: input.destinationUrl,
      headline: input.headline,
      body: input.body,
      message: input.message,
      width: input.width,
      height: input.height,
      type: input.type ?? undefined,
    });
    const before = await ads.require(context, input.eid);
    authorise(context.viewer, "ad.write");
    refuse(checkAd(settings));
    const picture = keptPicture(context, before.advertisableEid, readPicture(input.picture, input));
    const changes = { ...settings, ...showing(picture) };
    const isChange = !isDeepStrictEqual({ ...before, ...changes }, before);
    if (isChange && editMakesNewAd(before.status, context.viewer.role))
      return { ad: toAd(await submitEdit(context, before, changes, picture)) };
    const record = await context.transaction("ad.write", async (sql) => {
      const current = await ads.lock(sql, context, before);
      if (picture !== null) await adPictures.insert(sql, context, picture);
      return await ads.write(sql, context, "editAd", current, {
        ...changes,
        isActive: isActiveAfter(current, changes),
      });
    });
    return { ad: toAd(record) };
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Copies an ad; the copy serves in no ad group, is an edit of none, and begins as a new ad does. NOT_FOUND when the viewer can't see it.",
  })
  @NeedsPermission("ad.write")
  async cloneAd(
    @Arg("input", () => CloneAdInput, { description: "Which one, and what to call the copy." }) input: CloneAdInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    const original = await ads.require(context, input.eid);
    authorise(context.viewer, "ad.write");
    const name = input.name ?? undefined;
    refuse(checkAd({ name }));
    const now = new Date(context.clock.now());
    const copy: AdRecord = {
      ...original,
      eid: context.newEid(),
      externalId: null,
      name: name ?? original.name,
      status: context.viewer.role === "STAFF" ? "APPROVED" : "ADMIN_REVIEW",
      isActive: isComplete({ name: name ?? original.name, destinationUrl: original.destinationUrl }),
      originalAdEid: null,
      hasEdits: false,
      hasPendingEdits: false,
      createdAt: now,
      updatedAt: now,
    };
    return { ad: toAd(await insertAd(context, "cloneAd", copy, null)) };
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Pauses an approved ad in all its ad groups; pausing a paused one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("ad.write")
  async pauseAd(
    @Arg("input", () => AdStatusInput, { description: "Which one." }) input: AdStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    return await changeStatus(context, "pauseAd", input.eid, "PAUSE");
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Resumes a paused ad; resuming an approved one changes nothing. ILLEGAL_TRANSITION in any other status.",
  })
  @NeedsPermission("ad.write")
  async resumeAd(
    @Arg("input", () => AdStatusInput, { description: "Which one." }) input: AdStatusInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    return await changeStatus(context, "resumeAd", input.eid, "RESUME");
  }

  @Mutation(() => AdPayload, {
    nullable: true,
    description:
      "Approves or rejects an ad; where it is an edit, its original has one pending edit less. FORBIDDEN unless the viewer is staff.",
  })
  @NeedsPermission("entity.review")
  async reviewAd(
    @Arg("input", () => ReviewAdInput, { description: "Which one, and the verdict." }) input: ReviewAdInput,
    @Ctx() context: RequestContext,
  ): Promise<AdPayload> {
    const row = await ads.require(context, input.eid);
    authorise(context.viewer, "entity.review");
    const reviewed = await context.transaction("entity.review", async (sql) => {
      const before = await ads.lock(sql, context, row);
      const status = nextState(AD_STATES, before.status, input.verdict, "An ad");
      const after = await ads.write(sql, context, "reviewAd", before, { status });
      if (before.originalAdEid !== null) await settleOriginal(sql, context, after, before.originalAdEid);
      return after;
    });
    return { ad: toAd(reviewed) };
  }
}

/** What an ad has of the picture that it shows; nothing where none is given. */
function showing(picture: NewPicture | null): Partial<Pick<AdRecord, "src" | "width" | "height">> {
  if (picture === null) return {};
  return { src: PICTURE_PATH + picture.eid, width: picture.width, height: picture.height };
}

async function insertAd(
  context: RequestContext,
  action: string,
  record: AdRecord,
  picture: NewPicture | null,
): Promise<AdRecord> {
  return await context.transaction("ad.write", async (sql) => {
    if (picture !== null) await adPictures.insert(sql, context, picture);
    await ads.insert(sql, context, action, record);
    return record;
  });
}

/** After the review of an edit: whether other edits of the original still wait. */
async function settleOriginal(sql: Sql, context: RequestContext, edit: AdRecord, originalEid: string): Promise<void> {
  const original = await ads.lock(sql, context, { eid: originalEid, advertisableEid: edit.advertisableEid });
  const hasPendingEdits = await hasEditsInReview(sql, context, original);
  await ads.write(sql, context, "reviewAd", original, { hasPendingEdits });
}

/** An approved ad goes on as it is; its edit is an ad of its own that waits for approval (decisions, section 6). */
async function submitEdit(
  context: RequestContext,
  original: AdRecord,
  changes: Partial<AdRecord>,
  picture: NewPicture | null,
): Promise<AdRecord> {
  const now = new Date(context.clock.now());
  const edit: AdRecord = {
    ...original,
    ...changes,
    eid: context.newEid(),
    externalId: null,
    status: "ADMIN_REVIEW",
    isActive: isActiveAfter(original, changes),
    originalAdEid: original.eid,
    hasEdits: false,
    hasPendingEdits: false,
    createdAt: now,
    updatedAt: now,
  };
  return await context.transaction("ad.write", async (sql) => {
    const current = await ads.lock(sql, context, original);
    if (picture !== null) await adPictures.insert(sql, context, picture);
    await ads.insert(sql, context, "editAd", edit);
    await ads.write(sql, context, "editAd", current, { hasEdits: true, hasPendingEdits: true });
    return edit;
  });
}

@Resolver(() => Advertisable)
export class AdvertisableAdsResolver {
  @FieldResolver(() => AdConnection, { description: "Its ads." })
  async ads(
    @Root() advertisable: Advertisable,
    @Args(() => AdListArgs) args: AdListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Ad>> {
    return await adsOfAdvertisable(context, advertisable.eid, args);
  }
}

@Resolver(() => AdGroup)
export class AdGroupAdsResolver {
  @FieldResolver(() => AdConnection, { description: "The ads that serve in it." })
  async ads(
    @Root() adGroup: AdGroup,
    @Args(() => AdListArgs) args: AdListArgs,
    @Ctx() context: RequestContext,
  ): Promise<Page<Ad>> {
    return await adsOfAdGroup(context, adGroup.eid, args);
  }

  @FieldResolver(() => [AdGroupAdType], {
    description: "The status here of each ad that serves in it, ordered by the ad's EID.",
  })
  async adLinks(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<AdGroupAd[]> {
    return (await linksByAdGroup(context, adGroup.eid)) ?? [];
  }
}

async function changeStatus(
  context: RequestContext,
  action: string,
  eid: string,
  event: "PAUSE" | "RESUME",
): Promise<AdPayload> {
  const record = await ads.change(context, {
    eid,
    action,
    permission: "ad.write",
    apply: (before) => ({ status: nextState(AD_STATES, before.status, event, "An ad") }),
  });
  return { ad: toAd(record) };
}
