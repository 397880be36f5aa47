import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const CreativeStatus = { ACTIVE: "ACTIVE", DELETED: "DELETED" } as const;
export type CreativeStatus = keyof typeof CreativeStatus;
registerEnumType(CreativeStatus, {
  name: "CreativeStatus",
  description: "Where a creative stands (document 2, part A).",
  valuesConfig: { ACTIVE: { description: "Ads can use it." }, DELETED: { description: "Gone for good." } },
});

@ObjectType("Creative", {
  simpleResolvers: true,
  implements: Node,
  description: "What an ad on the social network shows. Source: document 2, part A.",
})
@Directive('@key(fields: "eid")')
export class Creative implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "Its headline, 1 to 255 characters; null for none." })
  title: string | null;
  @Field(() => String, { nullable: true, description: "Its text, 1 to 10,000 characters; null for none." })
  message: string | null;
  @Field(() => String, { nullable: true, description: "The text below the headline, 1 to 10,000 characters." })
  description: string | null;
  @Field(() => String, { nullable: true, description: "The caption of its link, 1 to 255 characters." })
  caption: string | null;
  @Field(() => String, { nullable: true, description: "What its button says, 1 to 40 characters." })
  callToAction: string | null;
  @Field(() => String, { nullable: true, description: "The http or https address that it leads to." })
  link: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The http or https address of its picture; a path on this service for one that was uploaded.",
  })
  imageUrl: string | null;
  @Field(() => String, { nullable: true, description: "Its address on the photo network; null before it is there." })
  photoPermalinkUrl: string | null;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => Int, { nullable: true, description: "Width of the picture in pixels, 1 to 10,000." })
  width: number | null;
  @Field(() => Int, { nullable: true, description: "Height of the picture in pixels, 1 to 10,000." })
  height: number | null;
  @Field(() => CreativeStatus, { description: "Where it stands." })
  status: CreativeStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => Boolean, { description: "Whether the network fills it with products." })
  isDynamic: boolean;
  @Field(() => Boolean, { description: "Whether it can't be edited, as the network owns it." })
  readOnly: boolean;
  @Field(() => ID, { nullable: true, description: "EID of the form that it opens; null for none." })
  leadGenFormEid: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
