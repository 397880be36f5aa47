import { Directive, Field, ID, Int, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The audience area's Segment; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("Segment", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Segment {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Int)
  @Directive("@external")
  duration?: number;
  @Field(() => Advertisable, { nullable: true })
  @Directive("@external")
  advertisable?: Advertisable | null;
}
