import { Field, InputType, ObjectType } from "type-graphql";

@ObjectType("StrategyEmailContent", { simpleResolvers: true, description: "One e-mail of a strategy." })
@InputType("StrategyEmailContentInput", {
  description: "One e-mail of a strategy. Texts have no control characters.",
})
export class StrategyEmailContent {
  @Field(() => String, { nullable: true, description: "Text of the body, at most 20,000 characters." })
  body?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Where its button leads, http or https, at most 1,024 characters.",
  })
  ctaDestination?: string | null;
  @Field(() => String, { nullable: true, description: "Text of its button, 1 to 255 characters." })
  ctaLabel?: string | null;
  @Field(() => String, { nullable: true, description: "Subject, 1 to 255 characters in one line." })
  emailSubject?: string | null;
  @Field(() => String, { nullable: true, description: "Headline, 1 to 255 characters." })
  headline?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address of its picture, http or https, at most 1,024 characters.",
  })
  heroImageUrl?: string | null;
}

@ObjectType("StrategyEmail", {
  simpleResolvers: true,
  description: "E-mails of a strategy and who sends them. Source: document 1, part B.",
})
@InputType("StrategyEmailInput", { description: "E-mails of a strategy and who sends them." })
export class StrategyEmail {
  @Field(() => String, { nullable: true, description: "Name of the sender, 1 to 255 characters in one line." })
  senderName?: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the sender, at most 254 characters." })
  senderAddress?: string | null;
  @Field(() => String, { nullable: true, description: "Legal address of the sender by post, 1 to 1,000 characters." })
  footerPostalAddress?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the user opted in to e-mail; true gives the strategy a campaign for them (own).",
  })
  optin?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Country of the opt-in, two upper-case letters of ISO 3166-1.",
  })
  optinCountry?: string | null;
  @Field(() => [StrategyEmailContent], { nullable: true, description: "The e-mails, at most 20, in their order." })
  emails?: StrategyEmailContent[] | null;
}
