import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CurrencyCode, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { EidFilter, namedList } from "./graph.js";
import { NamedFilter } from "./lists.js";
import { BudgetType } from "./universal-budget.type.js";
import { UniversalCampaign, UniversalObjective } from "./universal-campaign.type.js";
import { UniversalStatus } from "./universal-status.type.js";

@InputType("UniversalCampaignFilter", { description: "Which campaigns; all conditions that are given hold." })
class UniversalCampaignFilter extends NamedFilter {
  @Field(() => EidFilter, { nullable: true, description: "By the playbook's EID." })
  playbookEid?: InstanceType<typeof EidFilter> | null;
}

export const UNIVERSAL_CAMPAIGN_LIST = namedList(
  () => UniversalCampaign,
  "UniversalCampaign",
  "universal campaigns",
  UniversalCampaignFilter,
);

@InputType("UniversalBudgetSettingsInput", { description: "How a budget is meant; all of it at once." })
export class UniversalBudgetSettingsInput {
  @Field(() => BudgetType, { description: "The period that the budget is for." })
  budgetType: BudgetType;
  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "What is to be spent in one period, from 0, at most 2 decimals; null for none. A campaign without a budget of its own takes it as its budget, and then follows it.",
  })
  goal?: Decimal | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether a MONTHLY budget counts only the days on which it runs; false when not given.",
  })
  isProrated?: boolean | null;
}

@InputType()
export class UniversalCampaignSettings {
  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "Budget for one period of its budgetType, at most 2 decimals: at least 5 USD a day for each ad group, in other currencies by the rate of the day. A MONTHLY budget counts for 30 days, a LIFETIME for the days up to its end.",
  })
  budget?: Decimal | null;
  @Field(() => UniversalObjective, { nullable: true, description: "What it is for; CONVERT for a new one." })
  objective?: UniversalObjective | null;
  @Field(() => String, { nullable: true, description: "Kind of tactic, 1 to 100 characters." })
  tacticType?: string | null;
  @Field(() => String, { nullable: true, description: "What it was made from, 1 to 100 characters." })
  template?: string | null;
  @Field(() => String, { nullable: true, description: "Use case, 1 to 100 characters." })
  useCase?: string | null;
  @Field(() => String, { nullable: true, description: "Kind of leads that it leaves out, 1 to 100 characters." })
  rwExcludedLeadType?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "When in the week it serves: the text of a JSON object, at most 10,000 characters.",
  })
  dayparting?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "Impressions on one domain at most, from 0, at most 2 decimals; null for no limit.",
  })
  domainFrequencyCap?: Decimal | null;
  @Field(() => Boolean, { nullable: true, description: "Whether domainFrequencyCap holds; false for a new one." })
  domainFrequencyCapEnabled?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the service sets domainFrequencyCap; false for a new one.",
  })
  rwManageDomainFrequencyCap?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Impressions for one person at most, 0 to 1,000,000; null for no limit.",
  })
  userFrequencyCap?: number | null;
}

@InputType("CreateUniversalCampaignInput", { description: "A new universal campaign; it is a DRAFT." })
export class CreateUniversalCampaignInput extends UniversalCampaignSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalBudgetSettingsInput, { description: "How its budget is meant." })
  budgetSettings: UniversalBudgetSettingsInput;
  @Field(() => CurrencyCode, {
    nullable: true,
    description: "Currency of its amounts, one that there are exchange rates for; the advertisable's when not given.",
  })
  currency?: string | null;
  @Field(() => DateTime, { nullable: true, description: "When it starts; null for as soon as it is live." })
  startDate?: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it ends, after startDate; null for without end." })
  endDate?: Date | null;
}

@InputType("EditUniversalCampaignInput", {
  description:
    "Changes of a universal campaign; what is not given stays, and so does what is null where no null may be.",
})
export class EditUniversalCampaignInput extends UniversalCampaignSettings {
  @Field(() => ID, { description: "EID of the campaign." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its advertisable; NOT_FOUND for any other." })
  advertisableEid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand. ILLEGAL_TRANSITION where it can't; LIVE needs a budget.",
  })
  status?: UniversalStatus | null;
  @Field(() => UniversalBudgetSettingsInput, { nullable: true, description: "How its budget is meant." })
  budgetSettings?: UniversalBudgetSettingsInput | null;
  @Field(() => DateTime, { nullable: true, description: "When it starts." })
  startDate?: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it ends, after startDate; null for without end." })
  endDate?: Date | null;
}

@ObjectType("UniversalCampaignPayload", {
  simpleResolvers: true,
  description: "What a mutation made of a universal campaign.",
})
export class UniversalCampaignPayload {
  @Field(() => UniversalCampaign, { description: "The campaign as it is now." })
  universalCampaign: UniversalCampaign;
}
