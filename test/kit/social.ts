import { expect } from "vitest";
import type { Answer, TestService } from "./service.js";
import { create, STAFF, type UserName } from "./world.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Asks a route of /social: by the query for GET and DELETE, with a JSON body otherwise. */
export async function callSocial(
  service: TestService,
  method: Method,
  path: string,
  fields: Record<string, unknown> = {},
  as: UserName = "admin",
): Promise<Answer> {
  const url = `/social/${path}`;
  if (method === "POST" || method === "PUT") return await service.request({ as, method, url, payload: fields });
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return await service.request({ as, method, url: `${url}?${query}` });
}

/** The body of a good answer of /social. */
export function bodyOf<T = Record<string, unknown>>(answer: Answer): T {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as T;
}

/** A list as /social answers it. */
export interface List {
  count: number;
  page: number;
  page_size: number;
  results: Record<string, unknown>[];
}

/** A GIF image of one pixel, in base64. */
export const PIXEL = "R0lGODlhAQABAAAAACw=";

/** A campaign with an ad set that has an ad and an audience; each by its EID. */
export interface SocialTree {
  campaign: string;
  adSet: string;
  ad: string;
  creative: string;
  audience: string;
  form: string;
  holdout: string;
  picture: string;
}

/** Everything that an advertisable has on the social network. */
export async function createSocialTree({ gateway }: TestService, advertisableEid: string): Promise<SocialTree> {
  const form = await create(gateway, "createLeadGenForm", "CreateLeadGenFormInput", "leadGenForm", {
    advertisableEid,
    name: "Form",
    followUpActionUrl: "https://shop.example/thanks",
    privacyPolicyUrl: "https://shop.example/privacy",
  });
  const creative = await create(gateway, "createCreative", "CreateCreativeInput", "creative", {
    advertisableEid,
    name: "Creative",
    title: "Boots",
    leadGenFormEid: form,
  });
  const audience = await create(gateway, "createCustomAudience", "CreateCustomAudienceInput", "customAudience", {
    advertisableEid,
    name: "Audience",
    isConversion: false,
    retentionDays: 30,
    subtype: "WEBSITE",
    rule: "{}",
  });
  const campaign = await create(gateway, "createSocialCampaign", "CreateSocialCampaignInput", "socialCampaign", {
    advertisableEid,
    name: "Campaign",
    goal: "RETARGET",
    objective: "CONVERSIONS",
    status: "ACTIVE",
    shouldLaunch: true,
  });
  const adSet = await create(gateway, "createAdSet", "CreateAdSetInput", "adSet", {
    campaignEid: campaign,
    name: "Ad set",
    status: "ACTIVE",
    audiences: [{ customAudienceEid: audience }],
  });
  const ad = await create(gateway, "createSocialAd", "CreateSocialAdInput", "socialAd", {
    adSetEid: adSet,
    creativeEid: creative,
    name: "Ad",
    status: "ACTIVE",
  });
  const holdout = await create(gateway, "createHoldoutAudience", "CreateHoldoutAudienceInput", "holdoutAudience", {
    advertisableEid,
    startCohortId: "1",
    endCohortId: "9",
    groupId: 1,
  });
  const pictured = await create(gateway, "createCreative", "CreateCreativeInput", "creative", {
    advertisableEid,
    name: "With a picture",
    picture: PIXEL,
  });
  const { data } = await gateway.ask(
    `{ creative(eid: "${pictured}") { imageUrl } }`,
    {},
    { viewer: STAFF, requestId: "test" },
  );
  const imageUrl: unknown = Reflect.get(Object(Reflect.get(Object(data), "creative")), "imageUrl");
  const picture = String(imageUrl).split("/").at(-1) ?? "";
  await create(gateway, "setSocialAdvertiser", "SetSocialAdvertiserInput", "socialAdvertiser", {
    advertisableEid,
    name: "Shop",
    snPageId: "77",
  });
  await create(gateway, "linkPhotoAccount", "LinkPhotoAccountInput", "photoAccount", {
    advertisableEid,
    accountId: "123",
  });
  return { campaign, adSet, ad, creative, audience, form, holdout, picture };
}
