import { Field, ID, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";

@ObjectType("AdSetAudience", {
  simpleResolvers: true,
  description: "A custom audience that an ad set's ads are shown to, or are not. Source: document 2, part A, Audience.",
})
export class AdSetAudience {
  @Field(() => ID, { description: "EID of this link, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad set." })
  adSetEid: string;
  @Field(() => ID, { description: "EID of the custom audience." })
  customAudienceEid: string;
  @Field(() => Boolean, { description: "Whether its people are targeted; false for excluded." })
  targeted: boolean;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
