import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The audience area's Segment; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("Segment", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Segment {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
}
