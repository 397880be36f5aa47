import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CurrencyCode } from "../../lib/scalars.js";
import { Advertisable, AdvertisableStatus } from "./advertisable.type.js";
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

export const AdvertisableConnection = connectionOf(() => Advertisable, "Advertisable", "advertisables");

const AdvertisableStatusFilter = enumFilter(AdvertisableStatus, "AdvertisableStatus");

@InputType("AdvertisableFilter", { description: "Which advertisables; all conditions that are given hold." })
class AdvertisableFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => AdvertisableStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof AdvertisableStatusFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const AdvertisableOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "Advertisable",
  "advertisables",
);

export const AdvertisableListArgs = listArgs(AdvertisableFilter, AdvertisableOrder);
export type AdvertisableListArgs = InstanceType<typeof AdvertisableListArgs>;

@InputType("CreateAdvertisableInput", {
  description: "A new advertisable; it begins in ADMIN_REVIEW, or APPROVED when staff creates it.",
})
export class CreateAdvertisableInput {
  @Field(() => ID, {
    nullable: true,
    description: "EID of the organization that will own it; the viewer's own when not given.",
  })
  organizationEid?: string | null;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "Address of the site, http or https, at most 1,024 characters." })
  url?: string | null;
  @Field(() => String, { nullable: true, description: "Name of the advertised product, 1 to 255 characters." })
  productName?: string | null;
  @Field(() => CurrencyCode, {
    defaultValue: "USD",
    description: "The currency of its budgets and bids; it can't be changed later.",
  })
  currency: string;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether the viewer works on it by default from now on.",
  })
  setAsDefault: boolean;
}

@InputType("AdministerAdvertisableInput", {
  description: "What platform administrators alone may say of an advertisable; what is not given stays.",
})
export class AdministerAdvertisableInput {
  @Field(() => String, {
    nullable: true,
    description: "State of the automatic approval, at most 255 characters; null removes it.",
  })
  approvalState?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Whether it also publishes advertising." })
  isPublisher?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the terms of the data co-operative are approved." })
  isCoopApproved?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether its site has a privacy policy." })
  hasPrivacyPolicy?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether customer segments may have several durations." })
  enableCustomerMultiDurSegs?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Networks with which cookies are matched, at most 255 characters; null removes them.",
  })
  cmNetworks?: string | null;
  @Field(() => String, { nullable: true, description: "EID of who makes its liquid ads; null removes it." })
  liquidads?: string | null;
  @Field(() => String, { nullable: true, description: "EID of who runs its operations; null removes it." })
  ops?: string | null;
  @Field(() => String, { nullable: true, description: "EID of who optimises it; null removes it." })
  optimizer?: string | null;
  @Field(() => String, { nullable: true, description: "EID of who sold to it; null removes it." })
  saleser?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "EID of the first content category of the IAB, at most 255 characters; null removes it.",
  })
  iab1CategoryId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the first content category of the IAB, at most 255 characters; null removes it.",
  })
  iab1CategoryName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "EID of the second content category of the IAB, at most 255 characters; null removes it.",
  })
  iab2CategoryId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of the second content category of the IAB, at most 255 characters; null removes it.",
  })
  iab2CategoryName?: string | null;
  @Field(() => Int, { nullable: true, description: "Number of the IAB content; null removes it." })
  iabContentId?: number | null;
  @Field(() => Int, { nullable: true, description: "Number of a third party's category; null removes it." })
  thirdpartyCategoryId?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Name of a third party's category, at most 255 characters; null removes it.",
  })
  thirdpartyCategoryName?: string | null;
}

@InputType("EditAdvertisableInput", { description: "Changes of an advertisable; what is not given stays." })
export class EditAdvertisableInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "Address of the site, http or https; null removes it." })
  url?: string | null;
  @Field(() => String, { nullable: true, description: "Name of the advertised product; null removes it." })
  productName?: string | null;
  @Field(() => [String], {
    nullable: true,
    description:
      "Domains on which its ads are never shown, at most 1,000, kept in lower case without www., each once; replaces the list, and null counts as not given.",
  })
  blacklistedSites?: string[] | null;
  @Field(() => Int, { nullable: true, description: "Days after a click within which a conversion counts, 0 to 540." })
  clickThroughConversionWindow?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days after an impression within which a conversion counts, 0 to 540.",
  })
  viewThroughConversionWindow?: number | null;
  @Field(() => AdministerAdvertisableInput, {
    nullable: true,
    description: "What platform administrators alone may say; FORBIDDEN for everybody else.",
  })
  administration?: AdministerAdvertisableInput | null;
}

@InputType("AdvertisableStatusInput", { description: "Which advertisable to pause or resume." })
export class AdvertisableStatusInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  eid: string;
}

@InputType("ReviewAdvertisableInput", { description: "A platform administrator's verdict on an advertisable." })
export class ReviewAdvertisableInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  eid: string;
  @Field(() => ReviewVerdict, { description: "What is decided." })
  verdict: ReviewVerdict;
}

@ObjectType("AdvertisablePayload", { simpleResolvers: true, description: "What a mutation made of an advertisable." })
export class AdvertisablePayload {
  @Field(() => Advertisable, { description: "The advertisable as it is now." })
  advertisable: Advertisable;
}
