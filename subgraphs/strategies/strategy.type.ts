import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";
import { StrategyEmail } from "./strategy-email.type.js";

export const StrategyStatus = { LIVE: "LIVE", PAUSED: "PAUSED" } as const;
export type StrategyStatus = keyof typeof StrategyStatus;
registerEnumType(StrategyStatus, {
  name: "StrategyStatus",
  description: "Where a strategy stands (document 1, part B).",
  valuesConfig: {
    LIVE: { description: "Spends, from its start date to its end date." },
    PAUSED: { description: "Stopped with all its campaigns." },
  },
});

export const StrategyEffectiveStatus = {
  LIVE: "LIVE",
  SCHEDULED: "SCHEDULED",
  CAP_REACHED: "CAP_REACHED",
  PAUSED: "PAUSED",
  ENDED: "ENDED",
} as const;
export type StrategyEffectiveStatus = keyof typeof StrategyEffectiveStatus;
registerEnumType(StrategyEffectiveStatus, {
  name: "StrategyEffectiveStatus",
  description:
    "What a strategy is doing at the moment, of its status, dates and monthlyBudgetCap; of several that hold, ENDED goes before PAUSED, that before SCHEDULED, and that before CAP_REACHED (own: the documents have its status only).",
  valuesConfig: {
    LIVE: { description: "Spends now." },
    SCHEDULED: { description: "Live, and its startDate lies ahead." },
    CAP_REACHED: { description: "Live, and its campaigns have cost monthlyBudgetCap in the current month, in UTC." },
    PAUSED: { description: "Stopped with all its campaigns." },
    ENDED: { description: "Its endDate has come." },
  },
});

export const StrategyKpi = { CPA: "CPA", CPC: "CPC", CPM: "CPM" } as const;
export type StrategyKpi = keyof typeof StrategyKpi;
registerEnumType(StrategyKpi, {
  name: "StrategyKpi",
  description: "What the goal of a strategy is measured by (document 1, part B).",
  valuesConfig: {
    CPA: { description: "Cost of one conversion." },
    CPC: { description: "Cost of one click." },
    CPM: { description: "Cost of 1,000 impressions." },
  },
});

export const StrategyProduct = { WEB: "WEB", SN: "SN" } as const;
export type StrategyProduct = keyof typeof StrategyProduct;
registerEnumType(StrategyProduct, {
  name: "StrategyProduct",
  description: "What a strategy advertises on: a campaign is made for each (document 1, part B).",
  valuesConfig: {
    WEB: { description: "Sites and apps; every strategy has it." },
    SN: { description: "A social network." },
  },
});

export const BudgetPeriod = { DAILY: "DAILY", WEEKLY: "WEEKLY" } as const;
export type BudgetPeriod = keyof typeof BudgetPeriod;
registerEnumType(BudgetPeriod, {
  name: "BudgetPeriod",
  description: "What time a strategy's budget was given for (document 1, versioning; decisions, section 4).",
  valuesConfig: {
    DAILY: { description: "A day." },
    WEEKLY: { description: "A week: a seventh of it is the budget of a day." },
  },
});

@ObjectType("Strategy", {
  simpleResolvers: true,
  implements: Node,
  description:
    "A budget that is spent by itself on what works best: campaigns of several products share it, and each day's shares follow from what the campaigns came to. Source: document 1, part B; decisions, section 7.",
})
@Directive('@key(fields: "eid")')
export class Strategy implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 64 characters." })
  name: string;
  @Field(() => StrategyStatus, { description: "Where it stands." })
  status: StrategyStatus;
  @Field(() => CurrencyCode, {
    description: "Currency of all its amounts: USD, EUR, AUD, GBP, NZD or JPY; it never changes.",
  })
  currency: string;
  @Field(() => MoneyType, {
    description: "Budget per DAY, which its campaigns share: their budgets add up to it exactly.",
  })
  budget: Money;
  @Field(() => BudgetPeriod, { description: "What time the budget was given for." })
  budgetPeriod: BudgetPeriod;
  @Field(() => MoneyType, { description: "The budget as it was given, for the time that budgetPeriod says." })
  periodBudget: Money;
  @Field(() => MoneyType, {
    nullable: true,
    description:
      "Budget of a calendar month, in UTC, at most: once its campaigns have cost as much it spends no more in that month (effectiveStatus). Budgets per day do not follow from it. Null for no limit. Document 1, versioning; own.",
  })
  monthlyBudgetCap: Money | null;
  @Field(() => StrategyKpi, { description: "What its goal is measured by." })
  kpiMetric: StrategyKpi;
  @Field(() => MoneyType, {
    nullable: true,
    description: "The goal for that metric, less than the budget of a day; null lets the service optimise it.",
  })
  kpiGoal: Money | null;
  @Field(() => [StrategyProduct], { description: "What it advertises on." })
  products: StrategyProduct[];
  @Field(() => DateTime, { description: "When it begins; once that has come it can't be moved." })
  startDate: Date;
  @Field(() => DateTime, { nullable: true, description: "When it ends, not before startDate; null means never." })
  endDate: Date | null;
  @Field(() => StrategyEmail, { nullable: true, description: "Its e-mails; null when none were given." })
  email: StrategyEmail | null;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
