import type { RestRoute } from "../../gateway/rest/route.js";
import type { TestService } from "../kit/service.js";
import { createUniversalTree, type UniversalTree } from "../kit/universal.js";
import { testEid, type Tree } from "../kit/world.js";

/** What the targets of the access matrix have of universal campaigns. */
const trees = new Map<string, UniversalTree>();

const NOTHING: UniversalTree = {
  playbook: testEid("noplaybook"),
  campaign: testEid("nouniversal"),
  adGroup: testEid("noadgroup"),
  segment: testEid("nosegment"),
};

export function universalOf({ advertisable }: Pick<Tree, "advertisable">): UniversalTree {
  return trees.get(advertisable) ?? NOTHING;
}

/** Gives a target everything that it can have of universal campaigns. */
export async function fillUniversal(service: TestService, tree: Tree): Promise<void> {
  trees.set(tree.advertisable, await createUniversalTree(service, tree));
}

/** The request of a route of /activate/api/v2 about one target. */
export function universalRequest(
  { method, path }: RestRoute,
  tree: Tree,
): { url: string; method: RestRoute["method"]; payload?: object } {
  const own = universalOf(tree);
  const daily = { budget_type: "daily" };
  const requests: Readonly<Record<string, { query: Record<string, string>; body?: object }>> = {
    "GET campaign": { query: { advertisable_eid: tree.advertisable, eid: own.campaign } },
    "POST campaign": {
      query: { advertisable_eid: tree.advertisable },
      body: { name: "New", budget: 1_000, budget_settings: daily },
    },
    "PUT campaign": { query: { eid: own.campaign }, body: { name: "New name" } },
    "GET adgroup": { query: { campaign_eid: own.campaign } },
    "POST adgroup": { query: { campaign_eid: own.campaign }, body: { name: "New", ads: [{ eid: tree.ad }] } },
    "PUT adgroup": { query: { eid: own.adGroup }, body: { name: "New name" } },
    "PUT adgroup_ad": { query: { adgroup_eid: own.adGroup, ad_eid: tree.ad }, body: { status: "live" } },
    "GET playbooks": { query: { eid: own.playbook, verbose: "true" } },
    "POST playbooks": { query: { advertisable_eid: tree.advertisable }, body: { name: "New", budget: daily } },
    "PUT playbooks": { query: { eid: own.playbook }, body: { name: "New name" } },
  };
  const request = requests[`${method} ${path.split("/").at(-1)}`];
  if (request === undefined) throw new TypeError(`${method} ${path} has no place here`);
  return {
    url: `${path}?${new URLSearchParams(request.query)}`,
    method,
    ...(request.body !== undefined && { payload: request.body }),
  };
}

/** Root fields that find one object, as the access matrix asks for them. */
export const UNIVERSAL_OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  universalCampaign: (tree) => `universalCampaign(eid: "${universalOf(tree).campaign}") { eid }`,
  universalAdGroup: (tree) => `universalAdGroup(eid: "${universalOf(tree).adGroup}") { eid }`,
  playbook: (tree) => `playbook(eid: "${universalOf(tree).playbook}") { eid }`,
};

/** Root fields that list, each with the one object of a target. */
export const UNIVERSAL_LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  universalCampaigns: (tree) => universalOf(tree).campaign,
  universalAdGroups: (tree) => universalOf(tree).adGroup,
  playbooks: (tree) => universalOf(tree).playbook,
};

/** What each mutation needs beside a visible target. */
export const UNIVERSAL_MUTATIONS: Readonly<Record<string, { needs: "visible"; input: (tree: Tree) => object }>> = {
  createUniversalCampaign: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      name: "New",
      budgetSettings: { budgetType: "DAILY" },
    }),
  },
  editUniversalCampaign: { needs: "visible", input: (tree) => ({ eid: universalOf(tree).campaign, name: "New name" }) },
  createUniversalAdGroup: {
    needs: "visible",
    input: (tree) => ({ campaignEid: universalOf(tree).campaign, name: "New" }),
  },
  editUniversalAdGroup: { needs: "visible", input: (tree) => ({ eid: universalOf(tree).adGroup, name: "New name" }) },
  setUniversalAdGroupAdStatus: {
    needs: "visible",
    input: (tree) => ({ adGroupEid: universalOf(tree).adGroup, adEid: tree.ad, status: "LIVE" }),
  },
  createPlaybook: {
    needs: "visible",
    input: ({ advertisable }) => ({
      advertisableEid: advertisable,
      name: "New",
      budgetSettings: { budgetType: "DAILY" },
    }),
  },
  editPlaybook: { needs: "visible", input: (tree) => ({ eid: universalOf(tree).playbook, name: "New name" }) },
};

/** The same mutations as a user sends them about a target that they can't see. */
export const UNIVERSAL_ATTACKS = Object.entries(UNIVERSAL_MUTATIONS).map(([mutation, { input }]) => ({
  mutation,
  input,
}));
