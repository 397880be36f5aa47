import { Field, ID, InputType, ObjectType } from "type-graphql";
import { Advertisable } from "./advertisable.ref.js";
import { AdvertisableMessageType } from "./advertisable-message.type.js";

@InputType("MarkMessageViewedInput", {
  description: "A message that somebody has seen; it goes until there is a newer reason for it.",
})
export class MarkMessageViewedInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => AdvertisableMessageType, { description: "What the message is about." })
  type: AdvertisableMessageType;
}

@ObjectType("MarkMessageViewedPayload", { simpleResolvers: true, description: "What became of the messages." })
export class MarkMessageViewedPayload {
  @Field(() => Advertisable, { description: "The advertisable, with the messages that remain." })
  advertisable: Advertisable;
}
