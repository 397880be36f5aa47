import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";

export const StrategyAdRole = { ALL: "ALL", WEB: "WEB", SN: "SN" } as const;
export type StrategyAdRole = keyof typeof StrategyAdRole;
registerEnumType(StrategyAdRole, {
  name: "StrategyAdRole",
  description: "Which campaigns of a strategy show an ad (document 1, part B and versioning).",
  valuesConfig: {
    ALL: { description: "Those of every product." },
    WEB: { description: "That on sites and apps." },
    SN: { description: "That on a social network." },
  },
});

export const StrategySegmentRole = { POSITIVE: "POSITIVE", NEGATIVE: "NEGATIVE", CONVERSION: "CONVERSION" } as const;
export type StrategySegmentRole = keyof typeof StrategySegmentRole;
registerEnumType(StrategySegmentRole, {
  name: "StrategySegmentRole",
  description: "What a segment is to a strategy (document 1, part B and versioning).",
  valuesConfig: {
    POSITIVE: { description: "Its people see the ads." },
    NEGATIVE: { description: "Its people don't." },
    CONVERSION: { description: "What it counts is a conversion." },
  },
});

@ObjectType("StrategyAd", {
  simpleResolvers: true,
  description: "An ad that a strategy shows. Source: document 1, part B.",
})
export class StrategyAd {
  @Field(() => ID, { description: "EID of this link, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the strategy." })
  strategyEid: string;
  @Field(() => ID, { description: "EID of the ad." })
  adEid: string;
  @Field(() => StrategyAdRole, { description: "Which of its campaigns show the ad." })
  role: StrategyAdRole;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
}

@ObjectType("StrategySegment", {
  simpleResolvers: true,
  description: "A segment that a strategy names. Source: document 1, part B.",
})
export class StrategySegment {
  @Field(() => ID, { description: "EID of this link, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of the strategy." })
  strategyEid: string;
  @Field(() => ID, { description: "EID of the segment." })
  segmentEid: string;
  @Field(() => StrategySegmentRole, { description: "What the segment is to the strategy." })
  role: StrategySegmentRole;
  @Field(() => DateTime, { description: "When it was added." })
  createdAt: Date;
}
