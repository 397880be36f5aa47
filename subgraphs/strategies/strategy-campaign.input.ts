import { Field, ID, InputType, ObjectType } from "type-graphql";
import { connectionOf, EidFilter, enumFilter, listArgs, orderOf } from "./graph.js";
import { BaseFilter } from "./lists.js";
import { StrategyStatus } from "./strategy.type.js";
import { CampaignProduct, StrategyCampaign, StrategyCampaignStatus } from "./strategy-campaign.type.js";

const StatusFilter = enumFilter(StrategyCampaignStatus, "StrategyCampaignStatus");
const ProductFilter = enumFilter(CampaignProduct, "StrategyCampaignProduct");

@InputType("StrategyCampaignFilter", {
  description: "Which campaigns of strategies; all conditions that are given hold.",
})
class StrategyCampaignFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the strategy's EID." })
  strategyEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => ProductFilter, { nullable: true, description: "By what they advertise on." })
  product?: InstanceType<typeof ProductFilter> | null;
  @Field(() => StatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof StatusFilter> | null;
}

const StrategyCampaignOrder = orderOf(
  { CREATED_AT: "When it was created.", UPDATED_AT: "When it last changed." },
  "StrategyCampaign",
  "campaigns of strategies",
);

export const STRATEGY_CAMPAIGN_LIST = {
  Connection: connectionOf(() => StrategyCampaign, "StrategyCampaign", "campaigns of strategies"),
  Args: listArgs(StrategyCampaignFilter, StrategyCampaignOrder),
};

@InputType("SetStrategyCampaignStatusInput", { description: "Pauses or resumes one campaign of a strategy." })
export class SetStrategyCampaignStatusInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => ID, {
    nullable: true,
    description: "EID of its strategy, where that is to be checked: NOT_FOUND when it is another's.",
  })
  strategyEid?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "EID of its advertisable, where that is to be checked: NOT_FOUND when it is another's.",
  })
  advertisableEid?: string | null;
  @Field(() => StrategyStatus, {
    description:
      "PAUSED stops it until it is resumed by itself. LIVE resumes it, in a strategy that is paused as soon as that is live again (own).",
  })
  status: StrategyStatus;
}

@ObjectType("StrategyCampaignPayload", {
  simpleResolvers: true,
  description: "What a mutation made of a campaign of a strategy.",
})
export class StrategyCampaignPayload {
  @Field(() => StrategyCampaign, { description: "The campaign as it is now." })
  strategyCampaign: StrategyCampaign;
}
