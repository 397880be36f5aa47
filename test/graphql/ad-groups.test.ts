import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { giveSegments } from "../kit/segments.js";
import { ALPHA, create, createTree, testEid, type Tree } from "../kit/world.js";

let service: TestService;
let tree: Tree;

beforeAll(async () => {
  service = await startService();
  tree = await createTree(service.gateway, ALPHA, "Own");
  await giveSegments(service.db.owner, tree.advertisable, testEid("one"), testEid("two"), testEid("gone"));
});
afterAll(async () => await service.close());

async function newAds(count: number): Promise<string[]> {
  const { rows } = await service.db.owner.query<{ eid: string }>(
    `insert into entities.ad (advertisable_eid, eid, name, status, type, is_active, has_edits, has_pending_edits,
       is_outlined, valid_clicktag, created_at, updated_at)
     select advertisable_eid, rpad('AD' || md5(random()::text), 22, 'X'), 'Ad', 'APPROVED', 'IMAGE', true, false, false, false,
       false, now(), now() from generate_series(1, $2), entities.advertisable where advertisable_eid = $1 returning eid`,
    [tree.advertisable, count],
  );
  return rows.map((row) => row.eid);
}

async function newAdGroup(input: object = {}): Promise<string> {
  return await create(service.gateway, "createAdGroup", "CreateAdGroupInput", "adGroup", {
    campaignEid: tree.campaign,
    name: "Group",
    ...input,
  });
}

const TARGETS = `
  geoTargets { countryId regionId metroId cityId postalCodeId postalCode isNegative }
  platformTargets { type os osVersion device } demographicTargets { minAge maxAge }
  placementTargets siteExclusions positiveSegments negativeSegments geoTargetWorldwide`;

async function change(input: object) {
  return await service.graphql(
    `mutation ($input: ChangeAdGroupListsInput!) { changeAdGroupLists(input: $input) { changed adGroup { ${TARGETS} adLinks { adEid status } } } }`,
    { input },
  );
}

test("segments must be the advertisable's own and not deleted when they come in; those that are in may stay", async () => {
  const eid = await newAdGroup({ positiveSegments: [testEid("gone")] });
  await service.db.owner.query("update audience.segment set is_active = false where eid = $1", [testEid("gone")]);
  const [other, foreign] = [testEid("segother"), testEid("segforeign")];
  await giveSegments(service.db.owner, service.world.other.advertisable, other);
  await giveSegments(service.db.owner, service.world.foreign.advertisable, foreign);
  const deleted = await newAdGroup();
  for (const [ask, type, input] of [
    ["createAdGroup", "CreateAdGroupInput", { campaignEid: tree.campaign, name: "New" }],
    ["editAdGroup", "EditAdGroupInput", { eid: deleted }],
  ] as const) {
    for (const segment of [other, foreign, testEid("gone"), testEid("nosegment")]) {
      for (const list of ["positiveSegments", "negativeSegments"]) {
        const { errors } = await service.graphql(
          `mutation ($input: ${type}!) { ${ask}(input: $input) { adGroup { eid } } }`,
          { input: { ...input, [list]: [testEid("one"), segment] } },
        );
        expect([ask, segment, errors?.[0]?.extensions.code]).toEqual([ask, segment, "NOT_FOUND"]);
        expect((await change({ eid, add: { [list]: [segment] } })).errors?.[0]?.extensions.code).toBe(
          segment === testEid("gone") ? undefined : "NOT_FOUND",
        );
      }
    }
  }
  const { data } = await service.graphql(
    `mutation ($input: EditAdGroupInput!) { editAdGroup(input: $input) { adGroup { positiveSegments } } }`,
    { input: { eid, positiveSegments: [testEid("one"), testEid("gone")] } },
  );
  expect(data).toEqual({ editAdGroup: { adGroup: { positiveSegments: [testEid("one"), testEid("gone")] } } });
});

describe("targets", () => {
  test("are typed values in the graph, all given at once, and an edit replaces the lists that it gives", async () => {
    const lists = {
      geoTargets: [
        { place: { countryId: "US" } },
        { place: { regionId: "r" }, isNegative: true },
        { place: { metroId: "m" } },
        { place: { cityId: "c" } },
        { place: { postalCodeId: "p" } },
        { place: { postalCode: "01234" } },
      ],
      platformTargets: [{ type: "MOBILE", os: "IOS", osVersion: "17", device: "IPHONE" }],
      demographicTargets: [{}, { minAge: 13, maxAge: 17 }],
      placementTargets: ["ALL", "PHOTOSTREAM", "ALL"],
      siteExclusions: ["example.com"],
      positiveSegments: [testEid("one")],
      negativeSegments: [testEid("two")],
    };
    const eid = await newAdGroup(lists);
    const ask = `query ($eid: ID!) { adGroup(eid: $eid) { ${TARGETS} } }`;
    const place = {
      countryId: null,
      regionId: null,
      metroId: null,
      cityId: null,
      postalCodeId: null,
      postalCode: null,
      isNegative: false,
    };
    const whole = {
      geoTargets: [
        { ...place, countryId: "US" },
        { ...place, regionId: "r", isNegative: true },
        { ...place, metroId: "m" },
        { ...place, cityId: "c" },
        { ...place, postalCodeId: "p" },
        { ...place, postalCode: "01234" },
      ],
      platformTargets: lists.platformTargets,
      demographicTargets: [
        { minAge: 13, maxAge: 17 },
        { minAge: 18, maxAge: 65 },
      ],
      placementTargets: ["ALL", "PHOTOSTREAM"],
      siteExclusions: ["example.com"],
      positiveSegments: [testEid("one")],
      negativeSegments: [testEid("two")],
      geoTargetWorldwide: false,
    };
    // Twice and thrice: compiled code answers then.
    for (let turn = 0; turn < 3; turn += 1)
      expect((await service.graphql(ask, { eid })).data).toEqual({ adGroup: whole });
    const { data } = await service.graphql(
      `mutation ($input: EditAdGroupInput!) { editAdGroup(input: $input) { adGroup { ${TARGETS} } } }`,
      { input: { eid, demographicTargets: [], placementTargets: [], siteExclusions: null } },
    );
    expect(data).toEqual({ editAdGroup: { adGroup: { ...whole, demographicTargets: [], placementTargets: [] } } });
  });

  test("a place is named in exactly one way", async () => {
    for (const place of [{}, { countryId: "a", cityId: "b" }, { countryId: null }]) {
      const { errors } = await service.graphql(
        "mutation ($input: EditAdGroupInput!) { editAdGroup(input: $input) { adGroup { eid } } }",
        { input: { eid: tree.adGroup, geoTargets: [{ place }] } },
      );
      expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    }
  });

  test("entries are added and taken out in one step, and it is said whether anything changed", async () => {
    const eid = await newAdGroup();
    const [ad = ""] = await newAds(1);
    const add = { siteExclusions: ["a.example", "b.example"], adEids: [ad], demographicTargets: [{ minAge: 20 }] };
    const added = await change({ eid, add, remove: { siteExclusions: ["b.example", "c.example"] } });
    expect(added.data).toMatchObject({
      changeAdGroupLists: {
        changed: true,
        adGroup: {
          siteExclusions: ["a.example"],
          demographicTargets: [{ minAge: 20, maxAge: 65 }],
          adLinks: [{ adEid: ad, status: "APPROVED" }],
        },
      },
    });
    for (const input of [{ eid }, { eid, add: {} }, { eid, add: { demographicTargets: [{ minAge: 20 }] } }])
      expect((await change(input)).data).toMatchObject({ changeAdGroupLists: { changed: false } });
    const { rows } = await service.db.owner.query("select 1 from platform.audit_entry where noun_eid = $1", [eid]);
    expect(rows).toHaveLength(2);
  });

  test("bad entries: BAD_USER_INPUT with the path of each, and nothing is written", async () => {
    const eid = await newAdGroup();
    const { errors, data } = await change({
      eid,
      add: {
        siteExclusions: ["example.com", "HTTP://X"],
        positiveSegments: ["short"],
        platformTargets: [{ type: "MOBILE", os: "IOS", osVersion: "", device: "IPAD" }],
        demographicTargets: [{ minAge: 12 }],
      },
      remove: { negativeSegments: [testEid("ok"), "bad"] },
    });
    expect(data).toEqual({ changeAdGroupLists: null });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      violations: [
        { path: ["input", "add", "positiveSegments", 0], code: "NOT_AN_EID" },
        { path: ["input", "add", "platformTargets", 0, "osVersion"], code: "LENGTH" },
        { path: ["input", "add", "demographicTargets", 0, "minAge"], code: "OUT_OF_RANGE" },
        { path: ["input", "add", "siteExclusions", 1], code: "NOT_A_DOMAIN" },
        { path: ["input", "remove", "negativeSegments", 1], code: "NOT_AN_EID" },
      ],
    });
    const { rows } = await service.db.owner.query("select 1 from platform.audit_entry where noun_eid = $1", [eid]);
    expect(rows).toHaveLength(1);
  });

  test("a list has at most 1,000 entries, however they came", async () => {
    const eid = await newAdGroup();
    const sites = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, n) => `s${from + n}.example`);
    expect((await change({ eid, add: { siteExclusions: sites(0, 999) } })).errors).toBeUndefined();
    expect((await change({ eid, add: { siteExclusions: sites(999, 1) } })).errors).toBeUndefined();
    const over = await change({ eid, add: { siteExclusions: sites(1_000, 1) } });
    expect(over.errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      violations: [{ path: ["input", "siteExclusions"], code: "TOO_MANY" }],
    });
  });
});

describe("statements don't grow with rows", () => {
  test("of a list of ad groups with all that hangs on them", async () => {
    const ask = `query ($eid: ID!, $first: Int!) { campaign(eid: $eid) { adGroups(first: $first) { nodes { ${TARGETS} adLinks { adEid } } } } }`;
    for (let n = 0; n < 20; n += 1)
      await newAdGroup({ geoTargets: [{ place: { cityId: String(n) } }], demographicTargets: [{}], adEids: [tree.ad] });
    const counts = [];
    for (const first of [1, 20]) counts.push((await service.graphql(ask, { eid: tree.campaign, first })).statements);
    // The campaign, its ad groups, three kinds of targets and the links.
    expect(counts).toEqual([6, 6]);
  });

  test("of choosing, pausing and copying", async () => {
    const counts = new Map<string, number[]>();
    const run = async (name: string, query: string, variables: object): Promise<void> => {
      const { errors, statements } = await service.graphql(query, variables);
      expect([name, errors]).toEqual([name, undefined]);
      counts.set(name, [...(counts.get(name) ?? []), statements]);
    };
    for (const size of [1, 30]) {
      const adEids = await newAds(size);
      const campaignEid = await create(service.gateway, "createCampaign", "CreateCampaignInput", "campaign", {
        advertisableEid: tree.advertisable,
        name: `Size ${size}`,
      });
      const geoTargets = Array.from({ length: size }, (_, n) => ({ place: { cityId: `c${n}` } }));
      const groups = [];
      for (let n = 0; n < size; n += 1) groups.push(await newAdGroup({ campaignEid, geoTargets, adEids }));
      const [eid = ""] = groups;
      const more = await newAds(size);
      await run(
        "select",
        "mutation ($input: ChangeAdGroupListsInput!) { changeAdGroupLists(input: $input) { changed } }",
        { input: { eid, add: { adEids: more } } },
      );
      await run("replace", "mutation ($input: EditAdGroupInput!) { editAdGroup(input: $input) { adGroup { eid } } }", {
        input: { eid, adEids, geoTargets },
      });
      await run(
        "pause in the ad group",
        "mutation ($input: AdGroupAdsInput!) { pauseAdGroupAds(input: $input) { statuses } }",
        { input: { adGroupEid: eid, adEids } },
      );
      await run(
        "resume in the campaign",
        "mutation ($input: CampaignAdsInput!) { resumeCampaignAds(input: $input) { statuses } }",
        { input: { campaignEid, adEids } },
      );
      await run(
        "copy the campaign",
        "mutation ($input: CloneCampaignInput!) { cloneCampaign(input: $input) { campaign { eid adGroupEids } } }",
        { input: { eid: campaignEid } },
      );
    }
    for (const [name, [one, many]] of counts) expect([name, many]).toEqual([name, one]);
  });
});

test("ads that are paused from the ad group and from the campaign at once end in one of the two states, each change audited", async () => {
  const ads = await newAds(3);
  const groups = [await newAdGroup({ adEids: ads }), await newAdGroup({ adEids: ads })];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? service.graphql("mutation ($input: CampaignAdsInput!) { pauseCampaignAds(input: $input) { statuses } }", {
            input: { campaignEid: tree.campaign, adEids: ads.toReversed() },
          })
        : service.graphql("mutation ($input: AdGroupAdsInput!) { resumeAdGroupAds(input: $input) { statuses } }", {
            input: { adGroupEid: groups[n % 4 === 1 ? 0 : 1], adEids: ads },
          }),
    ),
  );
  expect(answers.flatMap((answer) => answer.errors ?? [])).toEqual([]);
  const { rows } = await service.db.owner.query<{ eid: string; statuses: string[] }>(
    `select ad_group_eid as eid, array_agg(distinct status) as statuses from entities.ad_group_ad
     where ad_group_eid = any($1) group by 1`,
    [groups],
  );
  // No ad group is left half paused.
  expect(rows.map((row) => row.statuses.length)).toEqual([1, 1]);
});
