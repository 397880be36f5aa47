import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { multipartOf } from "../kit/form.js";
import { gradientPng } from "../kit/png.js";
import { startService, type TestService } from "../kit/service.js";
import { bodyOf, callSocial, createSocialTree, type List, type Method, PIXEL, type SocialTree } from "../kit/social.js";
import { ALPHA, createTree, testEid, type UserName } from "../kit/world.js";

const DATE = "2023-09-01T12:00:00.000000";

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

/** Each of these inputs instead of the good ones is refused with the status and code. */
async function refuses(
  path: string,
  good: Record<string, unknown>,
  cases: readonly (readonly [Record<string, unknown>, number, string])[],
): Promise<void> {
  for (const [fields, status, code] of cases) {
    const answer = await call("POST", path, { ...good, ...fields });
    expect([fields, answer.status, answer.json]).toMatchObject([fields, status, { code, error: expect.any(String) }]);
  }
}

describe("campaigns", () => {
  const good = () => ({ advertisable_eid: advertisable, name: "C", goal: "prospect", objective: "LINK_CLICKS" });

  test("have every documented field; None takes the performance target away", async () => {
    const made = bodyOf(
      await call("POST", "campaigns/", {
        ...good(),
        bid_strategy: "manual",
        performance_target: "cpa",
        performance_target_value: 20,
        source: "wizard",
        kpi_metric: "CPA",
        kpi_goal: 15.5,
        kpi_currency: "EUR",
        currency: "GBP",
        budget: 100,
        end_date: "2023-12-01",
        spend_limit_until: "2023-11-01",
        should_launch: false,
      }),
    );
    expect(made).toEqual({
      eid: expect.any(String),
      advertisable_eid: advertisable,
      advertisable: { eid: advertisable },
      name: "C",
      status: "paused",
      is_active: true,
      goal: "prospect",
      is_prospecting: true,
      is_retargeting: false,
      bid_strategy: "manual",
      performance_target: "cpa",
      performance_target_value: 20,
      objective: "LINK_CLICKS",
      source: "wizard",
      should_launch: false,
      currency: "GBP",
      budget: 100,
      kpi_metric: "CPA",
      kpi_goal: "15.50",
      kpi_currency: "EUR",
      start_date: null,
      end_date: "2023-12-01",
      spend_limit_until: "2023-11-01",
      adsets: [],
      created_date: DATE,
      updated_date: DATE,
    });
    const path = `campaigns/${String(made["eid"])}`;
    expect(bodyOf(await call("GET", path))).toEqual(made);
    const edited = bodyOf(
      await call("PUT", path, { performance_target: "None", goal: "retarget", should_launch: true, source: null }),
    );
    expect(edited).toMatchObject({ performance_target: "None", goal: "retarget", should_launch: true, source: null });
    // What is launched stays so.
    expect(bodyOf(await call("PUT", path, { should_launch: false }))).toMatchObject({ should_launch: true });
  });

  test("list those of an advertisable with their ad sets", async () => {
    const { count, results } = bodyOf<List>(
      await call("GET", "campaigns/", { advertisable_eid: service.world.granted.advertisable }),
    );
    expect([count, results]).toMatchObject([
      1,
      [{ eid: otherShop.campaign, adsets: [{ eid: otherShop.adSet, ads: [{ eid: otherShop.ad }] }] }],
    ]);
  });

  test("bad inputs", async () => {
    await refuses("campaigns/", good(), [
      [{ advertisable_eid: testEid("nowhere") }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [{ goal: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ goal: "sell" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ objective: "FAME" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ performance_target: "cpa" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ performance_target: "cpx", bid_strategy: "manual" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ budget: "10.001" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ start_date: "2023-10-02", end_date: "2023-10-01" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ currency: "usd" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ currency: "ZZZ" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ kpi_goal: 1, kpi_currency: "ZZZ" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ status: "running" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ name: "a\u0000b" }, 400, "ERROR_INVALID_PARAMETER"],
    ]);
    const archived = String(bodyOf(await call("POST", "campaigns/", { ...good(), status: "archived" }))["eid"]);
    const back = await call("PUT", `campaigns/${archived}`, { status: "active" });
    expect([back.status, back.json]).toMatchObject([409, { code: "ERROR_ILLEGAL_TRANSITION" }]);
    expect((await call("POST", "adsets/", { campaign_eid: archived, name: "Late" })).status).toBe(409);
    expect((await call("PUT", `campaigns/${testEid("nowhere")}`, { name: "N" })).status).toBe(404);
  });
});

describe("creatives", () => {
  const good = () => ({ advertisable_eid: advertisable, name: "C" });

  test("have every documented field, with their form; null takes a value away", async () => {
    const texts = {
      title: "T",
      message: "M",
      description: "D",
      caption: "shop.example",
      call_to_action: "SHOP_NOW",
      link: "https://shop.example/",
      image_url: "https://shop.example/a.png",
    };
    const made = bodyOf(
      await call("POST", "creatives/", {
        ...good(),
        ...texts,
        width: 1200,
        height: "628",
        lead_gen_form_eid: tree.form,
      }),
    );
    expect(made).toEqual({
      eid: expect.any(String),
      name: "C",
      ...texts,
      photo_permalink_url: null,
      external_id: null,
      width: 1200,
      height: 628,
      status: "active",
      is_active: true,
      is_dynamic: false,
      read_only: false,
      advertisable: { eid: advertisable },
      lead_gen_form: {
        eid: tree.form,
        name: "Form",
        external_id: null,
        follow_up_action_url: "https://shop.example/thanks",
        privacy_policy_url: "https://shop.example/privacy",
        advertisable: { eid: advertisable },
        created_date: DATE,
        updated_date: DATE,
      },
      created_date: DATE,
      updated_date: DATE,
    });
    const path = `creatives/${String(made["eid"])}`;
    expect(bodyOf(await call("GET", path))).toEqual(made);
    expect(bodyOf(await call("PUT", path, { title: null, message: "New", lead_gen_form_eid: null }))).toMatchObject({
      title: null,
      message: "New",
      caption: "shop.example",
      lead_gen_form: null,
    });
    const { results } = bodyOf<List>(await call("GET", "creatives/", { advertisable_eid: advertisable }));
    expect(results.map((each) => each["eid"])).toContain(made["eid"]);
  });

  test("every bound: addresses of 1,024 characters, texts of at least one", async () => {
    const url = (length: number): string => `https://shop.example/${"x".repeat(length - 21)}`;
    expect(
      bodyOf(
        await call("POST", "creatives/", {
          ...good(),
          link: url(1024),
          image_url: url(1024),
          title: "x",
          message: "x",
        }),
      ),
    ).toMatchObject({
      link: url(1024),
    });
    await refuses("creatives/", good(), [
      [{ link: url(1025) }, 400, "ERROR_INVALID_PARAMETER"],
      [{ image_url: url(1025) }, 400, "ERROR_INVALID_PARAMETER"],
      [{ link: "javascript:alert(1)" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ title: "" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ message: "" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ width: 0 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ file: "aGk=" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ advertisable_eid: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ name: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ lead_gen_form_eid: otherShop.form }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [{ lead_gen_form_eid: testEid("nowhere") }, 404, "ERROR_RESOURCE_NOT_FOUND"],
    ]);
  });
});

describe("lead generation forms", () => {
  test("are created, read and listed; all three of their parameters are required", async () => {
    const good = {
      advertisable_eid: advertisable,
      name: "F",
      follow_up_action_url: "https://shop.example/a",
      privacy_policy_url: "https://shop.example/b",
    };
    const made = bodyOf(await call("POST", "lead_gen_forms/", good));
    expect(bodyOf(await call("GET", `lead_gen_forms/${String(made["eid"])}`))).toEqual(made);
    const { results } = bodyOf<List>(
      await call("GET", "lead_gen_forms/", { advertisable_eid: advertisable, sort: "name" }),
    );
    expect(results.map((each) => each["name"])).toEqual(["F", "Form"]);
    await refuses("lead_gen_forms/", good, [
      [{ name: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ follow_up_action_url: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ privacy_policy_url: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ privacy_policy_url: "ftp://shop.example/" }, 400, "ERROR_INVALID_PARAMETER"],
    ]);
  });
});

describe("the picture of a creative", () => {
  const PNG = gradientPng(300, 250);
  const file = PNG.toString("base64");
  const fields = () => ({ advertisable_eid: advertisable, name: "Pictured" });

  async function read(url: unknown, as: UserName = "admin") {
    const headers = { authorization: `Token ${service.world.tokens[as]}` };
    return await service.app.inject({ url: `${String(url)}?apikey=test-apikey`, headers });
  }

  async function pictures(): Promise<number | null> {
    return (await service.db.owner.query("select from social.creative_picture")).rowCount;
  }

  test("comes in a form or in base64, gives its sides, and image_url answers it", async () => {
    const form = await multipartOf([
      ["advertisable_eid", advertisable],
      ["name", "Pictured"],
      ["file", Buffer.from(PNG)],
    ]);
    const uploaded = await service.request({ as: "admin", method: "POST", url: "/social/creatives/", ...form });
    for (const answer of [uploaded, await call("POST", "creatives/", { ...fields(), file })]) {
      const creative = bodyOf(answer);
      const url = creative["image_url"];
      expect(creative).toMatchObject({
        image_url: expect.stringMatching(/^\/social\/creative_pictures\/[A-Z2-7]{22}$/),
        width: 300,
        height: 250,
      });
      const served = await read(url);
      expect([served.statusCode, served.headers["content-type"]]).toEqual([200, "image/png"]);
      expect(served.headers["x-content-type-options"]).toBe("nosniff");
      expect(served.rawPayload.equals(PNG)).toBe(true);
      expect((await read(url, "foreign")).statusCode).toBe(404);
      // The answer can be sent back as it came, and another picture takes the first one's place.
      const path = `creatives/${String(creative["eid"])}`;
      expect(bodyOf(await call("PUT", path, creative))).toMatchObject({ image_url: url, width: 300 });
      const next = bodyOf(await call("PUT", path, { file: PIXEL }));
      expect(next).toMatchObject({ width: 1, height: 1 });
      expect((await read(next["image_url"])).headers["content-type"]).toBe("image/gif");
      const elsewhere = "https://shop.example/p.png";
      expect(bodyOf(await call("PUT", path, { image_url: elsewhere }))).toMatchObject({ image_url: elsewhere });
    }
    const events = bodyOf<List>(await call("GET", "events/", { advertisable_eid: advertisable }));
    expect(JSON.stringify(events)).not.toContain(file);
  });

  test("what is none, does not fit, or comes with an address is refused by name, and nothing is kept", async () => {
    const before = await pictures();
    for (const [wrong, error] of [
      [{ file: "aGk=" }, "PNG, JPEG or GIF"],
      [{ file: "not base64!" }, "file must be"],
      [{ file, width: 301 }, "width must be"],
      [{ file, image_url: "https://shop.example/p.png" }, "image_url must be left out"],
    ] as const) {
      const answer = await call("POST", "creatives/", { ...fields(), ...wrong });
      expect([wrong, answer.status, answer.json]).toEqual([
        wrong,
        400,
        { code: "ERROR_INVALID_PARAMETER", error: expect.stringContaining(error), subcode: expect.any(String) },
      ]);
    }
    expect((await call("POST", "creatives/", { ...fields(), file }, "foreign")).status).toBe(404);
    expect(await pictures()).toBe(before);
  });
});

describe("audiences", () => {
  const good = () => ({
    advertisable_eid: advertisable,
    name: "A",
    is_conversion: true,
    retention_days: 180,
    subtype: "pages_viewed",
    rule: '{"url": "*"}',
    conversion_value: 3.5,
  });

  test("a custom audience has every documented field", async () => {
    const made = bodyOf(await call("POST", "custom_audiences/", good()));
    expect(made).toEqual({
      eid: expect.any(String),
      name: "A",
      advertiser: { eid: advertisable },
      approximate_count: null,
      is_conversion: true,
      conversion_value: 3.5,
      match_method: null,
      retention_days: 180,
      rule: '{"url": "*"}',
      subtype: "pages_viewed",
      lookalike_audience: null,
      created_date: DATE,
      updated_date: DATE,
    });
    expect(bodyOf(await call("GET", `custom_audiences/${String(made["eid"])}`))).toEqual(made);
    const subtypes = [
      "CLAIM",
      "CUSTOM",
      "LOOKALIKE",
      "WEBSITE",
      "arbitrary_data",
      "products_viewed",
      "lookalike",
      "lead_generation",
    ];
    for (const subtype of subtypes) {
      expect(bodyOf(await call("POST", "custom_audiences/", { ...good(), subtype }))).toMatchObject({ subtype });
    }
  });

  test("every bound: retention_days 1 to 180, and what is required", async () => {
    bodyOf(await call("POST", "custom_audiences/", { ...good(), retention_days: 1 }));
    await refuses("custom_audiences/", good(), [
      [{ retention_days: 0 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ retention_days: 181 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ subtype: "everybody" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ conversion_value: -1 }, 400, "ERROR_INVALID_PARAMETER"],
      ...["advertisable_eid", "name", "is_conversion", "retention_days", "subtype", "rule"].map(
        (field) => [{ [field]: undefined }, 400, "ERROR_MISSING_PARAMETER"] as const,
      ),
    ]);
  });

  const lookalike = () => ({
    advertisable_eid: advertisable,
    origin_audience_eid: tree.audience,
    country_code: "US",
    country_name: "United States",
    allow_international_seeds: true,
    ratio: 1,
    type: "similarity",
  });

  test("a lookalike audience is a custom audience that says what it is derived from", async () => {
    const made = bodyOf(await call("POST", "lookalike_audiences/", lookalike()));
    expect(made).toMatchObject({
      name: "Lookalike (US, 1%) - Audience",
      advertiser: { eid: advertisable },
      retention_days: 30,
      subtype: "LOOKALIKE",
      lookalike_audience: {
        eid: expect.any(String),
        origin_audience_eid: tree.audience,
        country_code: "US",
        country_name: "United States",
        allow_international_seeds: true,
        ratio: 1,
        type: "similarity",
      },
    });
    expect(bodyOf(await call("GET", `custom_audiences/${String(made["eid"])}`))).toEqual(made);
    expect(
      bodyOf(await call("POST", "lookalike_audiences/", { ...lookalike(), ratio: 10, type: "None" })),
    ).toMatchObject({
      lookalike_audience: { ratio: 10, type: "None" },
    });
  });

  test("every bound: ratio 1 to 10, a country that is one, an origin of the same advertisable", async () => {
    await refuses("lookalike_audiences/", lookalike(), [
      [{ ratio: 0 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ ratio: 11 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ country_code: "XX" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ country_code: "USA" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ type: "none" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ origin_audience_eid: otherShop.audience }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      [{ origin_audience_eid: testEid("nowhere") }, 404, "ERROR_RESOURCE_NOT_FOUND"],
      ...Object.keys(lookalike()).map((field) => [{ [field]: undefined }, 400, "ERROR_MISSING_PARAMETER"] as const),
    ]);
  });

  test("holdout audiences are listed; staff alone makes them", async () => {
    expect(bodyOf(await call("GET", "holdout_audiences/", { advertisable_eid: advertisable }))).toEqual({
      count: 1,
      page: 1,
      page_size: 1,
      results: [
        {
          eid: tree.holdout,
          advertisable_eid: advertisable,
          start_cohort_id: "1",
          end_cohort_id: "9",
          group_id: 1,
          external_id: null,
          is_active: true,
        },
      ],
    });
    const { errors } = await service.graphql(
      `mutation { createHoldoutAudience(input: { advertisableEid: "${advertisable}", startCohortId: "1", endCohortId: "2", groupId: 0 }) { holdoutAudience { eid } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});

describe("the account on the photo network", () => {
  test("is linked, shown, replaced and removed", async () => {
    const shop = await createTree(service.gateway, ALPHA, "Photos");
    const key = { advertisable_eid: shop.advertisable };
    expect(await call("GET", "photo_account", key)).toMatchObject({
      status: 404,
      json: { code: "ERROR_RESOURCE_NOT_FOUND" },
    });
    expect(bodyOf(await call("POST", "photo_account", { ...key, account_id: 42 }))).toEqual({ photo_actor_id: 42 });
    expect(bodyOf(await call("GET", "photo_account", key))).toEqual({
      photo_actor_id: 42,
      page_backed_photo_actor_id: null,
      photo_profile_pic: null,
      photo_username: null,
      is_page_backed: false,
    });
    // As long as such numbers are: JavaScript's own reading of JSON would lose its last digits.
    const long = `{"advertisable_eid": "${shop.advertisable}", "account_id": 17841400000000001}`;
    for (const payload of [long, JSON.stringify({ ...key, account_id: "17841400000000001" })]) {
      const headers = { "content-type": "application/json" };
      const answer = await service.request({
        as: "admin",
        method: "POST",
        url: "/social/photo_account",
        payload,
        headers,
      });
      expect([answer.status, answer.text]).toEqual([200, '{"photo_actor_id":17841400000000001}']);
    }
    expect((await call("GET", "photo_account", key)).text).toContain('"photo_actor_id":17841400000000001,');
    expect((await call("DELETE", "photo_account", key)).status).toBe(204);
    expect((await call("GET", "photo_account", key)).status).toBe(404);
    expect((await call("DELETE", "photo_account", key)).status).toBe(404);
  });

  test("of ten that are linked at once for the first time each is, one after the other, and one stays", async () => {
    const shop = await createTree(service.gateway, ALPHA, "Crowd");
    const key = { advertisable_eid: shop.advertisable };
    const ids = Array.from({ length: 10 }, (_, at) => at + 1);
    const answers = await Promise.all(ids.map((id) => call("POST", "photo_account", { ...key, account_id: id })));
    expect(answers.map((answer) => answer.json)).toEqual(ids.map((id) => ({ photo_actor_id: id })));
    expect(bodyOf(await call("GET", "photo_account", key))).toMatchObject({
      photo_actor_id: expect.toSatisfy((id: number) => ids.includes(id)),
    });
    const advertisers = await Promise.all(
      ids.map((id) =>
        service.graphql(
          `mutation { setSocialAdvertiser(input: { advertisableEid: "${shop.advertisable}", name: "Shop ${id}" }) { socialAdvertiser { eid } } }`,
        ),
      ),
    );
    expect(new Set(advertisers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(advertisers.flatMap((answer) => answer.errors ?? [])).toEqual([]);
  });

  test("bad inputs, and a user who is no admin: 403", async () => {
    const own = { advertisable_eid: service.world.granted.advertisable, account_id: 5 };
    await refuses("photo_account", own, [
      [{ account_id: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ advertisable_eid: undefined }, 400, "ERROR_MISSING_PARAMETER"],
      [{ account_id: 0 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ account_id: "9223372036854775808" }, 400, "ERROR_INVALID_PARAMETER"],
      [{ account_id: 17_841_400_000_000_000_000 }, 400, "ERROR_INVALID_PARAMETER"],
      [{ account_id: "12a" }, 400, "ERROR_INVALID_PARAMETER"],
    ]);
    const denied = await call("POST", "photo_account", own, "granted");
    expect([denied.status, denied.json]).toEqual([
      403,
      { code: "ERROR_NO_PERMISSION_FOR_ACTION", error: expect.any(String), subcode: null },
    ]);
    expect(bodyOf(await call("GET", "photo_account", own, "granted"))).toMatchObject({ photo_actor_id: 123 });
  });
});

describe("the advertiser", () => {
  test("is set by admins, and settled by staff alone; its currency is that of new campaigns", async () => {
    const shop = await createTree(service.gateway, ALPHA, "Advertiser");
    const set = async (fields: string) =>
      await service.graphql(
        `mutation { setSocialAdvertiser(input: { advertisableEid: "${shop.advertisable}", ${fields} }) { socialAdvertiser { name currency url tosAccepted { terms acceptedAt } } } }`,
      );
    expect((await set('url: "https://a.example/"')).errors?.[0]?.extensions).toMatchObject({
      violations: [{ path: ["input", "name"], code: "MISSING" }],
    });
    await set('name: "Shop", currency: "EUR", acceptTerms: ["ads"]');
    expect((await set('url: "https://a.example/", acceptTerms: ["ads", "leads"]')).data).toEqual({
      setSocialAdvertiser: {
        socialAdvertiser: {
          name: "Shop",
          currency: "EUR",
          url: "https://a.example/",
          tosAccepted: [
            { terms: "ads", acceptedAt: "2023-09-01T12:00:00.000Z" },
            { terms: "leads", acceptedAt: "2023-09-01T12:00:00.000Z" },
          ],
        },
      },
    });
    const review = `mutation { reviewSocialAdvertiser(input: { advertisableEid: "${shop.advertisable}", status: REJECTED, isSuspended: true }) { socialAdvertiser { status isSuspended showDpa } } }`;
    expect((await service.graphql(review)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await service.graphql(review, {}, "staff")).data).toEqual({
      reviewSocialAdvertiser: { socialAdvertiser: { status: "REJECTED", isSuspended: true, showDpa: false } },
    });
    const campaign = { advertisable_eid: shop.advertisable, name: "C", goal: "retarget", objective: "CONVERSIONS" };
    expect(bodyOf(await call("POST", "campaigns/", campaign))).toMatchObject({ currency: "EUR" });
  });
});

describe("events", () => {
  test("each change of an object writes one, in the order in which they happened", async () => {
    const { eid } = bodyOf(await call("POST", "creatives/", { advertisable_eid: advertisable, name: "Told" }));
    bodyOf(await call("PUT", `creatives/${String(eid)}`, { title: "Told again" }));
    // One that changes nothing is none.
    bodyOf(await call("PUT", `creatives/${String(eid)}`, { title: "Told again" }));
    const { results } = bodyOf<List>(await call("GET", "events/", { advertisable_eid: advertisable, object_eid: eid }));
    expect(results).toHaveLength(2);
    const edited = results.find((event) => event["event_type"] === "editCreative");
    expect(edited).toEqual({
      eid: expect.any(String),
      event_type: "editCreative",
      event_data: JSON.stringify({ title: "Told again" }),
      object_eid: eid,
      object_type: "Creative",
      created_date: DATE,
      error_string: null,
      error_reason: null,
      response_json: null,
    });
    expect(results.map((event) => event["event_type"])).toContain("createCreative");
  });

  test("a page says how many there are in all, and takes no more statements for that", async () => {
    const key = { advertisable_eid: advertisable };
    const all = bodyOf<List>(await call("GET", "events/", key));
    expect(all.count).toBe(all.results.length);
    const before = service.db.statements.length;
    const page = bodyOf<List>(await call("GET", "events/", { ...key, page: 2, page_size: 3 }));
    const statements = service.db.statements.length - before;
    expect(page).toEqual({ count: all.count, page: 2, page_size: 3, results: all.results.slice(3, 6) });
    const past = bodyOf<List>(await call("GET", "events/", { ...key, page: 10_000, page_size: 100 }));
    expect(past).toEqual({ count: all.count, page: 10_000, page_size: 100, results: [] });
    // More than a thousand, which is what the graph gives at once.
    await service.db.owner.query(
      `insert into social.event (advertisable_eid, eid, event_type, event_data, object_eid, object_type, created_at)
       select $1, 'E' || lpad(n::text, 21, '0'), 'bulk', '{}', $1, 'Test', now() from generate_series(1, 2500) n`,
      [advertisable],
    );
    const started = service.db.statements.length;
    const many = bodyOf<List>(await call("GET", "events/", { ...key, page: 2, page_size: 3 }));
    expect(many.count).toBe(all.count + 2_500);
    expect(service.db.statements.length - started).toBe(statements);
    const whole = bodyOf<List>(await call("GET", "events/", key));
    expect([whole.count, new Set(whole.results.map((event) => event["eid"])).size]).toEqual([many.count, many.count]);
  });

  test("nobody changes or removes one, not even by a statement of the service", async () => {
    const sql = service.db.database.sqlFor(
      { userEid: "", organizationEid: "", role: "STAFF", advertisables: "ALL", apiClient: null },
      () => {},
    );
    await expect(sql.rows("delete from social.event")).rejects.toThrow("permission denied");
    await expect(sql.rows("update social.event set event_data = ''")).rejects.toThrow("permission denied");
  });
});
