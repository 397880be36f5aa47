import { Directive, Field, ID, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The prospecting area's ProspectingCampaign; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("ProspectingCampaign", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class ProspectingCampaign {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Advertisable, { nullable: true })
  @Directive("@external")
  advertisable?: Advertisable | null;
}
