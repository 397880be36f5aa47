import { Directive, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";
import { UniversalBudgetSettings } from "./universal-budget.type.js";
import { UniversalStatus } from "./universal-status.type.js";

export const UniversalObjective = {
  AWARENESS: "AWARENESS",
  CONSIDERATION: "CONSIDERATION",
  CONVERT: "CONVERT",
} as const;
export type UniversalObjective = keyof typeof UniversalObjective;
registerEnumType(UniversalObjective, {
  name: "UniversalObjective",
  description: "What a universal campaign or ad group is for (decisions, section 7).",
  valuesConfig: {
    AWARENESS: { description: "That people get to know the advertisable." },
    CONSIDERATION: { description: "That people come to its site." },
    CONVERT: { description: "That people buy." },
  },
});

@ObjectType("UniversalCampaign", {
  simpleResolvers: true,
  implements: Node,
  description: "Ad groups of an advertisable under one budget, on every channel. Source: document 1, part C.",
})
@Directive('@key(fields: "eid")')
export class UniversalCampaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { nullable: true, description: "EID of the playbook that it is in; null for none." })
  playbookEid: string | null;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalStatus, { description: "Where people have put it." })
  status: UniversalStatus;
  @Field(() => CurrencyCode, {
    description: "Currency of all its amounts and of those of its ad groups; it never changes.",
  })
  currency: string;
  @Field(() => UniversalObjective, { description: "What it is for." })
  objective: UniversalObjective;
  @Field(() => DateTime, { nullable: true, description: "When it starts; null for as soon as it is live." })
  startDate: Date | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When it ends, this instant excluded; null for without end.",
  })
  endDate: Date | null;
  @Field(() => MoneyType, {
    nullable: true,
    description:
      "Budget for one period of budgetSettings.budgetType: at least 5 USD a day for each ad group. Null means none is set, and it can't be live. Decisions, section 7.",
  })
  budget: Money | null;
  @Field(() => UniversalBudgetSettings, { description: "How its budget is meant, and what has been spent of it." })
  budgetSettings: UniversalBudgetSettings;
  @Field(() => String, { nullable: true, description: "Kind of tactic, 1 to 100 characters; kept as it is." })
  tacticType: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What it was made from, such as universal; 1 to 100 characters, kept as it is.",
  })
  template: string | null;
  @Field(() => String, { nullable: true, description: "Use case, 1 to 100 characters; kept as it is." })
  useCase: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Kind of leads that it leaves out; 1 to 100 characters, kept as it is.",
  })
  rwExcludedLeadType: string | null;
  @Field(() => String, {
    nullable: true,
    description: "When in the week it serves, as the text of a JSON object; kept as it is. Null for always.",
  })
  dayparting: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Impressions on one domain at most, from 0, at most 2 decimals; null for no limit.",
  })
  domainFrequencyCap: string | null;
  @Field(() => Boolean, { description: "Whether domainFrequencyCap holds." })
  domainFrequencyCapEnabled: boolean;
  @Field(() => Boolean, { description: "Whether the service sets domainFrequencyCap." })
  rwManageDomainFrequencyCap: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "Impressions for one person at most, 0 to 1,000,000; null for no limit.",
  })
  userFrequencyCap: number | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
