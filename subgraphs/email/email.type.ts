import { Directive, Field, ID, Int, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Email", {
  simpleResolvers: true,
  implements: Node,
  description: "One e-mail of an e-mail campaign. Source: document 1, part A, campaign email.",
})
@Directive('@key(fields: "eid")')
export class Email implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its campaign; it never changes." })
  campaignEid: string;
  @Field(() => Int, { description: "Its place among the e-mails of its campaign, from 1; each has its own." })
  position: number;
  @Field(() => String, {
    nullable: true,
    description: "What it says, at most 50,000 characters of text or simple HTML; null for nothing.",
  })
  body: string | null;
  @Field(() => String, { nullable: true, description: "Its headline, 1 to 255 characters; null for none." })
  headline: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Where its button leads, an http or https address; null for no button.",
  })
  ctaDestination: string | null;
  @Field(() => String, { nullable: true, description: "What its button says, 1 to 255 characters; null for nothing." })
  ctaLabel: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Where its image was when it was asked for, an http or https address; mails show a copy that is made within an hour. Null for none.",
  })
  heroImageUrl: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Its subject line, 1 to 255 characters; null for none yet. A campaign passes over an e-mail without subject or body.",
  })
  emailSubject: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What mail programs show beside the subject, 1 to 255 characters; null for nothing.",
  })
  previewText: string | null;
  @Field(() => String, {
    nullable: true,
    description: "utm_campaign of its links, 1 to 255 characters; null for none.",
  })
  utmCampaign: string | null;
  @Field(() => String, { nullable: true, description: "utm_source of its links, 1 to 255 characters; null for none." })
  utmSource: string | null;
  @Field(() => String, { nullable: true, description: "utm_medium of its links, 1 to 255 characters; null for none." })
  utmMedium: string | null;
  @Field(() => Int, {
    description:
      "Hours after the previous e-mail of the campaign, for the first one after the contact has entered it: 0 to 8,760.",
  })
  delayHours: number;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
