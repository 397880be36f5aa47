import { Directive, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { CurrencyCode, DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";

export const BillingMethodType = { CARD: "CARD", INVOICE: "INVOICE" } as const;
export type BillingMethodType = keyof typeof BillingMethodType;
registerEnumType(BillingMethodType, {
  name: "BillingMethodType",
  description: "How an organization pays.",
  valuesConfig: {
    CARD: { description: "By a payment card." },
    INVOICE: { description: "By bank transfer, after an invoice." },
  },
});

@ObjectType("BillingMethod", {
  simpleResolvers: true,
  implements: Node,
  description:
    "What an organization pays with; read by its admins and by staff, changed by neither. Source: decisions, section 6.",
})
@Directive('@key(fields: "eid")')
export class BillingMethod implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  organizationEid: string;
  @Field(() => BillingMethodType, { description: "How the organization pays." })
  type: BillingMethodType;
  @Field(() => String, {
    description: "What people tell it by, such as the last digits of a card; 1 to 255 characters.",
  })
  label: string;
  @Field(() => Boolean, { description: "Whether it is used where nothing else is said; at most one of them is." })
  isDefault: boolean;
  @Field(() => CurrencyCode, { description: "The currency that it pays in." })
  currency: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
}
