import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../../lib/context.js";
import { type Money, money, moneyOrNull } from "../../lib/money.js";
import { currentAllowance } from "./effective-status.js";
import { MoneyType } from "./graph.js";
import { spendOf } from "./spend.js";
import { UniversalBudgetSettings } from "./universal-budget.type.js";

@Resolver(() => UniversalBudgetSettings)
export class UniversalBudgetResolver {
  @FieldResolver(() => MoneyType, {
    nullable: true,
    description:
      "What may be spent in the current day, month or lifetime: the budget, and of a MONTHLY one that is prorated the part of the days on which it runs, rounded half up. Null for no limit. Own.",
  })
  allowance(@Root() { owner }: UniversalBudgetSettings, @Ctx() context: RequestContext): Money | null {
    return moneyOrNull(currentAllowance(owner, context.clock.now()), owner.currency);
  }

  @FieldResolver(() => MoneyType, {
    nullable: true,
    description: "The cost of all that was delivered so far, of the last 3,650 days. Null when the reports are away.",
  })
  async spend(@Root() { owner }: UniversalBudgetSettings, @Ctx() context: RequestContext): Promise<Money> {
    return money((await spendOf(context, owner)).total, owner.currency);
  }

  @FieldResolver(() => MoneyType, {
    nullable: true,
    description: "The cost of what was delivered in the current month, in UTC. Null when the reports are away.",
  })
  async currentMonthSpend(@Root() { owner }: UniversalBudgetSettings, @Ctx() context: RequestContext): Promise<Money> {
    return money((await spendOf(context, owner)).month, owner.currency);
  }
}
