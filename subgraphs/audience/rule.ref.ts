import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The entities area's Rule, of which this area knows the key and asks for its segments' EIDs. */
@ObjectType("Rule", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Rule {
  @Field(() => ID)
  eid: string;
  @Field(() => [ID])
  @Directive("@external")
  segmentEids: string[];
}
