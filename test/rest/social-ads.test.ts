import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { bodyOf, callSocial, createSocialTree, type List, type Method, type SocialTree } from "../kit/social.js";
import { ALPHA, createTree, testEid } from "../kit/world.js";

let service: TestService;
let advertisable: string;
let tree: SocialTree;
let otherShop: SocialTree;
beforeAll(async () => {
  service = await startService();
  ({ advertisable } = await createTree(service.gateway, ALPHA, "Shop"));
  tree = await createSocialTree(service, advertisable);
  otherShop = await createSocialTree(service, service.world.granted.advertisable);
});
afterAll(async () => await service.close());

async function call(method: Method, path: string, fields: Record<string, unknown> = {}) {
  return await callSocial(service, method, path, fields);
}

async function newAd(fields: Record<string, unknown> = {}): Promise<string> {
  const ad = { adset_eid: tree.adSet, creative_eid: tree.creative, name: "New", ...fields };
  return String(bodyOf(await call("POST", "ads/", ad))["eid"]);
}

/** EID of a new ad set with some ads in these statuses. */
async function adSetWith(...statuses: string[]): Promise<string> {
  const ads = statuses.map((status) => ({ creative_eid: tree.creative, name: status, status }));
  return String(bodyOf(await call("POST", "adsets/", { campaign_eid: tree.campaign, name: "Bulk", ads }))["eid"]);
}

async function statusesOf(adSet: string): Promise<unknown[]> {
  const { results } = bodyOf<List>(await call("GET", "ads/", { adset_eid: adSet, sort: "name" }));
  return results.map((ad) => ad["status"]);
}

describe("an ad", () => {
  test("is created as a draft, read, and deleted", async () => {
    const eid = await newAd();
    expect(bodyOf(await call("GET", `ads/${eid}`))).toEqual({
      eid,
      adset_eid: tree.adSet,
      creative_eid: tree.creative,
      name: "New",
      status: "draft",
      is_active: true,
      remote_status: null,
      disapproval_reason: null,
      created_date: "2023-09-01T12:00:00.000000",
      updated_date: "2023-09-01T12:00:00.000000",
    });
    const deleted = await call("DELETE", `ads/${eid}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect(bodyOf(await call("GET", `ads/${eid}`))).toMatchObject({ status: "deleted", is_active: false });
  });

  test("bad inputs: what is missing, what is none, and what belongs to another advertisable", async () => {
    const good = { adset_eid: tree.adSet, creative_eid: tree.creative, name: "N" };
    for (const [fields, status, code] of [
      [{ ...good, name: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ ...good, adset_eid: "x" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ ...good, status: "kicked" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ ...good, name: " " }, 400, "ERROR_INVALID_PARAMETER"],
      [{ ...good, adset_eid: testEid("nowhere") }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [{ ...good, creative_eid: testEid("nowhere") }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [{ ...good, creative_eid: otherShop.creative }, 404, "ERROR_RESOURCE_NOT_FOUND"],
    ] as const) {
      const answer = await call("POST", "ads/", fields);
      expect([fields, answer.status, answer.json]).toMatchObject([fields, status, { code, error: expect.any(String) }]);
    }
    expect(await call("GET", "ads/")).toMatchObject({ status: 400, json: { code: "ERROR_MISSING_PARAMETER" } });
    expect(await call("GET", `ads/${testEid("nowhere")}`)).toMatchObject({
      status: 404,
      json: { code: "ERROR_RESOURCE_NOT_FOUND", subcode: null },
    });
  });

  test("methods that a path does not answer: 405 with those that it does", async () => {
    const answer = await call("POST", `ads/${tree.ad}`);
    expect([answer.status, answer.headers["allow"], answer.json]).toEqual([
      405,
      "PUT, GET, HEAD, DELETE",
      { code: "ERROR_METHOD_NOT_ALLOWED", error: expect.any(String), subcode: null },
    ]);
  });

  test("a deleted creative can't be used, and one in use can't be deleted", async () => {
    const made = await call("POST", "creatives/", { advertisable_eid: advertisable, name: "Once" });
    const creative = String(bodyOf(made)["eid"]);
    const ad = await newAd({ creative_eid: creative });
    const used = await call("PUT", `creatives/${creative}`, { status: "deleted" });
    expect([used.status, used.json]).toMatchObject([409, { code: "ERROR_ILLEGAL_TRANSITION" }]);
    await call("DELETE", `ads/${ad}`);
    expect(bodyOf(await call("PUT", `creatives/${creative}`, { status: "deleted" }))).toMatchObject({
      status: "deleted",
      is_active: false,
    });
    const late = await call("POST", "ads/", { adset_eid: tree.adSet, creative_eid: creative, name: "Late" });
    expect(late.status).toBe(409);
    expect((await call("PUT", `creatives/${creative}`, { title: "New" })).status).toBe(409);
  });

  test("of 20 that use a creative while it is deleted, none is left with a deleted one", async () => {
    const made = await call("POST", "creatives/", { advertisable_eid: advertisable, name: "Race" });
    const creative = String(bodyOf(made)["eid"]);
    const adSet = await adSetWith();
    await Promise.all([
      ...Array.from(
        { length: 10 },
        async () => await call("POST", "ads/", { adset_eid: adSet, creative_eid: creative, name: "R" }),
      ),
      call("PUT", `creatives/${creative}`, { status: "deleted" }),
      ...Array.from(
        { length: 10 },
        async () => await call("POST", "ads/", { adset_eid: adSet, creative_eid: creative, name: "R" }),
      ),
    ]);
    const { rows } = await service.db.owner.query(
      "select 1 from social.social_ad a join social.creative c on c.eid = a.creative_eid where a.is_active and not c.is_active",
    );
    expect(rows).toEqual([]);
  });
});

describe("several ads at once", () => {
  test("are paused, activated and deleted by their ad set, campaign or creatives", async () => {
    const adSet = await adSetWith("active", "draft", "paused");
    expect(bodyOf(await call("PUT", `ads/pause?adset_eid=${adSet}`))).toEqual({ status: "paused" });
    expect(await statusesOf(adSet)).toEqual(["paused", "paused", "paused"]);
    const byTwo = `ads/activate?adset_eid=${adSet}&creative_eids=${tree.creative}`;
    expect(bodyOf(await call("PUT", byTwo))).toEqual({ status: "active" });
    expect(await statusesOf(adSet)).toEqual(["active", "active", "active"]);
    expect(bodyOf(await call("PUT", `ads/pause?campaign_eid=${tree.campaign}`))).toEqual({ status: "paused" });
    expect(bodyOf(await call("GET", `ads/${tree.ad}`))).toMatchObject({ status: "paused" });
    expect(bodyOf(await call("PUT", `ads/delete?adset_eid=${adSet}`))).toEqual({ status: "deleted" });
    expect(await statusesOf(adSet)).toEqual([]);
  });

  test("all or none: one that can't leaves the others as they are", async () => {
    const adSet = await adSetWith("active", "paused");
    const { rows } = await service.db.owner.query<{ eid: string }>(
      "update social.social_ad set status = 'KICKED' where ad_set_eid = $1 and name = 'paused' returning eid",
      [adSet],
    );
    expect(rows).toHaveLength(1);
    const events = async () => (await service.db.owner.query("select 1 from social.event")).rowCount;
    const before = await events();
    const answer = await call("PUT", `ads/pause?adset_eid=${adSet}`);
    expect([answer.status, answer.json]).toMatchObject([409, { code: "ERROR_ILLEGAL_TRANSITION" }]);
    expect(await statusesOf(adSet)).toEqual(["active", "kicked"]);
    expect(await events()).toBe(before);
  });

  test("what is named must be there, fit together, and be of one advertisable; something must be named", async () => {
    const adSet = await adSetWith("active");
    for (const [query, status, code] of [
      ["", 400, "ERROR_MISSING_PARAMETER"],
      [`adset_eid=${testEid("nowhere")}`, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [`adset_eid=${adSet}&campaign_eid=${otherShop.campaign}`, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [`adset_eid=${adSet}&creative_eids=${otherShop.creative}`, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [`creative_eids=${tree.creative},${testEid("nowhere")}`, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [`creative_eids=${tree.creative},x`, 400, "ERROR_INVALID_PARAMETER"],
    ] as const) {
      const answer = await call("PUT", `ads/pause?${query}`);
      expect([query, answer.status, answer.json]).toMatchObject([query, status, { code }]);
    }
    expect(await statusesOf(adSet)).toEqual(["active"]);
    expect(await call("PUT", `ads/kick?adset_eid=${adSet}`)).toMatchObject({ status: 400 });
  });

  test("take as many statements however many they are", async () => {
    const statements: number[] = [];
    for (const size of [1, 40]) {
      const adSet = await adSetWith(...Array.from({ length: size }, () => "active"));
      const answer = await service.graphql(
        `mutation { changeSocialAds(input: { action: PAUSE, adSetEid: "${adSet}" }) { status adsCount } }`,
      );
      expect(answer.data).toEqual({ changeSocialAds: { status: "PAUSED", adsCount: size } });
      statements.push(answer.statements);
    }
    expect(statements[1]).toBe(statements[0]);
  });
});
