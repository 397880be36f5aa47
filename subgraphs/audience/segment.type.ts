import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { Count, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const SegmentType = {
  CRM: "CRM",
  USER_EVENTS: "USER_EVENTS",
  USER_ATTRIBUTES: "USER_ATTRIBUTES",
  IMPRESSION: "IMPRESSION",
  CUSTOM: "CUSTOM",
} as const;
export type SegmentType = keyof typeof SegmentType;
registerEnumType(SegmentType, {
  name: "SegmentType",
  description: "What puts people into a segment (document 3, part A, names the values; what they mean is our reading).",
  valuesConfig: {
    CRM: { description: "A list of customers; `crm` in the old interface." },
    USER_EVENTS: { description: "What they did on the site; `user_events` in the old interface." },
    USER_ATTRIBUTES: { description: "What is known of them; `user_attributes` in the old interface." },
    IMPRESSION: { description: "An ad that they saw; `impression` in the old interface." },
    CUSTOM: { description: "Whatever its owner decides; `custom` in the old interface." },
  },
});

@ObjectType("Segment", {
  simpleResolvers: true,
  implements: Node,
  description:
    "People that an advertisable addresses or counts: the one segment that every area refers to. Source: document 3, part A; decisions, sections 6 and 7.",
})
@Directive('@key(fields: "eid")')
export class Segment implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Name for people, 1 to 255 characters; null where it is `name`.",
  })
  displayName: string | null;
  @Field(() => SegmentType, { description: "What puts people into it; it never changes." })
  type: SegmentType;
  @Field(() => Int, {
    description: "Days without activity after which somebody leaves it, 1 to 540.",
  })
  duration: number;
  @Field(() => Boolean, { description: "Whether entering it counts as a conversion; it never changes." })
  isConversion: boolean;
  @Field(() => MoneyType, {
    nullable: true,
    description: "What one conversion is worth, in US dollars; null where nobody said.",
  })
  conversionValue: Money | null;
  @Field(() => Count, {
    description:
      "How many e-mail addresses its list of users has, each counted once; 0 unless its type is CRM. The addresses themselves are never shown.",
  })
  emails: number;
  @Field(() => Count, {
    description: "How many ids of users its list has, each counted once; 0 where its type is CRM.",
  })
  ids: number;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
