import { Directive, Field, ID, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";

/** The prospecting area's ProspectingAdGroup; its advertisable is asked of the owner, so that every statement names one. */
@ObjectType("ProspectingAdGroup", { simpleResolvers: true })
@Directive('@key(fields: "eid")')
export class ProspectingAdGroup {
  @Field(() => ID)
  eid: string;
  @Field(() => ID)
  @Directive("@external")
  advertisableEid: string;
  @Field(() => Advertisable, { nullable: true })
  @Directive("@external")
  advertisable?: Advertisable | null;
}
