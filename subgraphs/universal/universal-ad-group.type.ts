import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";
import { UniversalObjective } from "./universal-campaign.type.js";
import { UniversalStatus } from "./universal-status.type.js";

export const UniversalAdType = { STATIC: "STATIC", DYNAMIC: "DYNAMIC" } as const;
export type UniversalAdType = keyof typeof UniversalAdType;
registerEnumType(UniversalAdType, {
  name: "UniversalAdType",
  description: "How the ads of a universal ad group are made (decisions, section 7).",
  valuesConfig: {
    STATIC: { description: "They show everybody the same." },
    DYNAMIC: { description: "They show everybody products of their own." },
  },
});

export const UniversalKpiMetric = { CPA: "CPA", CPC: "CPC", CPM: "CPM" } as const;
export type UniversalKpiMetric = keyof typeof UniversalKpiMetric;
registerEnumType(UniversalKpiMetric, {
  name: "UniversalKpiMetric",
  description: "What the goal of a universal ad group is measured by (decisions, section 7).",
  valuesConfig: {
    CPA: { description: "Cost of one conversion." },
    CPC: { description: "Cost of one click." },
    CPM: { description: "Cost of 1,000 impressions." },
  },
});

@ObjectType("UniversalAdGroup", {
  simpleResolvers: true,
  implements: Node,
  description: "Ads of a universal campaign that are shown to the same people. Source: document 1, part C.",
})
@Directive('@key(fields: "eid")')
export class UniversalAdGroup implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its campaign; it never changes." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalStatus, { description: "Where people have put it." })
  status: UniversalStatus;
  @Field(() => UniversalAdType, { description: "How its ads are made; it never changes." })
  adType: UniversalAdType;
  @Field(() => UniversalObjective, { description: "What it is for." })
  objective: UniversalObjective;
  @Field(() => CurrencyCode, { description: "Currency of kpiGoal: that of its campaign." })
  currency: string;
  @Field(() => UniversalKpiMetric, { description: "What its goal is measured by." })
  kpiMetric: UniversalKpiMetric;
  @Field(() => MoneyType, {
    nullable: true,
    description: "The goal for that metric; null lets the service make the best of it.",
  })
  kpiGoal: Money | null;
  @Field(() => DateTime, { nullable: true, description: "When it starts; null for with its campaign." })
  startDate: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When it ends, this instant excluded; null for with its campaign.",
  })
  endDate: Date | null;
  @Field(() => [String], {
    description:
      "Where its ads appear on social networks: at most 20 different words of lower-case letters, digits and _.",
  })
  snPlacements: string[];
  @Field(() => [ID], { description: "EIDs of the segments whose people it is for, at most 1,000." })
  positiveSegmentEids: string[];
  @Field(() => [ID], { description: "EIDs of the segments whose people it leaves out, at most 1,000." })
  negativeSegmentEids: string[];
  @Field(() => Boolean, { description: "Whether it is for people who are close to buying." })
  highIntent: boolean;
  @Field(() => Int, { nullable: true, description: "Number of the wizard's run that made it; null for none." })
  wizardTicketId: number | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}

@ObjectType("UniversalAdGroupAd", {
  simpleResolvers: true,
  description: "An ad in a universal ad group. Source: document 1, part C, Ad-group ad.",
})
export class UniversalAdGroupAd {
  @Field(() => ID, { description: "EID of this place in the ad group, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
  @Field(() => UniversalStatus, { description: "Where people have put it." })
  status: UniversalStatus;
  @Field(() => DateTime, { description: "When it was added to the ad group." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
