import { present } from "./entities.js";
import { ADVERTISABLE_FIELDS, type AdvertisableData, advertisableRecord } from "./entity-records.js";
import { legacyDateTime, legacyEnum } from "./legacy-format.js";
import {
  eid,
  file,
  flag,
  type Input,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
  texts,
} from "./parameter.js";
import { defineDownload, defineRoute, type RestRoute } from "./route.js";
import { lasting, removable, removableItems } from "./write-parameters.js";

/** What staff alone may say of an advertisable: 403 for everybody else. */
const administrationParameters = {
  approval_state: removable(optionalText("State of the automatic approval, at most 255 characters.")),
  is_publisher: lasting(optionalFlag("Whether it also publishes advertising.")),
  is_coop_approved: lasting(optionalFlag("Whether the terms of the data co-operative are approved.")),
  has_privacy_policy: lasting(optionalFlag("Whether its site has a privacy policy.")),
  enable_customer_multi_dur_segs: lasting(optionalFlag("Whether customer segments may have several durations.")),
  cm_networks: removable(optionalText("Networks with which cookies are matched, at most 255 characters.")),
  liquidads: removable(optionalText("EID of who makes its liquid ads.")),
  ops: removable(optionalText("EID of who runs its operations.")),
  optimizer: removable(optionalText("EID of who optimises it.")),
  saleser: removable(optionalText("EID of who sold to it.")),
  iab1_category_id: removable(optionalText("EID of the first content category of the IAB, at most 255 characters.")),
  iab1_category_name: removable(optionalText("Name of the first content category of the IAB, at most 255 characters.")),
  iab2_category_id: removable(optionalText("EID of the second content category of the IAB, at most 255 characters.")),
  iab2_category_name: removable(
    optionalText("Name of the second content category of the IAB, at most 255 characters."),
  ),
  iab_content_id: removable(optionalInteger("Number of the IAB content.", 0, 2_147_483_647)),
  thirdparty_category_id: removable(optionalInteger("Number of a third party's category.", 0, 2_147_483_647)),
  thirdparty_category_name: removable(optionalText("Name of a third party's category, at most 255 characters.")),
};

function administrationOf(input: Input<typeof administrationParameters>) {
  return {
    approvalState: input.approval_state,
    isPublisher: input.is_publisher,
    isCoopApproved: input.is_coop_approved,
    hasPrivacyPolicy: input.has_privacy_policy,
    enableCustomerMultiDurSegs: input.enable_customer_multi_dur_segs,
    cmNetworks: input.cm_networks,
    liquidads: input.liquidads,
    ops: input.ops,
    optimizer: input.optimizer,
    saleser: input.saleser,
    iab1CategoryId: input.iab1_category_id,
    iab1CategoryName: input.iab1_category_name,
    iab2CategoryId: input.iab2_category_id,
    iab2CategoryName: input.iab2_category_name,
    iabContentId: input.iab_content_id,
    thirdpartyCategoryId: input.thirdparty_category_id,
    thirdpartyCategoryName: input.thirdparty_category_name,
  };
}

const MAX_LOGO_SIZE = 5_242_880;

/** A logo in base64 is a third longer, and is not alone in its body. */
const LOGO_BODY_LIMIT = 8_388_608;

const LOGO_FIELDS =
  "fragment LogoFields on AdvertisableLogo { eid advertisableEid url format width height size createdAt }";

interface LogoData {
  eid: string;
  advertisableEid: string;
  url: string;
  format: string;
  width: number;
  height: number;
  size: number;
  createdAt: string;
}

function logoRecord(data: LogoData) {
  return {
    eid: data.eid,
    advertisable: data.advertisableEid,
    url: data.url,
    format: legacyEnum(data.format),
    width: data.width,
    height: data.height,
    size: data.size,
    created_date: legacyDateTime(data.createdAt),
  };
}

/** What changes advertisables and their logos in the old interface. */
export const ADVERTISABLE_ROUTES: readonly RestRoute[] = [
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
      set_as_default: flag("Whether the caller works on it by default from now on; false when not given.", false),
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
        setAsDefault: input.set_as_default,
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
    description:
      "Changes an advertisable; what is not given stays, null or an empty value removes a text or number, and an empty list empties blacklisted_sites. 403 for callers who are not its organization's admins, and for what staff alone may say. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      name: lasting(optionalText("Name, 1 to 255 characters.")),
      url: removable(optionalText("Address of the site, http or https, at most 1,024 characters.")),
      product_name: removable(optionalText("Name of the advertised product, 1 to 255 characters.")),
      click_through_conversion_window: lasting(
        optionalInteger("Days after a click within which a conversion counts, 0 to 540.", 0, 540),
      ),
      view_through_conversion_window: lasting(
        optionalInteger("Days after an impression within which a conversion counts, 0 to 540.", 0, 540),
      ),
      blacklisted_sites: removableItems(
        texts(
          "Domains on which its ads are never shown, at most 1,000; replaces the list. Kept in lower case without www., each once.",
        ),
      ),
      ...administrationParameters,
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
        administration: administrationOf(input),
      },
    }),
    body: ({ editAdvertisable }: { editAdvertisable: { advertisable: AdvertisableData } }) => ({
      results: advertisableRecord(editAdvertisable.advertisable),
    }),
  }),
  defineRoute({
    area: "entities",
    method: "POST",
    path: "/api/v1/advertisable_logo/create",
    permission: "advertisable.edit",
    description:
      "Gives an advertisable a logo: a PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side; at most 200, as older ones stay for the ads that show them. Decisions, section 6.",
    parameters: {
      advertisable: eid("EID of the advertisable."),
      logo_file: file("The image, as a part of a multipart form or in base64.", MAX_LOGO_SIZE),
    },
    bodyLimit: LOGO_BODY_LIMIT,
    operation: `mutation CreateLogo($input: CreateAdvertisableLogoInput!) {
      createAdvertisableLogo(input: $input) { logo { ...LogoFields } }
    } ${LOGO_FIELDS}`,
    names: { advertisableEid: "advertisable", base64: "logo_file" },
    variables: (input) => ({
      input: { advertisableEid: input.advertisable, base64: input.logo_file.toString("base64") },
    }),
    body: ({ createAdvertisableLogo }: { createAdvertisableLogo: { logo: LogoData } }) => ({
      results: logoRecord(createAdvertisableLogo.logo),
    }),
  }),
  defineDownload({
    area: "entities",
    method: "GET",
    path: "/api/v1/advertisable_logo/get",
    permission: "advertisable.read",
    description: "The image of a logo, as its url names it. Own decision: the documents say nothing of where it is.",
    parameters: { logo: eid("EID of the logo.") },
    operation: "query LogoImage($eid: ID!) { advertisableLogoImage(eid: $eid) { format base64 } }",
    variables: (input) => ({ eid: input.logo }),
    file: ({ advertisableLogoImage }: { advertisableLogoImage: { format: string; base64: string } | null }, input) => {
      const { format, base64 } = present(advertisableLogoImage);
      const type = legacyEnum(format);
      return {
        bytes: Buffer.from(base64, "base64"),
        mediaType: `image/${type}`,
        fileName: `${input.logo}.${type}`,
      };
    },
  }),
];
