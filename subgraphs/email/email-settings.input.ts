import { Field, ID, InputType, ObjectType } from "type-graphql";
import { EmailSettings } from "./email-settings.type.js";

@InputType("EditEmailSettingsInput", {
  description:
    "Changes of what holds for all e-mail campaigns of an advertisable. What is null or not given stays: running campaigns need it.",
})
export class EditEmailSettingsInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Country of the sender as two letters of ISO 3166-1, such as US.",
  })
  country?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the sender, 1 to 255 characters, one line without @, <, > and quotes.",
  })
  senderName?: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the sender, at most 254 characters." })
  senderAddress?: string | null;
  @Field(() => String, { nullable: true, description: "Legal mailing address of the sender, 1 to 1,000 characters." })
  footerPostalAddress?: string | null;
}

@InputType("OptOutOfEmailInput", { description: "An advertisable wants no e-mail campaigns." })
export class OptOutOfEmailInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, { description: "Which service tells so, one line of 1 to 255 characters (document 1, part A)." })
  agent: string;
}

@InputType("AcceptEmailTermsInput", {
  description:
    "An advertisable accepts the current terms of service. Own: the documents only say that they can be accepted.",
})
export class AcceptEmailTermsInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
}

@InputType("ReviewEmailSettingsInput", {
  description: "What a platform administrator settles about an advertisable's e-mail; what is null or not given stays.",
})
export class ReviewEmailSettingsInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether its e-mail is suspended: nothing is sent and no campaign changes its status then.",
  })
  isSuspended?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether it is in the beta programme." })
  isBeta?: boolean | null;
}

@ObjectType("EmailSettingsPayload", { simpleResolvers: true, description: "What a mutation made of the settings." })
export class EmailSettingsPayload {
  @Field(() => EmailSettings, { description: "The settings as they are now." })
  emailSettings: EmailSettings;
}
