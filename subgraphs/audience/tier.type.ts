import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Tier", {
  simpleResolvers: true,
  implements: Node,
  description:
    "A part of a target account list; a domain is in at most one of a list's tiers. Source: document 3, part A; decisions, section 7.",
})
@Directive('@key(fields: "eid")')
export class Tier implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the list that it is a part of; it never changes." })
  listEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When its name last changed." })
  updatedAt: Date;
}
