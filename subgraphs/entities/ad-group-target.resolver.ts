import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { refuse } from "../../lib/errors.js";
import { authorise } from "../../lib/viewer.js";
import { NeedsPermission } from "../define-subgraph.js";
import { linksAfter } from "./ad-group-ad.rules.js";
import { givenLists, newLink, requireAds } from "./new-ad-group.js";
import { AdGroupListsPayload } from "./ad-group.input.js";
import { adGroups, toAdGroup } from "./ad-group.table.js";
import { AdGroup } from "./ad-group.type.js";
import { ChangeAdGroupListsInput } from "./ad-group-target.input.js";
import { addTargets, checkCounts, checkEntries, checkTargets, removeTargets } from "./ad-group-target.rules.js";
import { demographicTargetsByAdGroup, geoTargetsByAdGroup, platformTargetsByAdGroup } from "./ad-group-target.table.js";
import { DemographicTarget, GeoTarget, PlatformTarget } from "./ad-group-target.type.js";
import { newSegments, requireSegments } from "./segment-check.js";
import { changeAdGroup } from "./whole-ad-group.table.js";

@Resolver(() => AdGroup)
export class AdGroupTargetResolver {
  @FieldResolver(() => [GeoTarget], {
    description: "Places that it addresses or leaves out, in the order in which they were given; none for all places.",
  })
  async geoTargets(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<GeoTarget[]> {
    return (await geoTargetsByAdGroup(context, adGroup.eid)) ?? [];
  }

  @FieldResolver(() => [PlatformTarget], {
    description: "Kinds of device that it addresses, ordered by type, system, device and version; none for all.",
  })
  async platformTargets(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<PlatformTarget[]> {
    return (await platformTargetsByAdGroup(context, adGroup.eid)) ?? [];
  }

  @FieldResolver(() => [DemographicTarget], {
    description: "Ages that it addresses, the youngest first; none for all.",
  })
  async demographicTargets(@Root() adGroup: AdGroup, @Ctx() context: RequestContext): Promise<DemographicTarget[]> {
    return (await demographicTargetsByAdGroup(context, adGroup.eid)) ?? [];
  }

  @Mutation(() => AdGroupListsPayload, {
    nullable: true,
    description:
      "Adds entries to the lists of an ad group and takes others out, whatever else is changed at the same time. NOT_FOUND when the viewer can't see it, or an ad that is named, or a segment that is to be added; nothing is written then.",
  })
  @NeedsPermission("adGroup.write")
  async changeAdGroupLists(
    @Arg("input", () => ChangeAdGroupListsInput, { description: "Which one, and what to add and take out." })
    input: ChangeAdGroupListsInput,
    @Ctx() context: RequestContext,
  ): Promise<AdGroupListsPayload> {
    const row = await adGroups.require(context, input.eid);
    authorise(context.viewer, "adGroup.write");
    const added = givenLists(input.add ?? {});
    const removed = givenLists(input.remove ?? {});
    refuse([...checkTargets(added, ["input", "add"]), ...checkEntries(removed, ["input", "remove"])]);
    const addedAds = input.add?.adEids ?? [];
    const removedAds = input.remove?.adEids ?? [];
    const known = await requireAds(context, row.advertisableEid, [...addedAds, ...removedAds]);
    await requireSegments(context, row.advertisableEid, newSegments(added, row));
    const { before, after } = await changeAdGroup(context, {
      eid: input.eid,
      action: "changeAdGroupLists",
      apply: (whole) => {
        const lists = removeTargets(addTargets(whole, added), removed);
        refuse(checkCounts(lists));
        const adEids = [...whole.ads.map((link) => link.adEid), ...addedAds];
        return {
          ...lists,
          ads: linksAfter(
            whole.ads,
            adEids.filter((adEid) => !removedAds.includes(adEid)),
            (adEid) => newLink(whole.eid, adEid, known),
          ),
        };
      },
    });
    // A change that changes nothing gives back what it got.
    return { adGroup: toAdGroup(after), changed: after !== before };
  }
}
