import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("SocialPage", {
  simpleResolvers: true,
  implements: Node,
  description:
    "A page on the social network that an advertisable's ads can appear under, as the network told of it. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class SocialPage implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Its identifier on the network." })
  snPageId: string;
  @Field(() => String, { description: "Its name there." })
  name: string;
  @Field(() => String, { nullable: true, description: "Address of its picture; null for none." })
  snPageImg: string | null;
  @Field(() => String, { nullable: true, description: "Its address; null where the network does not say." })
  snPageUrl: string | null;
  @Field(() => Boolean, { description: "Whether the platform may advertise for it." })
  pageAccess: boolean;
  @Field(() => Boolean, { description: "Whether the platform may administer it." })
  pageAdminAccess: boolean;
  @Field(() => Boolean, { description: "Whether it has no picture." })
  noProfilePicture: boolean;
  @Field(() => Boolean, { description: "Whether everybody can see it." })
  isPublished: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
