import { Field, InputType } from "type-graphql";
import { EidFilter } from "./graph.js";
import { Email } from "./email.type.js";
import { BaseFilter, datedList } from "./lists.js";

@InputType("EmailFilter", { description: "Which e-mails; all conditions that are given hold." })
class EmailFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the EID of their campaign." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const EMAIL_LIST = datedList(() => Email, "Email", "e-mails", EmailFilter);
