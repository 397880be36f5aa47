import { Field, ObjectType } from "type-graphql";

@ObjectType("CreativePicture", {
  simpleResolvers: true,
  description: "A picture that was uploaded for a creative. Source: document 2, part A, file of CreativeParams.",
})
export class CreativePicture {
  @Field(() => String, { description: "What kind of image it is: image/png, image/jpeg or image/gif." })
  mediaType: string;
  @Field(() => String, { description: "The image's bytes in base64." })
  base64: string;
}
