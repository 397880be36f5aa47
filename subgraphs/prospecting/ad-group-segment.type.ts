import { Field, ID, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";

@ObjectType("ProspectingAdGroupSegment", {
  simpleResolvers: true,
  description: "A segment whose people a prospecting ad group looks for or leaves out. Source: document 2, part C.",
})
export class ProspectingAdGroupSegment {
  @Field(() => ID, { description: "EID of the segment's place in the ad group, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the segment." })
  segmentEid: string;
  @Field(() => Boolean, { description: "False once it is taken out; it stays listed." })
  isActive: boolean;
  @Field(() => Boolean, { description: "True leaves its people out." })
  isNegative: boolean;
  @Field(() => String, {
    nullable: true,
    description: "How it is used, as its maker says, 1 to 40 characters; null when nobody said.",
  })
  targetingType: string | null;
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
