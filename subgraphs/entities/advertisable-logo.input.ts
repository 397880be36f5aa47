import { Field, ID, InputType, ObjectType } from "type-graphql";
import { AdvertisableLogo } from "./advertisable-logo.type.js";

@InputType("CreateAdvertisableLogoInput", { description: "A new logo; it takes the place of the one before." })
export class CreateAdvertisableLogoInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, {
    description:
      "A PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side, in base64. A text of a client's variables has at most 262,144 characters; larger images go through POST /api/v1/advertisable_logo/create.",
  })
  base64: string;
}

@ObjectType("AdvertisableLogoPayload", { simpleResolvers: true, description: "What a mutation made of a logo." })
export class AdvertisableLogoPayload {
  @Field(() => AdvertisableLogo, { description: "The logo as it is now." })
  logo: AdvertisableLogo;
}
