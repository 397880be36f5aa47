import { Directive, Field, ID, Int, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("ProspectingAudience", {
  simpleResolvers: true,
  implements: Node,
  description: "The new people that a prospecting ad group looks for; it has one at most. Source: document 2, part C.",
})
@Directive('@key(fields: "eid")')
export class ProspectingAudience implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { nullable: true, description: "EID of the segment that its people resemble; null for none." })
  sourceSegmentEid: string | null;
  @Field(() => ID, { nullable: true, description: "EID of the segment that they are gathered in; null for none." })
  targetSegmentEid: string | null;
  @Field(() => Int, { description: "How many people it shall have, 0 to 2,147,483,647." })
  size: number;
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
