import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { EidFilter, datedList } from "./graph.js";
import { EmailCampaign } from "./email-campaign.type.js";
import { MAX_EMAILS } from "./email.rules.js";
import { Email } from "./email.type.js";
import { BaseFilter } from "./lists.js";

@InputType("EmailFilter", { description: "Which e-mails; all conditions that are given hold." })
class EmailFilter extends BaseFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the EID of their campaign." })
  campaignEid?: InstanceType<typeof EidFilter> | null;
}

export const EMAIL_LIST = datedList(() => Email, "Email", "e-mails", EmailFilter);

@InputType("EmailInput", {
  description:
    "What an e-mail is made of. In a change what is not given stays, and null removes a value; in a new one both mean none. Source: document 1, part A, campaign email.",
})
export class EmailInput {
  @Field(() => String, {
    nullable: true,
    description: "What it says, 1 to 50,000 characters of text or simple HTML; of other HTML the text is kept.",
  })
  body?: string | null;
  @Field(() => String, { nullable: true, description: "Its headline, one line of 1 to 255 characters." })
  headline?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Where its button leads, an http or https address of at most 2,048 characters.",
  })
  ctaDestination?: string | null;
  @Field(() => String, { nullable: true, description: "What its button says, one line of 1 to 255 characters." })
  ctaLabel?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Where its image is, an http or https address of at most 2,048 characters; the service makes a copy of it within an hour.",
  })
  heroImageUrl?: string | null;
  @Field(() => String, { nullable: true, description: "Its subject, one line of 1 to 255 characters." })
  emailSubject?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What mail programs show beside the subject, one line of 1 to 255 characters.",
  })
  previewText?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "utm_campaign of its links, one line of 1 to 255 characters.",
  })
  utmCampaign?: string | null;
  @Field(() => String, { nullable: true, description: "utm_source of its links, one line of 1 to 255 characters." })
  utmSource?: string | null;
  @Field(() => String, { nullable: true, description: "utm_medium of its links, one line of 1 to 255 characters." })
  utmMedium?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Hours after the previous e-mail, for the first one after the contact has entered the campaign: 0 to 8,760. A new one has 0 if it is the first and 24 otherwise (own); null counts as not given.",
  })
  delayHours?: number | null;
}

@InputType("EditEmailsInput", { description: "Changes of the e-mails of a campaign, by their positions." })
export class EditEmailsInput {
  @Field(() => ID, { description: "EID of the campaign." })
  campaignEid: string;
  @Field(() => [EmailInput], {
    description:
      "The changes of the first e-mail, of the second, and so on; those that are not reached stay. BAD_USER_INPUT with TOO_MANY_EMAILS for more than there are.",
  })
  emails: EmailInput[];
}

@InputType("AddEmailInput", { description: "One more e-mail at the end of a campaign. Own: the documents have none." })
export class AddEmailInput {
  @Field(() => ID, { description: `EID of the campaign, which has ${MAX_EMAILS} e-mails at most.` })
  campaignEid: string;
  @Field(() => EmailInput, { description: "The new e-mail." })
  email: EmailInput;
}

@ObjectType("EmailsPayload", {
  simpleResolvers: true,
  description: "What a mutation made of the e-mails of a campaign.",
})
export class EmailsPayload {
  @Field(() => EmailCampaign, { description: "Their campaign." })
  emailCampaign: EmailCampaign;
  @Field(() => [Email], { description: "All its e-mails as they are now, in the order in which they are sent." })
  emails: Email[];
}
