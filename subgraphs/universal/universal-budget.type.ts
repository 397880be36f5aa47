import { Field, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import { MoneyType } from "./graph.js";

export const BudgetType = { DAILY: "DAILY", MONTHLY: "MONTHLY", LIFETIME: "LIFETIME" } as const;
export type BudgetType = keyof typeof BudgetType;
registerEnumType(BudgetType, {
  name: "BudgetType",
  description: "The period that a budget is for (document 1, part C).",
  valuesConfig: {
    DAILY: { description: "Each day, in UTC." },
    MONTHLY: { description: "Each month of the calendar, in UTC." },
    LIFETIME: { description: "All the time that it runs." },
  },
});

/** What a budget belongs to, as its fields need it. */
export interface BudgetOwner {
  /** The campaigns whose deliveries it pays. */
  campaigns: { eids: readonly string[] } | { ofPlaybook: string };
  currency: string;
  /** The amount for one period; null for no limit. */
  amount: string | null;
  budgetType: BudgetType;
  isProrated: boolean;
  startDate: Date | null;
  endDate: Date | null;
}

@ObjectType("UniversalBudgetSettings", {
  simpleResolvers: true,
  description: "How a budget is meant, and what has been spent of it. Source: document 1, part C, Budget settings.",
})
export class UniversalBudgetSettings {
  owner: BudgetOwner;
  @Field(() => BudgetType, { description: "The period that the budget is for." })
  budgetType: BudgetType;
  @Field(() => MoneyType, {
    nullable: true,
    description:
      "What is to be spent in one period. It is the budget of a playbook, and of a campaign that was given no budget of its own; null for none.",
  })
  goal: Money | null;
  @Field(() => Boolean, {
    description:
      "Whether a MONTHLY budget counts only the days from the start to the end in the months where those lie.",
  })
  isProrated: boolean;
}
