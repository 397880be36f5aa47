import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("EmailSettings", {
  simpleResolvers: true,
  implements: Node,
  description:
    "What holds for all e-mail campaigns of an advertisable; every advertisable has them. Source: document 1, part A, advertisable settings.",
})
@Directive('@key(fields: "eid")')
export class EmailSettings implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, which is the advertisable's." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Country of the sender as two upper-case letters of ISO 3166-1, such as US; null when it is not set.",
  })
  country: string | null;
  @Field(() => String, { nullable: true, description: "Name of the sender, 1 to 255 characters; null when not set." })
  senderName: string | null;
  @Field(() => String, { nullable: true, description: "E-mail address of the sender; null when it is not set." })
  senderAddress: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Legal mailing address of the sender, at the end of each e-mail, 1 to 1,000 characters; null when not set.",
  })
  footerPostalAddress: string | null;
  @Field(() => Boolean, {
    description: "Whether the current terms of service are accepted; document 1 calls it terms_accepted.",
  })
  termsAccepted: boolean;
  @Field(() => DateTime, {
    nullable: true,
    description:
      "When terms of service were accepted last, be they current or older ones; null when none are accepted.",
  })
  termsAcceptedAt: Date | null;
  @Field(() => Boolean, { description: "Whether it is in the beta programme; whoever opts out joins it (document 1)." })
  isBeta: boolean;
  @Field(() => Boolean, {
    description: "Whether a platform administrator has suspended its e-mail: no campaign changes its status then.",
  })
  isSuspended: boolean;
  @Field(() => DateTime, {
    nullable: true,
    description: "Since when it has opted out of e-mail; null when it has not, or has accepted the terms again.",
  })
  optedOutAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Which service told that it opts out; null when it has not.",
  })
  optedOutAgent: string | null;
  @Field(() => DateTime, { nullable: true, description: "When something was first set; null when nothing was." })
  createdAt: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When they last changed; null when nothing was ever set." })
  updatedAt: Date | null;
}
