import { Field, ObjectType } from "type-graphql";
import { ImageFormat } from "./advertisable-logo.type.js";

@ObjectType("AdPicture", {
  simpleResolvers: true,
  description: "A picture that was uploaded for an ad. Source: decisions, section 6, ad/create.",
})
export class AdPicture {
  @Field(() => ImageFormat, { description: "How the image is written down." })
  format: ImageFormat;
  @Field(() => String, { description: "The image's bytes in base64." })
  base64: string;
}
