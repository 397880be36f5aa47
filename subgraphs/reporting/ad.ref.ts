import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The entities area's Ad; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("Ad", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class Ad {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
}
