import { GraphQLObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../gateway/rest/routes.js";
import type { RestRoute } from "../../gateway/rest/route.js";
import { may, type Role } from "../../lib/viewer.js";
import { giveLogo } from "../kit/ad-logo.js";
import { allowFeed } from "../kit/feeds.js";
import { LOGO } from "../kit/logo.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, BETA, testEid, type Tree, type UserName } from "../kit/world.js";
import {
  EMAIL_LISTS,
  EMAIL_MUTATIONS,
  EMAIL_OBJECTS,
  emailOf,
  emailValues,
  fillEmail,
  refillEmail,
} from "./email-objects.js";
import { ORGANIZATION_ROUTES } from "./organization-routes.js";
import {
  fillProspecting,
  PROSPECTING_LISTS,
  PROSPECTING_MUTATIONS,
  PROSPECTING_OBJECTS,
  prospectingInputs,
  prospectingOf,
  prospectingValues,
  refillProspecting,
} from "./prospecting-objects.js";
import {
  fillSocial,
  refillSocial,
  SOCIAL_LISTS,
  SOCIAL_MUTATIONS,
  SOCIAL_OBJECTS,
  socialOf,
  socialValues,
} from "./social-objects.js";
import {
  fillStrategies,
  STRATEGY_LISTS,
  STRATEGY_MUTATIONS,
  STRATEGY_OBJECTS,
  strategyBody,
  strategyOf,
  strategyQuery,
} from "./strategy-objects.js";
import {
  fillUniversal,
  UNIVERSAL_LISTS,
  UNIVERSAL_MUTATIONS,
  UNIVERSAL_OBJECTS,
  universalRequest,
} from "./universal-objects.js";

/**
 * Who may do what, for every route and root field there is: a new one without a place here fails. The
 * owner of an advertisable is the admin of its organization.
 */
const STRANGERS = ["none", "apikey", "revoked"] as const;
const SIGNED_IN = ["ungranted", "granted", "admin", "foreign", "staff"] as const;
type Stranger = (typeof STRANGERS)[number];
type SignedIn = (typeof SIGNED_IN)[number];

type Target = "granted" | "other" | "foreign" | "missing";
const TARGETS: readonly Target[] = ["granted", "other", "foreign", "missing"];

const ROLES: Readonly<Record<SignedIn, Role>> = {
  ungranted: "USER",
  granted: "USER",
  admin: "ADMIN",
  foreign: "ADMIN",
  staff: "STAFF",
};

/** Which advertisables each actor sees. */
const SEES: Readonly<Record<SignedIn, readonly Target[]>> = {
  ungranted: [],
  granted: ["granted"],
  admin: ["granted", "other"],
  foreign: ["foreign"],
  staff: ["granted", "other", "foreign"],
};

const MISSING: Tree = {
  advertisable: testEid("nowhere"),
  campaign: testEid("nocampaign"),
  adGroup: testEid("nogroup"),
  ad: testEid("noad"),
  pixel: testEid("nopixel"),
  rule: testEid("norule"),
};

let service: TestService;
beforeAll(async () => {
  service = await startService();
  for (const { advertisable } of [service.world.granted, service.world.other, service.world.foreign]) {
    await allowFeed(service, advertisable);
    await giveLogo(service.db.owner, advertisable);
    await keepImages(advertisable);
    await fillSocial(service, advertisable);
    await fillStrategies(service, advertisable);
    await service.db.owner.query("insert into reporting.segment_event values ($1, '2023-08-15', $2, 1)", [
      advertisable,
      segmentOf({ ...MISSING, advertisable }),
    ]);
  }
  for (const tree of [service.world.granted, service.world.other, service.world.foreign])
    await fillProspecting(service, tree);
  for (const target of TARGETS) await fillAudience(treeOf(target));
  const { rows } = await service.db.owner.query<{ eid: string; advertisable: string }>(
    `select eid, advertisable_eid as advertisable from entities.feed_config`,
  );
  for (const tree of [service.world.granted, service.world.other, service.world.foreign]) {
    await fillEmail(service, tree);
    await fillUniversal(service, tree);
    await service.db.owner.query(
      `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, is_active, created_at, updated_at)
       values ($1, $2, 'S', 'CRM', 30, false, true, now(), now())`,
      [tree.advertisable, segmentOf(tree)],
    );
  }
  for (const { eid, advertisable } of rows) {
    feedConfigOf.set(advertisable, eid);
    await service.db.owner.query(
      `insert into entities.product (advertisable_eid, eid, external_id, title, url, is_active, created_at, updated_at)
       values ($1, $2, 'p', 'P', 'https://shop.example/p', true, now(), now())`,
      [advertisable, productOf({ ...MISSING, advertisable })],
    );
  }
});
afterAll(async () => await service.close());

/** A logo and the picture of an ad, as the routes that answer files serve them. */
async function keepImages(advertisable: string): Promise<void> {
  const logo = logoOf({ ...MISSING, advertisable });
  // Older than the one that the advertisable has.
  await service.db.owner.query(
    `insert into entities.advertisable_logo values ($1, $2, 'GIF', 1, 1, $3, '2023-01-01', '2023-01-01')`,
    [advertisable, logo, LOGO.length],
  );
  await service.db.owner.query("insert into entities.advertisable_logo_image values ($1, $2, $3)", [
    advertisable,
    logo,
    LOGO,
  ]);
  await service.db.owner.query("insert into entities.ad_picture values ($1, $2, 'GIF', $3, now())", [
    advertisable,
    pictureOf({ ...MISSING, advertisable }),
    LOGO,
  ]);
}

function treeOf(target: Target): Tree {
  return target === "missing" ? MISSING : service.world[target];
}

/** What a route that changes something needs besides its target. */
const INPUTS: Readonly<Record<string, object>> = {
  "/mailer/api/v1/campaigns/{campaign_eid}/emails": { emails: [{ headline: "New" }] },
  "/audience/v1/target_accounts/{tal_eid}/tiers/{ta_tier_eid}/items": { items: [{ domain: "a.example" }], force: true },
  "/api/v1/advertisable/edit": { product_name: "P" },
  "/api/v1/advertisable_logo/create": { logo_file: LOGO.toString("base64") },
};

/** What parameters have, by their names. */
function valuesOf(route: RestRoute, tree: Tree): Record<string, string> {
  return {
    advertisable: tree.advertisable,
    advertisable_eid: tree.advertisable,
    advertiser_id: tree.advertisable,
    segment_id: segmentOf(tree),
    advertisable_eids: tree.advertisable,
    campaign: tree.campaign,
    adgroup: tree.adGroup,
    ad: tree.ad,
    pixel: tree.pixel,
    rule: tree.rule,
    logo: logoOf(tree),
    picture: pictureOf(tree),
    // All that there are while no route has created one.
    rules: tree.rule,
    name: "New",
    pattern: "*",
    url: "https://shop.example/feed.xml",
    feed_url: "https://shop.example/feed.xml",
    source: "c",
    theme_color: "#112233",
    text_cta: "Buy",
    text_promo: "Now",
    dynamic_template_name: "mobile",
    order: route.area === "audience" ? "domain" : "1",
    ads: tree.ad,
    segment: segmentOf(tree),
    segments: segmentOf(tree),
    type: route.area === "audience" ? "crm" : route.path.includes("platform") ? "mobile" : "image",
    ...(route.area === "audience" && { duration: "30" }),
    os: "ios",
    os_version: "17",
    device: "ipad",
    placement: "all",
    site: "example.com",
    ui_budget_daily: "true",
    breakdowns: "summary,entity,date",
    attribute_name: "domain",
    segment_eids: segmentOf(tree),
    adgroup_eids: tree.adGroup,
    ad_eids: tree.ad,
    durations: "30",
    past_days: "3",
    tal_eid: listOf(tree),
    ta_tier_eid: tierOf(tree),
  };
}

function areaValues(route: RestRoute, tree: Tree): Record<string, string> {
  if (route.area === "social") return socialValues(route, tree);
  if (route.area === "prospecting") return prospectingValues(route, tree);
  if (route.area === "email") return emailValues(route, tree);
  return route.area === "strategies" ? strategyQuery(tree) : valuesOf(route, tree);
}

/** The status of a route about an object that the caller can't see: 404, and in /mailer 403 where the documents want it. */
function unseenStatus({ area, envelope }: RestRoute, target: Target): number {
  return area !== "email" || (envelope === "knownEmail" && target === "missing") ? 404 : 403;
}

/** The request of a route about one target, or null when it concerns no advertisable. */
function urlOf(route: RestRoute, tree: Tree): { url: string; method: RestRoute["method"]; payload?: object } | null {
  if (route.area === "universal") return universalRequest(route, tree);
  const values = areaValues(route, tree);
  const given = Object.keys(route.parameters).filter((name) => values[name] !== undefined);
  const eids: string[] = [...Object.values(tree), logoOf(tree), pictureOf(tree), segmentOf(tree)];
  eids.push(...Object.values(socialOf(tree)), ...Object.values(strategyOf(tree)));
  eids.push(...Object.values(prospectingOf(tree)));
  eids.push(...Object.values(emailOf(tree)));
  if (!given.some((name) => eids.includes(values[name] ?? ""))) return null;
  const inPath = given.filter((name) => route.path.includes(`{${name}}`));
  const path = inPath.reduce((url, name) => url.replace(`{${name}}`, values[name] ?? ""), route.path);
  const fields = Object.fromEntries(
    given.filter((name) => !inPath.includes(name)).map((name) => [name, values[name] ?? ""]),
  );
  return route.method === "GET" && !route.mutates
    ? { url: `${path}?${new URLSearchParams(fields)}`, method: "GET" }
    : { url: path, method: methodOf(route), payload: { ...fields, ...inputsOf(route, tree) } };
}

function inputsOf(route: RestRoute, tree: Tree): object {
  if (route.area === "prospecting") return prospectingInputs(route, tree);
  return route.area === "strategies" ? strategyBody(route) : (INPUTS[route.path] ?? {});
}

/** What everybody who is signed in gets alike; see test/rest/target-accounts.test.ts. */
const PUBLIC_KNOWLEDGE = ["/audience/v1/domain_attributes", "/social/geolocations/"];

/** What answers for several advertisables, each by itself; see test/rest/audience-segments.test.ts. */
const OF_SEVERAL = ["/audience/v1/advertisers", "/audience/v1/segments_bulk/put", "/audience/v1/segments/bulk"];

/** A method that the route always answers. */
function methodOf(route: RestRoute): RestRoute["method"] {
  return route.mutates && route.method === "GET" ? "POST" : route.method;
}

async function asStranger(who: Stranger, request: { method: RestRoute["method"]; url: string; payload?: object }) {
  const url = who === "apikey" ? `${request.url}${request.url.includes("?") ? "&" : "?"}apikey=${APIKEY}` : request.url;
  return await service.request({ ...request, url, as: who === "revoked" ? "revoked" : null });
}

describe("the old interface", () => {
  test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", async (_name, route) => {
    const about = urlOf(route, treeOf("granted")) ?? { url: route.path, method: methodOf(route) };
    for (const who of STRANGERS) {
      const answer = await asStranger(who, about);
      expect([who, answer.status]).toEqual([who, 401]);
      expect(answer.headers["www-authenticate"]).toContain("Bearer");
      expect(answer.json).toEqual({
        errors: [{ code: who === "none" ? "apiproxy:3" : "apiproxy:1", message: expect.any(String) }],
      });
    }
    if (OF_SEVERAL.includes(route.path)) return;
    if (urlOf(route, MISSING) === null) {
      if (!PUBLIC_KNOWLEDGE.includes(route.path)) expect(Object.keys(ORGANIZATION_ROUTES)).toContain(route.path);
      return;
    }
    for (const who of SIGNED_IN) {
      for (const target of TARGETS) {
        // What another actor has deleted is there again.
        if (route.area === "audience") await fillAudience(treeOf(target));
        if (route.area === "social") await refillSocial(service, treeOf(target));
        if (route.area === "prospecting") await refillProspecting(service, treeOf(target));
        if (route.area === "email") await refillEmail(service, treeOf(target));
        const answer = await service.request({ as: who, ...urlOf(route, treeOf(target)) });
        const viewer = { role: ROLES[who], userEid: "", organizationEid: "", advertisables: [], apiClient: null };
        const allowed = may(viewer, route.permission) ? (route.status ?? 200) : 403;
        expect([who, target, answer.status]).toEqual([
          who,
          target,
          SEES[who].includes(target) ? allowed : unseenStatus(route, target),
        ]);
      }
    }
  });
});

describe("people and organizations in the old interface", () => {
  test("the list of an organization's advertisables holds those that the caller may see", async () => {
    const { granted, other } = service.world;
    const expected: Record<string, string[]> = {
      ungranted: [],
      granted: [granted.advertisable],
      admin: [granted.advertisable, other.advertisable],
    };
    for (const [who, eids] of Object.entries(expected)) {
      const answer = await service.request({
        as: who as UserName,
        method: "GET",
        url: "/api/v1/organization/get_advertisables",
      });
      const listed = (answer.json as { results: { eid: string }[] }).results.map((record) => record.eid);
      expect(listed.toSorted()).toEqual(eids.toSorted());
    }
  });
});

/** EID of the feed's configuration by the advertisable's. */
const feedConfigOf = new Map<string, string>([[MISSING.advertisable, testEid("nofeed")]]);

/** EIDs of a target's one target account list, and of its one tier. */
function listOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "L_");
}
function tierOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "T_");
}

/** Gives a target its list and tier, or gives them back. */
async function fillAudience(tree: Tree): Promise<void> {
  if (tree === MISSING) return;
  const { owner } = service.db;
  await owner.query(
    `insert into audience.target_account_list (advertisable_eid, eid, name, scoring_grades, scoring_items_pending,
       scoring_status, is_active, created_at, updated_at)
     values ($1, $2, 'L', '{"A": 80, "B": 60, "C": 40, "D": 20, "F": 0}', false, 'NOT_SCORED', true, now(), now())
     on conflict (advertisable_eid, eid) do update set is_active = true`,
    [tree.advertisable, listOf(tree)],
  );
  await owner.query("update audience.segment set is_active = true where advertisable_eid = $1", [tree.advertisable]);
  await owner.query(
    `insert into audience.tier values ($1, $2, $3, 'T', now(), now()) on conflict (advertisable_eid, eid) do nothing`,
    [tree.advertisable, tierOf(tree), listOf(tree)],
  );
}

/** EID of the one product of a target. */
function productOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "P_");
}

function logoOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "L_");
}

function pictureOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "Q_");
}

/** EID of the one segment of a target. */
function segmentOf({ advertisable }: Tree): string {
  return advertisable.replace(/^../, "S_");
}

/** How each root field is asked about one target, and what an actor who sees the target gets. */
const OBJECTS: Readonly<Record<string, (tree: Tree) => string>> = {
  advertisable: (tree) => `advertisable(eid: "${tree.advertisable}") { eid }`,
  campaign: (tree) => `campaign(eid: "${tree.campaign}") { eid }`,
  adGroup: (tree) => `adGroup(eid: "${tree.adGroup}") { eid }`,
  ad: (tree) => `ad(eid: "${tree.ad}") { eid }`,
  pixel: (tree) => `pixel(eid: "${tree.pixel}") { eid }`,
  rule: (tree) => `rule(eid: "${tree.rule}") { eid }`,
  feedConfig: (tree) => `feedConfig(eid: "${feedConfigOf.get(tree.advertisable)}") { eid }`,
  segment: (tree) => `segment(eid: "${segmentOf(tree)}") { eid }`,
  targetAccountList: (tree) => `targetAccountList(eid: "${listOf(tree)}") { eid }`,
  product: (tree) => `product(eid: "${productOf(tree)}") { eid }`,
  importedAds: (tree) =>
    `importedAds(advertisableEid: "${tree.advertisable}", ads: [{ campaignExternalId: "c", adGroupExternalId: "g", adExternalId: "none" }]) { adEid }`,
  advertisableLogo: (tree) => `advertisableLogo(eid: "${logoOf(tree)}") { eid }`,
  advertisableLogoImage: (tree) => `advertisableLogoImage(eid: "${logoOf(tree)}") { format }`,
  adPicture: (tree) => `adPicture(eid: "${pictureOf(tree)}") { format }`,
  ...SOCIAL_OBJECTS,
  ...PROSPECTING_OBJECTS,
  ...UNIVERSAL_OBJECTS,
  ...EMAIL_OBJECTS,
  ...STRATEGY_OBJECTS,
  node: (tree) => `node(id: "Campaign_${tree.campaign}") { id }`,
};

const LISTS: Readonly<Record<string, (tree: Tree) => string>> = {
  advertisables: (tree) => tree.advertisable,
  campaigns: (tree) => tree.campaign,
  adGroups: (tree) => tree.adGroup,
  ads: (tree) => tree.ad,
  rules: (tree) => tree.rule,
  products: (tree) => productOf(tree),
  segments: (tree) => segmentOf(tree),
  targetAccountLists: (tree) => listOf(tree),
  ...SOCIAL_LISTS,
  ...PROSPECTING_LISTS,
  ...UNIVERSAL_LISTS,
  ...EMAIL_LISTS,
  ...STRATEGY_LISTS,
};

/** Root fields that other tests are about; see test/rest/people.test.ts and, for events, test/auth/social-access.test.ts. */
const ELSEWHERE = [
  "viewer",
  "user",
  "organization",
  "nodes",
  "errorCodes",
  "invoice",
  "domainAttributes",
  "geolocations",
  "geolocationsByEid",
  "geolocationsCount",
  "event",
  "events",
  "eventsCount",
];

/** Mutations that other tests are about. */
const OTHER_MUTATIONS = ["createAdvertisable", "grantUser", "revokeUserGrant", "editUser", "putSegments"];

/** What a mutation needs beside a visible target: everybody who sees it, its organization's admins, or staff. */
type Needs = "visible" | "admin" | "staff";

const MUTATIONS: Readonly<Record<string, { needs: Needs; input: (tree: Tree) => object | Promise<object> }>> = {
  editAdvertisable: { needs: "admin", input: (tree) => ({ eid: tree.advertisable, productName: "P" }) },
  createAdvertisableLogo: {
    needs: "admin",
    input: (tree) => ({ advertisableEid: tree.advertisable, base64: LOGO.toString("base64") }),
  },
  pauseAdvertisable: { needs: "admin", input: (tree) => ({ eid: tree.advertisable }) },
  resumeAdvertisable: { needs: "admin", input: (tree) => ({ eid: tree.advertisable }) },
  reviewAdvertisable: { needs: "staff", input: (tree) => ({ eid: tree.advertisable, verdict: "APPROVE" }) },
  importAds: {
    needs: "staff",
    input: (tree) => ({
      advertisableEid: tree.advertisable,
      ads: [{ campaignExternalId: "c", adGroupExternalId: "g", adExternalId: "a" }],
    }),
  },
  createCampaign: { needs: "visible", input: (tree) => ({ advertisableEid: tree.advertisable, name: "New" }) },
  editCampaign: { needs: "visible", input: (tree) => ({ eid: tree.campaign, weeklyBudget: "70.00" }) },
  pauseCampaign: { needs: "visible", input: (tree) => ({ eid: tree.campaign }) },
  resumeCampaign: { needs: "visible", input: (tree) => ({ eid: tree.campaign }) },
  reviewCampaign: { needs: "staff", input: (tree) => ({ eid: tree.campaign, verdict: "APPROVE" }) },
  createAdGroup: {
    needs: "visible",
    input: (tree) => ({ campaignEid: tree.campaign, name: "New", adEids: [tree.ad] }),
  },
  editAdGroup: { needs: "visible", input: (tree) => ({ eid: tree.adGroup, name: "New name" }) },
  pauseAdGroup: { needs: "visible", input: (tree) => ({ eid: tree.adGroup }) },
  resumeAdGroup: { needs: "visible", input: (tree) => ({ eid: tree.adGroup }) },
  cloneAdGroup: { needs: "visible", input: (tree) => ({ eid: tree.adGroup }) },
  changeAdGroupLists: { needs: "visible", input: (tree) => ({ eid: tree.adGroup, add: { adEids: [tree.ad] } }) },
  pauseAdGroupAds: { needs: "visible", input: (tree) => ({ adGroupEid: tree.adGroup, adEids: [tree.ad] }) },
  resumeAdGroupAds: { needs: "visible", input: (tree) => ({ adGroupEid: tree.adGroup, adEids: [tree.ad] }) },
  pauseCampaignAds: { needs: "visible", input: (tree) => ({ campaignEid: tree.campaign, adEids: [tree.ad] }) },
  resumeCampaignAds: { needs: "visible", input: (tree) => ({ campaignEid: tree.campaign, adEids: [tree.ad] }) },
  cloneCampaign: { needs: "visible", input: (tree) => ({ eid: tree.campaign }) },
  setCampaignTerms: { needs: "staff", input: (tree) => ({ eid: tree.campaign, promotion: { code: "NEW" } }) },
  cloneAd: { needs: "visible", input: (tree) => ({ eid: tree.ad }) },
  reviewAdGroup: { needs: "staff", input: (tree) => ({ eid: tree.adGroup, verdict: "APPROVE" }) },
  reorderRules: {
    needs: "visible",
    input: async (tree) => ({ pixelEid: tree.pixel, ruleEids: await rulesOf(tree.pixel) }),
  },
  editRule: { needs: "visible", input: (tree) => ({ eid: tree.rule, name: "New name" }) },
  createRule: { needs: "visible", input: (tree) => ({ pixelEid: tree.pixel, name: "New", pattern: "*" }) },
  createSegment: {
    needs: "visible",
    input: (tree) => ({ advertisableEid: tree.advertisable, name: "New", type: "CRM", duration: 30 }),
  },
  editSegment: { needs: "visible", input: (tree) => ({ eid: segmentOf(tree), name: "New name" }) },
  deleteSegment: { needs: "visible", input: (tree) => ({ eid: segmentOf(tree) }) },
  allowFeedCrawl: { needs: "staff", input: (tree) => ({ advertisableEid: tree.advertisable }) },
  enableFeedCrawl: {
    needs: "admin",
    input: (tree) => ({ advertisableEid: tree.advertisable, url: "https://shop.example/feed.xml" }),
  },
  setFeedParserConfig: { needs: "admin", input: (tree) => ({ advertisableEid: tree.advertisable, url: null }) },
  createTemplatedWebAds: {
    needs: "visible",
    input: (tree) => ({
      advertisableEid: tree.advertisable,
      name: "New",
      templateName: "MOBILE",
      themeColor: "#112233",
      textCta: "Buy",
      textPromo: "Now",
    }),
  },
  createAd: { needs: "visible", input: (tree) => ({ advertisableEid: tree.advertisable, name: "New" }) },
  editAd: { needs: "visible", input: (tree) => ({ eid: tree.ad, headline: "New" }) },
  pauseAd: { needs: "visible", input: (tree) => ({ eid: tree.ad }) },
  resumeAd: { needs: "visible", input: (tree) => ({ eid: tree.ad }) },
  createTargetAccountList: {
    needs: "visible",
    input: (tree) => ({ advertisableEid: tree.advertisable, name: "New" }),
  },
  editTargetAccountList: { needs: "visible", input: (tree) => ({ eid: listOf(tree), name: "New name" }) },
  createTier: { needs: "visible", input: (tree) => ({ listEid: listOf(tree), name: "New" }) },
  editTier: { needs: "visible", input: (tree) => ({ eid: tierOf(tree), name: "New name" }) },
  upsertTargetAccounts: {
    needs: "visible",
    input: (tree) => ({ listEid: listOf(tree), tierEid: tierOf(tree), items: [{ domain: "a.example" }] }),
  },
  addDiscoveredTargetAccounts: { needs: "visible", input: (tree) => ({ listEid: listOf(tree), criteria: {} }) },
  deleteTargetAccounts: { needs: "visible", input: (tree) => ({ listEid: listOf(tree), force: true }) },
  deleteTier: {
    needs: "visible",
    input: async (tree) => {
      await fillAudience(tree);
      return { eid: tierOf(tree) };
    },
  },
  deleteTargetAccountList: {
    needs: "visible",
    input: async (tree) => {
      await fillAudience(tree);
      return { eid: listOf(tree) };
    },
  },
  reviewAd: { needs: "staff", input: (tree) => ({ eid: tree.ad, verdict: "APPROVE" }) },
  ...SOCIAL_MUTATIONS,
  ...PROSPECTING_MUTATIONS,
  ...EMAIL_MUTATIONS,
  ...STRATEGY_MUTATIONS,
  ...UNIVERSAL_MUTATIONS,
  deleteAd: { needs: "visible", input: async (tree) => await thereAgain("ad", tree.ad) },
  deleteAdGroup: { needs: "visible", input: async (tree) => await thereAgain("ad_group", tree.adGroup) },
  deleteCampaign: { needs: "visible", input: async (tree) => await thereAgain("campaign", tree.campaign) },
  deleteRule: { needs: "visible", input: async (tree) => await thereAgain("rule", tree.rule) },
};

/** What another actor has deleted. */
async function thereAgain(table: string, eid: string): Promise<{ eid: string }> {
  await service.db.owner.query(`update entities.${table} set is_active = true where eid = $1`, [eid]);
  return { eid };
}

const ROLE_MEETS: Readonly<Record<Needs, readonly SignedIn[]>> = {
  visible: SIGNED_IN,
  admin: ["admin", "foreign", "staff"],
  staff: ["staff"],
};

describe("the graph", () => {
  beforeAll(async () => {
    // What the routes have deleted is there again.
    for (const target of TARGETS) await fillAudience(treeOf(target));
  });

  test("every root field has its place here", () => {
    const { schema } = service.gateway;
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).toSorted()).toEqual(
      [...Object.keys(OBJECTS), ...Object.keys(LISTS), ...ELSEWHERE].toSorted(),
    );
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted()).toEqual(
      [...Object.keys(MUTATIONS), ...OTHER_MUTATIONS].toSorted(),
    );
  });

  test("a stranger gets 401 and learns nothing of the document", async () => {
    for (const query of [
      "{ viewer { eid } }",
      "{ nonsense }",
      "{",
      "{ __schema { types { name } } }",
      'mutation { pauseCampaign(input: {eid: "x"}) { campaign { eid } } }',
    ]) {
      for (const who of STRANGERS) {
        const answer = await asStranger(who, { method: "POST", url: "/graphql", payload: { query } });
        expect([who, answer.status]).toEqual([who, 401]);
        expect(answer.json).toMatchObject({
          errors: [{ extensions: { code: "UNAUTHENTICATED", requestId: expect.any(String) } }],
        });
      }
    }
  });

  test.each(Object.entries(OBJECTS))("%s", async (field, ask) => {
    for (const who of SIGNED_IN) {
      for (const target of TARGETS) {
        const { status, data, errors } = await service.graphql(`{ ${ask(treeOf(target))} }`, {}, who);
        expect(status).toBe(200);
        const seen = SEES[who].includes(target);
        expect([who, target, data?.[field] !== null, errors?.[0]?.extensions.code]).toEqual([
          who,
          target,
          seen,
          seen ? undefined : "NOT_FOUND",
        ]);
      }
    }
  });

  test.each(Object.entries(LISTS))("%s lists what the viewer may see", async (field, eidOf) => {
    for (const who of SIGNED_IN) {
      const eids = TARGETS.map((target) => eidOf(treeOf(target)));
      const { data } = await service.graphql(
        `query ($eids: [String!]) { list: ${field}(filter: { eid: { in: $eids } }) { nodes { eid } } }`,
        { eids },
        who,
      );
      const listed = (data as { list: { nodes: { eid: string }[] } }).list.nodes.map((node) => node.eid);
      expect([who, listed.toSorted()]).toEqual([who, SEES[who].map((target) => eidOf(treeOf(target))).toSorted()]);
    }
  });

  test("each list of an advertisable holds what it is called", async () => {
    const { granted } = service.world;
    const type = service.gateway.schema.getType("Advertisable");
    const fields = type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : [];
    expect(fields).toEqual(expect.arrayContaining(["campaigns", "adSets", "unsubscribers"]));
    for (const [field, eidOf] of Object.entries(LISTS).filter(([name]) => fields.includes(name))) {
      const { data } = await service.graphql(
        `query ($own: ID!, $eids: [String!]) { advertisable(eid: $own) { list: ${field}(filter: { eid: { in: $eids } }) { nodes { eid } } } }`,
        { own: granted.advertisable, eids: [eidOf(granted)] },
        "granted",
      );
      expect([field, data]).toEqual([field, { advertisable: { list: { nodes: [{ eid: eidOf(granted) }] } } }]);
    }
  });

  test("foreign objects are missing through every edge and report", async () => {
    const { granted, foreign } = service.world;
    const { data } = await service.graphql(
      `query ($own: ID!, $foreign: [ID!]) { advertisable(eid: $own) {
        campaigns(filter: { eid: { in: ["${foreign.campaign}"] } }) { nodes { eid } }
        deliveries(range: { pastDays: 30 }, filter: { campaignEids: $foreign }) { summary { impressions } }
        attributions(range: { pastDays: 30 }, filter: { campaignEids: $foreign }) { summary { conversions } }
        granularAttributions(range: { pastDays: 30 }, filter: { campaignEids: $foreign }) { nodes { conversionGuid } }
      } nodes(ids: ["Ad_${foreign.ad}", "Ad_${granted.ad}"]) { id } }`,
      { own: granted.advertisable, foreign: [foreign.campaign] },
      "admin",
    );
    expect(data).toEqual({
      advertisable: {
        campaigns: { nodes: [] },
        deliveries: { summary: { impressions: 0 } },
        attributions: { summary: { conversions: 0 } },
        granularAttributions: { nodes: [] },
      },
      nodes: [null, { id: `Ad_${granted.ad}` }],
    });
  });

  test.each(Object.entries(MUTATIONS))("%s", async (mutation, { needs, input }) => {
    const inputType = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
    const query = `mutation ($input: ${inputType}) { ${mutation}(input: $input) { __typename } }`;
    for (const who of SIGNED_IN) {
      for (const target of TARGETS) {
        await refillSocial(service, treeOf(target));
        await refillProspecting(service, treeOf(target));
        await refillEmail(service, treeOf(target));
        const before = await auditCount();
        const { data, errors } = await service.graphql(query, { input: await input(treeOf(target)) }, who);
        const expected = !SEES[who].includes(target)
          ? "NOT_FOUND"
          : ROLE_MEETS[needs].includes(who)
            ? undefined
            : "FORBIDDEN";
        expect([who, target, errors?.[0]?.extensions.code]).toEqual([who, target, expected]);
        expect(data?.[mutation] === null).toBe(expected !== undefined);
        // What is refused writes nothing.
        if (expected !== undefined) expect(await auditCount()).toBe(before);
      }
    }
  });

  test("createAdvertisable: admins in their own organization, staff in any", async () => {
    const query = `mutation ($input: CreateAdvertisableInput!) { createAdvertisable(input: $input) { advertisable { eid organizationEid campaigns { nodes { eid } } } } }`;
    const codes: Record<string, (string | undefined)[]> = {};
    for (const who of SIGNED_IN) {
      codes[who] = [];
      for (const organizationEid of [ALPHA, BETA]) {
        const { errors } = await service.graphql(query, { input: { organizationEid, name: "New" } }, who);
        codes[who].push(errors?.[0]?.extensions.code);
      }
    }
    expect(codes).toEqual({
      ungranted: ["FORBIDDEN", "NOT_FOUND"],
      granted: ["FORBIDDEN", "NOT_FOUND"],
      admin: [undefined, "NOT_FOUND"],
      foreign: ["NOT_FOUND", undefined],
      staff: [undefined, undefined],
    });
  });

  test("what only staff may read is null for everybody else", async () => {
    const { granted } = service.world;
    await service.db.owner.query(
      "update entities.advertisable set ops = $2, saleser = $2 where advertisable_eid = $1",
      [granted.advertisable, testEid("ops")],
    );
    const query = `{ advertisable(eid: "${granted.advertisable}") { ops saleser } }`;
    expect((await service.graphql(query, {}, "staff")).data).toEqual({
      advertisable: { ops: testEid("ops"), saleser: testEid("ops") },
    });
    expect((await service.graphql(query, {}, "admin")).data).toEqual({ advertisable: { ops: null, saleser: null } });
  });
});

async function rulesOf(pixel: string): Promise<string[]> {
  const { rows } = await service.db.owner.query<{ eid: string }>(
    "select eid from entities.rule where pixel_eid = $1 order by position",
    [pixel],
  );
  return rows.map((row) => row.eid);
}

async function auditCount(): Promise<number> {
  const { rows } = await service.db.owner.query<{ n: number }>("select count(*)::int as n from platform.audit_entry");
  return rows[0]?.n ?? 0;
}
