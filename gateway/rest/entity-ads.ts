import { badInput } from "../../lib/errors.js";
import { AD_TYPES, present } from "./entities.js";
import { AD_FIELDS, type AdData, adRecord } from "./entity-records.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { mutationRoute } from "./mutation-route.js";
import { eid, type Input, optionalFile, optionalInteger, optionalText } from "./parameter.js";
import { defineDownload, type RestRoute } from "./route.js";
import { lasting, optionalAdFormat, optionalOneOf, removable } from "./write-parameters.js";

const MAX_PICTURE_SIZE = 5_242_880;

/** A picture in base64 is a third longer, and is not alone in its body. */
const PICTURE_BODY_LIMIT = 8_388_608;

/** What the old interface calls the picture of an input. */
const NAMES = { picture: "file" };

const settings = {
  name: optionalText("Name, 1 to 255 characters."),
  destination_url: optionalText("Address that a click leads to, http or https, at most 1,024 characters."),
  headline: optionalText("Headline for social networks, at most 255 characters."),
  body: optionalText("Text for social networks, at most 10,000 characters."),
  message: optionalText("Message for social networks, at most 10,000 characters."),
  ad_format: optionalAdFormat("Width and height in pixels, such as 300x250; the two parameters do as well."),
  width: optionalInteger("Pixels, 1 to 10,000.", 1, 10_000),
  height: optionalInteger("Pixels, 1 to 10,000.", 1, 10_000),
  type: optionalOneOf("How it is made.", AD_TYPES),
  file: optionalFile(
    "Its picture: a PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side, as a part of a multipart form or in base64. Its sides become the ad's; width and height must agree where they are given.",
    MAX_PICTURE_SIZE,
  ),
};

/** Of an edit: what an ad can be without can be removed. */
const changes = {
  name: lasting(settings.name),
  destination_url: removable(settings.destination_url),
  headline: removable(settings.headline),
  body: removable(settings.body),
  message: removable(settings.message),
  ad_format: lasting(settings.ad_format),
  width: removable(settings.width),
  height: removable(settings.height),
  type: lasting(settings.type),
  file: lasting(settings.file),
};

function settingsInput(input: Input<typeof settings> | Input<typeof changes>) {
  const format = input.ad_format;
  const differs =
    (input.width !== undefined && format !== undefined && input.width !== format.width) ||
    (input.height !== undefined && format !== undefined && input.height !== format.height);
  if (differs) throw badInput(["ad_format"], "MISMATCH", "ad_format must agree with width and height.");
  return {
    name: input.name,
    destinationUrl: input.destination_url,
    headline: input.headline,
    body: input.body,
    message: input.message,
    width: input.width === undefined ? format?.width : input.width,
    height: input.height === undefined ? format?.height : input.height,
    type: input.type === undefined ? undefined : graphEnum(input.type),
    picture: input.file?.toString("base64"),
  };
}

interface AdPayload {
  ad: AdData;
}

export const AD_ROUTES: readonly RestRoute[] = [
  mutationRoute({
    method: "POST",
    path: "/api/v1/ad/create",
    permission: "ad.write",
    description:
      "Creates an ad; it begins in admin_review unless staff creates it, and is not active without a name and destination_url. Decisions, section 6.",
    parameters: { advertisable: eid("EID of the advertisable."), ...settings },
    bodyLimit: PICTURE_BODY_LIMIT,
    names: NAMES,
    mutation: "createAd",
    inputType: "CreateAdInput",
    selection: "ad { ...AdFields }",
    fragment: AD_FIELDS,
    input: (input) => ({ advertisableEid: input.advertisable, ...settingsInput(input) }),
    results: ({ ad }: AdPayload) => adRecord(ad),
  }),
  mutationRoute({
    method: "PUT",
    path: "/api/v1/ad/edit",
    permission: "ad.write",
    description:
      "Changes an ad; what is not given stays, and null or an empty value removes what an ad can be without. An approved ad goes on unchanged unless staff edits it: the result is a new ad in admin_review then, and carries the approved one as original; an edit that changes nothing makes none. Decisions, section 6.",
    parameters: { ad: eid("EID of the ad."), ...changes },
    bodyLimit: PICTURE_BODY_LIMIT,
    names: NAMES,
    mutation: "editAd",
    inputType: "EditAdInput",
    selection: "ad { ...AdFields originalAd { ...AdFields } }",
    fragment: AD_FIELDS,
    input: (input) => ({ eid: input.ad, ...settingsInput(input) }),
    results: ({ ad }: { ad: AdData & { originalAd: AdData | null } }, input) => ({
      ...adRecord(ad),
      ...(ad.eid !== input.ad && ad.originalAd !== null && { original: adRecord(ad.originalAd) }),
    }),
  }),
  mutationRoute({
    method: "POST",
    path: "/api/v1/ad/clone",
    permission: "ad.write",
    description: "Copies an ad; the copy serves in no ad group and begins as a new ad does. Decisions, section 6.",
    parameters: {
      ad: eid("EID of the ad."),
      name: optionalText("Name of the copy, 1 to 255 characters; the ad's when not given."),
    },
    mutation: "cloneAd",
    inputType: "CloneAdInput",
    selection: "ad { ...AdFields }",
    fragment: AD_FIELDS,
    input: (input) => ({ eid: input.ad, name: input.name }),
    results: ({ ad }: AdPayload) => adRecord(ad),
  }),
  defineDownload({
    area: "entities",
    method: "GET",
    path: "/api/v1/ad_picture/get",
    permission: "ad.read",
    description:
      "The picture of an ad that was uploaded, as the ad's src names it. Own decision: the documents say nothing of where it is.",
    parameters: { picture: eid("EID of the picture.") },
    operation: "query AdPicture($eid: ID!) { adPicture(eid: $eid) { format base64 } }",
    variables: (input) => ({ eid: input.picture }),
    file: ({ adPicture }: { adPicture: { format: string; base64: string } | null }, input) => {
      const { format, base64 } = present(adPicture);
      const type = legacyEnum(format);
      return { bytes: Buffer.from(base64, "base64"), mediaType: `image/${type}`, fileName: `${input.picture}.${type}` };
    },
  }),
];
