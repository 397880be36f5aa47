import { ArgsType, Field, ID, InputType, registerEnumType } from "type-graphql";
import { ReportPageArgs } from "./deliveries.input.js";
import { AttributionLevel, ProductType } from "./attributions.type.js";
import { ReportArgs } from "./report-question.js";

@InputType("AttributionFilter", {
  description:
    "Which attributions; all conditions that are given hold. An EID that the viewer can't see matches nothing, an empty list too.",
})
export class AttributionFilter {
  @Field(() => [ID], { nullable: true, description: "Of touchpoints of these campaigns." })
  campaignEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Of touchpoints of these ad groups." })
  adGroupEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Of touchpoints of these ads." })
  adEids?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Of conversions that these segments count." })
  segmentEids?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Of touchpoints on these networks." })
  networks?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Of touchpoints from these sources of inventory." })
  inventorySources?: string[] | null;
  @Field(() => [ProductType], { nullable: true, description: "Of touchpoints of these products." })
  productTypes?: ProductType[] | null;
}

export const AttributionWindows = { ADVERTISABLE: "ADVERTISABLE", STANDARD: "STANDARD" } as const;
export type AttributionWindows = keyof typeof AttributionWindows;
registerEnumType(AttributionWindows, {
  name: "AttributionWindows",
  description: "How long before a conversion a touchpoint may be to be credited. Decisions, section 4.",
  valuesConfig: {
    ADVERTISABLE: { description: "The advertisable's windows as they are now, for clicks and for impressions." },
    STANDARD: { description: "30 days for both, whatever the advertisable's are." },
  },
});

@ArgsType()
export class AttributionsArgs extends ReportArgs {
  @Field(() => AttributionFilter, { nullable: true, description: "Which attributions; all when not given." })
  filter?: AttributionFilter | null;
  @Field(() => AttributionWindows, {
    defaultValue: AttributionWindows.ADVERTISABLE,
    description: "How long before a conversion a touchpoint may be to be credited.",
  })
  windows: AttributionWindows;
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      "Whether credits and revenue are multiplied by the conversion's weight; counts never are. Own decision.",
  })
  applyWeights: boolean;
}

@ArgsType()
export class AttributionEntityArgs extends ReportPageArgs {
  @Field(() => AttributionLevel, { description: "What to break down by." })
  level: AttributionLevel;
}

export const AttributionRowKey = { AD: "AD", INVENTORY_SOURCE: "INVENTORY_SOURCE" } as const;
export type AttributionRowKey = keyof typeof AttributionRowKey;
registerEnumType(AttributionRowKey, {
  name: "AttributionRowKey",
  description: "What daily rows are apart by.",
  valuesConfig: {
    AD: { description: "By ad group, ad and segment." },
    INVENTORY_SOURCE: { description: "By source of inventory; on a social network that is the placement." },
  },
});

@ArgsType()
export class AttributionRowsArgs extends ReportPageArgs {
  @Field(() => AttributionRowKey, {
    defaultValue: AttributionRowKey.AD,
    description: "What the rows of a day are apart by.",
  })
  by: AttributionRowKey;
}
