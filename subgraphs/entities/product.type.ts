import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Product", {
  simpleResolvers: true,
  implements: Node,
  description: "A product of an advertisable, as its feed lists it. Source: document 2, part B (enable_feed_crawl).",
})
@Directive('@key(fields: "eid")')
export class Product implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters; it stays the same from crawl to crawl." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "The feed's own id of it, 1 to 255 characters; unique in the advertisable." })
  externalId: string;
  @Field(() => String, { description: "Title, 1 to 500 characters." })
  title: string;
  @Field(() => String, { description: "Address of its page, http or https, at most 2,048 characters." })
  url: string;
  @Field(() => String, {
    nullable: true,
    description: "Address of its image, http or https, at most 2,048 characters; null where the feed has none.",
  })
  imageUrl: string | null;
  // Together the field price.
  priceAmount: string | null;
  currency: string | null;
  @Field(() => Boolean, { description: "False once it is not in the feed any more; lists leave it out then." })
  isActive: boolean;
  @Field(() => DateTime, { description: "When a crawl first found it." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When a crawl last found it changed, gone or back." })
  updatedAt: Date;
}
