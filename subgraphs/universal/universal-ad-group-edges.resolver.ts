import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page } from "../../lib/page.js";
import { Ad } from "./ad.ref.js";
import { Segment } from "./segment.ref.js";
import { UNIVERSAL_AD_GROUP_LIST } from "./universal-ad-group.input.js";
import { universalAdGroupsOfAd, universalAdGroupsOfSegment } from "./universal-ad-group.table.js";
import type { UniversalAdGroup } from "./universal-ad-group.type.js";

@Resolver(() => Ad)
class AdEdgeResolver {
  @FieldResolver(() => UNIVERSAL_AD_GROUP_LIST.Connection, {
    nullable: true,
    description: "The universal ad groups that it is in, whatever its status there.",
  })
  async universalAdGroups(
    @Root() { eid }: Ad,
    @Args(() => UNIVERSAL_AD_GROUP_LIST.Args) args: InstanceType<typeof UNIVERSAL_AD_GROUP_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<UniversalAdGroup>> {
    return await universalAdGroupsOfAd(context, eid, args);
  }
}

@Resolver(() => Segment)
class SegmentEdgeResolver {
  @FieldResolver(() => UNIVERSAL_AD_GROUP_LIST.Connection, {
    nullable: true,
    description: "The universal ad groups that are for its people, or leave them out.",
  })
  async universalAdGroups(
    @Root() { eid }: Segment,
    @Args(() => UNIVERSAL_AD_GROUP_LIST.Args) args: InstanceType<typeof UNIVERSAL_AD_GROUP_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<UniversalAdGroup>> {
    return await universalAdGroupsOfSegment(context, eid, args);
  }
}

export const UNIVERSAL_AD_GROUP_EDGES = [AdEdgeResolver, SegmentEdgeResolver] as const;
