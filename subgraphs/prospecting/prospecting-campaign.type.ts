import { Directive, Field, ID, Int, ObjectType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, CurrencyCode, DateTime } from "../../lib/scalars.js";
import { ContextualCategory } from "./contextual-category.type.js";
import { MoneyType, Node } from "./graph.js";
import { type ProspectingAdminStatus, ProspectingStatus, ProspectingUserStatus } from "./status.type.js";

@ObjectType("ProspectingCampaign", {
  simpleResolvers: true,
  implements: Node,
  description: "Ad groups that look for new people for an advertisable. Source: document 2, part C.",
})
@Directive('@key(fields: "eid")')
export class ProspectingCampaign implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "False once it is taken away, with its ad groups; lists leave it out then." })
  isActive: boolean;
  @Field(() => ProspectingStatus, { description: "Where it stands, whoever says so." })
  status: ProspectingStatus;
  @Field(() => ProspectingUserStatus, { description: "What its own people want." })
  userStatus: ProspectingUserStatus;
  /** What only staff may read: the resolver gives it to nobody else. */
  adminStatus: ProspectingAdminStatus;
  adminNotes: string | null;
  @Field(() => String, { nullable: true, description: "Where it was made, as its maker says; null when nobody said." })
  source: string | null;
  @Field(() => CurrencyCode, { description: "Currency of its amounts." })
  currency: string;
  @Field(() => MoneyType, { nullable: true, description: "Budget per WEEK over all its ad groups; null for none." })
  weeklyBudget: Money | null;
  @Field(() => Int, {
    nullable: true,
    description: "How often a person sees its ads in a day at most, 1 to 1,000; null for no limit.",
  })
  frequencyCap: number | null;
  @Field(() => String, { nullable: true, description: "What its goal is measured by, such as CPA; null for nothing." })
  kpiMetric: string | null;
  @Field(() => MoneyType, { nullable: true, description: "The goal for that metric; null for none." })
  kpiGoal: Money | null;
  @Field(() => CalendarDate, { nullable: true, description: "First day; null means at once." })
  startDate: string | null;
  @Field(() => CalendarDate, { nullable: true, description: "LAST day, included (own); null means without end." })
  endDate: string | null;
  @Field(() => [ContextualCategory], { description: "Content beside which its ads are shown, at most 100 kinds." })
  contextualTargetingCategories: ContextualCategory[];
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
