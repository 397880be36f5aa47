import { Field, ID, InputType, ObjectType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import { CurrencyCode, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { namedList } from "./graph.js";
import { NamedFilter } from "./lists.js";
import { Playbook, PlaybookType } from "./playbook.type.js";
import { UniversalAdGroupSettings } from "./universal-ad-group.input.js";
import { UniversalAdType } from "./universal-ad-group.type.js";
import { UniversalBudgetSettingsInput, UniversalCampaignSettings } from "./universal-campaign.input.js";
import { UniversalStatus } from "./universal-status.type.js";

@InputType("PlaybookFilter", { description: "Which playbooks; all conditions that are given hold." })
class PlaybookFilter extends NamedFilter {}

export const PLAYBOOK_LIST = namedList(() => Playbook, "Playbook", "playbooks", PlaybookFilter);

@InputType("PlaybookCampaignInput", { description: "A campaign that is, or comes, into a playbook, and its budget." })
export class PlaybookCampaignInput {
  @Field(() => ID, {
    description: "EID of a campaign of the same advertisable and currency that is in no other playbook.",
  })
  eid: string;
  @Field(() => DecimalScalar, { nullable: true, description: "Its budget; what it has when not given." })
  budget?: Decimal | null;
}

@InputType("BulkAdGroupInput", {
  description: "An ad group of a playbook's campaign: a new one, or with an EID one that it has.",
})
export class BulkAdGroupInput extends UniversalAdGroupSettings {
  @Field(() => ID, { nullable: true, description: "EID of an ad group of the campaign; null for a new one." })
  eid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; a new one needs it." })
  name?: string | null;
  @Field(() => UniversalAdType, {
    nullable: true,
    description: "How its ads are made; STATIC for a new one. Only of a new one.",
  })
  adType?: UniversalAdType | null;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand; only of one that is there, as a new one is a DRAFT.",
  })
  status?: UniversalStatus | null;
}

@InputType("BulkCampaignInput", { description: "A campaign of a playbook: a new one, or with an EID one that it has." })
export class BulkCampaignInput extends UniversalCampaignSettings {
  @Field(() => ID, { nullable: true, description: "EID of a campaign of the playbook; null for a new one." })
  eid?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters; a new one needs it." })
  name?: string | null;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand; only of one that is there, as a new one is a DRAFT.",
  })
  status?: UniversalStatus | null;
  @Field(() => UniversalBudgetSettingsInput, {
    nullable: true,
    description: "How its budget is meant; a new one takes the period of its playbook when not given.",
  })
  budgetSettings?: UniversalBudgetSettingsInput | null;
  @Field(() => [BulkAdGroupInput], {
    nullable: true,
    description: "Ad groups that are added or changed, at most 100; those that are not named stay.",
  })
  adGroups?: BulkAdGroupInput[] | null;
}

@InputType()
class PlaybookSettings {
  @Field(() => DateTime, {
    nullable: true,
    description: "When it starts; for a new one null for as soon as it is live.",
  })
  startDate?: Date | null;
  @Field(() => DateTime, { nullable: true, description: "When it ends, after startDate; null for without end." })
  endDate?: Date | null;
  @Field(() => [PlaybookCampaignInput], {
    nullable: true,
    description: "Campaigns that come into it or get another budget, each once; those that are not named stay.",
  })
  campaigns?: PlaybookCampaignInput[] | null;
  @Field(() => [BulkCampaignInput], {
    nullable: true,
    description: "Campaigns that are made in it or changed: it has at most 100. Those that are not named stay.",
  })
  bulkCampaigns?: BulkCampaignInput[] | null;
}

@InputType("CreatePlaybookInput", { description: "A new playbook with its campaigns, each a DRAFT." })
export class CreatePlaybookInput extends PlaybookSettings {
  @Field(() => ID, { description: "EID of the advertisable that it belongs to." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => UniversalBudgetSettingsInput, { description: "Its budget, which is the goal in there." })
  budgetSettings: UniversalBudgetSettingsInput;
  @Field(() => CurrencyCode, {
    nullable: true,
    description:
      "Currency of all its amounts, one that there are exchange rates for; the advertisable's when not given.",
  })
  currency?: string | null;
  @Field(() => PlaybookType, { nullable: true, description: "What kind it is; STANDARD when not given." })
  playbookType?: PlaybookType | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether new campaigns without a budget get equal parts of what the others leave of its goal; false when not given.",
  })
  budgetBalancingAutomated?: boolean | null;
}

@InputType("EditPlaybookInput", {
  description: "Changes of a playbook; what is not given stays, and so does what is null where no null may be.",
})
export class EditPlaybookInput extends PlaybookSettings {
  @Field(() => ID, { description: "EID of the playbook." })
  eid: string;
  @Field(() => ID, { nullable: true, description: "EID of its advertisable; NOT_FOUND for any other." })
  advertisableEid?: string | null;
  @Field(() => CurrencyCode, { nullable: true, description: "Its currency; no other is accepted." })
  currency?: string | null;
  @Field(() => String, { nullable: true, description: "Name, 1 to 255 characters." })
  name?: string | null;
  @Field(() => UniversalStatus, {
    nullable: true,
    description: "Where it shall stand. ILLEGAL_TRANSITION where it can't.",
  })
  status?: UniversalStatus | null;
  @Field(() => UniversalBudgetSettingsInput, { nullable: true, description: "Its budget, which is the goal in there." })
  budgetSettings?: UniversalBudgetSettingsInput | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "EIDs of its campaigns that leave it, at most 100, each once and none that campaigns or bulkCampaigns name. Each keeps its budget and status, and runs by itself from then on. Own: the documents have no way out of a playbook.",
  })
  removedCampaignEids?: string[] | null;
}

@ObjectType("PlaybookPayload", { simpleResolvers: true, description: "What a mutation made of a playbook." })
export class PlaybookPayload {
  @Field(() => Playbook, { description: "The playbook as it is now." })
  playbook: Playbook;
}
