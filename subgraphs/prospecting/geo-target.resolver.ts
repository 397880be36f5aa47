import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { lookUpPlaces, writeGeoTargets } from "./ad-group-children.js";
import { DEFAULT_EVENT_SOURCE, requireActive } from "./checks.js";
import {
  AdGroupGeoTargetsPayload,
  CampaignGeoTargetsPayload,
  type GeoTargetChangeInput,
  SetAdGroupGeoTargetsInput,
  SetCampaignGeoTargetsInput,
} from "./geo-target.input.js";
import { geoTargets } from "./geo-target.table.js";
import { ProspectingGeoTarget } from "./geo-target.type.js";
import { checkGeoTargets } from "./prospecting-ad-group.rules.js";
import { adGroups, toAdGroup } from "./prospecting-ad-group.table.js";
import { ProspectingAdGroup } from "./prospecting-ad-group.type.js";
import { campaigns, toCampaign } from "./prospecting-campaign.table.js";

/** Rows that one statement writes at most: PostgreSQL takes 65,535 values. */
const MAX_ROWS = 3_000;

@Resolver(() => ProspectingAdGroup)
export class GeoTargetResolver {
  @FieldResolver(() => [ProspectingGeoTarget], {
    description:
      "The places where its ads are shown or not, at most 1,000, by name. Without any its ads are shown everywhere.",
  })
  async geoTargets(
    @Root() adGroup: ProspectingAdGroup,
    @Ctx() context: RequestContext,
  ): Promise<ProspectingGeoTarget[]> {
    return await geoTargets.childrenOf(context, adGroup);
  }

  @Mutation(() => AdGroupGeoTargetsPayload, {
    nullable: true,
    description:
      "Adds, changes and removes places of an ad group, all of them or none. NOT_FOUND when the viewer can't see the ad group or there is no such place, FORBIDDEN for a new one where the advertisable has not opted in to the prospecting addendum.",
  })
  @NeedsPermission("prospecting.write")
  async setAdGroupGeoTargets(
    @Arg("input", () => SetAdGroupGeoTargetsInput, { description: "Which places of which ad group." })
    input: SetAdGroupGeoTargetsInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupGeoTargetsPayload> {
    const row = await adGroups.require(context, input.adGroupEid);
    const changes = await prepare(context, input.targets);
    const adGroup = await context.transaction("prospecting.write", async (sql) => {
      const held = await adGroups.lock(sql, context, row);
      const write = { sql, context, action: "setAdGroupGeoTargets", adGroups: [held] };
      await writeGeoTargets({ ...write, eventSource: DEFAULT_EVENT_SOURCE }, changes);
      return held;
    });
    return { adGroup: toAdGroup(adGroup) };
  }

  @Mutation(() => CampaignGeoTargetsPayload, {
    nullable: true,
    description:
      "Adds, changes and removes places of all active ad groups of a campaign, all of them or none. Errors as with setAdGroupGeoTargets.",
  })
  @NeedsPermission("prospecting.write")
  async setCampaignGeoTargets(
    @Arg("input", () => SetCampaignGeoTargetsInput, { description: "Which places of which campaign." })
    input: SetCampaignGeoTargetsInput,
    @Ctx() context: RequestContext,
  ): Promise<CampaignGeoTargetsPayload> {
    const row = await campaigns.require(context, input.campaignEid);
    const changes = await prepare(context, input.targets);
    const campaign = await context.transaction("prospecting.write", async (sql) => {
      const held = await campaigns.lock(sql, context, row);
      requireActive("A campaign", held.isActive);
      const all = await adGroups.lockChildren(sql, context, held.advertisableEid, [held.eid]);
      const active = all.filter((adGroup) => adGroup.isActive);
      // As many at once as one statement holds the places of.
      const size = Math.max(1, Math.floor(MAX_ROWS / input.targets.length));
      for (let at = 0; at < active.length; at += size) {
        const write = { sql, context, action: "setCampaignGeoTargets", adGroups: active.slice(at, at + size) };
        await writeGeoTargets({ ...write, eventSource: DEFAULT_EVENT_SOURCE }, changes);
      }
      return held;
    });
    return { campaign: toCampaign(campaign) };
  }
}

async function prepare(context: RequestContext, targets: readonly GeoTargetChangeInput[]) {
  authorise(context.viewer, "prospecting.write");
  refuse(checkGeoTargets("targets", targets));
  return await lookUpPlaces(context, "targets", targets);
}
