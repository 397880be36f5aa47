import { type ClassType, Directive, Field, ObjectType } from "type-graphql";
import { type Decimal, decimal, type DecimalSource, rounded } from "./decimal.js";
import { CurrencyCode, DecimalScalar } from "./scalars.js";

/** An amount of money: the sum as it is, and as it is shown. */
export interface Money {
  /** Rounded half up to 2 decimals. */
  amount: string;
  /** Every digit, for sums that must not drift. */
  exactAmount: Decimal;
  currency: string;
}

/** Decimals of a shown amount, for every currency (decisions, section 4). */
const PLACES = 2;

export function money(amount: DecimalSource, currency: string): Money {
  const exact = decimal(amount);
  return { amount: rounded(exact, PLACES), exactAmount: exact, currency };
}

/** A nullable amount as it comes from a table. */
export function moneyOrNull(amount: string | null, currency: string): Money | null {
  return amount === null ? null : money(amount, currency);
}

/** The GraphQL type Money for one area. */
export function moneyType(): ClassType<Money> {
  @ObjectType("Money", { simpleResolvers: true, description: "An amount of money." })
  @Directive("@shareable")
  class MoneyType {
    @Field(() => DecimalScalar, {
      description: "The amount in the currency's main unit, rounded half up to 2 decimals.",
    })
    amount: string;
    @Field(() => DecimalScalar, {
      description: "The amount before rounding: exact sums of these agree on every breakdown.",
    })
    exactAmount: Decimal;
    @Field(() => CurrencyCode, { description: "The currency of both amounts." })
    currency: string;
  }
  return MoneyType;
}
