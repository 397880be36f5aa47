import { Field, ObjectType, registerEnumType } from "type-graphql";

export const UniversalStatus = { DRAFT: "DRAFT", LIVE: "LIVE", PAUSED: "PAUSED", COMPLETED: "COMPLETED" } as const;
export type UniversalStatus = keyof typeof UniversalStatus;
registerEnumType(UniversalStatus, {
  name: "UniversalStatus",
  description:
    "Where people have put a playbook, a universal campaign, its ad group or an ad of it (decisions, section 7).",
  valuesConfig: {
    DRAFT: { description: "Being made; what is new is a draft. It can be made live or paused." },
    LIVE: { description: "Serves, within its dates and its budget. It can be paused or completed." },
    PAUSED: { description: "Stopped for a while. It can be made live or completed." },
    COMPLETED: { description: "Over for good." },
  },
});

export const EffectiveStatusValue = {
  DRAFT: "DRAFT",
  SCHEDULED: "SCHEDULED",
  LIVE: "LIVE",
  OUT_OF_BUDGET: "OUT_OF_BUDGET",
  PAUSED: "PAUSED",
  COMPLETED: "COMPLETED",
} as const;
export type EffectiveStatusValue = keyof typeof EffectiveStatusValue;
registerEnumType(EffectiveStatusValue, {
  name: "EffectiveStatusValue",
  description: "What something is doing at the moment (own: the documents name no values).",
  valuesConfig: {
    DRAFT: { description: "Not launched yet." },
    SCHEDULED: { description: "Live, and it begins later." },
    LIVE: { description: "Serves now." },
    OUT_OF_BUDGET: { description: "Live, and its budget for the day, the month or its lifetime is spent." },
    PAUSED: { description: "Stopped for a while." },
    COMPLETED: { description: "Over: completed, or past its end." },
  },
});

export const EffectiveStatusReason = {
  STATUS: "STATUS",
  NOT_STARTED: "NOT_STARTED",
  ENDED: "ENDED",
  BUDGET_SPENT: "BUDGET_SPENT",
  PARENT: "PARENT",
} as const;
export type EffectiveStatusReason = keyof typeof EffectiveStatusReason;
registerEnumType(EffectiveStatusReason, {
  name: "EffectiveStatusReason",
  description:
    "Why an effective status is what it is. When several hold, the first of them in this order: STATUS of what is draft, paused or completed (ENDED before PAUSED), PARENT, NOT_STARTED, BUDGET_SPENT.",
  valuesConfig: {
    STATUS: { description: "Its own status says so, and nothing stands against it." },
    NOT_STARTED: { description: "Its startDate lies ahead." },
    ENDED: { description: "Its endDate has passed." },
    BUDGET_SPENT: { description: "What was delivered has reached its budget." },
    PARENT: { description: "What it belongs to does not serve: an ad group's campaign, or a campaign's playbook." },
  },
});

@ObjectType("EffectiveStatus", {
  simpleResolvers: true,
  description: "What something is doing now, of its status, dates and budget, and why. Source: decisions, section 7.",
})
export class EffectiveStatus {
  @Field(() => EffectiveStatusValue, { description: "What it is doing." })
  status: EffectiveStatusValue;
  @Field(() => EffectiveStatusReason, { description: "Why." })
  reason: EffectiveStatusReason;
}
