import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Unsubscriber", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Somebody who wants no e-mail of an advertisable any more, whatever the campaign. Source: document 1, part A.",
})
@Directive('@key(fields: "eid")')
export class Unsubscriber implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, {
    description: "EID, 22 characters; the same person of the same advertisable always has the same.",
  })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the e-mail campaign whose mail was the reason; null when nobody said.",
  })
  campaignEid: string | null;
  @Field(() => DateTime, { description: "When the person unsubscribed, the first time if it was several times." })
  createdAt: Date;
}
