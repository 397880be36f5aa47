import { Field, ID, InputType, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CurrencyCode, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { connectionOf, enumFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { BaseFilter } from "./lists.js";
import { BudgetPeriod, Strategy, StrategyKpi, StrategyProduct, StrategyStatus } from "./strategy.type.js";
import { StrategyEmail } from "./strategy-email.type.js";

const StrategyStatusFilter = enumFilter(StrategyStatus, "StrategyStatus");

@InputType("StrategyFilter", { description: "Which strategies; all conditions that are given hold." })
class StrategyFilter extends BaseFilter {
  @Field(() => StringFilter, { nullable: true, description: "By name." })
  name?: InstanceType<typeof StringFilter> | null;
  @Field(() => StrategyStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof StrategyStatusFilter> | null;
}

const StrategyOrder = orderOf(
  {
    CREATED_AT: "When it was created.",
    UPDATED_AT: "When it last changed.",
    NAME: "Its name, in the order of its characters' code points.",
  },
  "Strategy",
  "strategies",
);

export const STRATEGY_LIST = {
  Connection: connectionOf(() => Strategy, "Strategy", "strategies"),
  Args: listArgs(StrategyFilter, StrategyOrder),
};

@InputType()
class StrategySettings {
  @Field(() => BudgetPeriod, {
    nullable: true,
    description: "What time the budget is for; DAILY when not given. It needs a budget beside it.",
  })
  budgetPeriod?: BudgetPeriod | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget of a calendar month at most, over 0, at most 2 decimals; null for no limit.",
  })
  monthlyBudgetCap?: Decimal | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "The goal for the metric in the strategy's currency, over 0, less than the budget of a day, at most 2 decimals; null lets the service optimise it.",
  })
  kpiGoal?: Decimal | null;
  @Field(() => DateTime, {
    nullable: true,
    description: "When it begins; null and a new one without: now. It can't be changed once it has come.",
  })
  startDate?: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it ends, not before startDate; null for never." })
  endDate?: Date | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of ads of the same advertisable that all its campaigns show; at most 1,000 ads in the three lists together.",
  })
  adEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "EIDs of ads that its campaign on sites and apps shows." })
  webAdEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "EIDs of ads that its campaign on a social network shows." })
  snAdEids?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of segments of the same advertisable whose people see the ads; at most 1,000 segments in the three lists together.",
  })
  positiveSegmentEids?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description: "EIDs of segments whose people don't, none of positiveSegmentEids (own).",
  })
  negativeSegmentEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "EIDs of segments whose counts are conversions." })
  conversionSegmentEids?: string[] | null;
}

@InputType("CreateStrategyInput", { description: "A new strategy; it is live at once." })
export class CreateStrategyInput extends StrategySettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, {
    nullable: true,
    description: 'Name, 1 to 64 characters; "Strategy from" and its first day when not given (own).',
  })
  name?: string | null;
  @Field(() => CurrencyCode, { description: "Currency of its amounts: USD, EUR, AUD, GBP, NZD or JPY." })
  currency: string;
  @Field(() => DecimalScalar, { description: "Budget, over 0, at most 2 decimals; at least a cent a day." })
  budget: Decimal;
  @Field(() => StrategyKpi, { description: "What its goal is measured by." })
  kpiMetric: StrategyKpi;
  @Field(() => [StrategyProduct], { description: "What it advertises on, WEB among it, none twice." })
  products: StrategyProduct[];
  @Field(() => StrategyEmail, { nullable: true, description: "Its e-mails." })
  email?: StrategyEmail | null;
}

@InputType("EditStrategyInput", {
  description: "Changes of a strategy; what is not given stays. Null is refused where no value may be missing.",
})
export class EditStrategyInput extends StrategySettings {
  @Field(() => ID, { description: "EID of the strategy." })
  eid: string;
  @Field(() => ID, {
    nullable: true,
    description: "EID of its advertisable, where that is to be checked: NOT_FOUND when it is another's.",
  })
  advertisableEid?: string | null;
  @Field(() => StrategyStatus, {
    nullable: true,
    description:
      "Where it shall stand. PAUSED pauses all its campaigns, LIVE resumes those that the strategy paused: all of them or none.",
  })
  status?: StrategyStatus | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 64 characters." })
  name?: string | null;
  @Field(() => CurrencyCode, { nullable: true, description: "Its currency, which can't be changed." })
  currency?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Budget for the time of budgetPeriod, over 0, at most 2 decimals; at least a cent a day.",
  })
  budget?: Decimal | null;
  @Field(() => StrategyKpi, { nullable: true, description: "What its goal is measured by." })
  kpiMetric?: StrategyKpi | null;
  @Field(() => [StrategyProduct], {
    nullable: true,
    description: "What it advertises on: those that it has, and more, each of which gets a campaign.",
  })
  products?: StrategyProduct[] | null;
}

@ObjectType("StrategyPayload", { simpleResolvers: true, description: "What a mutation made of a strategy." })
export class StrategyPayload {
  @Field(() => Strategy, { description: "The strategy as it is now." })
  strategy: Strategy;
}
