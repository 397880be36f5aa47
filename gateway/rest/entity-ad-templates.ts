import { present } from "./entities.js";
import { AD_FIELDS, type AdData, adRecord } from "./entity-records.js";
import { graphEnum } from "./legacy-format.js";
import { choice, eid, optionalText, requiredText } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

export const ENTITY_AD_TEMPLATE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/ad/create_templated_web_ads",
    permission: "ad.write",
    description:
      "Makes liquid ads of a template, one for each of its sizes, called Dynamic_[ad size]_[date]_[name]; the new ads. The advertisable must have a logo. Document 2, part B; the templates are our own.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      name: requiredText("Name, 1 to 200 characters."),
      theme_color: requiredText("The main colour in hexadecimal, as #RRGGBB or RRGGBB."),
      text_cta: requiredText("What the button says, 1 to 255 characters."),
      text_promo: requiredText("What the promotion says, 1 to 255 characters."),
      dynamic_template_name: choice(
        "The template: standard (160x600, 300x250, 300x600, 320x50, 728x90, 970x250) or mobile (300x250, 320x50, 320x480).",
        ["standard", "mobile"],
        "standard",
        true,
      ),
      prefix: optionalText("An address to put before that of each product, for trackers that redirect."),
      tracking: optionalText("Query parameters to add to the address of each product, such as utm_source=ads."),
    },
    names: { templateName: "dynamic_template_name" },
    operation: `mutation CreateTemplatedWebAds($input: CreateTemplatedWebAdsInput!) {
      createTemplatedWebAds(input: $input) { ads { ...AdFields } }
    } ${AD_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable,
        name: input.name,
        templateName: graphEnum(input.dynamic_template_name),
        themeColor: input.theme_color,
        textCta: input.text_cta,
        textPromo: input.text_promo,
        prefix: input.prefix,
        tracking: input.tracking,
      },
    }),
    body: ({ createTemplatedWebAds }: { createTemplatedWebAds: { ads: AdData[] } | null }) => ({
      results: present(createTemplatedWebAds).ads.map(adRecord),
    }),
  }),
];
