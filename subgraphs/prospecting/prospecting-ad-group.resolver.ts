import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise, may } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { Ad } from "./ad.ref.js";
import { adGroupAds, toAdGroupAd } from "./ad-group-ad.table.js";
import { ProspectingAdGroupAd } from "./ad-group-ad.type.js";
import { type GeoTargetChanges, lookUpPlaces, writeAds, writeGeoTargets, writeSegments } from "./ad-group-children.js";
import { adGroupSegments } from "./ad-group-segment.table.js";
import { ProspectingAdGroupSegment } from "./ad-group-segment.type.js";
import { DEFAULT_EVENT_SOURCE, requireActive } from "./checks.js";
import { requireAds, requireSegments } from "./elsewhere.js";
import { given } from "../../lib/given.js";
import {
  CreateProspectingAdGroupInput,
  EditProspectingAdGroupInput,
  PROSPECTING_AD_GROUP_LIST,
  ProspectingAdGroupPayload,
} from "./prospecting-ad-group.input.js";
import { checkAdGroup } from "./prospecting-ad-group.rules.js";
import {
  type AdGroupRecord,
  adGroups,
  adGroupsOfAdvertisable,
  adGroupsOfViewer,
  toAdGroup,
} from "./prospecting-ad-group.table.js";
import { type AttributeTarget, type DeviceTarget, ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { campaignByEid, campaigns } from "./prospecting-campaign.table.js";
import { ProspectingCampaign } from "./prospecting-campaign.type.js";
import { readsOf } from "./reads.js";
import { Segment } from "./segment.ref.js";
import { requireOptedIn } from "./settings.table.js";
import { ProspectingAdminStatus } from "./status.type.js";

@Resolver(() => ProspectingAdGroup)
class ProspectingAdGroupResolver {
  @FieldResolver(() => ProspectingCampaign, { description: "Its campaign." })
  async campaign(@Root() adGroup: ProspectingAdGroup, @Ctx() context: RequestContext) {
    return await campaignByEid(context, adGroup.campaignEid);
  }

  @FieldResolver(() => [ProspectingAdGroupAd], {
    description: "Its ads, at most 1,000, those that were taken out too, the first added first.",
  })
  async ads(@Root() adGroup: ProspectingAdGroup, @Ctx() context: RequestContext): Promise<ProspectingAdGroupAd[]> {
    return (await adGroupAds.childrenOf(context, adGroup)).map(toAdGroupAd);
  }

  @FieldResolver(() => [ProspectingAdGroupSegment], {
    description: "Its segments, at most 1,000, those that were taken out too, the first added first.",
  })
  async segments(
    @Root() adGroup: ProspectingAdGroup,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAdGroupSegment[]> {
    return await adGroupSegments.childrenOf(context, adGroup);
  }

  @Mutation(() => ProspectingAdGroupPayload, {
    nullable: true,
    description:
      "Creates an ad group. NOT_FOUND for a campaign, ad, segment or place that the viewer can't see or that is of another advertisable, FORBIDDEN where the advertisable has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async createProspectingAdGroup(
    @Arg("input", () => CreateProspectingAdGroupInput, { description: "The new ad group." })
    input: CreateProspectingAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAdGroupPayload> {
    const row = await campaigns.require(context, input.campaignEid);
    const places = await prepare(context, row.advertisableEid, input);
    const now = new Date(context.clock.now());
    const record: AdGroupRecord = {
      eid: context.newEid(),
      advertisableEid: row.advertisableEid,
      campaignEid: row.eid,
      name: input.name,
      isActive: input.isActive ?? true,
      userStatus: input.userStatus ?? "PAUSED",
      autoAudience: input.autoAudience ?? false,
      autoGeoTargets: input.autoGeoTargets ?? false,
      attributeTargetsSegment: input.attributeTargetsSegment ?? null,
      attributeTargets: plainAttributes(input.attributeTargets ?? []),
      deviceTargets: plainDevices(input.deviceTargets ?? []),
      eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE,
      createdAt: now,
      updatedAt: now,
    };
    const created = await context.transaction("prospecting.write", async (sql) => {
      const campaign = await campaigns.lock(sql, context, row);
      await requireOptedIn(sql, context, campaign.advertisableEid);
      requireActive("A campaign", campaign.isActive);
      await adGroups.insert(sql, context, "createProspectingAdGroup", record);
      const { eventSource } = record;
      const write = { sql, context, action: "createProspectingAdGroup", adGroups: [record], eventSource };
      await writeAds(write, input.ads ?? []);
      await writeSegments(write, input.segments ?? []);
      await writeGeoTargets(write, places);
      return record;
    });
    return { adGroup: toAdGroup(created) };
  }

  @Mutation(() => ProspectingAdGroupPayload, {
    nullable: true,
    description:
      "Changes an ad group. NOT_FOUND when the viewer can't see it or something that the input names, FORBIDDEN for something new where the advertisable has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async editProspectingAdGroup(
    @Arg("input", () => EditProspectingAdGroupInput, { description: "The changes." })
    input: EditProspectingAdGroupInput,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingAdGroupPayload> {
    const row = await adGroups.require(context, input.eid);
    const places = await prepare(context, row.advertisableEid, input);
    const changed = await context.transaction("prospecting.write", async (sql) => {
      // The campaign first, as whoever takes it away locks them in this order.
      const campaign = await campaigns.lock(sql, context, {
        advertisableEid: row.advertisableEid,
        eid: row.campaignEid,
      });
      const before = await adGroups.lock(sql, context, row);
      const changes = changesOf(input);
      if (changes.isActive === true && !before.isActive) requireActive("A campaign", campaign.isActive);
      const written = await adGroups.write(sql, context, "editProspectingAdGroup", before, changes);
      const { eventSource } = written;
      const write = { sql, context, action: "editProspectingAdGroup", adGroups: [written], eventSource };
      await writeAds(write, input.ads ?? []);
      await writeSegments(write, input.segments ?? []);
      await writeGeoTargets(write, places);
      return written;
    });
    return { adGroup: toAdGroup(changed) };
  }
}

/** Refuses what may not be, and looks up what the input names, before the transaction begins. */
async function prepare(
  context: RequestContext,
  advertisableEid: string,
  input: CreateProspectingAdGroupInput | EditProspectingAdGroupInput,
): Promise<GeoTargetChanges> {
  const { ads = null, segments = null, geoTargets = null } = input;
  const isReview = (ads ?? []).some((ad) => ad.adminStatus != null || ad.skipApproveAd != null);
  authorise(context.viewer, isReview ? "prospecting.review" : "prospecting.write");
  refuse(checkAdGroup(input));
  await requireAds(
    context,
    advertisableEid,
    (ads ?? []).map((ad) => ad.adEid),
  );
  await requireSegments(
    context,
    advertisableEid,
    (segments ?? []).map((segment) => segment.segmentEid),
  );
  return await lookUpPlaces(context, "geoTargets", geoTargets ?? []);
}

/** `null` removes a value where one may be missing, and counts as not given elsewhere. */
function changesOf(input: EditProspectingAdGroupInput): Partial<AdGroupRecord> {
  const changes = given<AdGroupRecord>({
    name: input.name ?? undefined,
    isActive: input.isActive ?? undefined,
    userStatus: input.userStatus ?? undefined,
    autoAudience: input.autoAudience ?? undefined,
    autoGeoTargets: input.autoGeoTargets ?? undefined,
    attributeTargetsSegment: input.attributeTargetsSegment,
    attributeTargets: input.attributeTargets == null ? undefined : plainAttributes(input.attributeTargets),
    deviceTargets: input.deviceTargets == null ? undefined : plainDevices(input.deviceTargets),
  });
  return { ...changes, eventSource: input.eventSource ?? DEFAULT_EVENT_SOURCE };
}

/** As a table keeps them: plain objects. */
function plainAttributes(targets: readonly AttributeTarget[]): AttributeTarget[] {
  return targets.map(({ name, options }) => ({
    name,
    options: options.map((option) => ({ name: option.name, target: option.target })),
  }));
}

function plainDevices(targets: readonly DeviceTarget[]): DeviceTarget[] {
  return targets.map(({ device, target }) => ({ device, target }));
}

@Resolver(() => ProspectingAdGroupAd)
class ProspectingAdGroupAdResolver {
  @FieldResolver(() => Ad, { nullable: true, description: "The ad; null where the viewer can't see it." })
  ad(@Root() { adEid }: ProspectingAdGroupAd): Ad {
    return { eid: adEid };
  }

  @FieldResolver(() => ProspectingAdminStatus, {
    nullable: true,
    description: "What platform administrators say; null unless the viewer is one.",
  })
  adminStatus(
    @Root() { adminStatus }: ProspectingAdGroupAd,
    @Ctx() context: RequestContext,
  ): ProspectingAdminStatus | null {
    return may(context.viewer, "prospecting.review") ? adminStatus : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Whether nobody need approve it; null unless the viewer is a platform administrator.",
  })
  skipApproveAd(@Root() { skipApproveAd }: ProspectingAdGroupAd, @Ctx() context: RequestContext): boolean | null {
    return may(context.viewer, "prospecting.review") ? skipApproveAd : null;
  }
}

@Resolver(() => ProspectingAdGroupSegment)
class ProspectingAdGroupSegmentResolver {
  @FieldResolver(() => Segment, { nullable: true, description: "The segment; null where the viewer can't see it." })
  segment(@Root() { segmentEid }: ProspectingAdGroupSegment): Segment {
    return { eid: segmentEid };
  }
}

export const PROSPECTING_AD_GROUP_RESOLVERS = [
  ProspectingAdGroupResolver,
  ProspectingAdGroupAdResolver,
  ProspectingAdGroupSegmentResolver,
  ...readsOf({
    type: ProspectingAdGroup,
    singular: "prospectingAdGroup",
    words: { one: "prospecting ad group", many: "prospecting ad groups" },
    one: async (context, eid) => toAdGroup(await adGroups.require(context, eid)),
    ...PROSPECTING_AD_GROUP_LIST,
    plural: "prospectingAdGroups",
    ofViewer: adGroupsOfViewer,
    ofAdvertisable: adGroupsOfAdvertisable,
  }),
] as const;
