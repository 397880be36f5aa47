import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Money } from "../../lib/money.js";
import type { NodeFields } from "../../lib/node-type.js";
import { CalendarDate, DateTime } from "../../lib/scalars.js";
import { MoneyType, Node } from "./graph.js";

export const InvoiceStatus = { OPEN: "OPEN", PAID: "PAID", VOID: "VOID" } as const;
export type InvoiceStatus = keyof typeof InvoiceStatus;
registerEnumType(InvoiceStatus, {
  name: "InvoiceStatus",
  description: "Where an invoice stands.",
  valuesConfig: {
    OPEN: { description: "Waits to be paid." },
    PAID: { description: "Is paid." },
    VOID: { description: "Was withdrawn; nothing is to be paid." },
  },
});

@ObjectType("InvoiceLine", { simpleResolvers: true, description: "One item of an invoice." })
export class InvoiceLine {
  @Field(() => ID, { nullable: true, description: "EID of the advertisable that it is for; null when it is for none." })
  advertisableEid: string | null;
  @Field(() => ID, { nullable: true, description: "EID of the campaign that it is for; null when it is for none." })
  campaignEid: string | null;
  @Field(() => String, { description: "What is billed, for a person to read." })
  description: string;
  @Field(() => MoneyType, { description: "What it costs, in the invoice's currency; negative for a credit." })
  amount: Money;
}

@ObjectType("Invoice", {
  simpleResolvers: true,
  implements: Node,
  description:
    "What an organization is billed for a period; read by its admins and by staff, changed by neither. Source: decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class Invoice implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  organizationEid: string;
  @Field(() => String, { description: "Number as it is printed, 1 to 64 characters; unique in the organization." })
  number: string;
  @Field(() => CalendarDate, { description: "First day of the period." })
  periodStart: string;
  @Field(() => CalendarDate, { description: "Last day of the period, which belongs to it." })
  periodEnd: string;
  @Field(() => MoneyType, { description: "The whole amount, which the lines add up to." })
  amount: Money;
  @Field(() => InvoiceStatus, { description: "Where it stands." })
  status: InvoiceStatus;
  @Field(() => [InvoiceLine], { description: "What is billed." })
  lines: InvoiceLine[];
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
}
