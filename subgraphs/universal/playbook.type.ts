import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";
import { UniversalBudgetSettings } from "./universal-budget.type.js";
import { UniversalStatus } from "./universal-status.type.js";

export const PlaybookType = { STANDARD: "STANDARD" } as const;
export type PlaybookType = keyof typeof PlaybookType;
registerEnumType(PlaybookType, {
  name: "PlaybookType",
  description: "Kind of playbook (decisions, section 7).",
  valuesConfig: { STANDARD: { description: "Universal campaigns that run together." } },
});

@ObjectType("Playbook", {
  simpleResolvers: true,
  implements: Node,
  description: "Universal campaigns that are made, started and paid for together. Source: document 1, part C.",
})
@Directive('@key(fields: "eid")')
export class Playbook implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalStatus, {
    description: "Where people have put it. While it does not serve, its campaigns don't.",
  })
  status: UniversalStatus;
  @Field(() => PlaybookType, { description: "What kind it is; it never changes." })
  playbookType: PlaybookType;
  @Field(() => DateTime, { nullable: true, description: "When it starts; null for as soon as it is live." })
  startDate: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When it ends, this instant excluded; null for without end.",
  })
  endDate: Date | null;
  @Field(() => CurrencyCode, {
    description: "Currency of all its amounts and of those of its campaigns; it never changes.",
  })
  currency: string;
  @Field(() => UniversalBudgetSettings, {
    description: "Its budget, which is the goal in there, and what its campaigns have spent together.",
  })
  budgetSettings: UniversalBudgetSettings;
  @Field(() => Boolean, {
    description:
      "Whether the service divides the budget: new campaigns that are given none get equal parts of what the others leave, to the cent. It never changes. Own.",
  })
  budgetBalancingAutomated: boolean;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When one of its own fields last changed." })
  updatedAt: Date;
}
