import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { ProspectingAudience } from "./audience.type.js";

@InputType("SetProspectingAudienceInput", {
  description: "The audience of an ad group; what is not given stays as it is.",
})
export class SetProspectingAudienceInput {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => Int, { description: "How many people it shall have, 0 to 2,147,483,647." })
  size: number;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment of the same advertisable that its people resemble; null for none.",
  })
  sourceSegmentEid?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@InputType("EditProspectingAudienceInput", { description: "Changes of an audience; what is not given stays." })
export class EditProspectingAudienceInput {
  @Field(() => ID, { description: "EID of the audience." })
  eid: string;
  @Field(() => Int, { nullable: true, description: "How many people it shall have, 0 to 2,147,483,647." })
  size?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment of the same advertisable that its people resemble; null for none.",
  })
  sourceSegmentEid?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "EID of the segment of the same advertisable that they are gathered in; null for none.",
  })
  targetSegmentEid?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What makes the change, 1 to 255 characters; ui when not given.",
  })
  eventSource?: string | null;
}

@ObjectType("ProspectingAudiencePayload", { simpleResolvers: true, description: "What came of the mutation." })
export class ProspectingAudiencePayload {
  @Field(() => ProspectingAudience, { description: "The audience as it is now." })
  audience: ProspectingAudience;
}
