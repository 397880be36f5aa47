import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("LeadGenForm", {
  simpleResolvers: true,
  implements: Node,
  description: "A form on the social network in which people leave their address. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class LeadGenForm implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { description: "The http or https address that people see once they have filled it in." })
  followUpActionUrl: string;
  @Field(() => String, { description: "The http or https address of the privacy policy." })
  privacyPolicyUrl: string;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
