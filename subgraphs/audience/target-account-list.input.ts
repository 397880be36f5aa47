import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";
import { BooleanFilter, connectionOf, EidFilter, enumFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { TargetAccountCriteria } from "./target-account.input.js";
import { ScoringStatus, TargetAccountList } from "./target-account-list.type.js";

export const TargetAccountListConnection = connectionOf(
  () => TargetAccountList,
  "TargetAccountList",
  "target account lists",
);

const ScoringStatusFilter = enumFilter(ScoringStatus, "ScoringStatus");

@InputType("TargetAccountListFilter", { description: "Which lists; all conditions that are given hold." })
class TargetAccountListFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By the rule that scored it." })
  scoringModelId?: InstanceType<typeof StringFilter> | null;
  @Field(() => ScoringStatusFilter, { nullable: true, description: "By how far its scoring is." })
  scoringStatus?: InstanceType<typeof ScoringStatusFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
}

const TargetAccountListOrder = orderOf(
  { CREATED_AT: "When it was created.", NAME: "Its name, in the order of its characters' code points." },
  "TargetAccountList",
  "target account lists",
);

export const ListListArgs = listArgs(TargetAccountListFilter, TargetAccountListOrder);
export type ListListArgs = InstanceType<typeof ListListArgs>;

@InputType("CreateTargetAccountListInput", {
  description: "A new list, with accounts or without; they are in no tier.",
})
export class CreateTargetAccountListInput {
  @Field(() => ID, { description: "EID of the advertisable." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => [String], { nullable: true, description: "At most 1,000 domains." })
  domains?: string[] | null;
  @Field(() => TargetAccountCriteria, { nullable: true, description: "Known domains; at most 10,000 may fit." })
  discover?: TargetAccountCriteria | null;
}

@InputType("GradeThresholdsInput", {
  description: "The lowest score of each grade, 0 to 100, each below the one before it.",
})
export class GradeThresholdsInput {
  @Field(() => Int, { description: "Lowest score of grade A." })
  A: number;
  @Field(() => Int, { description: "Lowest score of grade B." })
  B: number;
  @Field(() => Int, { description: "Lowest score of grade C." })
  C: number;
  @Field(() => Int, { description: "Lowest score of grade D." })
  D: number;
  @Field(() => Int, { description: "Lowest score of grade F." })
  F: number;
}

const TEXT = "1 to 40 characters; null removes it.";

@InputType("EditTargetAccountListInput", { description: "Changes of a list; what is not given stays." })
export class EditTargetAccountListInput {
  @Field(() => ID, { description: "EID of the list." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its advertisable; NOT_FOUND when it is another." })
  advertisableEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => Float, { nullable: true, description: "How well a model ranks, 0 to 1; null removes it." })
  scoringAuc?: number | null;
  @Field(() => GradeThresholdsInput, { nullable: true, description: "Thresholds; null counts as not given." })
  scoringGrades?: GradeThresholdsInput | null;
  @Field(() => String, { nullable: true, description: `Status of the first holdout, ${TEXT}` })
  scoringHoldout1Status?: string | null;
  @Field(() => String, { nullable: true, description: `Status of the second holdout, ${TEXT}` })
  scoringHoldout2Status?: string | null;
  @Field(() => String, { nullable: true, description: `Status of the third holdout, ${TEXT}` })
  scoringHoldout3Status?: string | null;
  @Field(() => String, { nullable: true, description: `Status of the fourth holdout, ${TEXT}` })
  scoringHoldout4Status?: string | null;
  @Field(() => String, { nullable: true, description: `Status of the fifth holdout, ${TEXT}` })
  scoringHoldout5Status?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether accounts wait to be scored; null counts as not given.",
  })
  scoringItemsPending?: boolean | null;
  @Field(() => String, { nullable: true, description: `Status of the model in production, ${TEXT}` })
  scoringProductionStatus?: string | null;
  @Field(() => ScoringStatus, {
    nullable: true,
    description: "PENDING has its accounts scored; otherwise only the status that it has is accepted.",
  })
  scoringStatus?: ScoringStatus | null;
  @Field(() => String, { nullable: true, description: `State of the CRM synchronisation, ${TEXT}` })
  crmSyncState?: string | null;
  @Field(() => DateTime, { nullable: true, description: "When the CRM was synchronised last; null removes it." })
  crmSyncedAt?: Date | null;
}

@InputType("DeleteTargetAccountListInput", { description: "The list to delete, with all that is in it." })
export class DeleteTargetAccountListInput {
  @Field(() => ID, { description: "EID of the list." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its advertisable; NOT_FOUND when it is another." })
  advertisableEid?: string | null;
}

@ObjectType("TargetAccountListPayload", { simpleResolvers: true, description: "What a mutation made of a list." })
export class TargetAccountListPayload {
  @Field(() => TargetAccountList, { description: "The list as it is now." })
  targetAccountList: TargetAccountList;
}

@ObjectType("DeleteTargetAccountListPayload", { simpleResolvers: true, description: "What was deleted." })
export class DeleteTargetAccountListPayload {
  @Field(() => ID, { description: "EID of the list that is gone." })
  deletedEid: string;
}
