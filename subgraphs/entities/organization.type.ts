import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

@ObjectType("Organization", {
  simpleResolvers: true,
  implements: Node,
  description: "A company on the platform: it owns advertisables and employs users.",
})
@Directive('@key(fields: "eid")')
export class Organization implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
}
