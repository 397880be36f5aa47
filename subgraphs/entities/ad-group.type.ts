import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { PlacementTarget } from "./ad-group-target.type.js";
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
  @Field(() => Boolean, { description: "Whether it addresses all places: true exactly while it has no geo targets." })
  geoTargetWorldwide: boolean;
  @Field(() => [PlacementTarget], { description: "Where its ads are shown on a social network." })
  placementTargets: PlacementTarget[];
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
