import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("PhotoAccount", {
  simpleResolvers: true,
  implements: Node,
  description:
    "The account on the photo network that an advertisable's ads appear under; at most one for each. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class PhotoAccount implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "The account's number, of at most 64 bits." })
  photoActorId: string;
  @Field(() => String, {
    nullable: true,
    description: "Number of the account that the page makes up for one, of at most 64 bits; null for none.",
  })
  pageBackedPhotoActorId: string | null;
  @Field(() => String, { nullable: true, description: "Address of its picture; null before the network told it." })
  photoProfilePic: string | null;
  @Field(() => String, { nullable: true, description: "Its name there; null before the network told it." })
  photoUsername: string | null;
  @Field(() => Boolean, { description: "Whether the page makes up for an account of its own." })
  isPageBacked: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
