import { badInput } from "../../lib/errors.js";
import { AD_TYPES } from "./entities.js";
import { AD_FIELDS, type AdData, adRecord } from "./entity-records.js";
import { graphEnum } from "./legacy-format.js";
import { mutationRoute } from "./mutation-route.js";
import { eid, optionalInteger, optionalText } from "./parameter.js";
import type { RestRoute } from "./route.js";
import { nothing, optionalAdFormat, optionalOneOf } from "./write-parameters.js";

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
  file: nothing("Pictures and films are not taken here; an ad that lacks its picture would be worse than none."),
};

interface Settings {
  name: string | undefined;
  destination_url: string | undefined;
  headline: string | undefined;
  body: string | undefined;
  message: string | undefined;
  ad_format: { width: number; height: number } | undefined;
  width: number | undefined;
  height: number | undefined;
  type: string | undefined;
}

function settingsInput(input: Settings) {
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
    width: input.width ?? format?.width,
    height: input.height ?? format?.height,
    type: input.type === undefined ? undefined : graphEnum(input.type),
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
      "Changes an ad; what is not given stays. An approved ad goes on unchanged unless staff edits it: the result is a new ad in admin_review then, and carries the approved one as original. Decisions, section 6.",
    parameters: { ad: eid("EID of the ad."), ...settings },
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
];
