import { Field, ID, InputType } from "type-graphql";

@InputType("DeleteCampaignInput", { description: "Which campaign to delete." })
export class DeleteCampaignInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
}

@InputType("DeleteAdGroupInput", { description: "Which ad group to delete." })
export class DeleteAdGroupInput {
  @Field(() => ID, { description: "EID of the ad group." })
  eid: string;
}

@InputType("DeleteAdInput", { description: "Which ad to delete." })
export class DeleteAdInput {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
}

@InputType("DeleteRuleInput", { description: "Which rule to delete." })
export class DeleteRuleInput {
  @Field(() => ID, { description: "EID of the rule." })
  eid: string;
}
