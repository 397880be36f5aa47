import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { DecimalScalar } from "../../lib/scalars.js";
import { CustomAudience, CustomAudienceSubtype } from "./custom-audience.type.js";
import { enumFilter, namedList } from "./graph.js";
import { NamedFilter } from "./lists.js";
import { LookalikeType } from "./lookalike-audience.type.js";

const SubtypeFilter = enumFilter(CustomAudienceSubtype, "CustomAudienceSubtype");

@InputType("CustomAudienceFilter", { description: "Which audiences; all conditions that are given hold." })
class CustomAudienceFilter extends NamedFilter {
  @Field(() => SubtypeFilter, { nullable: true, description: "By what puts people into it." })
  subtype?: InstanceType<typeof SubtypeFilter> | null;
}

export const CUSTOM_AUDIENCE_LIST = namedList(
  () => CustomAudience,
  "CustomAudience",
  "custom audiences",
  CustomAudienceFilter,
);

@InputType("CreateCustomAudienceInput", { description: "A new custom audience." })
export class CreateCustomAudienceInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "Whether entering it counts as a conversion." })
  isConversion: boolean;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "What one conversion is worth, in US dollars, from 0, at most 2 decimals; null for nothing.",
  })
  conversionValue?: Decimal | null;
  @Field(() => Int, { description: "Days without activity after which somebody leaves it, 1 to 180." })
  retentionDays: number;
  @Field(() => CustomAudienceSubtype, { description: "What puts people into it." })
  subtype: CustomAudienceSubtype;
  @Field(() => String, { description: "What puts people into it, in the network's terms, 1 to 10,000 characters." })
  rule: string;
}

@InputType("CreateLookalikeAudienceInput", { description: "A custom audience that is derived from another one." })
export class CreateLookalikeAudienceInput {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the custom audience to derive it from, of the same advertisable." })
  originAudienceEid: string;
  @Field(() => String, { description: "Country whose people it holds, two letters of ISO 3166-1." })
  countryCode: string;
  @Field(() => String, { description: "Name of that country, 1 to 255 characters; kept as it is." })
  countryName: string;
  @Field(() => Boolean, {
    description: "Whether people of other countries may help to find it where the origin is too small.",
  })
  allowInternationalSeeds: boolean;
  @Field(() => Int, { description: "1 for the smallest and most similar, up to 10." })
  ratio: number;
  @Field(() => LookalikeType, { nullable: true, description: "What it makes the most of; null for neither." })
  type?: LookalikeType | null;
}

@ObjectType("CustomAudiencePayload", { simpleResolvers: true, description: "What a mutation made of an audience." })
export class CustomAudiencePayload {
  @Field(() => CustomAudience, { description: "The audience as it is now." })
  customAudience: CustomAudience;
}
