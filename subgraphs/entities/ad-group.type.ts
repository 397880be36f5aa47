import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const AdGroupStatus = {
  ADMIN_REVIEW: "ADMIN_REVIEW",
  APPROVED: "APPROVED",
  PAUSED: "PAUSED",
  ADMIN_PAUSED: "ADMIN_PAUSED",
} as const;
export type AdGroupStatus = keyof typeof AdGroupStatus;
registerEnumType(AdGroupStatus, {
  name: "AdGroupStatus",
  description: "Where an ad group stands (document 2, part B).",
  valuesConfig: {
    ADMIN_REVIEW: { description: "Waits for a platform administrator." },
    APPROVED: { description: "Serves while its campaign does." },
    PAUSED: { description: "Approved, and stopped by its own people." },
    ADMIN_PAUSED: { description: "Stopped by a platform administrator; only one can let it go on." },
  },
});

@ObjectType("GeoTarget", { simpleResolvers: true, description: "A place that an ad group addresses or leaves out." })
export class GeoTarget {
  @Field(() => ID, { description: "EID of the place." })
  eid: string;
  @Field(() => Boolean, { description: "True where people of the place are left out." })
  isNegative: boolean;
}

@ObjectType("PlatformTarget", { simpleResolvers: true, description: "A kind of device that an ad group addresses." })
export class PlatformTarget {
  @Field(() => String, { description: "mobile or desktop." })
  type: string;
  @Field(() => String, { nullable: true, description: "ios or android." })
  os: string | null;
  @Field(() => String, { nullable: true, description: "Version of the operating system." })
  osVersion: string | null;
  @Field(() => String, { nullable: true, description: "android_tablet, android_smartphone, ipod, ipad or iphone." })
  device: string | null;
}

@ObjectType("DemographicTarget", { simpleResolvers: true, description: "An age that an ad group addresses." })
export class DemographicTarget {
  @Field(() => Int, { description: "Years, from 13." })
  minAge: number;
  @Field(() => Int, { description: "Years, included, up to 65." })
  maxAge: number;
}

@ObjectType("AdGroup", {
  simpleResolvers: true,
  implements: Node,
  description: "Ads of one campaign that address the same people. Source: document 2, part B; decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class AdGroup implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the campaign that it belongs to." })
  campaignEid: string;
  @Field(() => String, {
    nullable: true,
    description: "Its identifier in the system that it was imported from; unique within the advertisable.",
  })
  externalId: string | null;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { description: "Kind of ad group, such as web." })
  type: string;
  @Field(() => AdGroupStatus, { description: "Where it stands." })
  status: AdGroupStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => [ID], { description: "EIDs of the segments that it addresses." })
  positiveSegments: string[];
  @Field(() => [ID], { description: "EIDs of the segments that it leaves out." })
  negativeSegments: string[];
  @Field(() => [GeoTarget], { description: "Places that it addresses or leaves out." })
  geoTargets: GeoTarget[];
  @Field(() => Boolean, { description: "Whether it addresses all places." })
  geoTargetWorldwide: boolean;
  @Field(() => [String], { description: "all, rightcolumn, desktopfeed, mobilefeed, partnernetwork or photostream." })
  placementTargets: string[];
  @Field(() => [PlatformTarget], { description: "Kinds of device that it addresses." })
  platformTargets: PlatformTarget[];
  @Field(() => [DemographicTarget], { description: "Ages that it addresses." })
  demographicTargets: DemographicTarget[];
  @Field(() => [String], { description: "Domains on which its ads are not shown." })
  siteExclusions: string[];
  @Field(() => String, { nullable: true, description: "How it chooses among its ads." })
  adOptimization: string | null;
  @Field(() => String, { description: "Time zone of its flights; only UTC." })
  flightTimezone: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
