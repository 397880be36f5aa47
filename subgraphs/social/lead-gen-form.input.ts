import { Field, ID, InputType, ObjectType } from "type-graphql";
import { namedList } from "./graph.js";
import { LeadGenForm } from "./lead-gen-form.type.js";
import { NamedFilter } from "./lists.js";

@InputType("LeadGenFormFilter", { description: "Which forms; all conditions that are given hold." })
class LeadGenFormFilter extends NamedFilter {}

export const LEAD_GEN_FORM_LIST = namedList(
  () => LeadGenForm,
  "LeadGenForm",
  "lead generation forms",
  LeadGenFormFilter,
);

@InputType("CreateLeadGenFormInput", { description: "A new form; it can't be changed once the network has it." })
export class CreateLeadGenFormInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, {
    description: "The http or https address that people see once they have filled it in, at most 1,024 characters.",
  })
  followUpActionUrl: string;
  @Field(() => String, {
    description: "The http or https address of the privacy policy, at most 1,024 characters.",
  })
  privacyPolicyUrl: string;
}

@ObjectType("LeadGenFormPayload", { simpleResolvers: true, description: "What a mutation made of a form." })
export class LeadGenFormPayload {
  @Field(() => LeadGenForm, { description: "The form as it is now." })
  leadGenForm: LeadGenForm;
}
