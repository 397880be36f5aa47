import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { namedList } from "./graph.js";
import { Creative, CreativeStatus } from "./creative.type.js";
import { ActiveFilter } from "./lists.js";

@InputType("CreativeFilter", { description: "Which creatives; all conditions that are given hold." })
class CreativeFilter extends ActiveFilter {}

export const CREATIVE_LIST = namedList(() => Creative, "Creative", "creatives", CreativeFilter);

@InputType()
class CreativeSettings {
  @Field(() => String, { nullable: true, description: "Its headline, 1 to 255 characters; null for none." })
  title?: string | null;
  @Field(() => String, { nullable: true, description: "Its text, 1 to 10,000 characters; null for none." })
  message?: string | null;
  @Field(() => String, { nullable: true, description: "The text below the headline, 1 to 10,000 characters." })
  description?: string | null;
  @Field(() => String, { nullable: true, description: "The caption of its link, 1 to 255 characters." })
  caption?: string | null;
  @Field(() => String, { nullable: true, description: "What its button says, 1 to 40 characters." })
  callToAction?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The http or https address that it leads to, at most 1,024 characters.",
  })
  link?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The http or https address of its picture, at most 1,024 characters.",
  })
  imageUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "The picture itself in base64, in imageUrl's place, which becomes where it is kept: a PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side. Its sides become the creative's; width and height must agree where they are given.",
  })
  picture?: string | null;
  @Field(() => Int, { nullable: true, description: "Width of the picture in pixels, 1 to 10,000." })
  width?: number | null;
  @Field(() => Int, { nullable: true, description: "Height of the picture in pixels, 1 to 10,000." })
  height?: number | null;
  @Field(() => ID, { nullable: true, description: "EID of a form of the same advertisable; null for none." })
  leadGenFormEid?: string | null;
}

@InputType("CreateCreativeInput", { description: "A new creative." })
export class CreateCreativeInput extends CreativeSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { defaultValue: false, description: "Whether the network fills it with products." })
  isDynamic: boolean;
}

@InputType("EditCreativeInput", {
  description:
    "Changes of a creative; what is not given stays. ILLEGAL_TRANSITION for one that is deleted or that the network owns.",
})
export class EditCreativeInput extends CreativeSettings {
  @Field(() => ID, { description: "EID of the creative." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => CreativeStatus, {
    nullable: true,
    description: "DELETED deletes it: ILLEGAL_TRANSITION while an ad that is not deleted uses it. Null as not given.",
  })
  status?: CreativeStatus | null;
}

@ObjectType("CreativePayload", { simpleResolvers: true, description: "What a mutation made of a creative." })
export class CreativePayload {
  @Field(() => Creative, { description: "The creative as it is now." })
  creative: Creative;
}
