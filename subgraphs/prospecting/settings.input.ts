import { Field, ID, InputType, ObjectType } from "type-graphql";
import { ContextualCategoryInput } from "./contextual-category.type.js";
import { ProspectingSettings } from "./settings.type.js";

@InputType("EditProspectingSettingsInput", {
  description: "Changes of what an advertisable has settled; what is not given or null stays.",
})
export class EditProspectingSettingsInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "True opts in to the prospecting addendum, false out of it; what there is already stays.",
  })
  optedIn?: boolean | null;
  @Field(() => [ContextualCategoryInput], {
    nullable: true,
    description: "All kinds of content beside which its ads are shown, at most 100.",
  })
  contextualTargetingCategories?: ContextualCategoryInput[] | null;
}

@ObjectType("ProspectingSettingsPayload", { simpleResolvers: true, description: "What was settled." })
export class ProspectingSettingsPayload {
  @Field(() => ProspectingSettings, { description: "All of it." })
  settings: ProspectingSettings;
}
