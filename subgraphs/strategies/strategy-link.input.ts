import { Field, InputType } from "type-graphql";
import { connectionOf, EidFilter, enumFilter, listArgs, orderOf } from "./graph.js";
import { StrategyAd, StrategyAdRole, StrategySegment, StrategySegmentRole } from "./strategy-link.type.js";

const ORDER = { CREATED_AT: "When it was added." };

const StrategyAdRoleFilter = enumFilter(StrategyAdRole, "StrategyAdRole");
const StrategySegmentRoleFilter = enumFilter(StrategySegmentRole, "StrategySegmentRole");

@InputType("StrategyAdFilter", { description: "Which ads of a strategy; all conditions that are given hold." })
class StrategyAdFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the ad's EID." })
  adEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StrategyAdRoleFilter, { nullable: true, description: "By which campaigns show the ad." })
  role?: InstanceType<typeof StrategyAdRoleFilter> | null;
}

@InputType("StrategySegmentFilter", {
  description: "Which segments of a strategy; all conditions that are given hold.",
})
class StrategySegmentFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the segment's EID." })
  segmentEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StrategySegmentRoleFilter, { nullable: true, description: "By what the segment is to the strategy." })
  role?: InstanceType<typeof StrategySegmentRoleFilter> | null;
}

export const STRATEGY_AD_LIST = {
  Connection: connectionOf(() => StrategyAd, "StrategyAd", "ads of a strategy"),
  Args: listArgs(StrategyAdFilter, orderOf(ORDER, "StrategyAd", "ads of a strategy")),
};

export const STRATEGY_SEGMENT_LIST = {
  Connection: connectionOf(() => StrategySegment, "StrategySegment", "segments of a strategy"),
  Args: listArgs(StrategySegmentFilter, orderOf(ORDER, "StrategySegment", "segments of a strategy")),
};
