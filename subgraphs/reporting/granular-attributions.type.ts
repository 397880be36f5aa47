import { ArgsType, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Decimal } from "../../lib/decimal.js";
import type { Money } from "../../lib/money.js";
import { Count, CurrencyCode, DateTime, DecimalScalar } from "../../lib/scalars.js";
import { Ad } from "./ad.ref.js";
import { AttributionFilter, AttributionWindows } from "./attributions.input.js";
import { ProductType } from "./attributions.type.js";
import { ReportPageArgs } from "./deliveries.input.js";
import { DateRangeInput } from "./date-range.input.js";
import { connectionOf, MoneyType } from "./graph.js";

export const GranularRows = { COMBINED: "COMBINED", LAST_TOUCH: "LAST_TOUCH", ASSISTS: "ASSISTS" } as const;
export type GranularRows = keyof typeof GranularRows;
registerEnumType(GranularRows, {
  name: "GranularRows",
  description: "Which credits granular attributions are.",
  valuesConfig: {
    COMBINED: { description: "Every credited touchpoint of each conversion, assists too." },
    LAST_TOUCH: { description: "One row for each attributed conversion: its last touchpoint." },
    ASSISTS: { description: "Assists only." },
  },
});

export const CreditKind = { CLICK_THROUGH: "CLICK_THROUGH", VIEW_THROUGH: "VIEW_THROUGH", ASSIST: "ASSIST" } as const;
export type CreditKind = keyof typeof CreditKind;
registerEnumType(CreditKind, {
  name: "CreditKind",
  description: "What a touchpoint is to a conversion.",
  valuesConfig: {
    CLICK_THROUGH: { description: "The last click, within its window." },
    VIEW_THROUGH: { description: "The last impression, within its window, where no click is within its own." },
    ASSIST: { description: "An earlier touchpoint of a product that has no share in the conversion." },
  },
});

@ArgsType()
export class GranularAttributionsArgs extends ReportPageArgs {
  @Field(() => DateRangeInput, { description: "The days of the conversions; at most 90 (decisions, section 8)." })
  range: DateRangeInput;
  @Field(() => CurrencyCode, { defaultValue: "USD", description: "The currency of all amounts." })
  currency: string;
  @Field(() => AttributionFilter, { nullable: true, description: "Which attributions; all when not given." })
  filter?: AttributionFilter | null;
  @Field(() => AttributionWindows, {
    defaultValue: AttributionWindows.ADVERTISABLE,
    description: "How long before a conversion a touchpoint may be to be credited.",
  })
  windows: AttributionWindows;
  @Field(() => GranularRows, { defaultValue: GranularRows.COMBINED, description: "Which credits." })
  rows: GranularRows;
}

@ObjectType("GranularAttribution", {
  simpleResolvers: true,
  description:
    "One conversion and one touchpoint that is credited for it. Texts are empty where nobody said. Document 3, part B.",
})
export class GranularAttribution {
  @Field(() => ID, { description: "The conversion's GUID." })
  conversionGuid: string;
  @Field(() => DateTime, { description: "When the user converted." })
  convertedAt: Date;
  @Field(() => String, { description: "What kind of conversion it is, as its source says." })
  conversionType: string;
  @Field(() => MoneyType, { description: "What it is worth, converted at the rate of its day." })
  conversionValue: Money;
  @Field(() => CreditKind, { description: "What the touchpoint is to it." })
  kind: CreditKind;
  @Field(() => Boolean, { description: "Whether it is the conversion's last touchpoint, which counts." })
  isLastTouch: boolean;
  @Field(() => DecimalScalar, {
    description: "The touchpoint's share of the conversion, 0 to 1; shares of one kind and product add up to 1.",
  })
  share: Decimal;
  @Field(() => MoneyType, { description: "The same share of the conversion's value." })
  attributedValue: Money;
  @Field(() => DateTime, { description: "When the user saw or clicked the ad." })
  touchedAt: Date;
  @Field(() => DateTime, { description: "When the user's first touchpoint within the windows was." })
  firstTouchedAt: Date;
  @Field(() => DateTime, { description: "When the user's last touchpoint within the windows was." })
  lastTouchedAt: Date;
  @Field(() => Count, { description: "Whole days from the first touchpoint within the windows to the conversion." })
  firstTouchToConversion: number;
  @Field(() => ProductType, { description: "The touchpoint's product." })
  productType: ProductType;
  @Field(() => CreditKind, { description: "Whether the conversion is a click-through or a view-through." })
  finalKind: CreditKind;
  @Field(() => ProductType, { description: "The product of the conversion's last touchpoint." })
  finalProductType: ProductType;
  @Field(() => DateTime, { description: "When the conversion's last touchpoint was." })
  finalTouchedAt: Date;
  @Field(() => [ProductType], { description: "The products that assisted the conversion." })
  assistedBy: ProductType[];
  @Field(() => ID, { description: "EID of the segment that counts the conversion; empty where none does." })
  segmentEid: string;
  @Field(() => ID, { description: "EID of the touchpoint's campaign." })
  campaignEid: string;
  @Field(() => ID, { description: "EID of the touchpoint's ad group." })
  adGroupEid: string;
  @Field(() => ID, { description: "EID of the touchpoint's ad." })
  adEid: string;
  @Field(() => Ad, { nullable: true, description: "The touchpoint's ad." })
  ad: Pick<Ad, "eid">;
  @Field(() => String, { description: "The user's cookie." })
  cookie: string;
  @Field(() => String, { description: "What kind of identifier the user's device has." })
  deviceIdType: string;
  @Field(() => String, { description: "Where the user converted: the country." })
  country: string;
  @Field(() => String, { description: "Where the user converted: the city." })
  city: string;
  @Field(() => String, { description: "The page that led to the conversion." })
  referrer: string;
  @Field(() => String, { description: "What the advertiser sent along with the conversion." })
  externalData: string;
  @Field(() => String, { description: "The address that the conversion came from." })
  ip: string;
}

export const GranularAttributionConnection = connectionOf(
  () => GranularAttribution,
  "GranularAttribution",
  "credited touchpoints",
);
