import { Field, ID, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";
import { type ProspectingAdminStatus, ProspectingStatus, ProspectingUserStatus } from "./status.type.js";

@ObjectType("ProspectingAdGroupAd", {
  simpleResolvers: true,
  description: "An ad in a prospecting ad group. Source: document 2, part C, ads of an ad group.",
})
export class ProspectingAdGroupAd {
  @Field(() => ID, { description: "EID of the ad's place in the ad group, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
  @Field(() => Boolean, { description: "False once it is taken out; it stays listed." })
  isActive: boolean;
  @Field(() => ProspectingStatus, { description: "Where it stands, whoever says so." })
  status: ProspectingStatus;
  @Field(() => ProspectingUserStatus, { description: "What its own people want." })
  userStatus: ProspectingUserStatus;
  /** What only staff may read: the resolver gives it to nobody else. */
  adminStatus: ProspectingAdminStatus;
  skipApproveAd: boolean;
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
