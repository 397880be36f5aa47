import type { RestRoute } from "../../gateway/rest/route.js";
import { createProspectingTree, type ProspectingTree, US } from "../kit/prospecting.js";
import type { TestService } from "../kit/service.js";
import { testEid, type Tree } from "../kit/world.js";

/** What the targets of the access matrix have of prospecting. */
const trees = new Map<string, ProspectingTree>();

const NOTHING: ProspectingTree = {
  campaign: testEid("nopcampaign"),
  adGroup: testEid("nopgroup"),
  audience: testEid("nopaudience"),
  flight: testEid("noflight"),
  segment: testEid("nopsegment"),
};

export function prospectingOf({ advertisable }: Pick<Tree, "advertisable">): ProspectingTree {
  return trees.get(advertisable) ?? NOTHING;
}

/** Gives a target everything that it can have of prospecting. */
export async function fillProspecting(service: TestService, tree: Tree): Promise<void> {
  trees.set(tree.advertisable, await createProspectingTree(service, tree));
}

/** Gives back the flight that an actor has deleted, alone. */
export async function refillProspecting({ db: { owner } }: TestService, tree: Tree): Promise<void> {
  const own = trees.get(tree.advertisable);
  if (own === undefined) return;
  await owner.query("delete from prospecting.flight where advertisable_eid = $1 and eid <> $2", [
    tree.advertisable,
    own.flight,
  ]);
  await owner.query(
    `insert into prospecting.flight values ($1, $2, $3, '2023-09-01', '2023-09-30', 'ui', now(), now()) on conflict do nothing`,
    [tree.advertisable, own.flight, own.adGroup],
  );
}

const FLIGHT = { startDate: "2024-01-01", endDate: "2024-01-02" };

/** The inputs of a route of /prospecting about one target. */
export function prospectingValues({ path }: RestRoute, tree: Tree): Record<string, string> {
  const own = prospectingOf(tree);
  return {
    adv: tree.advertisable,
    advertisable_eids: tree.advertisable,
    campaign: own.campaign,
    campaign_eids: own.campaign,
    adgroup: own.adGroup,
    adgroup_eids: own.adGroup,
    ad_eids: tree.ad,
    audience: own.audience,
    flight: own.flight,
    start_date: FLIGHT.startDate,
    end_date: FLIGHT.endDate,
    size: "10",
    name: "New",
    ...(path.endsWith("/adgroups/{adgroup}") && { name: "New name" }),
  };
}

/** What a route of /prospecting needs in its body besides. */
export function prospectingInputs({ path, method }: RestRoute, tree: Tree): object {
  if (path.endsWith("/geo-targets")) return { targets: [{ eid: US, operation: "include" }] };
  if (method === "PATCH") return { campaigns: [{ eid: prospectingOf(tree).campaign, name: "New name" }] };
  return {};
}

/** Root fields that find one object, as the access matrix asks for them. */
export const PROSPECTING_OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  prospectingCampaign: (tree) => `prospectingCampaign(eid: "${prospectingOf(tree).campaign}") { eid }`,
  prospectingAdGroup: (tree) => `prospectingAdGroup(eid: "${prospectingOf(tree).adGroup}") { eid }`,
  prospectingAudience: (tree) => `prospectingAudience(eid: "${prospectingOf(tree).audience}") { eid }`,
  flight: (tree) => `flight(eid: "${prospectingOf(tree).flight}") { eid }`,
};

/** Root fields that list, each with the one object of a target. */
export const PROSPECTING_LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  prospectingCampaigns: (tree) => prospectingOf(tree).campaign,
  prospectingAdGroups: (tree) => prospectingOf(tree).adGroup,
};

/** What each mutation needs: all of them no more than a visible target, and what only some may do is tested elsewhere. */
export const PROSPECTING_MUTATIONS: Readonly<Record<string, { needs: "visible"; input: (tree: Tree) => object }>> = {
  editProspectingSettings: {
    needs: "visible",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, contextualTargetingCategories: [] }),
  },
  createProspectingCampaign: {
    needs: "visible",
    input: ({ advertisable }) => ({ advertisableEid: advertisable, name: "New" }),
  },
  editProspectingCampaign: { needs: "visible", input: (tree) => ({ eid: prospectingOf(tree).campaign, name: "N" }) },
  editProspectingCampaigns: {
    needs: "visible",
    input: (tree) => ({
      advertisableEid: tree.advertisable,
      campaigns: [{ eid: prospectingOf(tree).campaign, name: "N" }],
    }),
  },
  createProspectingAdGroup: {
    needs: "visible",
    input: (tree) => ({ campaignEid: prospectingOf(tree).campaign, name: "New", ads: [{ adEid: tree.ad }] }),
  },
  editProspectingAdGroup: {
    needs: "visible",
    input: (tree) => ({
      eid: prospectingOf(tree).adGroup,
      ads: [{ adEid: tree.ad }],
      segments: [{ segmentEid: prospectingOf(tree).segment }],
    }),
  },
  setAdGroupGeoTargets: {
    needs: "visible",
    input: (tree) => ({ adGroupEid: prospectingOf(tree).adGroup, targets: [{ geoEid: US, operation: "EXCLUDE" }] }),
  },
  setCampaignGeoTargets: {
    needs: "visible",
    input: (tree) => ({ campaignEid: prospectingOf(tree).campaign, targets: [{ geoEid: US, operation: "INCLUDE" }] }),
  },
  setProspectingAudience: {
    needs: "visible",
    input: (tree) => ({ adGroupEid: prospectingOf(tree).adGroup, size: 10 }),
  },
  editProspectingAudience: {
    needs: "visible",
    input: (tree) => ({ eid: prospectingOf(tree).audience, targetSegmentEid: prospectingOf(tree).segment }),
  },
  createFlight: { needs: "visible", input: (tree) => ({ adGroupEid: prospectingOf(tree).adGroup, ...FLIGHT }) },
  editFlight: { needs: "visible", input: (tree) => ({ eid: prospectingOf(tree).flight, ...FLIGHT }) },
  deleteFlight: { needs: "visible", input: (tree) => ({ eid: prospectingOf(tree).flight }) },
};
