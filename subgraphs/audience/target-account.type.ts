import { Directive, Field, Float, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("TargetAccount", {
  simpleResolvers: true,
  implements: Node,
  description:
    "One company of a target account list, which has each domain at most once. Source: document 3, part A; decisions, section 7.",
})
@Directive('@key(fields: "eid")')
export class TargetAccount implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the list that it is in; it never changes." })
  listEid: string;
  @Field(() => ID, { nullable: true, description: "EID of the tier that it is in; null where it is in none." })
  tierEid: string | null;
  @Field(() => String, { description: "Domain of the company: lower case, punycode, without a leading www." })
  domain: string;
  @Field(() => Float, { nullable: true, description: "Score, 0 to 100; null where it has none." })
  score: number | null;
  @Field(() => String, { nullable: true, description: "Where the client has it from, 1 to 255 characters." })
  source: string | null;
  @Field(() => DateTime, { nullable: true, description: "When the client's CRM was synchronised, as it says." })
  crmSyncedAt: Date | null;
  @Field(() => DateTime, { description: "When it came into the list." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
