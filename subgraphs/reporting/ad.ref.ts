import { Directive, Field, ID, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The entities area's Ad; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("Ad", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Ad {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Advertisable)
  @Directive("@external")
  advertisable?: Advertisable;
}
