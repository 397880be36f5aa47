import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { BooleanFilter, datedList } from "./graph.js";
import { HoldoutAudience } from "./holdout-audience.type.js";
import { BaseFilter } from "./lists.js";

@InputType("HoldoutAudienceFilter", { description: "Which holdout audiences; all conditions that are given hold." })
class HoldoutAudienceFilter extends BaseFilter {
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is in force." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
}

export const HOLDOUT_AUDIENCE_LIST = datedList(
  () => HoldoutAudience,
  "HoldoutAudience",
  "holdout audiences",
  HoldoutAudienceFilter,
);

@InputType("CreateHoldoutAudienceInput", { description: "A new holdout audience; it is in force at once." })
export class CreateHoldoutAudienceInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "The first cohort that it holds, 1 to 255 characters." })
  startCohortId: string;
  @Field(() => String, { description: "The last cohort that it holds, 1 to 255 characters." })
  endCohortId: string;
  @Field(() => Int, { description: "The group of cohorts, from 0." })
  groupId: number;
  @Field(() => String, { nullable: true, description: "Its number on the network, 1 to 19 digits; null for none." })
  externalId?: string | null;
}

@ObjectType("HoldoutAudiencePayload", { simpleResolvers: true, description: "What a mutation made of one." })
export class HoldoutAudiencePayload {
  @Field(() => HoldoutAudience, { description: "The holdout audience as it is now." })
  holdoutAudience: HoldoutAudience;
}
