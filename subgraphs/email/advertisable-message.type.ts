import { Field, ObjectType, registerEnumType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";

export const AdvertisableMessageType = {
  EMAIL_UNSUBSCRIBER: "EMAIL_UNSUBSCRIBER",
  EMAIL_PIXEL: "EMAIL_PIXEL",
  EMAIL_FORMS_NEW: "EMAIL_FORMS_NEW",
  EMAIL_FORMS_BLOCKED: "EMAIL_FORMS_BLOCKED",
  EMAIL_FORMS_MISSING: "EMAIL_FORMS_MISSING",
} as const;
export type AdvertisableMessageType = keyof typeof AdvertisableMessageType;
registerEnumType(AdvertisableMessageType, {
  name: "AdvertisableMessageType",
  description: "What a message is about. Document 1, part A, names them; what each means is this graph's.",
  valuesConfig: {
    EMAIL_UNSUBSCRIBER: { description: "Somebody has unsubscribed." },
    EMAIL_PIXEL: { description: "There is a campaign that has not ended, and no page with the pixel has been seen." },
    EMAIL_FORMS_NEW: { description: "A campaign is ready to be set to running, and waits for it." },
    EMAIL_FORMS_BLOCKED: { description: "The advertisable is suspended or has opted out of e-mail." },
    EMAIL_FORMS_MISSING: {
      description: "A campaign that has not ended lacks something that it needs to run.",
    },
  },
});

@ObjectType("AdvertisableMessage", {
  simpleResolvers: true,
  description:
    "Something about the e-mails of an advertisable that its people should know, as long as it is so and nobody has marked it as viewed since. Source: document 1, part A.",
})
export class AdvertisableMessage {
  @Field(() => AdvertisableMessageType, { description: "What it is about; an advertisable has one of each at most." })
  type: AdvertisableMessageType;
  @Field(() => DateTime, { description: "Since when it is so; of several reasons the newest counts." })
  createdAt: Date;
}
