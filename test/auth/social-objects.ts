import type { RestRoute } from "../../gateway/rest/route.js";
import type { TestService } from "../kit/service.js";
import { createSocialTree, type SocialTree } from "../kit/social.js";
import { create, testEid, type Tree } from "../kit/world.js";

const US = "GEO-US".padEnd(22, "_");

/** What the targets of the access matrix have on the social network. */
const trees = new Map<string, SocialTree>();

const NOTHING: SocialTree = {
  campaign: testEid("nosocialcamp"),
  adSet: testEid("noadset"),
  ad: testEid("nosocialad"),
  creative: testEid("nocreative"),
  audience: testEid("noaudience"),
  form: testEid("noform"),
  holdout: testEid("noholdout"),
  picture: testEid("nopicture"),
};

export function socialOf({ advertisable }: Pick<Tree, "advertisable">): SocialTree {
  return trees.get(advertisable) ?? NOTHING;
}

/** Gives a target everything that it can have on the social network. */
export async function fillSocial(service: TestService, advertisable: string): Promise<void> {
  const tree = await createSocialTree(service, advertisable);
  trees.set(advertisable, tree);
  const { gateway } = service;
  await create(gateway, "setAdSetGeolocation", "SetAdSetGeolocationInput", "adSet", {
    adSetEid: tree.adSet,
    geolocationEid: US,
    included: true,
  });
  await create(gateway, "createLookalikeAudience", "CreateLookalikeAudienceInput", "customAudience", {
    advertisableEid: advertisable,
    originAudienceEid: tree.audience,
    countryCode: "US",
    countryName: "United States",
    allowInternationalSeeds: true,
    ratio: 1,
  });
  await service.db.owner.query(
    `insert into social.social_page select $1, $2, '77', 'P', null, null, true, true, true, true, now(), now()`,
    [advertisable, advertisable.replace(/^../, "G_")],
  );
}

/** Gives back what an actor has deleted. */
export async function refillSocial({ db: { owner } }: TestService, { advertisable }: Tree): Promise<void> {
  if (!trees.has(advertisable)) return;
  for (const table of ["social_campaign", "ad_set", "social_ad", "creative"]) {
    await owner.query(`update social.${table} set status = 'ACTIVE', is_active = true where advertisable_eid = $1`, [
      advertisable,
    ]);
  }
  await owner.query(
    `insert into social.photo_account values ($1, $2, '123', null, null, null, false, now(), now())
     on conflict on constraint photo_account_once do nothing`,
    [advertisable, advertisable.replace(/^../, "H_")],
  );
  await owner.query(
    `insert into social.ad_set_geolocation values ($1, $2, $3, $4, true, now(), now())
     on conflict on constraint ad_set_geolocation_once do nothing`,
    [advertisable, advertisable.replace(/^../, "J_"), socialOf({ advertisable }).adSet, US],
  );
}

/** The inputs of a route of /social about one target. */
export function socialValues({ path }: RestRoute, tree: Tree): Record<string, string> {
  const own = socialOf(tree);
  const nouns: Readonly<Record<string, string>> = {
    ads: own.ad,
    adsets: own.adSet,
    campaigns: own.campaign,
    creatives: own.creative,
    custom_audiences: own.audience,
    lead_gen_forms: own.form,
    creative_pictures: own.picture,
  };
  return {
    advertisable_eid: tree.advertisable,
    eid: nouns[path.split("/")[2] ?? ""] ?? "",
    adset_eid: own.adSet,
    campaign_eid: own.campaign,
    creative_eid: own.creative,
    creative_eids: own.creative,
    audience_eids: own.audience,
    origin_audience_eid: own.audience,
    geolocation_eid: US,
    included: "true",
    action: path.includes("adsetaudiences") ? "target_audiences" : "pause",
    account_id: "123",
    name: "New",
    goal: "retarget",
    objective: "CONVERSIONS",
    follow_up_action_url: "https://shop.example/",
    privacy_policy_url: "https://shop.example/",
    is_conversion: "false",
    retention_days: "30",
    subtype: "WEBSITE",
    rule: "{}",
    country_code: "US",
    country_name: "United States",
    allow_international_seeds: "true",
    ratio: "1",
    ...(path.includes("lookalike") && { type: "reach" }),
  };
}

/** Root fields that find one object, as the access matrix asks for them. */
export const SOCIAL_OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  socialCampaign: (tree) => `socialCampaign(eid: "${socialOf(tree).campaign}") { eid }`,
  adSet: (tree) => `adSet(eid: "${socialOf(tree).adSet}") { eid }`,
  socialAd: (tree) => `socialAd(eid: "${socialOf(tree).ad}") { eid }`,
  creative: (tree) => `creative(eid: "${socialOf(tree).creative}") { eid }`,
  creativePicture: (tree) => `creativePicture(eid: "${socialOf(tree).picture}") { mediaType }`,
  customAudience: (tree) => `customAudience(eid: "${socialOf(tree).audience}") { eid }`,
  leadGenForm: (tree) => `leadGenForm(eid: "${socialOf(tree).form}") { eid }`,
  holdoutAudience: (tree) => `holdoutAudience(eid: "${socialOf(tree).holdout}") { eid }`,
  socialPage: (tree) => `socialPage(eid: "${tree.advertisable.replace(/^../, "G_")}") { eid }`,
  photoAccount: (tree) => `photoAccount(advertisableEid: "${tree.advertisable}") { eid }`,
  socialAdvertiser: (tree) => `socialAdvertiser(advertisableEid: "${tree.advertisable}") { eid }`,
};

/** Root fields that list, each with the one object of a target. */
export const SOCIAL_LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  socialCampaigns: (tree) => socialOf(tree).campaign,
  adSets: (tree) => socialOf(tree).adSet,
  socialAds: (tree) => socialOf(tree).ad,
  creatives: (tree) => socialOf(tree).creative,
  customAudiences: (tree) => socialOf(tree).audience,
  leadGenForms: (tree) => socialOf(tree).form,
  holdoutAudiences: (tree) => socialOf(tree).holdout,
  socialPages: (tree) => tree.advertisable.replace(/^../, "G_"),
};

type Needs = "visible" | "admin" | "staff";

/** What each mutation needs beside a visible target. */
export const SOCIAL_MUTATIONS: Readonly<Record<string, { needs: Needs; input: (tree: Tree) => object }>> = {
  createSocialCampaign: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      name: "New",
      goal: "RETARGET",
      objective: "CONVERSIONS",
    }),
  },
  editSocialCampaign: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).campaign, name: "New name" }) },
  createAdSet: { needs: "visible", input: (tree) => ({ campaignEid: socialOf(tree).campaign, name: "New" }) },
  createDefaultAdSet: { needs: "visible", input: (tree) => ({ campaignEid: socialOf(tree).campaign }) },
  editAdSet: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).adSet, name: "New name" }) },
  cloneAdSet: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).adSet }) },
  setAudiencesTargeted: {
    needs: "visible",
    input: (tree) => ({ adSetEid: socialOf(tree).adSet, audienceEids: [socialOf(tree).audience], targeted: false }),
  },
  setAdSetGeolocation: {
    needs: "visible",
    input: (tree) => ({ adSetEid: socialOf(tree).adSet, geolocationEid: US, included: true }),
  },
  createSocialAd: {
    needs: "visible",
    input: (tree) => ({ adSetEid: socialOf(tree).adSet, creativeEid: socialOf(tree).creative, name: "New" }),
  },
  editSocialAd: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).ad, name: "New name" }) },
  changeSocialAds: { needs: "visible", input: (tree) => ({ action: "PAUSE", adSetEid: socialOf(tree).adSet }) },
  createCreative: { needs: "visible", input: ({ advertisable }) => ({ advertisableEid: advertisable, name: "New" }) },
  editCreative: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).creative, title: "New title" }) },
  createLeadGenForm: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      name: "New",
      followUpActionUrl: "https://shop.example/",
      privacyPolicyUrl: "https://shop.example/",
    }),
  },
  createCustomAudience: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      name: "New",
      isConversion: false,
      retentionDays: 30,
      subtype: "WEBSITE",
      rule: "{}",
    }),
  },
  createLookalikeAudience: {
    needs: "visible",
    input: (tree) => ({
      advertisableEid: tree.advertisable,
      originAudienceEid: socialOf(tree).audience,
      countryCode: "US",
      countryName: "United States",
      allowInternationalSeeds: true,
      ratio: 1,
    }),
  },
  createHoldoutAudience: {
    needs: "staff",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, startCohortId: "1", endCohortId: "2", groupId: 0 }),
  },
  setSocialAdvertiser: { needs: "admin", input: ({ advertisable }) => ({ advertisableEid: advertisable, name: "S" }) },
  reviewSocialAdvertiser: {
    needs: "staff",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, showDpa: true }),
  },
  linkPhotoAccount: {
    needs: "admin",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, accountId: "5" }),
  },
  // Those that take something away come last, and what they take is given back before each of them.
  removeAdSetGeolocation: {
    needs: "visible",
    input: (tree) => ({ adSetEid: socialOf(tree).adSet, geolocationEid: US }),
  },
  unlinkPhotoAccount: { needs: "admin", input: ({ advertisable }) => ({ advertisableEid: advertisable }) },
  deleteAdSet: { needs: "visible", input: (tree) => ({ eid: socialOf(tree).adSet }) },
};

/** The same mutations as a user sends them about a target that they can't see. */
export const SOCIAL_ATTACKS = Object.entries(SOCIAL_MUTATIONS).map(([mutation, { input }]) => ({ mutation, input }));
