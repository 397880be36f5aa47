import type { Answer, TestService } from "./service.js";
import { create, type Tree, type UserName } from "./world.js";

export const US = "GEO-US".padEnd(22, "_");
export const CALIFORNIA = "GEO-US-CA".padEnd(22, "_");
export const NEW_YORK_METRO = "DMA-501".padEnd(22, "_");

/** Asks a route of /prospecting: by the query for GET, with a JSON body otherwise. */
export async function callProspecting(
  service: TestService,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  fields: object = {},
  as: UserName = "admin",
): Promise<Answer> {
  const url = `/prospecting/api/v2/${path}`;
  if (method !== "GET") return await service.request({ as, method, url, payload: fields });
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return await service.request({ as, method, url: `${url}?${query}` });
}

/** Opts an advertisable in to the addendum, or out of it. */
export async function optIn(service: TestService, advertisableEid: string, optedIn = true): Promise<void> {
  const { errors } = await service.graphql(
    "mutation ($input: EditProspectingSettingsInput!) { editProspectingSettings(input: $input) { settings { optedIn } } }",
    { input: { advertisableEid, optedIn } },
    "staff",
  );
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
}

/** A campaign with an ad group that has one of everything; each by its EID. */
export interface ProspectingTree {
  campaign: string;
  adGroup: string;
  audience: string;
  flight: string;
  segment: string;
}

/** Everything that an advertisable has of prospecting. */
export async function createProspectingTree(service: TestService, tree: Tree): Promise<ProspectingTree> {
  const { gateway } = service;
  await optIn(service, tree.advertisable);
  const segment = await create(gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: tree.advertisable,
    name: "Buyers",
    type: "CRM",
    duration: 30,
  });
  const campaign = await create(gateway, "createProspectingCampaign", "CreateProspectingCampaignInput", "campaign", {
    advertisableEid: tree.advertisable,
    name: "New people",
    weeklyBudget: "70.00",
    adminNotes: "a note of staff",
  });
  const adGroup = await create(gateway, "createProspectingAdGroup", "CreateProspectingAdGroupInput", "adGroup", {
    campaignEid: campaign,
    name: "Everywhere",
    ads: [{ adEid: tree.ad }],
    segments: [{ segmentEid: segment }],
    geoTargets: [{ geoEid: US, operation: "INCLUDE" }],
  });
  const audience = await create(gateway, "setProspectingAudience", "SetProspectingAudienceInput", "audience", {
    adGroupEid: adGroup,
    size: 1_000,
    sourceSegmentEid: segment,
  });
  const flight = await create(gateway, "createFlight", "CreateFlightInput", "flight", {
    adGroupEid: adGroup,
    startDate: "2023-09-01",
    endDate: "2023-09-30",
  });
  return { campaign, adGroup, audience, flight, segment };
}
