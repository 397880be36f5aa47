import type { Answer, TestService } from "./service.js";
import { create, type UserName } from "./world.js";

/** What an advertisable has of universal campaigns. */
export interface UniversalTree {
  playbook: string;
  /** A campaign in the playbook, with one ad group of one ad. */
  campaign: string;
  adGroup: string;
  segment: string;
}

/** A universal campaign of 100 USD a day in a playbook, with an ad group that has an ad and a segment; all of it live. */
export async function createUniversalTree(
  { gateway }: Pick<TestService, "gateway">,
  { advertisable, ad }: { advertisable: string; ad: string },
): Promise<UniversalTree> {
  const segment = await create(gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: advertisable,
    name: "Visitors",
    type: "CRM",
    duration: 30,
  });
  const budgetSettings = { budgetType: "DAILY" };
  const campaign = await create(
    gateway,
    "createUniversalCampaign",
    "CreateUniversalCampaignInput",
    "universalCampaign",
    { advertisableEid: advertisable, name: "Campaign", budget: "100", budgetSettings, currency: "USD" },
  );
  const adGroup = await create(gateway, "createUniversalAdGroup", "CreateUniversalAdGroupInput", "universalAdGroup", {
    campaignEid: campaign,
    name: "Ad group",
    ads: [{ adEid: ad }],
    positiveSegmentEids: [segment],
  });
  const playbook = await create(gateway, "createPlaybook", "CreatePlaybookInput", "playbook", {
    advertisableEid: advertisable,
    name: "Playbook",
    budgetSettings,
    currency: "USD",
    campaigns: [{ eid: campaign }],
  });
  const live = { status: "LIVE" };
  const edits = [
    ["editPlaybook", "EditPlaybookInput", "playbook", playbook],
    ["editUniversalCampaign", "EditUniversalCampaignInput", "universalCampaign", campaign],
    ["editUniversalAdGroup", "EditUniversalAdGroupInput", "universalAdGroup", adGroup],
  ] as const;
  for (const [mutation, type, field, eid] of edits) await create(gateway, mutation, type, field, { eid, ...live });
  return { playbook, campaign, adGroup, segment };
}

export type UniversalMethod = "GET" | "POST" | "PUT";

/** Asks a route of /activate/api/v2: `query` in the address, and a JSON body where one is given. */
export async function callUniversal(
  service: TestService,
  method: UniversalMethod,
  noun: "campaign" | "adgroup" | "adgroup_ad" | "playbooks",
  query: Record<string, string>,
  body?: object,
  as: UserName = "admin",
): Promise<Answer> {
  const url = `/activate/api/v2/${noun}?${new URLSearchParams(query)}`;
  return await service.request({ as, method, url, ...(body !== undefined && { payload: body }) });
}

/** What a good answer holds. */
export function dataOf<T = Record<string, unknown>>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return (answer.json as { data: T }).data;
}

/** The names of what is wrong, of an answer that refuses. */
export function namesOf(answer: Answer): (string | null)[] {
  return (answer.json as { errors: { name: string | null; error: string }[] }).errors.map((error) => error.name);
}
