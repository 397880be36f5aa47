import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf, callEntities, type Method, newAdOf, recordOf, resultsOf } from "../kit/entity-client.js";
import { startService, type Answer, type TestService } from "../kit/service.js";
import { giveSegments } from "../kit/segments.js";
import { createTree, ALPHA, testEid, type Tree, type UserName } from "../kit/world.js";

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

const [ONE, TWO, THREE] = [testEid("seg1"), testEid("seg2"), testEid("seg3")] as const;

describe("the lists of an ad group", () => {
  test("segments: added once, moved between the lists, taken out of both", async () => {
    const { adGroup: adgroup } = tree;
    expect(resultsOf(await call("PUT", "adgroup/add_segments", { adgroup, segments: [ONE, TWO] }))).toBe(true);
    expect(resultsOf(await call("PUT", "adgroup/add_segments", { adgroup, segments: `${TWO},${THREE}` }))).toBe(true);
    expect(resultsOf(await call("PUT", "adgroup/add_segments", { adgroup, segments: TWO, is_negative: "true" }))).toBe(
      true,
    );
    expect(await record()).toMatchObject({ positive_segments: [ONE, THREE], negative_segments: [TWO] });
    expect(
      resultsOf(await call("DELETE", "adgroup/remove_segments", { adgroup, segments: `${ONE},${TWO}` })),
    ).toMatchObject({ eid: adgroup, positive_segments: [THREE], negative_segments: [] });
    // Adding what is there leaves no trace.
    const before = await auditOf(service, adgroup);
    expect(resultsOf(await call("PUT", "adgroup/add_segments", { adgroup, segments: THREE }))).toBe(true);
    expect(await auditOf(service, adgroup)).toHaveLength(before.length);
    for (const fields of [{}, { segments: "short" }, { segments: ONE, is_negative: "maybe" }])
      expect((await call("PUT", "adgroup/add_segments", { adgroup, ...fields })).status).toBe(400);
  });

  test("platforms: all four fields are needed; removing says whether it was there", async () => {
    const { adGroup: adgroup } = tree;
    const ipad = { type: "mobile", os: "ios", os_version: "17.1", device: "ipad" };
    const phone = { type: "mobile", os: "android", os_version: "14", device: "android_smartphone" };
    expect(resultsOf(await call("PUT", "adgroup/add_platform_target", { adgroup, ...ipad }))).toBe(true);
    expect(resultsOf(await call("PUT", "adgroup/add_platform_target", { adgroup, ...ipad }))).toBe(true);
    expect(resultsOf(await call("PUT", "adgroup/add_platform_target", { adgroup, ...phone }))).toBe(true);
    expect(await record()).toMatchObject({ platform_targets: [phone, ipad] });
    expect(resultsOf(await call("DELETE", "adgroup/remove_platform_target", { adgroup, ...ipad }))).toBe(true);
    expect(resultsOf(await call("DELETE", "adgroup/remove_platform_target", { adgroup, ...ipad }))).toBe(false);
    expect(await record()).toMatchObject({ platform_targets: [phone] });
    for (const [field, value] of [
      ["type", "tv"],
      ["os", "windows"],
      ["device", "fridge"],
      ["os_version", "x".repeat(65)],
      ["os_version", ""],
    ] as const) {
      expect(await call("PUT", "adgroup/add_platform_target", { adgroup, ...ipad, [field]: value })).toMatchObject({
        status: 400,
        json: { errors: [{ field }] },
      });
    }
    // An iPad does not run Android, on whatever platform.
    for (const wrong of [
      { ...ipad, os: "android" },
      { ...phone, os: "ios", type: "desktop" },
    ])
      expect(await call("PUT", "adgroup/add_platform_target", { adgroup, ...wrong })).toMatchObject({
        status: 400,
        json: {
          errors: [
            {
              field: "device",
              message: `device must be one that runs ${wrong.os}, which ${wrong.device} does not.`,
            },
          ],
        },
      });
    expect(resultsOf(await call("PUT", "adgroup/add_platform_target", { adgroup, ...ipad, type: "desktop" }))).toBe(
      true,
    );
  });

  test("ages: 13 to 65, 18 to 65 when not given", async () => {
    const { adGroup: adgroup } = tree;
    expect(resultsOf(await call("PUT", "adgroup/add_demographic_target", { adgroup }))).toBe(true);
    expect(
      resultsOf(await call("PUT", "adgroup/add_demographic_target", { adgroup, min_age: 13, max_age: "17" })),
    ).toBe(true);
    expect(await record()).toMatchObject({
      demographic_targets: [
        { min_age: 13, max_age: 17 },
        { min_age: 18, max_age: 65 },
      ],
    });
    for (const [fields, field] of [
      [{ min_age: 12, max_age: 20 }, "min_age"],
      [{ max_age: 66 }, "max_age"],
      [{ max_age: 17 }, "min_age"],
      [{ min_age: 40, max_age: 39 }, "min_age"],
      [{ min_age: "young" }, "min_age"],
      [{ min_age: 18.5 }, "min_age"],
    ] as const) {
      expect(await call("PUT", "adgroup/add_demographic_target", { adgroup, ...fields })).toMatchObject({
        status: 400,
        json: { errors: [{ field, message: expect.stringContaining(field) }] },
      });
    }
  });

  test("placements and sites", async () => {
    const { adGroup: adgroup } = tree;
    expect(
      resultsOf(await call("PUT", "adgroup/add_placement_target", { adgroup, placement: "desktopfeed" })),
    ).toMatchObject({ eid: adgroup, placement_targets: ["desktopfeed"] });
    expect(resultsOf(await call("DELETE", "adgroup/remove_placement_target", { adgroup, placement: "all" }))).toBe(
      false,
    );
    expect(
      resultsOf(await call("DELETE", "adgroup/remove_placement_target", { adgroup, placement: "desktopfeed" })),
    ).toBe(true);
    expect(await call("PUT", "adgroup/add_placement_target", { adgroup, placement: "moon" })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "placement" }] },
    });

    expect(resultsOf(await call("PUT", "adgroup/exclude_site", { adgroup, site: "Example.COM" }))).toMatchObject({
      site_exclusions: ["example.com"],
    });
    for (const site of ["https://example.com/", "example", "1.2.3.4", "a b.com", "*.example.com"]) {
      expect(await call("PUT", "adgroup/exclude_site", { adgroup, site })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "site", message: expect.stringContaining("domain") }] },
      });
    }
    // Listed under GET, but it changes something.
    expect((await call("GET", "adgroup/allow_site", { adgroup, site: "example.com" })).status).toBe(405);
    expect(resultsOf(await call("POST", "adgroup/allow_site", { adgroup, site: "example.com" }))).toMatchObject({
      site_exclusions: [],
    });
    expect((await call("PUT", "adgroup/allow_site", { adgroup, site: "example.com" })).status).toBe(200);
  });

  test("inputs may come in the query, a form or JSON", async () => {
    const { adGroup: adgroup } = tree;
    const fields = new URLSearchParams({ adgroup, type: "desktop", os: "ios", os_version: "9", device: "ipod" });
    const send = async (method: Method, verb: string, form: boolean): Promise<unknown> =>
      resultsOf(
        await service.request({
          as: "admin",
          method,
          url: `/api/v1/adgroup/${verb}${form ? "" : `?${fields}`}`,
          ...(form && { payload: String(fields), headers: { "content-type": "application/x-www-form-urlencoded" } }),
        }),
      );
    expect(await send("PUT", "add_platform_target", false)).toBe(true);
    expect(await send("DELETE", "remove_platform_target", true)).toBe(true);
    expect(await send("POST", "add_platform_target", true)).toBe(true);
    expect(await send("DELETE", "remove_platform_target", false)).toBe(true);
    expect(await record()).toMatchObject({ platform_targets: [] });
  });

  test("50 sites excluded at once are all there", async () => {
    const sites = Array.from({ length: 50 }, (_, n) => `site${n}.example`);
    const answers = await Promise.all(
      sites.map((site) => call("PUT", "adgroup/exclude_site", { adgroup: tree.adGroup, site })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(sites.map(() => 200));
    expect(((await record())["site_exclusions"] as string[]).toSorted()).toEqual(sites.toSorted());
    expect(await auditOf(service, tree.adGroup)).toHaveLength(51);
  });
});

describe("the ads of an ad group", () => {
  test("selecting and deselecting, all or none", async () => {
    const { adGroup: adgroup } = tree;
    const second = await newAdOf(service, tree, "Second");
    const ids = async (): Promise<unknown> =>
      ((await record())["ads"] as { id: string }[]).map((ad) => ad.id).toSorted();
    expect(resultsOf(await call("PUT", "adgroup/select_ads", { adgroup, ads: [second, second] }))).toMatchObject({
      eid: adgroup,
    });
    expect(await ids()).toEqual([tree.ad, second].toSorted());
    const listed = resultsOf(await call("GET", "adgroup/get_ads", { adgroup }));
    // Made at the same time, they follow their EIDs.
    const [first, last] = [tree.ad, second].toSorted();
    expect(listed).toMatchObject([
      { eid: first, adgroups: [adgroup] },
      { eid: last, adgroups: [adgroup] },
    ]);
    expect(resultsOf(await call("GET", "adgroup/get_ads", { adgroup, page: "2", per_page: "1" }))).toMatchObject([
      { eid: last },
    ]);
    for (const verb of ["select_ads", "deselect_ads"]) {
      const answer = await call("PUT", `adgroup/${verb}`, { adgroup, ads: [tree.ad, service.world.foreign.ad] });
      expect([verb, answer.status]).toEqual([verb, 404]);
    }
    expect(await ids()).toEqual([tree.ad, second].toSorted());
    expect(resultsOf(await call("PUT", "adgroup/deselect_ads", { adgroup, ads: tree.ad }))).toMatchObject({
      ads: [{ id: second, status: "approved" }],
    });
    // One that is not there is no error.
    expect((await call("PUT", "adgroup/deselect_ads", { adgroup, ads: tree.ad })).status).toBe(200);
  });

  test("pausing and resuming one or several: the statuses in request order; an ad that is not there: 404", async () => {
    const { adGroup: adgroup } = tree;
    const [second, stray] = [await newAdOf(service, tree, "Second"), await newAdOf(service, tree, "Stray")];
    await call("PUT", "adgroup/select_ads", { adgroup, ads: second });
    expect(resultsOf(await call("PUT", "adgroup/pause_ad", { adgroup, ad: second }))).toBe("paused");
    expect(resultsOf(await call("PUT", "adgroup/pause_ads", { adgroup, ads: [second, tree.ad] }))).toEqual([
      "paused",
      "paused",
    ]);
    expect(resultsOf(await call("PUT", "adgroup/unpause_ad", { adgroup, ad: tree.ad }))).toBe("approved");
    expect((await call("PUT", "adgroup/unpause_ads", { adgroup, ads: [second, stray] })).status).toBe(404);
    expect((await record())["ads"]).toEqual(
      [
        { id: tree.ad, status: "approved" },
        { id: second, status: "paused" },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(resultsOf(await call("PUT", "adgroup/unpause_ads", { adgroup, ads: `${tree.ad},${second}` }))).toEqual([
      "approved",
      "approved",
    ]);
    // The ad itself is as it was.
    expect(resultsOf(await call("GET", "ad/get", { ad: second }))).toMatchObject({ status: "approved" });
    expect((await call("PUT", "adgroup/pause_ads", { adgroup })).json).toMatchObject({ errors: [{ field: "ads" }] });
  });
});
