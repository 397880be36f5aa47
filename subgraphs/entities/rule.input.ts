import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
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
import { Pixel } from "./pixel.type.js";
import { Rule, RuleSource } from "./rule.type.js";

export const RuleConnection = connectionOf(() => Rule, "Rule", "rules");

const RuleSourceFilter = enumFilter(RuleSource, "RuleSource");

@InputType("RuleFilter", { description: "Which rules; all conditions that are given hold." })
class RuleFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the advertisable's EID." })
  advertisableEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the pixel's EID." })
  pixelEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => RuleSourceFilter, { nullable: true, description: "By what it recognises people by." })
  source?: InstanceType<typeof RuleSourceFilter> | null;
  @Field(() => BooleanFilter, { nullable: true, description: "By whether it is not deleted." })
  isActive?: InstanceType<typeof BooleanFilter> | null;
  @Field(() => DateTimeFilter, { nullable: true, description: "By when it was created." })
  createdAt?: InstanceType<typeof DateTimeFilter> | null;
}

const RuleOrder = orderOf(
  {
    ORDER: "Its place among the rules of its pixel.",
    CREATED_AT: "When it was created.",
    NAME: "Its name, in the order of its characters' code points.",
  },
  "Rule",
  "rules",
);

export const RuleListArgs = listArgs(
  RuleFilter,
  RuleOrder,
  "those of a pixel by their own order and others the oldest first",
);
export type RuleListArgs = InstanceType<typeof RuleListArgs>;

const PATTERN =
  "Which pages: * stands for any characters or none, every other character for itself. 1 to 1,024 characters as a browser sends an address: no spaces, other letters than ASCII percent-encoded.";

@InputType("CreateRuleInput", { description: "A new rule; it becomes the last one of its pixel." })
export class CreateRuleInput {
  @Field(() => ID, { description: "EID of the pixel that it belongs to." })
  pixelEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "Name for people, 1 to 255 characters; null where it is `name`.",
  })
  displayName?: string | null;
  @Field(() => String, { description: PATTERN })
  pattern: string;
  @Field(() => RuleSource, { defaultValue: RuleSource.COOKIE, description: "By what it recognises people." })
  source: RuleSource;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of the segments that its pages put visitors into: of the same advertisable, not deleted, each once, at most 1,000; none when not given.",
  })
  segmentEids?: string[] | null;
}

@InputType("EditRuleInput", { description: "Changes of a rule; what is not given stays." })
export class EditRuleInput {
  @Field(() => ID, { description: "EID of the rule." })
  eid: string;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; null counts as not given." })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "Name for people, 1 to 255 characters; null removes it." })
  displayName?: string | null;
  @Field(() => String, { nullable: true, description: `${PATTERN} null counts as not given.` })
  pattern?: string | null;
  @Field(() => RuleSource, {
    nullable: true,
    description: "By what it recognises people; null counts as not given.",
  })
  source?: RuleSource | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Its new place, from 1 to the number of the pixel's rules; those between the old and the new place move up or down by one. null counts as not given.",
  })
  order?: number | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of the segments that its pages put visitors into, in place of those before: of the same advertisable, each once, at most 1,000; new ones must not be deleted. null counts as not given.",
  })
  segmentEids?: string[] | null;
}

@InputType("ReorderRulesInput", { description: "The order of all rules of a pixel." })
export class ReorderRulesInput {
  @Field(() => ID, { description: "EID of the pixel." })
  pixelEid: string;
  @Field(() => [ID], {
    description: "EIDs of the pixel's rules in their new order: each that is not deleted exactly once, and no other.",
  })
  ruleEids: string[];
}

@ObjectType("RulePayload", { simpleResolvers: true, description: "What a mutation made of a rule." })
export class RulePayload {
  @Field(() => Rule, { description: "The rule as it is now." })
  rule: Rule;
}

@ObjectType("ReorderRulesPayload", { simpleResolvers: true, description: "What a new order made of a pixel." })
export class ReorderRulesPayload {
  @Field(() => Pixel, { description: "The pixel; its rules are in the new order." })
  pixel: Pixel;
}
