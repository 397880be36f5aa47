import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { Count, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const CustomAudienceSubtype = {
  CLAIM: "CLAIM",
  CUSTOM: "CUSTOM",
  LOOKALIKE: "LOOKALIKE",
  WEBSITE: "WEBSITE",
  ARBITRARY_DATA: "ARBITRARY_DATA",
  PAGES_VIEWED: "PAGES_VIEWED",
  PRODUCTS_VIEWED: "PRODUCTS_VIEWED",
  DERIVED: "DERIVED",
  LEAD_GENERATION: "LEAD_GENERATION",
} as const;
export type CustomAudienceSubtype = keyof typeof CustomAudienceSubtype;
registerEnumType(CustomAudienceSubtype, {
  name: "CustomAudienceSubtype",
  description:
    "What puts people into a custom audience (document 2, part A, names the values; what they mean is our reading).",
  valuesConfig: {
    CLAIM: { description: "Who claimed an offer." },
    CUSTOM: { description: "A list of people." },
    LOOKALIKE: { description: "Likeness to another audience, found by the network." },
    WEBSITE: { description: "Visits of the site." },
    ARBITRARY_DATA: { description: "Whatever its rule says; arbitrary_data in the old interface." },
    PAGES_VIEWED: { description: "Pages that were seen; pages_viewed in the old interface." },
    PRODUCTS_VIEWED: { description: "Products that were seen; products_viewed in the old interface." },
    DERIVED: { description: "Likeness to another audience, found by this platform; lookalike in the old interface." },
    LEAD_GENERATION: { description: "A form that was opened; lead_generation in the old interface." },
  },
});

@ObjectType("CustomAudience", {
  simpleResolvers: true,
  implements: Node,
  description: "People whom ad sets on the social network target or exclude. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class CustomAudience implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "Whether entering it counts as a conversion." })
  isConversion: boolean;
  @Field(() => MoneyType, {
    nullable: true,
    description: "What one conversion is worth, in US dollars; null for nothing said.",
  })
  conversionValue: Money | null;
  @Field(() => String, {
    nullable: true,
    description: "How the network finds its people, as it says; null before it said.",
  })
  matchMethod: string | null;
  @Field(() => Int, { description: "Days without activity after which somebody leaves it, 1 to 180." })
  retentionDays: number;
  @Field(() => String, { description: "What puts people into it, in the network's own terms." })
  rule: string;
  @Field(() => CustomAudienceSubtype, { description: "What puts people into it." })
  subtype: CustomAudienceSubtype;
  @Field(() => Count, {
    nullable: true,
    description: "How many people it has, as the network said last; null before it said.",
  })
  approximateCount: number | null;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
