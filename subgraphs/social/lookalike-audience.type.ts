import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const LookalikeType = { SIMILARITY: "SIMILARITY", REACH: "REACH" } as const;
export type LookalikeType = keyof typeof LookalikeType;
registerEnumType(LookalikeType, {
  name: "LookalikeType",
  description: "What a lookalike audience makes the most of (document 2, part A).",
  valuesConfig: {
    SIMILARITY: { description: "Likeness to the origin." },
    REACH: { description: "Number of people." },
  },
});

@ObjectType("LookalikeAudience", {
  simpleResolvers: true,
  implements: Node,
  description: "How a custom audience is derived from another one by likeness. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class LookalikeAudience implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the custom audience that it makes." })
  customAudienceEid: string;
  @Field(() => ID, { description: "EID of the custom audience that it is derived from." })
  originAudienceEid: string;
  @Field(() => String, { description: "Country whose people it holds, two letters of ISO 3166-1." })
  countryCode: string;
  @Field(() => String, { description: "Name of that country, as its maker gave it." })
  countryName: string;
  @Field(() => Boolean, {
    description: "Whether people of other countries may help to find it where the origin is too small.",
  })
  allowInternationalSeeds: boolean;
  @Field(() => Int, { description: "1 is the smallest and most similar, 10 the largest and least similar." })
  ratio: number;
  @Field(() => LookalikeType, { nullable: true, description: "What it makes the most of; null for neither." })
  type: LookalikeType | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
