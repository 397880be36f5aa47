import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { Ad, AdStatus, AdType } from "./ad.type.js";
import { ReviewVerdict } from "./entity-event.js";
import {
  BooleanFilter,
  connectionOf,
  DateTimeFilter,
  EidFilter,
  enumFilter,
  listArgs,
  orderOf,
  StringFilter,
} from "./graph.js";

export const AdConnection = connectionOf(() => Ad, "Ad", "ads");

const AdStatusFilter = enumFilter(AdStatus, "AdStatus");
const AdTypeFilter = enumFilter(AdType, "AdType");

@InputType("IntFilter", { description: "Conditions on a whole number." })
class IntFilter {
  @Field(() => Int, { nullable: true, description: "Equal to this." })
  eq?: number | null;
}

@InputType("AdFilter", { description: "Which ads; all conditions that are given hold." })
class AdFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the identifier in the system that it was imported from." })
  externalId?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => AdStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof AdStatusFilter> | null;
  @Field(() => AdTypeFilter, { nullable: true, description: "By how it is made." })
  type?: InstanceType<typeof AdTypeFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => IntFilter, { nullable: true, description: "By width in pixels." })
  width?: IntFilter | null;
  @Field(() => IntFilter, { nullable: true, description: "By height in pixels." })
  height?: IntFilter | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const AdOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "Ad",
  "ads",
);

export const AdListArgs = listArgs(AdFilter, AdOrder);
export type AdListArgs = InstanceType<typeof AdListArgs>;

@InputType()
class AdSettings {
  @Field(() => String, {
    nullable: true,
    description: "Address that a click leads to, http or https, at most 1,024 characters; null for none.",
  })
  destinationUrl?: string | null;
  @Field(() => String, { nullable: true, description: "Headline, at most 255 characters; null for none." })
  headline?: string | null;
  @Field(() => String, { nullable: true, description: "Text, at most 10,000 characters; null for none." })
  body?: string | null;
  @Field(() => String, { nullable: true, description: "Message, at most 10,000 characters; null for none." })
  message?: string | null;
  @Field(() => Int, { nullable: true, description: "Pixels, 1 to 10,000; null while unknown." })
  width?: number | null;
  @Field(() => Int, { nullable: true, description: "Pixels, 1 to 10,000; null while unknown." })
  height?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Its picture: a PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side, in base64, which src then leads to; null counts as not given. Its sides become the ad's; width and height need not be given, and must agree where they are. A text of a client's variables has at most 262,144 characters; larger images go through POST /api/v1/ad/create and PUT /api/v1/ad/edit.",
  })
  picture?: string | null;
}

@InputType("CreateAdInput", {
  description:
    "A new ad; it begins in ADMIN_REVIEW, or APPROVED when staff creates it. Without a name or a destination it is not active.",
})
export class CreateAdInput extends AdSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; none when not given." })
  name?: string | null;
  @Field(() => AdType, { defaultValue: AdType.IMAGE, description: "How it is made." })
  type: AdType;
}

@InputType("EditAdInput", { description: "Changes of an ad; what is not given stays." })
export class EditAdInput extends AdSettings {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => AdType, { nullable: true, description: "How it is made; null counts as not given." })
  type?: AdType | null;
}

@InputType("CloneAdInput", { description: "Which ad to copy." })
export class CloneAdInput {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
  @Field(() => String, {
    nullable: true,
    description: "Name of the copy, 1 to 255 characters; the ad's when not given.",
  })
  name?: string | null;
}

@InputType("AdStatusInput", { description: "Which ad to pause or resume." })
export class AdStatusInput {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
}

@InputType("ReviewAdInput", { description: "A platform administrator's verdict on an ad." })
export class ReviewAdInput {
  @Field(() => ID, { description: "EID of the ad." })
  eid: string;
  @Field(() => ReviewVerdict, { description: "What is decided." })
  verdict: ReviewVerdict;
}

@ObjectType("AdPayload", { simpleResolvers: true, description: "What a mutation made of an ad." })
export class AdPayload {
  @Field(() => Ad, { description: "The ad as it is now." })
  ad: Ad;
}
