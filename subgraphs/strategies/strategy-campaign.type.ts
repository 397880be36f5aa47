import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, Count, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const StrategyCampaignStatus = {
  LIVE: "LIVE",
  PAUSED: "PAUSED",
  PAUSED_BY_STRATEGY: "PAUSED_BY_STRATEGY",
} as const;
export type StrategyCampaignStatus = keyof typeof StrategyCampaignStatus;
registerEnumType(StrategyCampaignStatus, {
  name: "StrategyCampaignStatus",
  description: "Where a campaign of a strategy stands (document 1, part B).",
  valuesConfig: {
    LIVE: { description: "Spends." },
    PAUSED: { description: "Stopped by itself: it stays so when its strategy is resumed." },
    PAUSED_BY_STRATEGY: { description: "Stopped with its strategy, and resumed with it." },
  },
});

export const CampaignProduct = { WEB: "WEB", SN: "SN", EMAIL: "EMAIL" } as const;
export type CampaignProduct = keyof typeof CampaignProduct;
registerEnumType(CampaignProduct, {
  name: "StrategyCampaignProduct",
  description: "What a campaign of a strategy advertises on (document 1, part B).",
  valuesConfig: {
    WEB: { description: "Sites and apps." },
    SN: { description: "A social network." },
    EMAIL: { description: "E-mail." },
  },
});

export const ShareReason = { EQUAL: "EQUAL", RATE: "RATE", AVERAGE_RATE: "AVERAGE_RATE", FLOOR: "FLOOR" } as const;
export type ShareReason = keyof typeof ShareReason;
registerEnumType(ShareReason, {
  name: "BudgetShareReason",
  description: "Why a campaign has the share of its strategy's budget that it has. Decisions, section 7.",
  valuesConfig: {
    EQUAL: { description: "No campaign of the strategy had conversions at a cost: all have the same." },
    RATE: { description: "In proportion to its conversions for its cost." },
    AVERAGE_RATE: {
      description: "It had no cost, so that nothing is known of it: in proportion to the average of the others (own).",
    },
    FLOOR: { description: "Its proportion would be less than the floor, which it has instead." },
  },
});

@ObjectType("BudgetExplanation", {
  simpleResolvers: true,
  description:
    "How a campaign's share of its strategy's budget was worked out. Each campaign has at least the floor; what is left is shared in proportion to conversions for cost, to the cent by the largest remainders. Decisions, section 7.",
})
export class BudgetExplanation {
  @Field(() => CalendarDate, {
    nullable: true,
    description:
      "The day whose figures were used: those of the 14 days before it. Null before the first figures, when they count as zeros.",
  })
  figuresDay: string | null;
  @Field(() => Count, {
    description: "Conversions that were credited to it in those days, click-throughs and view-throughs.",
  })
  conversions: number;
  @Field(() => MoneyType, { description: "What it cost in those days, in USD." })
  cost: Money;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Conversions for each USD of its cost, rounded to 6 decimals; null where it had no cost.",
  })
  conversionsPerCost: Decimal | null;
  @Field(() => DecimalScalar, {
    description: "Its part of the budgets of all campaigns of its strategy, from 0 to 1, rounded to 6 decimals.",
  })
  share: Decimal;
  @Field(() => MoneyType, {
    description:
      "Budget per DAY that it has in any case: a tenth of its strategy's, an equal part where there are more than ten campaigns (own); rounded down to the cent.",
  })
  floor: Money;
  @Field(() => ShareReason, { description: "Why it has this share." })
  reason: ShareReason;
}

@ObjectType("StrategyCampaign", {
  simpleResolvers: true,
  implements: Node,
  description: "A campaign that a strategy runs for one product. Source: document 1, part B.",
})
@Directive('@key(fields: "eid")')
export class StrategyCampaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its strategy; it never changes." })
  strategyEid: string;
  @Field(() => CampaignProduct, { description: "What it advertises on; it never changes." })
  product: CampaignProduct;
  @Field(() => StrategyCampaignStatus, { description: "Where it stands." })
  status: StrategyCampaignStatus;
  @Field(() => MoneyType, { description: "Budget per DAY, its share of its strategy's; worked out anew each day." })
  budget: Money;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
