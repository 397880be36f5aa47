import { Field, InputType } from "type-graphql";
import { connectionOf, enumFilter, listArgs, orderOf } from "./graph.js";
import { Invoice, InvoiceStatus } from "./invoice.type.js";

export const InvoiceConnection = connectionOf(() => Invoice, "Invoice", "invoices");

const InvoiceStatusFilter = enumFilter(InvoiceStatus, "InvoiceStatus");

@InputType("InvoiceFilter", { description: "Which invoices; all conditions that are given hold." })
class InvoiceFilter {
  @Field(() => InvoiceStatusFilter, { nullable: true, description: "By status." })
  status?: InstanceType<typeof InvoiceStatusFilter> | null;
}

const InvoiceOrder = orderOf({ PERIOD_START: "The first day of its period." }, "Invoice", "invoices");

export const InvoiceListArgs = listArgs(InvoiceFilter, InvoiceOrder);
export type InvoiceListArgs = InstanceType<typeof InvoiceListArgs>;
