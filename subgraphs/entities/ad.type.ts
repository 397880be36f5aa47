import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const AdStatus = {
  ADMIN_REVIEW: "ADMIN_REVIEW",
  APPROVED: "APPROVED",
  PAUSED: "PAUSED",
  REJECTED: "REJECTED",
} as const;
export type AdStatus = keyof typeof AdStatus;
registerEnumType(AdStatus, {
  name: "AdStatus",
  description: "Where an ad stands (document 2, part B; REJECTED is this graph's own).",
  valuesConfig: {
    ADMIN_REVIEW: { description: "Waits for a platform administrator." },
    APPROVED: { description: "May serve." },
    PAUSED: { description: "Approved, and stopped by its own people." },
    REJECTED: { description: "Refused by a platform administrator." },
  },
});

export const AdType = { LIQUID: "LIQUID", IMAGE: "IMAGE", FLASH: "FLASH", AD_NETWORK: "AD_NETWORK" } as const;
export type AdType = keyof typeof AdType;
registerEnumType(AdType, {
  name: "AdType",
  description: "How an ad is made (document 2, part B).",
  valuesConfig: {
    LIQUID: { description: "Filled from a product feed when it is shown." },
    IMAGE: { description: "A picture." },
    FLASH: { description: "A Flash film, of old." },
    AD_NETWORK: { description: "Made by the network that shows it." },
  },
});

export const AdGroupAdStatus = { APPROVED: "APPROVED", PAUSED: "PAUSED" } as const;
export type AdGroupAdStatus = keyof typeof AdGroupAdStatus;
registerEnumType(AdGroupAdStatus, {
  name: "AdGroupAdStatus",
  description: "Whether an ad serves in one ad group, whatever it does in others.",
  valuesConfig: { APPROVED: { description: "It serves." }, PAUSED: { description: "It does not serve there." } },
});

@ObjectType("AdGroupAd", { simpleResolvers: true, description: "An ad as it serves in one ad group." })
export class AdGroupAdType {
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
  @Field(() => AdGroupAdStatus, { description: "Whether it serves there." })
  status: AdGroupAdStatus;
}

@ObjectType("Ad", {
  simpleResolvers: true,
  implements: Node,
  description: "What people see. Source: document 2, part B.",
})
@Directive('@key(fields: "eid")')
export class Ad implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Its identifier in the system that it was imported from; unique within the advertisable.",
  })
  externalId: string | null;
  @Field(() => String, { description: "Name, at most 255 characters; empty while it has none." })
  name: string;
  @Field(() => AdStatus, { description: "Where it stands." })
  status: AdStatus;
  @Field(() => AdType, { description: "How it is made." })
  type: AdType;
  @Field(() => Boolean, {
    description: "False once it is deleted, or while it lacks a name or destination; lists leave it out then.",
  })
  isActive: boolean;
  @Field(() => Int, { nullable: true, description: "Number of its format." })
  adFormatId: number | null;
  @Field(() => Int, { nullable: true, description: "Pixels, 1 to 10,000." })
  width: number | null;
  @Field(() => Int, { nullable: true, description: "Pixels, 1 to 10,000." })
  height: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Address of its picture or film. That of a picture which was uploaded here is a path of this service, which wants the credentials that everything of the old interface wants.",
  })
  src: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address that a click leads to, http or https, at most 1,024 characters.",
  })
  destinationUrl: string | null;
  @Field(() => String, { nullable: true, description: "Headline, for social networks." })
  headline: string | null;
  @Field(() => String, { nullable: true, description: "Text, for social networks." })
  body: string | null;
  @Field(() => String, { nullable: true, description: "Message, for social networks." })
  message: string | null;
  originalAdEid: string | null;
  @Field(() => Boolean, { description: "Whether it was edited since its approval." })
  hasEdits: boolean;
  @Field(() => Boolean, { description: "Whether an edit of it waits for approval." })
  hasPendingEdits: boolean;
  @Field(() => Boolean, { description: "Whether a line is drawn around it." })
  isOutlined: boolean;
  @Field(() => String, { nullable: true, description: "Colour of that line, as #RRGGBB." })
  outlineColor: string | null;
  @Field(() => Boolean, { description: "Whether a Flash film reports its clicks rightly." })
  validClicktag: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
