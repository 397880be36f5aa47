import { Field, InputType } from "type-graphql";
import { EidFilter } from "./graph.js";
import { BaseFilter, datedList } from "./lists.js";
import { Unsubscriber } from "./unsubscriber.type.js";

@InputType("UnsubscriberFilter", { description: "Which unsubscribers; all conditions that are given hold." })
class UnsubscriberFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the EID of the e-mail campaign that was the reason." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const UNSUBSCRIBER_LIST = datedList(() => Unsubscriber, "Unsubscriber", "unsubscribers", UnsubscriberFilter);
