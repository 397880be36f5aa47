import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { connectionOf } from "./graph.js";
import { TargetAccountCriteria } from "./target-account.input.js";
import { Tier } from "./tier.type.js";

export const TierConnection = connectionOf(() => Tier, "Tier", "tiers");

@ArgsType()
export class TierListArgs {
  @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Continue after this cursor of the same list." })
  after?: string | null;
}

const OWNER = "EID of the list's advertisable; NOT_FOUND when it is another.";

@InputType("CreateTierInput", { description: "A new tier of a list, with accounts or without." })
export class CreateTierInput {
  @Field(() => ID, { description: "EID of the list." })
  listEid: string;
  @Field(() => ID, { nullable: true, description: OWNER })
  advertisableEid?: string | null;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => [String], {
    nullable: true,
    description: "At most 1,000 domains; those that are new come into the list, those in another tier stay there.",
  })
  domains?: string[] | null;
  @Field(() => TargetAccountCriteria, {
    nullable: true,
    description: "Known domains, as if they were given one by one; at most 10,000 may fit.",
  })
  discover?: TargetAccountCriteria | null;
}

@InputType("EditTierInput", { description: "Changes of a tier; what is not given stays." })
export class EditTierInput {
  @Field(() => ID, { description: "EID of the tier." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its list; NOT_FOUND when it is another." })
  listEid?: string | null;
  @Field(() => ID, { nullable: true, description: OWNER })
  advertisableEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
}

@InputType("DeleteTierInput", { description: "The tier to delete; its accounts stay in the list, in no tier." })
export class DeleteTierInput {
  @Field(() => ID, { description: "EID of the tier." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its list; NOT_FOUND when it is another." })
  listEid?: string | null;
  @Field(() => ID, { nullable: true, description: OWNER })
  advertisableEid?: string | null;
}

@ObjectType("TierPayload", { simpleResolvers: true, description: "What a mutation made of a tier." })
export class TierPayload {
  @Field(() => Tier, { description: "The tier as it is now." })
  tier: Tier;
}

@ObjectType("CreateTierPayload", { simpleResolvers: true, description: "What a new tier came to." })
export class CreateTierPayload {
  @Field(() => Tier, { description: "The new tier." })
  tier: Tier;
  @Field(() => Int, { description: "Domains that were left where they are, as they are in another tier." })
  skippedDomains: number;
}

@ObjectType("DeleteTierPayload", { simpleResolvers: true, description: "What was deleted." })
export class DeleteTierPayload {
  @Field(() => ID, { description: "EID of the tier that is gone." })
  deletedEid: string;
}
