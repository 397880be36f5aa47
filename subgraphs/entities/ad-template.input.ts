import { Field, ID, InputType, ObjectType } from "type-graphql";
import { AdTemplateName } from "./ad-template.type.js";
import { Ad } from "./ad.type.js";

@InputType("CreateTemplatedWebAdsInput", {
  description: "New ads out of a template, one for each of its sizes; they begin as other new ads do.",
})
export class CreateTemplatedWebAdsInput {
  @Field(() => ID, { description: "EID of the advertisable, which must have a logo." })
  advertisableEid: string;
  @Field(() => String, {
    description: "Name, 1 to 200 characters: each ad is called Dynamic_[size]_[date]_[name], the date of today in UTC.",
  })
  name: string;
  @Field(() => AdTemplateName, { description: "The template." })
  templateName: AdTemplateName;
  @Field(() => String, { description: "The main colour in hexadecimal, as #RRGGBB or RRGGBB." })
  themeColor: string;
  @Field(() => String, { description: "What the button says, 1 to 255 characters." })
  textCta: string;
  @Field(() => String, { description: "What the promotion says, 1 to 255 characters." })
  textPromo: string;
  @Field(() => String, {
    defaultValue: "",
    description:
      "What to put before the address of each product, for trackers that redirect: an http or https address of at most 1,024 characters; empty for nothing.",
  })
  prefix: string;
  @Field(() => String, {
    defaultValue: "",
    description:
      "Query parameters to add to the address of each product, such as utm_source=ads&utm_medium=web, at most 1,024 characters; empty for none.",
  })
  tracking: string;
}

@ObjectType("TemplatedWebAdsPayload", { simpleResolvers: true, description: "What a template was made into." })
export class TemplatedWebAdsPayload {
  @Field(() => [Ad], { description: "The new ads, by width and height." })
  ads: Ad[];
}
