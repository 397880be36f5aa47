import { Directive, Field, ID, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The strategies area's StrategyCampaign; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("StrategyCampaign", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class StrategyCampaign {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Advertisable, { nullable: true })
  @Directive("@external")
  advertisable?: Advertisable | null;
}
