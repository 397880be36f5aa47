import { Field, ID, InputType, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";
import { connectionOf, enumFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { EmailCampaign, EmailCampaignStatus } from "./email-campaign.type.js";
import { EmailInput } from "./email.input.js";
import { MAX_EMAILS } from "./email.rules.js";
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

@InputType()
class SenderInput {
  @Field(() => String, {
    nullable: true,
    description:
      "Name of the sender, 1 to 255 characters, one line without @, <, > and quotes; null for that of the settings.",
  })
  senderName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the sender, at most 254 characters; null for that of the settings.",
  })
  senderAddress?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Legal mailing address of the sender, 1 to 1,000 characters; null for that of the settings.",
  })
  footerPostalAddress?: string | null;
}

@InputType("CreateEmailCampaignInput", { description: "A new e-mail campaign, which is paused." })
export class CreateEmailCampaignInput extends SenderInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Name, 1 to 255 characters; when null or not given one that tells the day.",
  })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Which service makes it, 1 to 255 characters, such as strategy: the campaigns of that one are edited by it alone. It never changes.",
  })
  source?: string | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending starts, not in the past; null for at once when it is set to running.",
  })
  startDate?: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending stops, not in the past nor before startDate; null for never.",
  })
  endDate?: Date | null;
  @Field(() => [EmailInput], {
    nullable: true,
    description: `Its e-mails in the order in which they are sent, at most ${MAX_EMAILS}; null for none yet.`,
  })
  emails?: EmailInput[] | null;
}

@InputType("EditEmailCampaignInput", { description: "Changes of an e-mail campaign; what is not given stays." })
export class EditEmailCampaignInput extends SenderInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Which service edits it. A campaign whose source is strategy is edited by strategy alone; otherwise it is of no effect.",
  })
  source?: string | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending starts, a new one not in the past; null for at once when it is set to running.",
  })
  startDate?: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending stops, a new one not in the past, never before startDate; null for never.",
  })
  endDate?: Date | null;
}

@InputType("SetEmailCampaignStatusInput", { description: "What an e-mail campaign shall do." })
export class SetEmailCampaignStatusInput {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => EmailCampaignStatus, {
    description: "RUNNING or PAUSED; BAD_USER_INPUT for STOPPED, which nobody sets by hand.",
  })
  status: EmailCampaignStatus;
}

@ObjectType("EmailCampaignPayload", {
  simpleResolvers: true,
  description: "What a mutation made of an e-mail campaign.",
})
export class EmailCampaignPayload {
  @Field(() => EmailCampaign, { description: "The campaign as it is now." })
  emailCampaign: EmailCampaign;
}
