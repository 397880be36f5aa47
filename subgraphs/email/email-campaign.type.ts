import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const EmailCampaignStatus = { RUNNING: "RUNNING", PAUSED: "PAUSED", STOPPED: "STOPPED" } as const;
export type EmailCampaignStatus = keyof typeof EmailCampaignStatus;
registerEnumType(EmailCampaignStatus, {
  name: "EmailCampaignStatus",
  description: "Where an e-mail campaign stands (document 1, states).",
  valuesConfig: {
    RUNNING: {
      description:
        "Sends, from its startDate on. Whoever is in the advertisable's lists of customers when it is set to running enters it, once.",
    },
    PAUSED: { description: "Holds what is due until it runs again; a new campaign is paused (decisions, section 7)." },
    STOPPED: {
      description:
        "Has ended for good: its endDate has passed, or its advertisable has opted out of e-mail. Nothing starts it again.",
    },
  },
});

@ObjectType("EmailCampaign", {
  simpleResolvers: true,
  implements: Node,
  description:
    "E-mails that each contact of an advertisable gets one after the other. Source: document 1, part A; decisions, section 7.",
})
@Directive('@key(fields: "eid")')
export class EmailCampaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => EmailCampaignStatus, { description: "Where it stands." })
  status: EmailCampaignStatus;
  @Field(() => String, {
    nullable: true,
    description: "Which service made it, as that service says, such as strategy; null when nobody said.",
  })
  source: string | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending starts; null means at once when it is set to running.",
  })
  startDate: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When sending stops, not before startDate; null means never.",
  })
  endDate: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the sender, 1 to 255 characters; null means that of the advertisable's EmailSettings.",
  })
  senderName: string | null;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the sender; null means that of the advertisable's EmailSettings.",
  })
  senderAddress: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Legal mailing address of the sender, at the end of each e-mail, 1 to 1,000 characters; null means that of the advertisable's EmailSettings.",
  })
  footerPostalAddress: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed; its e-mails have dates of their own." })
  updatedAt: Date;
}
