import { ADVERTISABLE_FIELDS, type AdvertisableData, advertisableRecord } from "./entity-records.js";
import { eid, optionalInteger, optionalText, requiredText, texts } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";

/** Organizations, their people, what they pay with, and their advertisables, in the old interface. */
export const PEOPLE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable/create",
    permission: "advertisable.create",
    description:
      "Creates an advertisable in the caller's organization; 403 for callers who are not its admins. Document 2, part B.",
    parameters: {
      organization: eid("EID of the organization that will own it."),
      name: requiredText("Name, 1 to 255 characters."),
      url: requiredText("Address of the site, http or https, at most 1,024 characters."),
      product_name: optionalText("Name of the advertised product, 1 to 255 characters."),
    },
    operation: `mutation CreateAdvertisable($input: CreateAdvertisableInput!) {
      createAdvertisable(input: $input) { advertisable { ...AdvertisableFields } }
    } ${ADVERTISABLE_FIELDS}`,
    names: { organizationEid: "organization" },
    variables: (input) => ({
      input: {
        organizationEid: input.organization,
        name: input.name,
        url: input.url,
        productName: input.product_name,
      },
    }),
    body: ({ createAdvertisable }: { createAdvertisable: { advertisable: AdvertisableData } }) => ({
      results: advertisableRecord(createAdvertisable.advertisable),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable/edit",
    permission: "advertisable.edit",
    description: "Changes an advertisable; what is not given stays. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      name: optionalText("Name, 1 to 255 characters."),
      url: optionalText("Address of the site, http or https, at most 1,024 characters."),
      product_name: optionalText("Name of the advertised product, 1 to 255 characters."),
      click_through_conversion_window: optionalInteger(
        "Days after a click within which a conversion counts, 0 to 540.",
        0,
        540,
      ),
      view_through_conversion_window: optionalInteger(
        "Days after an impression within which a conversion counts, 0 to 540.",
        0,
        540,
      ),
      blacklisted_sites: texts("Domains on which its ads are never shown, at most 1,000; replaces the list."),
    },
    operation: `mutation EditAdvertisable($input: EditAdvertisableInput!) {
      editAdvertisable(input: $input) { advertisable { ...AdvertisableFields } }
    } ${ADVERTISABLE_FIELDS}`,
    names: { eid: "advertisable" },
    variables: (input) => ({
      input: {
        eid: input.advertisable,
        name: input.name,
        url: input.url,
        productName: input.product_name,
        clickThroughConversionWindow: input.click_through_conversion_window,
        viewThroughConversionWindow: input.view_through_conversion_window,
        blacklistedSites: input.blacklisted_sites,
      },
    }),
    body: ({ editAdvertisable }: { editAdvertisable: { advertisable: AdvertisableData } }) => ({
      results: advertisableRecord(editAdvertisable.advertisable),
    }),
  }),
];
