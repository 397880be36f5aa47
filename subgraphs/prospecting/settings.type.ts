import { Field, ID, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";
import { ContextualCategory } from "./contextual-category.type.js";

@ObjectType("ProspectingSettings", {
  simpleResolvers: true,
  description:
    "What an advertisable has settled for all its prospecting. Source: document 2, part C; decisions, section 6.",
})
export class ProspectingSettings {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => Boolean, {
    description: "Whether it has opted in to the prospecting addendum: nothing can be created before.",
  })
  optedIn: boolean;
  @Field(() => DateTime, { nullable: true, description: "When it last opted in or out; null when it never did." })
  optedAt: Date | null;
  @Field(() => [ContextualCategory], { description: "Content beside which its ads are shown, at most 100 kinds." })
  contextualTargetingCategories: ContextualCategory[];
  @Field(() => DateTime, { nullable: true, description: "When they last changed; null when they never did." })
  updatedAt: Date | null;
}
