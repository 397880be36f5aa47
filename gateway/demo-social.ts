import type { Viewer } from "../lib/viewer.js";
import { demoAsking } from "./demo-asking.js";
import { PICTURE } from "./demo-shop.js";
import type { Gateway } from "./gateway.js";

const US = "GEO-US".padEnd(22, "_");
const CALIFORNIA = "GEO-US-CA".padEnd(22, "_");

/**
 * The demo's shop on the social network: a launched campaign whose ads the simulated network reviews once jobs run,
 * of which it shows one and refuses the other, as that one shouts.
 */
export async function furnishSocial(
  gateway: Gateway,
  viewer: Viewer,
  advertisableEid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const shop = demoAsking(gateway, viewer, advertisableEid, stepTo, 70);
  if (!(await shop.has("socialAdvertiser { eid }")))
    await shop.change("setSocialAdvertiser", {
      advertisableEid,
      name: "Harbour Shop",
      url: "https://shop.example",
      snPageId: "104012345678901",
    });
  if (!(await shop.has("photoAccount { eid }")))
    await shop.change("linkPhotoAccount", { advertisableEid, accountId: "17841400000000001" });
  const form = await shop.ensure("leadGenForms", "createLeadGenForm", {
    advertisableEid,
    name: "Tell me of new boots",
    followUpActionUrl: "https://shop.example/thanks",
    privacyPolicyUrl: "https://shop.example/privacy",
  });
  const shown = await shop.ensure("creatives", "createCreative", {
    advertisableEid,
    name: "Boots by the harbour",
    title: "Boots for every tide",
    message: "New at the harbour: boots that stay dry.",
    callToAction: "SHOP_NOW",
    link: "https://shop.example/boots",
    picture: PICTURE,
    leadGenFormEid: form,
  });
  const refused = await shop.ensure("creatives", "createCreative", {
    advertisableEid,
    name: "Boots, shouted",
    title: "BOOTS! BOOTS! BOOTS!",
    link: "https://shop.example/boots",
  });
  const visitors = await shop.ensure("customAudiences", "createCustomAudience", {
    advertisableEid,
    name: "Visitors of 30 days",
    isConversion: false,
    retentionDays: 30,
    subtype: "WEBSITE",
    rule: '{"url": {"i_contains": "shop.example"}}',
  });
  const buyers = await shop.ensure("customAudiences", "createCustomAudience", {
    advertisableEid,
    name: "Buyers of 180 days",
    isConversion: true,
    conversionValue: "45.00",
    retentionDays: 180,
    subtype: "WEBSITE",
    rule: '{"url": {"i_contains": "shop.example/done"}}',
  });
  if (!(await shop.has("customAudiences(filter: { subtype: { in: [LOOKALIKE] } }) { nodes { eid } }")))
    await shop.change("createLookalikeAudience", {
      advertisableEid,
      originAudienceEid: buyers,
      countryCode: "US",
      countryName: "United States",
      allowInternationalSeeds: false,
      ratio: 1,
      type: "SIMILARITY",
    });
  if (!(await shop.has("holdoutAudiences { nodes { eid } }")))
    await shop.change("createHoldoutAudience", { advertisableEid, startCohortId: "1", endCohortId: "5", groupId: 1 });
  const campaign = await shop.ensure("socialCampaigns", "createSocialCampaign", {
    advertisableEid,
    name: "Boots on the network",
    goal: "RETARGET",
    objective: "CONVERSIONS",
    status: "ACTIVE",
    budget: "40.00",
    source: "demo",
    shouldLaunch: true,
  });
  const adSet = await shop.ensure("adSets", "createAdSet", {
    campaignEid: campaign,
    name: "Visitors who bought nothing",
    status: "ACTIVE",
    minAge: 18,
    maxAge: 65,
    audiences: [
      { customAudienceEid: visitors, targeted: true },
      { customAudienceEid: buyers, targeted: false },
    ],
    ads: [
      { creativeEid: shown, name: "Boots for every tide", status: "ACTIVE" },
      { creativeEid: refused, name: "Boots, shouted", status: "ACTIVE" },
    ],
  });
  for (const [geolocationEid, included] of [
    [US, true],
    [CALIFORNIA, false],
  ] as const)
    await shop.change("setAdSetGeolocation", { adSetEid: adSet, geolocationEid, included });
}
