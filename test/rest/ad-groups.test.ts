import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf, callEntities, type Method, newAdOf, recordOf, resultsOf } from "../kit/entity-client.js";
import { startService, type Answer, type TestService } from "../kit/service.js";
import { giveSegments } from "../kit/segments.js";
import { create, createTree, ALPHA, testEid, type Tree, type UserName } from "../kit/world.js";

let service: TestService;
/** A tree of its own for each test, approved, as staff makes it. */
let tree: Tree;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  tree = await createTree(service.gateway, ALPHA, "Own");
  await giveSegments(service.db.owner, tree.advertisable, ONE, TWO, THREE);
});
afterAll(async () => await service.close());

async function call(method: Method, verb: string, fields: object, as: UserName = "admin"): Promise<Answer> {
  return await callEntities(service, method, verb, fields, as);
}

async function record(adgroup = tree.adGroup): Promise<Record<string, unknown>> {
  return recordOf(await call("GET", "adgroup/get", { adgroup }));
}

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
const [ONE, TWO, THREE] = [testEid("seg1"), testEid("seg2"), testEid("seg3")] as const;

describe("adgroup/create", () => {
  test("the record with all that was given; in review unless staff creates it", async () => {
    const results = resultsOf(
      await call("POST", "adgroup/create", {
        campaign: tree.campaign,
        name: "Everything",
        ads: tree.ad,
        positive_segments: `${ONE},${TWO}`,
        negative_segments: THREE,
        geo_targets: JSON.stringify([
          { country_id: 840, eid: testEid("usa") },
          { postal_code: "01234", eid: testEid("zip"), is_negative: true },
        ]),
        placement_targets: "rightcolumn,mobilefeed",
      }),
    );
    expect(results).toEqual({
      eid: expect.stringMatching(/^.{22}$/),
      name: "Everything",
      type: "web",
      status: "admin_review",
      campaign: tree.campaign,
      advertisable: tree.advertisable,
      is_active: true,
      created_date: DATE,
      updated_date: DATE,
      ads: [{ id: tree.ad, status: "approved" }],
      segments: [
        { id: ONE, is_negative: false },
        { id: TWO, is_negative: false },
        { id: THREE, is_negative: true },
      ],
      positive_segments: [ONE, TWO],
      negative_segments: [THREE],
      geo_targets: [
        { eid: testEid("usa"), country_id: 840, is_negative: false },
        { eid: testEid("zip"), postal_code: "01234", is_negative: true },
      ],
      geo_target_worldwide: false,
      placement_targets: ["rightcolumn", "mobilefeed"],
      platform_targets: [],
      demographic_targets: [],
      site_exclusions: [],
      ad_optimization: null,
      flight_timezone: "UTC",
    });
    const { eid } = results as { eid: string };
    expect(await record(eid)).toEqual(results);
    expect(await auditOf(service, eid)).toMatchObject([
      { action: "createAdGroup", before: null, after: { ads: [{ adEid: tree.ad }], geoTargets: [{}, {}] } },
    ]);
    const byStaff = resultsOf(await call("POST", "adgroup/create", { campaign: tree.campaign }, "staff"));
    // Without a name it has its campaign's.
    expect(byStaff).toMatchObject({ status: "approved", name: "Own campaign" });
  });

  test("without geo_targets it gets those of the campaign's other ad groups; with [] it has none", async () => {
    const targets = (...ids: number[]): string => JSON.stringify(ids.map((city_id) => ({ city_id })));
    await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, geo_targets: targets(1, 2) });
    await call("POST", "adgroup/create", { campaign: tree.campaign, geo_targets: targets(2, 3) });
    const cities = async (fields: object): Promise<unknown> => {
      const { geo_targets, geo_target_worldwide } = resultsOf(
        await call("POST", "adgroup/create", { campaign: tree.campaign, ...fields }),
      ) as { geo_targets: { city_id: number }[]; geo_target_worldwide: boolean };
      // Ad groups that were made at the same time have no order that a test could know.
      return [geo_targets.map((target) => target.city_id).toSorted((a, b) => a - b), geo_target_worldwide];
    };
    expect(await cities({})).toEqual([[1, 2, 3], false]);
    expect(await cities({ geo_targets: "[]" })).toEqual([[], true]);
    const elsewhere = await create(service.gateway, "createCampaign", "CreateCampaignInput", "campaign", {
      advertisableEid: tree.advertisable,
      name: "Elsewhere",
    });
    expect(await cities({ campaign: elsewhere })).toEqual([[], true]);
  });

  test("an ad of another advertisable, and a missing one: 404, and nothing is created", async () => {
    const { other, foreign } = service.world;
    for (const ad of [other.ad, foreign.ad, testEid("noad")]) {
      const answer = await call("POST", "adgroup/create", {
        campaign: tree.campaign,
        name: "Stray",
        ads: [tree.ad, ad],
      });
      expect(answer).toMatchObject({ status: 404, json: { errors: [{ code: 16 }] } });
    }
    expect(resultsOf(await call("GET", "campaign/get_adgroups", { campaign: tree.campaign }))).toHaveLength(1);
  });
});

describe("adgroup/edit", () => {
  test("lists replace the old ones, and what is not given stays", async () => {
    const second = await newAdOf(service, tree, "Second");
    await call("PUT", "adgroup/pause_ad", { adgroup: tree.adGroup, ad: tree.ad });
    await call("PUT", "adgroup/add_segments", { adgroup: tree.adGroup, segments: [ONE, TWO] });
    const edited = resultsOf(
      await call("PUT", "adgroup/edit", {
        adgroup: tree.adGroup,
        name: "Renamed",
        ads: [tree.ad, second],
        negative_segments: TWO,
      }),
    );
    // A segment that is excluded now is no longer addressed; an ad that stays keeps its status.
    expect(edited).toMatchObject({
      name: "Renamed",
      ads: [
        { id: tree.ad, status: "paused" },
        { id: second, status: "approved" },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      positive_segments: [ONE],
      negative_segments: [TWO],
    });
    expect(resultsOf(await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, ads: second }))).toMatchObject({
      name: "Renamed",
      ads: [{ id: second }],
    });
  });

  test("geo targets replace all that there are; worldwide removes them", async () => {
    const edit = async (fields: object): Promise<unknown> => {
      const { geo_targets, geo_target_worldwide } = resultsOf(
        await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, ...fields }),
      ) as { geo_targets: object[]; geo_target_worldwide: boolean };
      return [geo_targets, geo_target_worldwide];
    };
    const place = (fields: object): object => ({ eid: expect.any(String), is_negative: false, ...fields });
    expect(await edit({ geo_targets: '[{"region_id": "US-CA"}, {"metro_id": 5, "is_negative": true}]' })).toEqual([
      [place({ region_id: "US-CA" }), place({ metro_id: 5, is_negative: true })],
      false,
    ]);
    // As JSON in a JSON body too, and as a record gives it.
    const kept = { postal_code_id: 9, eid: testEid("kept"), is_negative: false };
    expect(await edit({ geo_targets: [kept] })).toEqual([
      [{ postal_code_id: 9, eid: testEid("kept"), is_negative: false }],
      false,
    ]);
    expect(await edit({ geo_target_worldwide: false })).toEqual([[place({ postal_code_id: 9 })], false]);
    expect(await edit({ geo_target_worldwide: true })).toEqual([[], true]);
    expect(await auditOf(service, tree.adGroup)).toHaveLength(4);
  });

  test("geo targets that are none: 400 that says which and why, and nothing changes", async () => {
    const place = { country_id: "US", eid: testEid("place") };
    for (const [geo_targets, says] of [
      ["{", "JSON array"],
      ['{"country_id": 1}', "JSON array"],
      ["[1]", "number 1 is no object"],
      ["[[]]", "number 1 is no object"],
      ['[{"eid": "x"}]', "number 1 has 0 of them"],
      ['[{"country_id": 1}, {"country_id": 1, "city_id": 2}]', "number 2 has 2 of them"],
      ['[{"country_id": "US", "city_id": null}]', "number 1 has 2 of them"],
      ['[{"country_id": true}]', "neither a text nor a whole number"],
      ['[{"country_id": 1.5}]', "neither a text nor a whole number"],
      ['[{"country_id": ""}]', "neither a text nor a whole number"],
      ['[{"country_id": 1, "eid": "short"}]', "22 characters"],
      ['[{"country_id": 1, "is_negative": "yes"}]', "neither true nor false"],
      ['[{"country_id": 1, "is_negativ": true}]', "none of these"],
      ['[{"country_id": 1, "__proto__": {"x": 1}}]', "none of these"],
      [JSON.stringify([place, { ...place, country_id: "CA" }]), "each EID once"],
      ['[{"country_id": 1}, {"country_id": 1}]', "each place once"],
      [JSON.stringify([{ city_id: "x".repeat(65) }]), "1 to 64 characters"],
      [JSON.stringify(Array.from({ length: 1_001 }, (_, city_id) => ({ city_id }))), "at most 1000"],
      ["[".repeat(100_000), "JSON array"],
      [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "no object"],
      ["x".repeat(300_000), "JSON array"],
    ] as const) {
      const answer = await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, name: "Changed", geo_targets });
      expect([geo_targets.slice(0, 60), answer.status]).toEqual([geo_targets.slice(0, 60), 400]);
      expect(answer.json).toMatchObject({
        errors: [{ field: "geo_targets", message: expect.stringContaining(says) }],
      });
    }
    const both = await call("PUT", "adgroup/edit", {
      adgroup: tree.adGroup,
      geo_targets: '[{"country_id": 1}]',
      geo_target_worldwide: "true",
    });
    expect(both).toMatchObject({ status: 400, json: { errors: [{ field: "geo_targets" }] } });
    expect(await record()).toMatchObject({ name: "Own ad group", geo_targets: [], geo_target_worldwide: true });
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test("status: approved or paused; what waits for staff stays", async () => {
    const edit = async (status: string, adgroup = tree.adGroup): Promise<unknown> => {
      const answer = await call("PUT", "adgroup/edit", { adgroup, status });
      return answer.status === 200 ? (resultsOf(answer) as { status: string }).status : answer.status;
    };
    expect(await edit("paused")).toBe("paused");
    expect(await edit("approved")).toBe("approved");
    expect(await edit("admin_paused")).toBe(400);
    expect(await edit("rejected")).toBe(400);
    const { eid } = resultsOf(await call("POST", "adgroup/create", { campaign: tree.campaign })) as { eid: string };
    expect(await edit("approved", eid)).toBe(409);
    expect(await edit("paused", eid)).toBe(409);
  });

  test("bad values: 400 by the names of the old interface; foreign ads: 404; nothing changes", async () => {
    const { foreign, other } = service.world;
    for (const [fields, field] of [
      [{ name: "x".repeat(256) }, "name"],
      [{ name: "a\u0001b" }, "name"],
      [{ ads: "short" }, "ads"],
      [{ positive_segments: `${ONE},short` }, "positive_segments"],
      [{ positive_segments: ONE, negative_segments: ONE }, "negative_segments"],
      [{ positive_segments: Array.from({ length: 1_001 }, (_, n) => testEid(`s${n}`)) }, "positive_segments"],
      [{ geo_target_worldwide: "maybe" }, "geo_target_worldwide"],
    ] as const) {
      const answer = await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
    }
    for (const ad of [foreign.ad, other.ad, testEid("noad")])
      expect((await call("PUT", "adgroup/edit", { adgroup: tree.adGroup, name: "Changed", ads: ad })).status).toBe(404);
    expect((await call("PUT", "adgroup/edit", { name: "Changed" })).json).toMatchObject({
      errors: [{ field: "adgroup", code: 64 }],
    });
    expect(await record()).toMatchObject({ name: "Own ad group", ads: [{ id: tree.ad }] });
  });
});

test("pause and unpause answer the status; an ad group that waits for staff: 409", async () => {
  const { adGroup: adgroup } = tree;
  expect(resultsOf(await call("PUT", "adgroup/pause", { adgroup }))).toBe("paused");
  expect(resultsOf(await call("PUT", "adgroup/pause", { adgroup }))).toBe("paused");
  expect(resultsOf(await call("POST", "adgroup/unpause", { adgroup }))).toBe("approved");
  const waiting = resultsOf(await call("POST", "adgroup/clone", { adgroup })) as { eid: string };
  for (const verb of ["pause", "unpause"])
    expect(await call("PUT", `adgroup/${verb}`, { adgroup: waiting.eid })).toMatchObject({
      status: 409,
      json: { errors: [{ code: 8 }] },
    });
});

test.each([
  ["ADMIN_REVIEW", 409, 409],
  ["APPROVED", "paused", "approved"],
  ["PAUSED", "paused", "approved"],
  ["ADMIN_PAUSED", 409, 409],
])("pause and unpause of an ad group that is %s: %s and %s, by adgroup/edit too", async (status, paused, resumed) => {
  const { adGroup: adgroup } = tree;
  for (const [verb, fields, expected] of [
    ["pause", {}, paused],
    ["unpause", {}, resumed],
    ["edit", { status: "paused" }, paused],
    ["edit", { status: "approved" }, resumed],
  ] as const) {
    await service.db.owner.query("update entities.ad_group set status = $2 where eid = $1", [adgroup, status]);
    const answer = await call("PUT", `adgroup/${verb}`, { adgroup, ...fields });
    const results = answer.status === 200 ? resultsOf(answer) : answer.status;
    expect(verb === "edit" && answer.status === 200 ? (results as { status: string }).status : results).toBe(expected);
  }
});

test("a clone has the site exclusions, geo targets and ads of its original, and nothing else", async () => {
  const { adGroup: adgroup } = tree;
  const geo_targets = [{ country_id: 1 }, { city_id: "x", is_negative: true }];
  await call("PUT", "adgroup/edit", { adgroup, positive_segments: ONE, geo_targets: JSON.stringify(geo_targets) });
  await call("PUT", "adgroup/exclude_site", { adgroup, site: "example.com" });
  await call("PUT", "adgroup/add_demographic_target", { adgroup });
  await call("PUT", "adgroup/add_placement_target", { adgroup, placement: "all" });
  await call("PUT", "adgroup/pause_ad", { adgroup, ad: tree.ad });
  const original = await record();
  const clone = resultsOf(await call("POST", "adgroup/clone", { adgroup })) as { eid: string };
  expect(clone).toMatchObject({
    name: "Copy of Own ad group",
    status: "admin_review",
    campaign: tree.campaign,
    advertisable: tree.advertisable,
    ads: [{ id: tree.ad, status: "paused" }],
    geo_targets: original["geo_targets"],
    geo_target_worldwide: false,
    site_exclusions: ["example.com"],
    segments: [],
    placement_targets: [],
    demographic_targets: [],
    platform_targets: [],
  });
  expect(await record(clone.eid)).toEqual(clone);
  expect(await record()).toEqual(original);
  expect(await auditOf(service, clone.eid)).toMatchObject([{ action: "cloneAdGroup", before: null }]);
});
