import { Field, ID, InputType, ObjectType } from "type-graphql";
import { PhotoAccount } from "./photo-account.type.js";

@InputType("LinkPhotoAccountInput", { description: "Which account on the photo network an advertisable has." })
export class LinkPhotoAccountInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, { description: "The account's number, 1 to 9,223,372,036,854,775,807." })
  accountId: string;
}

@InputType("UnlinkPhotoAccountInput", { description: "Which advertisable loses its account on the photo network." })
export class UnlinkPhotoAccountInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
}

@ObjectType("PhotoAccountPayload", { simpleResolvers: true, description: "What a mutation made of an account." })
export class PhotoAccountPayload {
  @Field(() => PhotoAccount, { description: "The account as it is now." })
  photoAccount: PhotoAccount;
}

@ObjectType("UnlinkPhotoAccountPayload", { simpleResolvers: true, description: "The account that was removed." })
export class UnlinkPhotoAccountPayload {
  @Field(() => ID, { description: "EID of the account that is no longer there." })
  deletedEid: string;
}
