import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const AdvertisableStatus = {
  ADMIN_REVIEW: "ADMIN_REVIEW",
  APPROVED: "APPROVED",
  PAUSED: "PAUSED",
  REJECTED: "REJECTED",
} as const;
export type AdvertisableStatus = keyof typeof AdvertisableStatus;
registerEnumType(AdvertisableStatus, {
  name: "AdvertisableStatus",
  description: "Where an advertisable stands (document 2, part B; PAUSED is this graph's own).",
  valuesConfig: {
    ADMIN_REVIEW: { description: "Waits for a platform administrator." },
    APPROVED: { description: "May advertise." },
    PAUSED: { description: "Approved, and stopped by its own people; the old interface shows it as approved." },
    REJECTED: { description: "Refused by a platform administrator." },
  },
});

@ObjectType("Advertisable", {
  simpleResolvers: true,
  implements: Node,
  description: "An advertiser: the company, site or product that campaigns advertise. Source: document 2, part B.",
})
@Directive('@key(fields: "eid")')
export class Advertisable implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  advertisableEid: string;
  organizationEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "Address of the site, http or https, at most 1,024 characters." })
  url: string | null;
  @Field(() => String, { nullable: true, description: "Name of the advertised product, at most 255 characters." })
  productName: string | null;
  @Field(() => CurrencyCode, { description: "The currency of its budgets and bids." })
  currency: string;
  @Field(() => AdvertisableStatus, { description: "Where it stands." })
  status: AdvertisableStatus;
  @Field(() => String, { nullable: true, description: "State of the automatic approval; staff may override it." })
  approvalState: string | null;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => Boolean, { description: "Whether it also publishes advertising." })
  isPublisher: boolean;
  @Field(() => Boolean, { description: "Whether the terms of the data co-operative are approved." })
  isCoopApproved: boolean;
  @Field(() => Boolean, { description: "Whether its site has a privacy policy." })
  hasPrivacyPolicy: boolean;
  @Field(() => Boolean, { description: "Whether customer segments may have several durations." })
  enableCustomerMultiDurSegs: boolean;
  @Field(() => [String], { description: "Domains on which its ads are never shown, at most 1,000." })
  blacklistedSites: string[];
  @Field(() => Int, { description: "Days after a click within which a conversion counts for it, 0 to 540." })
  clickThroughConversionWindow: number;
  @Field(() => Int, { description: "Days after an impression within which a conversion counts for it, 0 to 540." })
  viewThroughConversionWindow: number;
  @Field(() => String, { nullable: true, description: "Networks with which cookies are matched." })
  cmNetworks: string | null;
  @Field(() => String, { nullable: true, description: "EID of the first content category of the IAB." })
  iab1CategoryId: string | null;
  @Field(() => String, { nullable: true, description: "Name of the first content category of the IAB." })
  iab1CategoryName: string | null;
  @Field(() => String, { nullable: true, description: "EID of the second content category of the IAB." })
  iab2CategoryId: string | null;
  @Field(() => String, { nullable: true, description: "Name of the second content category of the IAB." })
  iab2CategoryName: string | null;
  @Field(() => Int, { nullable: true, description: "Number of the IAB content." })
  iabContentId: number | null;
  @Field(() => Int, { nullable: true, description: "Number of a third party's category." })
  thirdpartyCategoryId: number | null;
  @Field(() => String, { nullable: true, description: "Name of a third party's category." })
  thirdpartyCategoryName: string | null;
  // Read by staff only; the resolver answers null to everybody else.
  liquidads: string | null;
  ops: string | null;
  optimizer: string | null;
  saleser: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
