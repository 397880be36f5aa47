import { Directive, Field, ID, Int, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("HoldoutAudience", {
  simpleResolvers: true,
  implements: Node,
  description: "People whom no ad is shown to, so that its effect can be measured. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class HoldoutAudience implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "The first cohort that it holds, 1 to 255 characters." })
  startCohortId: string;
  @Field(() => String, { description: "The last cohort that it holds, 1 to 255 characters." })
  endCohortId: string;
  @Field(() => Int, { description: "The group of cohorts, from 0." })
  groupId: number;
  @Field(() => String, { nullable: true, description: "Its number on the network, of at most 64 bits; null for none." })
  externalId: string | null;
  @Field(() => Boolean, { description: "Whether it is in force; lists leave it out otherwise." })
  isActive: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
