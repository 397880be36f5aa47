import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The social area's AdSet; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("AdSet", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class AdSet {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
}
