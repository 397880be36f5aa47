import { Directive, Field, ObjectType } from "type-graphql";

/** What the recipient of a mail did with it. No enum of the graph, which could not be kept from clients. */
export const EMAIL_EVENT_KINDS = ["OPEN", "CLICK", "UNSUBSCRIBE"] as const;
export type EmailEventKind = (typeof EMAIL_EVENT_KINDS)[number];

@ObjectType("EmailHeroImage", {
  simpleResolvers: true,
  description: "Our own copy of the image of an e-mail; for the links of mails alone.",
})
@Directive("@inaccessible")
export class EmailHeroImage {
  @Field(() => String, { description: "image/png, image/jpeg, image/gif or image/webp." })
  mediaType: string;
  @Field(() => String, { description: "The image's bytes in base64, at most 10 MiB of them." })
  base64: string;
}
