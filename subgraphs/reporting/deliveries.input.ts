import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { CurrencyCode } from "../../lib/scalars.js";
import { DateRangeInput } from "./date-range.input.js";
import { DeliveryLevel } from "./deliveries.type.js";

@InputType("DeliveryFilter", {
  description:
    "Which deliveries; all conditions that are given hold. An EID that the viewer can't see matches nothing, an empty list too.",
})
export class DeliveryFilter {
  @Field(() => [ID], { nullable: true, description: "Of these campaigns." })
  campaignEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Of these ad groups." })
  adGroupEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Of these ads." })
  adEids?: string[] | null;
  @Field(() => [String], { nullable: true, description: "On these networks." })
  networks?: string[] | null;
  @Field(() => [String], { nullable: true, description: "From these sources of inventory." })
  inventorySources?: string[] | null;
  @Field(() => [String], { nullable: true, description: "On these sites, as domains in lower case." })
  domains?: string[] | null;
}

@ArgsType()
export class DeliveriesArgs {
  @Field(() => DateRangeInput, { description: "Which days." })
  range: DateRangeInput;
  @Field(() => CurrencyCode, { defaultValue: "USD", description: "The currency of all amounts." })
  currency: string;
  @Field(() => DeliveryFilter, { nullable: true, description: "Which deliveries; all when not given." })
  filter?: DeliveryFilter | null;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether cost includes extra costs, such as fees for data.",
  })
  extraCosts: boolean;
}

@ArgsType()
export class ReportPageArgs {
  @Field(() => Int, { nullable: true, description: "Rows of the page, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => String, { nullable: true, description: "Continue after this cursor of the same breakdown." })
  after?: string | null;
}

@ArgsType()
export class EntityPageArgs extends ReportPageArgs {
  @Field(() => DeliveryLevel, { description: "What to break down by." })
  level: DeliveryLevel;
}

@ArgsType()
export class CostliestArgs {
  @Field(() => DeliveryLevel, { description: "What to break down by." })
  level: DeliveryLevel;
  @Field(() => Int, { nullable: true, description: "How many rows, 1 to 100; 25 when not given." })
  first?: number | null;
}

@ArgsType()
export class RowPageArgs extends ReportPageArgs {
  @Field(() => Boolean, { defaultValue: false, description: "Whether to tell the domains apart." })
  byDomain: boolean;
}
