import { Directive, Field, ID, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The universal area's UniversalAdGroup; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("UniversalAdGroup", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class UniversalAdGroup {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Advertisable, { nullable: true })
  @Directive("@external")
  advertisable?: Advertisable | null;
}
