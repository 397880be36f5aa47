import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The social area's SocialAd; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("SocialAd", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class SocialAd {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
}
