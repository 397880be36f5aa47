import { Field, ObjectType, registerEnumType } from "type-graphql";

export const AdTemplateName = { STANDARD: "STANDARD", MOBILE: "MOBILE" } as const;
export type AdTemplateName = keyof typeof AdTemplateName;
registerEnumType(AdTemplateName, {
  name: "AdTemplateName",
  description: "A template of ads. Document 2, part B, names none; these are this graph's own.",
  valuesConfig: {
    STANDARD: {
      description: "160x600, 300x250, 300x600, 320x50, 728x90 and 970x250; `standard` in the old interface.",
    },
    MOBILE: { description: "300x250, 320x50 and 320x480; `mobile` in the old interface." },
  },
});

@ObjectType("AdTemplate", {
  simpleResolvers: true,
  description: "How an ad shows the products of its advertisable's feed. Source: document 2, part B.",
})
export class AdTemplate {
  @Field(() => AdTemplateName, { description: "The template." })
  name: AdTemplateName;
  @Field(() => String, { description: "Its main colour, as #RRGGBB." })
  themeColor: string;
  @Field(() => String, { description: "What the button says, 1 to 255 characters." })
  textCta: string;
  @Field(() => String, { description: "What the promotion says, 1 to 255 characters." })
  textPromo: string;
  @Field(() => String, {
    description:
      "What stands before the address of each product, for trackers that redirect, at most 1,024 characters; empty for nothing.",
  })
  prefix: string;
  @Field(() => String, {
    description:
      "Query parameters that are added to the address of each product, such as utm_source=ads, at most 1,024 characters; empty for none.",
  })
  tracking: string;
}
