import { Field, InputType } from "type-graphql";
import { connectionOf, enumFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { EmailCampaign, EmailCampaignStatus } from "./email-campaign.type.js";
import { BaseFilter } from "./lists.js";

const EmailCampaignStatusFilter = enumFilter(EmailCampaignStatus, "EmailCampaignStatus");

@InputType("EmailCampaignFilter", { description: "Which e-mail campaigns; all conditions that are given hold." })
class EmailCampaignFilter extends BaseFilter {
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => EmailCampaignStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof EmailCampaignStatusFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By the service that made them." })
  source?: InstanceType<typeof StringFilter> | null;
}

const EmailCampaignOrder = orderOf(
  {
    CREATED_AT: "When it was created.",
    UPDATED_AT: "When it last changed.",
    NAME: "Its name, in the order of its characters' code points.",
  },
  "EmailCampaign",
  "e-mail campaigns",
);

export const EMAIL_CAMPAIGN_LIST = {
  Connection: connectionOf(() => EmailCampaign, "EmailCampaign", "e-mail campaigns"),
  Args: listArgs(EmailCampaignFilter, EmailCampaignOrder),
};
