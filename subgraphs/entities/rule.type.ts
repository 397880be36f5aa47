import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const RuleSource = { COOKIE: "COOKIE", CRM_DATA: "CRM_DATA", MOBILE: "MOBILE" } as const;
export type RuleSource = keyof typeof RuleSource;
registerEnumType(RuleSource, {
  name: "RuleSource",
  description: "By what a rule recognises people (document 2, part B).",
  valuesConfig: {
    COOKIE: { description: "The cookie of a browser; `c` in the old interface." },
    CRM_DATA: { description: "A list of customers; `d` in the old interface." },
    MOBILE: { description: "The identifier of a mobile device; `m` in the old interface." },
  },
});

@ObjectType("Rule", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Which pages of a site put their visitors into segments: a pattern of the pages' addresses. Source: document 2, part B; decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class Rule implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the pixel that it belongs to; it never changes." })
  pixelEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Name for people, 1 to 255 characters; null where it is `name`.",
  })
  displayName: string | null;
  @Field(() => String, {
    description:
      "Which pages: * stands for any characters or none, every other character for itself; * alone is every page. It is compared with the whole address from https:// to the end, upper and lower case apart. 1 to 1,024 characters.",
  })
  pattern: string;
  @Field(() => RuleSource, { description: "By what it recognises people." })
  source: RuleSource;
  @Field(() => Int, {
    description:
      "Its place among the pixel's rules that are not deleted: 1 weighs most. A deleted rule keeps the place it had.",
  })
  order: number;
  @Field(() => [ID], { description: "EIDs of the segments that its pages put visitors into." })
  segmentEids: string[];
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields, its order included, last changed." })
  updatedAt: Date;
}
