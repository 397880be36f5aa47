import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import type { Page } from "../../lib/page.js";
import { Ad } from "./ad.ref.js";
import { Segment } from "./segment.ref.js";
import { STRATEGY_LIST } from "./strategy.input.js";
import { strategiesOfAd, strategiesOfSegment } from "./strategy.table.js";
import { Strategy } from "./strategy.type.js";
import { STRATEGY_AD_LIST, STRATEGY_SEGMENT_LIST } from "./strategy-link.input.js";
import { adsOfStrategy, segmentsOfStrategy } from "./strategy-link.table.js";
import { StrategyAd, StrategySegment } from "./strategy-link.type.js";

@Resolver(() => Strategy)
class StrategyLinksResolver {
  @FieldResolver(() => STRATEGY_AD_LIST.Connection, { description: "The ads that it shows." })
  async ads(
    @Root() strategy: Strategy,
    @Args(() => STRATEGY_AD_LIST.Args) args: InstanceType<typeof STRATEGY_AD_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<StrategyAd>> {
    return await adsOfStrategy(context, strategy.eid, args);
  }

  @FieldResolver(() => STRATEGY_SEGMENT_LIST.Connection, { description: "The segments that it names." })
  async segments(
    @Root() strategy: Strategy,
    @Args(() => STRATEGY_SEGMENT_LIST.Args) args: InstanceType<typeof STRATEGY_SEGMENT_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<StrategySegment>> {
    return await segmentsOfStrategy(context, strategy.eid, args);
  }
}

@Resolver(() => StrategyAd)
class StrategyAdResolver {
  @FieldResolver(() => Ad, { nullable: true, description: "The ad itself." })
  ad(@Root() { adEid }: StrategyAd): Ad {
    return { eid: adEid };
  }
}

@Resolver(() => StrategySegment)
class StrategySegmentResolver {
  @FieldResolver(() => Segment, { nullable: true, description: "The segment itself." })
  segment(@Root() { segmentEid }: StrategySegment): Segment {
    return { eid: segmentEid };
  }
}

@Resolver(() => Ad)
class AdStrategiesResolver {
  @FieldResolver(() => STRATEGY_LIST.Connection, { nullable: true, description: "The strategies that show it." })
  async strategies(
    @Root() { eid }: Ad,
    @Args(() => STRATEGY_LIST.Args) args: InstanceType<typeof STRATEGY_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<Strategy>> {
    return await strategiesOfAd(context, eid, args);
  }
}

@Resolver(() => Segment)
class SegmentStrategiesResolver {
  @FieldResolver(() => STRATEGY_LIST.Connection, { nullable: true, description: "The strategies that name it." })
  async strategies(
    @Root() { eid }: Segment,
    @Args(() => STRATEGY_LIST.Args) args: InstanceType<typeof STRATEGY_LIST.Args>,
    @Ctx() context: RequestContext,
  ): Promise<Page<Strategy>> {
    return await strategiesOfSegment(context, eid, args);
  }
}

export const STRATEGY_LINK_RESOLVERS = [
  StrategyLinksResolver,
  StrategyAdResolver,
  StrategySegmentResolver,
  AdStrategiesResolver,
  SegmentStrategiesResolver,
] as const;
