import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const ScoringStatus = {
  NOT_SCORED: "NOT_SCORED",
  PENDING: "PENDING",
  RUNNING: "RUNNING",
  SCORED: "SCORED",
  FAILED: "FAILED",
} as const;
export type ScoringStatus = keyof typeof ScoringStatus;
registerEnumType(ScoringStatus, {
  name: "ScoringStatus",
  description: "How far the scoring of a target account list is (own decision: the documents don't show the values).",
  valuesConfig: {
    NOT_SCORED: { description: "Nobody has asked for it." },
    PENDING: { description: "Queued." },
    RUNNING: { description: "Under way." },
    SCORED: { description: "Done." },
    FAILED: { description: "Ended by a failure; it is tried again a few times by itself." },
  },
});

@ObjectType("GradeThresholds", {
  simpleResolvers: true,
  description: "The lowest score of each grade, 0 to 100, each below the one before it.",
})
export class GradeThresholds {
  @Field(() => Int, { description: "Lowest score of grade A." })
  A: number;
  @Field(() => Int, { description: "Lowest score of grade B." })
  B: number;
  @Field(() => Int, { description: "Lowest score of grade C." })
  C: number;
  @Field(() => Int, { description: "Lowest score of grade D." })
  D: number;
  @Field(() => Int, { description: "Lowest score of grade F; lower ones have no grade." })
  F: number;
}

const STATUS_TEXT = "1 to 40 characters; kept for the client, of no meaning here.";

@ObjectType("TargetAccountList", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Companies that an advertisable wants to reach, each known by its domain. Source: document 3, part A; decisions, section 7.",
})
@Directive('@key(fields: "eid")')
export class TargetAccountList implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, { nullable: true, description: "The rule that scored it; null before that." })
  scoringModelId: string | null;
  @Field(() => Float, { nullable: true, description: "How well a model of the client's ranks, 0 to 1." })
  scoringAuc: number | null;
  @Field(() => GradeThresholds, { description: "From which score on an account has which grade." })
  scoringGrades: GradeThresholds;
  @Field(() => String, { nullable: true, description: `Status of the first holdout, ${STATUS_TEXT}` })
  scoringHoldout1Status: string | null;
  @Field(() => String, { nullable: true, description: `Status of the second holdout, ${STATUS_TEXT}` })
  scoringHoldout2Status: string | null;
  @Field(() => String, { nullable: true, description: `Status of the third holdout, ${STATUS_TEXT}` })
  scoringHoldout3Status: string | null;
  @Field(() => String, { nullable: true, description: `Status of the fourth holdout, ${STATUS_TEXT}` })
  scoringHoldout4Status: string | null;
  @Field(() => String, { nullable: true, description: `Status of the fifth holdout, ${STATUS_TEXT}` })
  scoringHoldout5Status: string | null;
  @Field(() => Boolean, { description: "Whether accounts were added since it was scored last." })
  scoringItemsPending: boolean;
  @Field(() => String, { nullable: true, description: `Status of the model in production, ${STATUS_TEXT}` })
  scoringProductionStatus: string | null;
  @Field(() => ScoringStatus, { description: "How far its scoring is." })
  scoringStatus: ScoringStatus;
  @Field(() => String, { nullable: true, description: `State of the client's CRM synchronisation, ${STATUS_TEXT}` })
  crmSyncState: string | null;
  @Field(() => DateTime, { nullable: true, description: "When the client's CRM was synchronised last, as it says." })
  crmSyncedAt: Date | null;
  @Field(() => Boolean, { description: "False once it is deleted; it is not found then." })
  isActive: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
