import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const SocialAdStatus = {
  DRAFT: "DRAFT",
  PAUSED: "PAUSED",
  ACTIVE: "ACTIVE",
  DELETED: "DELETED",
  COMPLETED: "COMPLETED",
  KICKED: "KICKED",
} as const;
export type SocialAdStatus = keyof typeof SocialAdStatus;
registerEnumType(SocialAdStatus, {
  name: "SocialAdStatus",
  description: "Where an ad on the social network stands (document 2, part A).",
  valuesConfig: {
    DRAFT: { description: "Not finished; the network never hears of it." },
    PAUSED: { description: "Stopped by its own people." },
    ACTIVE: { description: "Serves while its ad set and campaign do and the network lets it." },
    DELETED: { description: "Gone for good." },
    COMPLETED: {
      description: "Ended by the network, as the days of its ad set or campaign are over; it may be activated again.",
    },
    KICKED: { description: "Thrown out by the network for good; it can only be deleted." },
  },
});

export const RemoteStatus = {
  ACTIVE: "ACTIVE",
  PAUSED: "PAUSED",
  DELETED: "DELETED",
  PENDING_REVIEW: "PENDING_REVIEW",
  DISAPPROVED: "DISAPPROVED",
  PREAPPROVED: "PREAPPROVED",
  PENDING_BILLING_INFO: "PENDING_BILLING_INFO",
  CAMPAIGN_PAUSED: "CAMPAIGN_PAUSED",
  ARCHIVED: "ARCHIVED",
  ADSET_PAUSED: "ADSET_PAUSED",
} as const;
export type RemoteStatus = keyof typeof RemoteStatus;
registerEnumType(RemoteStatus, {
  name: "RemoteStatus",
  description: "What the social network does with an ad (document 2, part A).",
  valuesConfig: {
    ACTIVE: { description: "Shows it." },
    PAUSED: { description: "Does not show it, as it is paused." },
    DELETED: { description: "Has deleted it." },
    PENDING_REVIEW: { description: "Still reviews it." },
    DISAPPROVED: { description: "Refuses it; disapprovalReason says why." },
    PREAPPROVED: { description: "Has approved it before its first day." },
    PENDING_BILLING_INFO: { description: "Waits for the means of payment." },
    CAMPAIGN_PAUSED: { description: "Does not show it, as its campaign is paused." },
    ARCHIVED: { description: "Has archived it." },
    ADSET_PAUSED: { description: "Does not show it, as its ad set is paused." },
  },
});

@ObjectType("SocialAd", {
  simpleResolvers: true,
  implements: Node,
  description: "A creative that an ad set shows on the social network. Source: document 2, part A, Ad.",
})
@Directive('@key(fields: "eid")')
export class SocialAd implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its ad set; it never changes." })
  adSetEid: string;
  @Field(() => ID, { description: "EID of its creative." })
  creativeEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => SocialAdStatus, { description: "Where it stands." })
  status: SocialAdStatus;
  @Field(() => Boolean, { description: "False once it is deleted; lists leave it out then." })
  isActive: boolean;
  @Field(() => RemoteStatus, {
    nullable: true,
    description: "What the network does with it, as it said last; null before it knows the ad.",
  })
  remoteStatus: RemoteStatus | null;
  @Field(() => String, { nullable: true, description: "Why the network refuses it; null where it does not." })
  disapprovalReason: string | null;
  @Field(() => String, { nullable: true, description: "Its identifier on the network; null before it is there." })
  externalId: string | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
