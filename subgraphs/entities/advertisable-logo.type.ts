import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const ImageFormat = { PNG: "PNG", JPEG: "JPEG", GIF: "GIF" } as const;
export type ImageFormat = keyof typeof ImageFormat;
registerEnumType(ImageFormat, {
  name: "ImageFormat",
  description: "How an image is written down, as its first bytes say.",
  valuesConfig: {
    PNG: { description: "image/png." },
    JPEG: { description: "image/jpeg." },
    GIF: { description: "image/gif." },
  },
});

@ObjectType("AdvertisableLogo", {
  simpleResolvers: true,
  implements: Node,
  description: "A picture that stands for an advertisable in its ads. Source: decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class AdvertisableLogo implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ImageFormat, { description: "How the image is written down." })
  format: ImageFormat;
  @Field(() => Int, { description: "Width in pixels, 1 to 10,000." })
  width: number;
  @Field(() => Int, { description: "Height in pixels, 1 to 10,000." })
  height: number;
  @Field(() => Int, { description: "Length of the image in bytes, at most 5,242,880 (5 MiB)." })
  size: number;
  @Field(() => DateTime, { description: "When it was uploaded." })
  createdAt: Date;
  updatedAt: Date;
}

@ObjectType("AdvertisableLogoImage", { simpleResolvers: true, description: "The picture of a logo itself." })
export class AdvertisableLogoImage {
  @Field(() => ImageFormat, { description: "How the image is written down." })
  format: ImageFormat;
  @Field(() => String, { description: "The image's bytes in base64." })
  base64: string;
}
