import { Field, ID, InputType, ObjectType } from "type-graphql";
import { Count } from "../../lib/scalars.js";
import { Advertisable } from "./advertisable.ref.js";
import { EidFilter, datedList } from "./graph.js";
import { BaseFilter } from "./lists.js";
import { MAX_UNSUBSCRIBERS } from "./unsubscriber.rules.js";
import { Unsubscriber } from "./unsubscriber.type.js";

@InputType("UnsubscriberFilter", { description: "Which unsubscribers; all conditions that are given hold." })
class UnsubscriberFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the EID of the e-mail campaign that was the reason." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const UNSUBSCRIBER_LIST = datedList(() => Unsubscriber, "Unsubscriber", "unsubscribers", UnsubscriberFilter);

@InputType("AddUnsubscribersInput", { description: "People who want no e-mail of an advertisable any more." })
export class AddUnsubscribersInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => [String], {
    description: `Their e-mail addresses, in any case, at most ${MAX_UNSUBSCRIBERS} at a time. Whoever has unsubscribed already stays as they are.`,
  })
  emailAddresses: string[];
  @Field(() => ID, {
    nullable: true,
    description: "EID of the advertisable's e-mail campaign that was the reason; null when nobody knows.",
  })
  campaignEid?: string | null;
}

@ObjectType("AddUnsubscribersPayload", {
  simpleResolvers: true,
  description: "What became of people who unsubscribed.",
})
export class AddUnsubscribersPayload {
  @Field(() => Advertisable, { description: "The advertisable." })
  advertisable: Advertisable;
  @Field(() => Count, { description: "How many had not unsubscribed before." })
  added: number;
  @Field(() => [String], { description: "The texts that are no e-mail addresses, as they were given." })
  ignored: string[];
}
