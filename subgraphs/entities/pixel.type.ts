import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const PixelStatus = { UNVERIFIED: "UNVERIFIED", ACTIVE: "ACTIVE" } as const;
export type PixelStatus = keyof typeof PixelStatus;
registerEnumType(PixelStatus, {
  name: "PixelStatus",
  description:
    "Whether a pixel is known to be on its site. Document 2, part B, names no values; these are this graph's.",
  valuesConfig: {
    UNVERIFIED: { description: "No page with it has been seen yet, as at its beginning." },
    ACTIVE: { description: "A page with it has been seen." },
  },
});

@ObjectType("Pixel", {
  simpleResolvers: true,
  implements: Node,
  description:
    "What an advertisable places on its site to recognise visitors: one for each advertisable, created with it. Source: document 2, part B; decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class Pixel implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => PixelStatus, { description: "Whether it is known to be on the site." })
  status: PixelStatus;
  @Field(() => Boolean, {
    description: "False once a page was seen with another snippet than `code`; true as long as none was.",
  })
  isConsistent: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed; its rules have dates of their own." })
  updatedAt: Date;
}
