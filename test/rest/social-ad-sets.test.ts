import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "../kit/entity-client.js";
import { startService, type TestService } from "../kit/service.js";
import { bodyOf, callSocial, createSocialTree, type List, type Method, type SocialTree } from "../kit/social.js";
import { ALPHA, create, createTree, testEid, type UserName } from "../kit/world.js";

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

async function call(method: Method, path: string, fields: Record<string, unknown> = {}, as: UserName = "admin") {
  return await callSocial(service, method, path, fields, as);
}

async function newAdSet(fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return bodyOf(await call("POST", "adsets/", { campaign_eid: tree.campaign, name: "New", ...fields }));
}

async function newSegment(advertisableEid: string): Promise<string> {
  const input = { advertisableEid, name: "Buyers", type: "CRM", duration: 30 };
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", input);
}

/** What an answer that refuses says, and its status. */
async function refusal(method: Method, path: string, fields: Record<string, unknown> = {}, as: UserName = "admin") {
  const { status, json } = await call(method, path, fields, as);
  return { status, ...(json as { code: string; error: string; subcode: string | null }) };
}

const DATE = "2023-09-01T12:00:00.000000";

describe("an ad set", () => {
  test("has every documented field, with defaults", async () => {
    const adSet = await newAdSet();
    expect(adSet).toEqual({
      eid: expect.any(String),
      advertisable_eid: advertisable,
      campaign_eid: tree.campaign,
      name: "New",
      status: "paused",
      budget: null,
      bid_amount: null,
      cpc: null,
      is_autobid: true,
      min_age: null,
      max_age: null,
      start_date: null,
      end_date: null,
      flight_start_date: null,
      flight_end_date: null,
      flight_timezone: "UTC",
      optimization_goal: "OFFSITE_CONVERSIONS",
      pacing_type: "standard",
      pricing_model: "dynamic",
      promoted_object: {},
      targeting: { page_types: ["desktopfeed", "mobilefeed"] },
      ui_period: "daily",
      ads: [],
      audiences: [],
      created_date: DATE,
      updated_date: DATE,
    });
    expect(bodyOf(await call("GET", `adsets/${String(adSet["eid"])}`))).toEqual(adSet);
  });

  test("takes all that AdSetParams has, with ads and audiences in it", async () => {
    const segment = await newSegment(advertisable);
    const adSet = await newAdSet({
      status: "active",
      budget: 12.5,
      bid_amount: "2.25",
      cpc: 1,
      is_autobid: false,
      min_age: 13,
      max_age: 65,
      flight_start_date: "2023-09-01T00:00:00Z",
      end_date: "2023-10-01",
      flight_timezone: "UTC",
      optimization_goal: "IMPRESSIONS",
      pacing_type: "no_pacing",
      pricing_model: "fixed_cpc",
      promoted_object: { segment_eid: segment },
      targeting: { page_types: ["mobilefeed"] },
      ui_period: "weekly",
      ads: [{ creative_eid: tree.creative, name: "In it", status: "active" }],
      audiences: [{ custom_audience_eid: tree.audience, targeted: false }],
    });
    expect(adSet).toMatchObject({
      status: "active",
      budget: 12.5,
      bid_amount: 2.25,
      cpc: 1,
      is_autobid: false,
      min_age: 13,
      max_age: 65,
      start_date: "2023-09-01",
      flight_end_date: "2023-10-01",
      optimization_goal: "IMPRESSIONS",
      pacing_type: "no_pacing",
      pricing_model: "fixed_cpc",
      promoted_object: { segment_eid: segment },
      targeting: { page_types: ["mobilefeed"] },
      ui_period: "weekly",
      ads: [
        {
          eid: expect.any(String),
          creative_eid: tree.creative,
          name: "In it",
          status: "active",
          is_active: true,
          remote_status: null,
          disapproval_reason: null,
          created_date: DATE,
          updated_date: DATE,
        },
      ],
      audiences: [
        {
          eid: expect.any(String),
          custom_audience_eid: tree.audience,
          targeted: false,
          created_date: DATE,
          updated_date: DATE,
        },
      ],
    });
  });

  test("is changed by what is given; null takes a value away, and its own answer can be sent back", async () => {
    const adSet = await newAdSet({ min_age: 20, budget: 5, audiences: [{ custom_audience_eid: tree.audience }] });
    const eid = String(adSet["eid"]);
    expect(bodyOf(await call("PUT", `adsets/${eid}`, adSet))).toEqual(adSet);
    expect((await auditOf(service, eid)).map(({ action }) => action)).toEqual(["createAdSet"]);
    expect(
      bodyOf(await call("PUT", `adsets/${eid}`, { name: "Renamed", min_age: null, budget: 7, audiences: [] })),
    ).toMatchObject({ name: "Renamed", min_age: null, budget: 7, audiences: [], status: "paused" });
  });

  test("an ad in it is changed by its eid, and one of another ad set is not found", async () => {
    const { eid, ads } = await newAdSet({ ads: [{ creative_eid: tree.creative, name: "A" }] });
    const ad = (ads as { eid: string }[])[0]?.eid;
    const path = `adsets/${String(eid)}`;
    const changed = bodyOf(await call("PUT", path, { ads: [{ eid: ad, name: "B", status: "active" }] }));
    expect(changed).toMatchObject({ ads: [{ eid: ad, name: "B", status: "active", creative_eid: tree.creative }] });
    expect(await refusal("PUT", path, { name: "Half", ads: [{ eid: tree.ad, name: "C" }] })).toMatchObject({
      status: 404,
      code: "ERROR_RESOURCE_NOT_FOUND",
    });
    expect(bodyOf(await call("GET", path))).toMatchObject({ name: "New" });
  });

  test("every bound: ages 13 to 65, not min above max, dates, amounts, and what fixed_cpc needs", async () => {
    for (const [fields, subcode] of [
      [{ min_age: 12 }, "INVALID"],
      [{ max_age: 66 }, "INVALID"],
      [{ min_age: 40, max_age: 39 }, "MIN_ABOVE_MAX"],
      [{ start_date: "2023-09-02", end_date: "2023-09-01" }, "START_AFTER_END"],
      [{ start_date: "2023-02-30" }, "INVALID"],
      [{ budget: -1 }, "INVALID"],
      [{ budget: 0.001 }, "INVALID"],
      [{ status: "draft" }, "INVALID"],
      [{ status: "gone" }, "INVALID"],
      [{ flight_timezone: "CET" }, "INVALID"],
      [{ optimization_goal: "CLICKS" }, "INVALID"],
      [{ pacing_type: "fast" }, "INVALID"],
      [{ targeting: { page_types: ["Desktop feed"] } }, "NOT_PAGE_TYPES"],
      [{ targeting: "all" }, "INVALID"],
      [{ promoted_object: { segment_eid: "x" } }, "INVALID"],
      [{ ads: [{ name: "No creative" }] }, "MISSING"],
      [{ ads: "none" }, "INVALID"],
      [{ audiences: [{ custom_audience_eid: tree.audience }, { custom_audience_eid: tree.audience }] }, "REPEATED"],
      [{ name: "x".repeat(256) }, "LENGTH"],
    ] as const) {
      const path = `adsets/${tree.adSet}`;
      expect([fields, await refusal("PUT", path, fields)]).toMatchObject([fields, { status: 400, subcode }]);
    }
    expect(
      await refusal("POST", "adsets/", { campaign_eid: tree.campaign, name: "N", pricing_model: "fixed_cpc" }),
    ).toEqual({
      status: 400,
      code: "ERROR_MISSING_PARAMETER",
      error: "cpc is required where each click costs the same.",
      subcode: "MISSING",
    });
    expect(await refusal("POST", "adsets/", { name: "N" })).toEqual({
      status: 400,
      code: "ERROR_MISSING_PARAMETER",
      error: "campaign_eid is required.",
      subcode: "MISSING",
    });
    await newAdSet({ min_age: 13, max_age: 13 });
    await newAdSet({ min_age: 65, max_age: 65, pricing_model: "fixed_cpc", cpc: 0 });
  });

  test("what it names must be of its advertisable: nothing is written otherwise", async () => {
    const foreignSegment = await newSegment(service.world.granted.advertisable);
    expect(
      await refusal("PUT", `adsets/${tree.adSet}`, { promoted_object: { segment_eid: foreignSegment } }),
    ).toMatchObject({ status: 404, error: expect.stringContaining("segment") });
    const before = bodyOf<List>(await call("GET", "adsets/", { advertisable_eid: advertisable })).count;
    for (const fields of [
      { audiences: [{ custom_audience_eid: otherShop.audience }] },
      { ads: [{ creative_eid: otherShop.creative, name: "Foreign" }] },
      { audiences: [{ custom_audience_eid: testEid("nowhere") }] },
      { promoted_object: { segment_eid: foreignSegment } },
      { promoted_object: { segment_eid: testEid("nowhere") } },
    ]) {
      expect(await refusal("POST", "adsets/", { campaign_eid: tree.campaign, name: "N", ...fields })).toMatchObject({
        status: 404,
        code: "ERROR_RESOURCE_NOT_FOUND",
      });
    }
    expect(bodyOf<List>(await call("GET", "adsets/", { advertisable_eid: advertisable })).count).toBe(before);
  });

  test("create_default gives a campaign one with its name, budget and dates", async () => {
    const { eid: campaign } = bodyOf(
      await call("POST", "campaigns/", {
        advertisable_eid: advertisable,
        name: "Leads",
        goal: "prospect",
        objective: "LEAD_GENERATION",
        budget: 30,
        start_date: "2023-10-01",
      }),
    );
    expect(bodyOf(await call("POST", `adsets/create_default/${String(campaign)}`))).toMatchObject({
      campaign_eid: campaign,
      name: "Leads",
      status: "draft",
      budget: 30,
      start_date: "2023-10-01",
      optimization_goal: "LEAD_GENERATION",
    });
    expect(await refusal("POST", `adsets/create_default/${testEid("nowhere")}`)).toMatchObject({ status: 404 });
  });
});

describe("a copy", () => {
  test("has the ads, audiences and places of the original, each its own, and needs no more statements for more", async () => {
    const statements: number[] = [];
    for (const size of [1, 20]) {
      const original = await newAdSet({
        name: "Original",
        status: "active",
        budget: 9,
        ads: Array.from({ length: size }, (_, index) => ({
          creative_eid: tree.creative,
          name: `Ad ${index}`,
          status: "active",
        })),
        audiences: [{ custom_audience_eid: tree.audience, targeted: false }],
      });
      const eid = String(original["eid"]);
      for (const code of ["US", "US-CA", "CA"]) {
        await call("POST", `adsets/${eid}/geotargeting`, { geolocation_eid: placeEid(code), included: code !== "CA" });
      }
      const copied = await service.graphql(`mutation { cloneAdSet(input: { eid: "${eid}" }) { adSet { eid } } }`);
      statements.push(copied.statements);
      const copy = (copied.data as { cloneAdSet: { adSet: { eid: string } } }).cloneAdSet.adSet.eid;
      const record = bodyOf(await call("GET", `adsets/${copy}`));
      expect(record).toMatchObject({
        name: "Copy of Original",
        status: "paused",
        budget: 9,
        campaign_eid: tree.campaign,
      });
      const [theirs, ours] = [original, record].map(({ ads, audiences }) => ({
        ads: ads as { eid: string; name: string }[],
        audiences: audiences as { eid: string; custom_audience_eid: string; targeted: boolean }[],
      }));
      expect(ours?.ads.map((ad) => ad.name).toSorted()).toEqual(theirs?.ads.map((ad) => ad.name).toSorted());
      expect(ours?.ads.some((ad) => theirs?.ads.some(({ eid: other }) => other === ad.eid))).toBe(false);
      expect(ours?.audiences).toMatchObject([{ custom_audience_eid: tree.audience, targeted: false }]);
      expect(ours?.audiences[0]?.eid).not.toBe(theirs?.audiences[0]?.eid);
      expect(bodyOf(await call("GET", `adsets/${copy}/geotargeting`))).toEqual(
        bodyOf(await call("GET", `adsets/${eid}/geotargeting`)),
      );
    }
    expect(statements[1]).toBe(statements[0]);
  });

  test("POST /social/adsets/{eid} copies; a deleted one, or one of an archived campaign, can't be copied", async () => {
    const { eid } = await newAdSet();
    expect(bodyOf(await call("POST", `adsets/${String(eid)}`, { name: "Twin" }))).toMatchObject({ name: "Twin" });
    await call("DELETE", `adsets/${String(eid)}`);
    expect(await refusal("POST", `adsets/${String(eid)}`)).toMatchObject({
      status: 409,
      code: "ERROR_ILLEGAL_TRANSITION",
    });
    expect(await refusal("POST", `adsets/${testEid("nowhere")}`)).toMatchObject({ status: 404 });
  });
});

describe("deleting", () => {
  test("an ad set takes its ads with it, and lists leave both out", async () => {
    const { eid, ads } = await newAdSet({ ads: [{ creative_eid: tree.creative, name: "A", status: "active" }] });
    const ad = (ads as { eid: string }[])[0]?.eid ?? "";
    const answer = await call("DELETE", `adsets/${String(eid)}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(bodyOf(await call("GET", `adsets/${String(eid)}`))).toMatchObject({ status: "deleted", ads: [] });
    expect(bodyOf(await call("GET", `ads/${ad}`))).toMatchObject({ status: "deleted", is_active: false });
    expect(bodyOf<List>(await call("GET", "ads/", { adset_eid: eid })).results).toEqual([]);
    expect(bodyOf<List>(await call("GET", "adsets/")).results.filter((each) => each["eid"] === eid)).toEqual([]);
    // Nothing more can be added to it, and it stays deleted.
    expect(await refusal("POST", "ads/", { adset_eid: eid, creative_eid: tree.creative, name: "Late" })).toMatchObject({
      status: 409,
    });
    expect(await refusal("PUT", `adsets/${String(eid)}`, { status: "active" })).toMatchObject({ status: 409 });
    expect((await call("DELETE", `adsets/${String(eid)}`)).status).toBe(204);
  });

  test("a campaign takes its ad sets and their ads with it", async () => {
    const { eid: campaign } = bodyOf(
      await call("POST", "campaigns/", {
        advertisable_eid: advertisable,
        name: "C",
        goal: "retarget",
        objective: "LINK_CLICKS",
      }),
    );
    const adSet = await newAdSet({ campaign_eid: campaign, ads: [{ creative_eid: tree.creative, name: "A" }] });
    bodyOf(await call("PUT", `campaigns/${String(campaign)}`, { status: "deleted" }));
    const { rows } = await service.db.owner.query<{ orphans: number }>(
      `select count(*)::int as orphans from social.social_ad a join social.ad_set s on s.eid = a.ad_set_eid
       join social.social_campaign c on c.eid = s.campaign_eid
       where (not c.is_active and (s.is_active or a.is_active)) or (not s.is_active and a.is_active)`,
    );
    expect(rows).toEqual([{ orphans: 0 }]);
    expect(bodyOf(await call("GET", `adsets/${String(adSet["eid"])}`))).toMatchObject({ status: "deleted" });
    expect(await refusal("POST", "adsets/", { campaign_eid: campaign, name: "Late" })).toMatchObject({ status: 409 });
  });

  test("an ad set that is deleted while ads are added leaves no ad behind", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { eid } = await newAdSet();
      await Promise.all([
        call("POST", "ads/", { adset_eid: eid, creative_eid: tree.creative, name: "Race" }),
        call("DELETE", `adsets/${String(eid)}`),
        call("POST", "ads/", { adset_eid: eid, creative_eid: tree.creative, name: "Race" }),
      ]);
      const { rows } = await service.db.owner.query(
        "select 1 from social.social_ad where ad_set_eid = $1 and is_active",
        [eid],
      );
      expect(rows).toEqual([]);
    }
  });
});

describe("audiences of an ad set", () => {
  test("are targeted and excluded by their own EID or the custom audience's", async () => {
    const { eid, audiences } = await newAdSet({ audiences: [{ custom_audience_eid: tree.audience }] });
    const link = (audiences as { eid: string }[])[0]?.eid;
    const fields = { adset_eid: eid, audience_eids: [tree.audience] };
    expect(bodyOf(await call("PUT", "adsetaudiences/exclude_audiences", fields))).toMatchObject([
      { eid: link, custom_audience_eid: tree.audience, targeted: false },
    ]);
    const again = await service.request({
      as: "admin",
      method: "PUT",
      url: `/social/adsetaudiences/target_audiences?adset_eid=${String(eid)}&audience_eids=${link}`,
    });
    expect(bodyOf(again)).toMatchObject([{ eid: link, targeted: true }]);
  });

  test("one that it does not have: ERROR_NO_AUDIENCE_FOR_ADSET, and none is changed", async () => {
    const { eid } = await newAdSet({ audiences: [{ custom_audience_eid: tree.audience }] });
    for (const stranger of [otherShop.audience, testEid("nowhere")]) {
      expect(
        await refusal("PUT", "adsetaudiences/exclude_audiences", {
          adset_eid: eid,
          audience_eids: [tree.audience, stranger],
        }),
      ).toMatchObject({ status: 400, code: "ERROR_NO_AUDIENCE_FOR_ADSET" });
    }
    expect(bodyOf(await call("GET", `adsets/${String(eid)}`))).toMatchObject({ audiences: [{ targeted: true }] });
    expect(await refusal("PUT", "adsetaudiences/exclude_audiences", { adset_eid: eid })).toMatchObject({
      status: 400,
      code: "ERROR_MISSING_PARAMETER",
    });
    expect(
      await refusal("PUT", "adsetaudiences/forget", { adset_eid: eid, audience_eids: [tree.audience] }),
    ).toMatchObject({ status: 400, code: "ERROR_INVALID_PARAMETER" });
  });
});

function placeEid(code: string): string {
  return `GEO-${code}`.padEnd(22, "_");
}

describe("geotargeting", () => {
  test("places stand under the nearest place that is selected too, in whatever order they came", async () => {
    const { eid } = await newAdSet();
    const path = `adsets/${String(eid)}/geotargeting`;
    expect(bodyOf(await call("GET", path))).toEqual([]);
    await call("POST", path, { geolocation_eid: placeEid("FR-75C"), included: true });
    await call("POST", path, { geolocation_eid: placeEid("DE"), included: false });
    await call("POST", path, { geolocation_eid: placeEid("FR"), included: true });
    const answer = bodyOf<unknown[]>(
      await call("POST", path, { geolocation_eid: placeEid("FR-IDF"), included: false }),
    );
    expect(answer).toEqual([
      {
        eid: placeEid("DE"),
        name: "Germany",
        type: "country",
        region: null,
        primary_city: null,
        country_code: "DE",
        country_name: "Germany",
        included: false,
        error: null,
        selected_children: [],
      },
      {
        ...place("FR", "France", null),
        selected_children: [
          {
            ...place("FR-IDF", "Île-de-France", "Île-de-France"),
            included: false,
            selected_children: [
              {
                ...place("FR-75C", "Paris", "Paris"),
                error: "It lies in a place that is excluded.",
                selected_children: [],
              },
            ],
          },
        ],
      },
    ]);
    expect(bodyOf(await call("GET", path))).toEqual(answer);
    // Once more with the other sign: it is changed, not added.
    await call("POST", path, { geolocation_eid: placeEid("DE"), included: true });
    expect(bodyOf<unknown[]>(await call("GET", path))).toMatchObject([{ included: true }, {}]);
  });

  function place(code: string, name: string, region: string | null) {
    return {
      eid: placeEid(code),
      name,
      type: region === null ? "country" : "region",
      region,
      primary_city: null,
      country_code: "FR",
      country_name: "France",
      included: true,
      error: null,
    };
  }

  test("a place that is none, and a missing parameter, are refused", async () => {
    const path = `adsets/${tree.adSet}/geotargeting`;
    expect(await refusal("POST", path, { geolocation_eid: placeEid("XX"), included: true })).toMatchObject({
      status: 404,
      code: "ERROR_RESOURCE_NOT_FOUND",
    });
    expect(await refusal("POST", path, { geolocation_eid: placeEid("US") })).toMatchObject({
      status: 400,
      code: "ERROR_MISSING_PARAMETER",
      error: "included is required.",
    });
    expect(await refusal("GET", `adsets/${testEid("nowhere")}/geotargeting`)).toMatchObject({ status: 404 });
    expect(await refusal("GET", "adsets/x/geotargeting")).toMatchObject({ status: 400 });
  });

  test("places are searched by name, accents and case aside, and by kind and country", async () => {
    const { results, count } = bodyOf<List>(await call("GET", "geolocations/", { query: "ILE-DE" }));
    expect(results[0]).toMatchObject({ name: "Île-de-France", country_name: "France", type: "region" });
    expect(count).toBe(results.length);
    const countries = bodyOf<List>(await call("GET", "geolocations/", { query: "united", types: "country" }));
    expect(countries.results.every((each) => each["type"] === "country")).toBe(true);
    expect(countries.results.map((each) => each["country_code"])).toContain("US");
    const states = bodyOf<List>(
      await call("GET", "geolocations/", { country_code: "US", types: "region", page_size: 100 }),
    );
    expect(states.results.map((each) => each["name"])).toContain("California");
    expect(await refusal("GET", "geolocations/", { page_size: 101 })).toMatchObject({ status: 400 });
    expect(await refusal("GET", "geolocations/", { page: 0 })).toMatchObject({ status: 400 });
    const pages: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const part = bodyOf<List>(
        await call("GET", "geolocations/", { country_code: "US", types: "region", page, page_size: 20 }),
      );
      expect(part).toMatchObject({ count: states.count, page, page_size: 20 });
      pages.push(...part.results);
    }
    expect(pages).toEqual(states.results);
  });

  test("cities stand in their region, postal codes in their country, and both are found by a search", async () => {
    const { eid } = await newAdSet();
    const path = `adsets/${String(eid)}/geotargeting`;
    const search = async (fields: Record<string, unknown>) =>
      bodyOf<List>(await call("GET", "geolocations/", fields)).results;
    const [paris] = await search({ query: "paris", types: "city" });
    const [code] = await search({ query: "sw1a 1aa", types: "zip", country_code: "GB" });
    expect(code).toMatchObject({ name: "SW1A1AA", type: "zip", region: null, country_name: expect.any(String) });
    expect(await search({ query: "1234", types: "zip", country_code: "US" })).toEqual([]);
    expect((await search({ query: "94105", types: "zip" })).map((each) => each["country_code"])).toContain("US");
    for (const placeOf of [paris?.["eid"], placeEid("FR"), placeEid("FR-75C"), placeEid("FR-IDF"), code?.["eid"]])
      await call("POST", path, { geolocation_eid: placeOf, included: true });
    expect(bodyOf<unknown[]>(await call("GET", path))).toMatchObject([
      {
        name: "France",
        selected_children: [
          {
            name: "Île-de-France",
            selected_children: [
              { name: "Paris", type: "region", selected_children: [{ name: "Paris", type: "city", region: "Paris" }] },
            ],
          },
        ],
      },
      { name: "SW1A1AA", type: "zip", country_code: "GB", selected_children: [] },
    ]);
    for (const none of ["CITY-0", "CITY-99999", "ZIP-US-1234", "ZIP-US-94105-", "ZIP-XX-12345", "ZIP-US-9410A"])
      expect(await refusal("POST", path, { geolocation_eid: none.padEnd(22, "_"), included: true })).toMatchObject({
        status: 404,
        error: expect.stringContaining("search the geolocations"),
      });
  });

  test("the graph takes a place away again", async () => {
    const { eid } = await newAdSet();
    await call("POST", `adsets/${String(eid)}/geotargeting`, { geolocation_eid: placeEid("US"), included: true });
    const mutation = `mutation { removeAdSetGeolocation(input: { adSetEid: "${String(eid)}", geolocationEid: "${placeEid("US")}" }) { adSet { geolocations { eid } } } }`;
    expect((await service.graphql(mutation)).data).toEqual({
      removeAdSetGeolocation: { adSet: { geolocations: [] } },
    });
    expect((await service.graphql(mutation)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

describe("lists", () => {
  test("are whole, or pages on request, sorted by what the allow-list has", async () => {
    const shop = await createTree(service.gateway, ALPHA, "Lists");
    const { campaign } = await createSocialTree(service, shop.advertisable);
    for (const name of ["B", "A", "C"]) await newAdSet({ campaign_eid: campaign, name });
    const list = async (fields: Record<string, unknown>): Promise<List> =>
      bodyOf<List>(await call("GET", "adsets/", { campaign_eid: campaign, ...fields }));
    const names = ({ results }: List): unknown[] => results.map((each) => each["name"]);
    const whole = await list({});
    expect(whole).toMatchObject({ count: 4, page: 1, page_size: 4 });
    expect(names(await list({ sort: "name" }))).toEqual(["A", "Ad set", "B", "C"]);
    const second = await list({ sort: "name", page: 2, page_size: 3 });
    expect([second.count, second.page, second.page_size, names(second)]).toEqual([4, 2, 3, ["C"]]);
    expect(names(await list({ page: 9 }))).toEqual([]);
    expect(await list({ all: true, page: 2, page_size: 1 })).toEqual(whole);
    expect(await list({ all: false })).toMatchObject({ count: 4, page: 1, page_size: 25 });
    for (const fields of [
      { sort: "-name" },
      { sort: "status" },
      { page: 0 },
      { page_size: 0 },
      { page_size: 101 },
      { page: 1.5 },
      { all: "maybe" },
    ]) {
      expect([fields, (await call("GET", "adsets/", fields)).status]).toEqual([fields, 400]);
    }
    expect(await refusal("GET", "adsets/", { campaign_eid: testEid("nowhere") })).toMatchObject({ status: 404 });
  });
});

test("the graph walks from the advertisable to ads and back, by as many statements however many there are", async () => {
  const query = `query ($eid: ID!) { advertisable(eid: $eid) { socialCampaigns(first: 3) { nodes { name adSets(first: 3) { nodes { name
    campaign { eid } ads(first: 3) { nodes { name adSet { eid } creative { name leadGenForm { name } advertisable { name } } } }
    audiences { targeted } geolocations { name } } } } } } }`;
  const shop = await createTree(service.gateway, ALPHA, "Walked");
  const own = await createSocialTree(service, shop.advertisable);
  const before = await service.graphql(query, { eid: shop.advertisable });
  expect(before.errors).toBeUndefined();
  for (let index = 0; index < 3; index += 1) {
    await newAdSet({
      campaign_eid: own.campaign,
      ads: [{ creative_eid: own.creative, name: "One more" }],
      audiences: [{ custom_audience_eid: own.audience }],
    });
  }
  const after = await service.graphql(query, { eid: shop.advertisable });
  expect(after.statements).toBe(before.statements);
  const node = await service.graphql("query ($id: ID!) { node(id: $id) { id ... on AdSet { name } } }", {
    id: `AdSet_${tree.adSet}`,
  });
  expect(node.data).toEqual({ node: { id: `AdSet_${tree.adSet}`, name: "Ad set" } });
});

test("an ad set's segment is reached through the graph", async () => {
  const segment = await newSegment(advertisable);
  const { eid } = await newAdSet({ promoted_object: { segment_eid: segment } });
  const { data } = await service.graphql(`{ adSet(eid: "${String(eid)}") { promotedSegment { name } } }`);
  expect(data).toEqual({ adSet: { promotedSegment: { name: "Buyers" } } });
});
