import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The audience area's TargetAccount; its advertisable and domain are asked of the owner. */
@ObjectType("TargetAccount", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class TargetAccount {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => String)
  @Directive("@external")
  domain: string;
}
