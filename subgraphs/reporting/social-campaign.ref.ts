import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The social area's SocialCampaign; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("SocialCampaign", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class SocialCampaign {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
}
