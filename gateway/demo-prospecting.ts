import type { Viewer } from "../lib/viewer.js";
import { demoAsking } from "./demo-asking.js";
import type { Gateway } from "./gateway.js";

const US = "GEO-US".padEnd(22, "_");
const NEW_YORK_METRO = "DMA-501".padEnd(22, "_");
const NAME = "People by the sea";

/** The prospecting of the demo's shop: opted in, with a campaign that has one of everything. */
export async function furnishProspecting(
  gateway: Gateway,
  viewer: Viewer,
  advertisableEid: string,
  stepTo: (minute: number) => void,
): Promise<void> {
  const shop = demoAsking(gateway, viewer, advertisableEid, stepTo, 90);
  // The last of it.
  if (await shop.has("prospectingAdGroups { nodes { flights { eid } } }")) return;
  const ads = await shop.some("ads", 2);
  const [segment] = await shop.some("segments", 1);
  await shop.change("editProspectingSettings", {
    advertisableEid,
    optedIn: true,
    contextualTargetingCategories: [{ categoryId: 18, categoryName: "Style and fashion" }],
  });
  const campaign = await shop.ensure("prospectingCampaigns", "createProspectingCampaign", {
    advertisableEid,
    name: NAME,
    weeklyBudget: "210.00",
    kpiMetric: "CPA",
    kpiGoal: "12.00",
    frequencyCap: 5,
    startDate: "2023-08-01",
    userStatus: "ACTIVE",
    adminStatus: "APPROVED",
    source: "demo",
  });
  const adGroup = await shop.ensure("prospectingAdGroups", "createProspectingAdGroup", {
    campaignEid: campaign,
    name: "Like our buyers",
    userStatus: "ACTIVE",
    ads: ads.map((adEid) => ({ adEid, skipApproveAd: true })),
    segments: segment === undefined ? [] : [{ segmentEid: segment, isNegative: true }],
    geoTargets: [
      { geoEid: US, operation: "INCLUDE" },
      { geoEid: NEW_YORK_METRO, operation: "EXCLUDE" },
    ],
    attributeTargets: [{ name: "interest", options: [{ name: "sailing", target: true }] }],
    deviceTargets: [{ device: "mobile", target: true }],
  });
  await shop.change("setProspectingAudience", { adGroupEid: adGroup, size: 50_000, sourceSegmentEid: segment });
  await shop.change("createFlight", { adGroupEid: adGroup, startDate: "2023-08-01", endDate: "2023-09-30" });
}
