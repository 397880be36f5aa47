import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf, callEntities, recordOf, resultsOf } from "../kit/entity-client.js";
import { multipartOf } from "../kit/form.js";
import { LOGO } from "../kit/logo.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, create, createTree, type Tree, userEid } from "../kit/world.js";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

let service: TestService;
let tree: Tree;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
});
beforeEach(async () => {
  tree = await createTree(service.gateway, ALPHA, "Edited");
});

async function newSegment(name: string): Promise<string> {
  return await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: tree.advertisable,
    name,
    type: "CUSTOM",
    duration: 30,
    conversionValue: "12.5",
  });
}

async function put(verb: string, fields: object, as: "admin" | "staff" = "admin") {
  return await callEntities(service, "PUT", verb, fields, as);
}

async function form(verb: string, fields: Record<string, string>) {
  const payload = new URLSearchParams(fields).toString();
  return await service.request({ as: "admin", method: "PUT", url: `/api/v1/${verb}`, payload, headers: FORM });
}

describe("an edit removes what it says is empty", () => {
  test("null and an empty value of a form remove a campaign's budget, goals and dates", async () => {
    const set = {
      campaign: tree.campaign,
      ui_budget_daily: false,
      budget: 70,
      cpc: 1.5,
      cpm: 2,
      max_cpm: 3,
      start_date: "2023-01-01",
      end_date: "2023-12-31",
    };
    const empty = { budget: null, cpc: null, cpm: null, max_cpm: null, start_date: null, end_date: null };
    const texts = Object.fromEntries(Object.keys(empty).map((name) => [name, ""]));
    for (const clear of [
      async () => await put("campaign/edit", { campaign: tree.campaign, ui_budget_daily: false, ...empty }),
      async () => await form("campaign/edit", { campaign: tree.campaign, ui_budget_daily: "false", ...texts }),
      async () =>
        await service.request({
          as: "admin",
          method: "PUT",
          url: `/api/v1/campaign/edit?${new URLSearchParams({ campaign: tree.campaign, ui_budget_daily: "0", ...texts })}`,
        }),
      async () =>
        await service.request({
          as: "admin",
          method: "POST",
          url: "/api/v1/campaign/edit",
          ...(await multipartOf([
            ["campaign", tree.campaign],
            ["ui_budget_daily", "0"],
            ...Object.keys(empty).map((name) => [name, ""] as const),
          ])),
        }),
    ]) {
      expect(recordOf(await put("campaign/edit", set))).toMatchObject({ budget: 70, cpc: 1.5, end_date: "2023-12-31" });
      expect(recordOf(await clear())).toMatchObject(empty);
    }
    // What is left out stays.
    await put("campaign/edit", set);
    const kept = await put("campaign/edit", { campaign: tree.campaign, ui_budget_daily: false, cpc: null });
    expect(recordOf(kept)).toMatchObject({ budget: 70, cpc: null, cpm: 2, end_date: "2023-12-31" });
  });

  test("an empty list takes all ads, segments and places out of an ad group; on create it is no default", async () => {
    const segments = [await newSegment("One"), await newSegment("Two")];
    const lists = {
      ads: [tree.ad],
      positive_segments: [segments[0]],
      negative_segments: [segments[1]],
      geo_targets: [{ country_id: "US" }],
    };
    const full = {
      ads: [{ id: tree.ad }],
      positive_segments: [segments[0]],
      negative_segments: [segments[1]],
      geo_targets: [{ country_id: "US" }],
      geo_target_worldwide: false,
    };
    const none = { ads: [], positive_segments: [], negative_segments: [], geo_targets: [] };
    const bare = { ...none, geo_target_worldwide: true };
    for (const clear of [
      async () => await put("adgroup/edit", { adgroup: tree.adGroup, ...none }),
      async () =>
        await form("adgroup/edit", {
          adgroup: tree.adGroup,
          ads: "",
          positive_segments: "",
          negative_segments: "",
          geo_targets: "",
        }),
    ]) {
      expect(recordOf(await put("adgroup/edit", { adgroup: tree.adGroup, ...lists }))).toMatchObject(full);
      expect(recordOf(await clear())).toMatchObject(bare);
    }
    await put("adgroup/edit", { adgroup: tree.adGroup, ...lists });
    const made = async (geo_targets: unknown): Promise<unknown> =>
      recordOf(
        await callEntities(service, "POST", "adgroup/create", { campaign: tree.campaign, geo_targets }, "admin"),
      )["geo_target_worldwide"];
    expect(await made([])).toBe(true);
    // A client that sends all its fields means by null what it means by leaving one out.
    expect(await made(null)).toBe(false);
  });

  test("ads, advertisables, segments, rules and feeds lose what they can be without", async () => {
    const pending = await create(service.gateway, "createAd", "CreateAdInput", "ad", {
      advertisableEid: tree.advertisable,
      name: "Ad",
      destinationUrl: "https://example.test/",
      headline: "H",
      body: "B",
      message: "M",
      width: 300,
      height: 250,
    });
    const noTexts = { destination_url: null, headline: null, body: null, message: null, width: null, height: null };
    expect(recordOf(await put("ad/edit", { ad: pending, ...noTexts }, "staff"))).toMatchObject({
      ...noTexts,
      eid: pending,
      is_active: false,
      ad_format: null,
    });

    const { advertisable } = tree;
    const texts = { url: "https://example.test/", product_name: "P", blacklisted_sites: ["a.test"] };
    const staffs = { approval_state: "ok", iab_content_id: 7, ops: userEid("staff") };
    await put("advertisable/edit", { advertisable, ...texts, ...staffs }, "staff");
    const cleared = { url: null, product_name: null, blacklisted_sites: [] };
    expect(recordOf(await put("advertisable/edit", { advertisable, ...cleared }))).toMatchObject(cleared);
    const noStaff = { approval_state: null, iab_content_id: null, ops: null };
    expect(recordOf(await put("advertisable/edit", { advertisable, ...noStaff }, "staff"))).toMatchObject(noStaff);

    const segment = await newSegment("Worth");
    expect(recordOf(await put("segment/edit", { segment, conversion_value: null }))).toMatchObject({
      conversion_value: null,
    });

    const rule = { rule: tree.rule, order: 1, pattern: "*", source: "c" };
    expect(recordOf(await put("rule/edit", { ...rule, display_name: "D" }))).toMatchObject({ display_name: "D" });
    expect(recordOf(await form("rule/edit", { ...rule, order: "1", display_name: "" }))).toMatchObject({
      display_name: null,
    });

    const feed = { feed_url: "https://feeds.example.com/feed.csv", feedtype: "csv", delimiter: ";", locale: "de_DE" };
    await put("feed_config/set_parser_configs", { advertisable, ...feed }, "staff");
    const usual = { feedtype: null, delimiter: null, locale: null };
    expect(recordOf(await put("feed_config/set_parser_configs", { advertisable, ...usual }, "staff"))).toMatchObject({
      ...usual,
      feed_url: feed.feed_url,
    });
  });

  test("what nothing can be without is refused by its name, and nothing is changed", async () => {
    const { advertisable } = tree;
    const user = userEid("granted");
    const campaign = { campaign: tree.campaign, ui_budget_daily: false };
    for (const [verb, fields, name] of [
      ["campaign/edit", campaign, "name"],
      ["campaign/edit", campaign, "is_retargeting"],
      ["adgroup/edit", { adgroup: tree.adGroup }, "name"],
      ["adgroup/edit", { adgroup: tree.adGroup }, "status"],
      ["adgroup/edit", { adgroup: tree.adGroup }, "geo_target_worldwide"],
      ["ad/edit", { ad: tree.ad }, "name"],
      ["ad/edit", { ad: tree.ad }, "type"],
      ["ad/edit", { ad: tree.ad }, "file"],
      ["advertisable/edit", { advertisable }, "name"],
      ["advertisable/edit", { advertisable }, "view_through_conversion_window"],
      ["user/edit", { user }, "first_name"],
      ["user/edit", { user }, "email"],
      ["user/edit", { user }, "organization_role"],
      ["rule/edit", { rule: tree.rule, order: 1, pattern: "*", source: "c" }, "name"],
      ["feed_config/set_parser_configs", { advertisable }, "skipfirstrow"],
    ] as const) {
      const message = `${name} must be given a value, or left out to stay as it is.`;
      for (const answer of [
        await put(verb, { ...fields, [name]: null }),
        await form(verb, { ...Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, String(v)])), [name]: "" }),
      ])
        expect([verb, answer.status, answer.json]).toEqual([verb, 400, { errors: [{ field: name, message }] }]);
    }
    for (const list of ["ads", "positive_segments", "negative_segments", "geo_targets"]) {
      const answer = await put("adgroup/edit", { adgroup: tree.adGroup, [list]: null });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: list }] } });
    }
    expect((await put("advertisable/edit", { advertisable, blacklisted_sites: null })).status).toBe(400);
    expect(await auditOf(service, tree.adGroup)).toHaveLength(1);
  });
});

describe("what an edit takes", () => {
  test("dates of campaigns are days or date-times, of which the day in UTC counts", async () => {
    const edit = async (start_date: string, end_date: string): Promise<unknown> => {
      const record = recordOf(
        await put("campaign/edit", { campaign: tree.campaign, ui_budget_daily: false, start_date, end_date }),
      );
      return [record["start_date"], record["end_date"]];
    };
    expect(await edit("2023-01-31T00:00:00+0000", "2023-02-28T12:30:00Z")).toEqual(["2023-01-31", "2023-02-28"]);
    expect(await edit("2023-01-31T23:00:00-02:00", "03-01-2023")).toEqual(["2023-02-01", "2023-03-01"]);
    expect(await edit("2023-01-31T00:00:00", "2023-02-28T00:00:00.000000")).toEqual(["2023-01-31", "2023-02-28"]);
    const created = await callEntities(
      service,
      "POST",
      "campaign/create",
      { advertisable: tree.advertisable, name: "New", start_date: "2023-01-31T00:00:00+0000" },
      "admin",
    );
    expect(recordOf(created)).toMatchObject({ start_date: "2023-01-31", end_date: null });
    for (const start_date of ["2023-02-30T00:00:00Z", "2023-01-31T25:00:00Z", "2023-01-31 00:00", "yesterday", "T"]) {
      const answer = await put("campaign/edit", { campaign: tree.campaign, ui_budget_daily: false, start_date });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "start_date" }] } });
    }
  });

  test("a site is the same site in every spelling, in blacklisted_sites as in exclude_site", async () => {
    const { advertisable, adGroup } = tree;
    const sites = "Example.COM,www.example.com,b%C3%BCcher.example";
    const edit = `/api/v1/advertisable/edit?advertisable=${advertisable}&blacklisted_sites=${sites}`;
    const kept = ["example.com", "xn--bcher-kva.example"];
    const edited = await service.request({ as: "admin", method: "PUT", url: edit });
    expect(recordOf(edited)).toMatchObject({ blacklisted_sites: kept });
    for (const site of ["Example.COM", "www.example.com.", "bücher.example"])
      await put("adgroup/exclude_site", { adgroup: adGroup, site });
    expect(recordOf(await put("adgroup/edit", { adgroup: adGroup }))).toMatchObject({ site_exclusions: kept });
    expect(resultsOf(await put("adgroup/allow_site", { adgroup: adGroup, site: "EXAMPLE.com" }))).toMatchObject({
      site_exclusions: ["xn--bcher-kva.example"],
    });
  });

  test("what is wrong with a text is said", async () => {
    const ad = tree.ad;
    for (const [fields, message] of [
      [{ body: "x".repeat(10_001) }, "body must be at most 10000 characters long."],
      [{ name: "a\0b" }, "name must be free of NUL characters."],
      [{ name: "a\u0001b" }, "name must be whole characters, without control characters."],
      [{ name: "x".repeat(256) }, "name must have 1 to 255 characters."],
      [{ name: ["a", "b"] }, "name must be one text; it was given 2 times."],
      [{ name: { first: "a" } }, "name must be one text."],
    ] as const)
      expect((await put("ad/edit", { ad, ...fields })).json).toMatchObject({ errors: [{ message }] });
  });

  test("refusals use the words of the old interface", async () => {
    const { campaign, adGroup, advertisable } = tree;
    const edit = { campaign, ui_budget_daily: false };
    const waiting = recordOf(
      await callEntities(service, "POST", "campaign/create", { advertisable, name: "Waits" }, "admin"),
    )["eid"];
    for (const [verb, fields, error] of [
      [
        "campaign/edit",
        { ...edit, start_date: "2023-02-01", end_date: "2023-01-01" },
        { field: "start_date", message: "start_date must not be after end_date." },
      ],
      [
        "adgroup/add_demographic_target",
        { adgroup: adGroup, min_age: 40, max_age: 30 },
        { field: "min_age", message: "min_age must not be above max_age." },
      ],
      [
        "adgroup/edit",
        { adgroup: adGroup, geo_targets: [{ country_id: "x".repeat(65) }] },
        { field: "geo_targets", message: "country_id must have 1 to 64 characters." },
      ],
      [
        "advertisable/edit",
        { advertisable, blacklisted_sites: "a.test,*.b.test" },
        {
          field: "blacklisted_sites",
          message: "blacklisted_sites: write a domain, such as example.com; number 2 is none.",
        },
      ],
      [
        "campaign/unpause",
        { campaign: waiting },
        { code: 8, message: "A campaign with status admin_review can't take the event unpause." },
      ],
    ] as const)
      expect((await put(verb, fields)).json).toEqual({ errors: [error] });
  });
});

describe("what is deleted", () => {
  async function remove(table: string, eid: string): Promise<void> {
    await service.db.owner.query(`update entities.${table} set is_active = false where eid = $1`, [eid]);
  }

  /** Asks each of the routes and expects that it is refused because something is deleted, and that nothing is written. */
  async function expectRefused(routes: readonly (readonly [verb: string, fields: object])[]): Promise<void> {
    const audited = async (): Promise<unknown> =>
      (
        await service.db.owner.query("select count(*) from platform.audit_entry where advertisable_eid = $1", [
          tree.advertisable,
        ])
      ).rows[0];
    const before = await audited();
    for (const [verb, fields] of routes) {
      const answer = await put(verb, fields, "staff");
      expect([verb, answer.status, answer.text]).toEqual([verb, 409, expect.stringContaining("is deleted")]);
    }
    expect(await audited()).toEqual(before);
  }

  test("below a deleted campaign nothing is made, changed or copied: 409", async () => {
    const { campaign, adGroup: adgroup, ad } = tree;
    await remove("campaign", campaign);
    const routes = [
      ["campaign/edit", { campaign, ui_budget_daily: false, name: "N" }],
      ["campaign/clone", { campaign }],
      ["campaign/pause", { campaign }],
      ["campaign/pause_ads", { campaign, ads: ad }],
      ["adgroup/create", { campaign }],
      ["adgroup/edit", { adgroup, name: "N" }],
      ["adgroup/clone", { adgroup }],
      ["adgroup/pause", { adgroup }],
      ["adgroup/pause_ad", { adgroup, ad }],
      ["adgroup/exclude_site", { adgroup, site: "example.com" }],
      ["adgroup/deselect_ads", { adgroup, ads: ad }],
    ] as const;
    await expectRefused(routes);
    // It is still read, and the ads are the advertisable's.
    expect((await callEntities(service, "GET", "adgroup/get", { adgroup }, "admin")).status).toBe(200);
    expect((await put("ad/edit", { ad, name: "N" }, "staff")).status).toBe(200);
  });

  test("a deleted ad group and a deleted rule are neither changed nor copied: 409", async () => {
    await remove("ad_group", tree.adGroup);
    await remove("rule", tree.rule);
    await expectRefused([
      ["adgroup/edit", { adgroup: tree.adGroup, name: "N" }],
      ["adgroup/clone", { adgroup: tree.adGroup }],
      ["adgroup/unpause", { adgroup: tree.adGroup }],
      ["rule/edit", { rule: tree.rule, order: 1, pattern: "*", source: "c", name: "N" }],
    ]);
  });

  test("a deleted ad is added to no ad group; one that has it may keep it or lose it", async () => {
    const { campaign, adGroup: adgroup, ad } = tree;
    await remove("ad", ad);
    const bare = recordOf(await callEntities(service, "POST", "adgroup/create", { campaign }, "staff"))["eid"];
    await expectRefused([
      ["adgroup/create", { campaign, ads: ad }],
      ["adgroup/edit", { adgroup: bare, ads: ad }],
      ["adgroup/select_ads", { adgroup: bare, ads: ad }],
    ]);
    expect((await put("adgroup/edit", { adgroup, ads: ad, name: "N" })).status).toBe(200);
    expect(recordOf(await put("adgroup/deselect_ads", { adgroup, ads: ad }))).toMatchObject({ ads: [] });
  });

  test("below a deleted advertisable nothing is made, changed or copied: 409", async () => {
    const { advertisable, campaign, adGroup: adgroup, ad, pixel, rule } = tree;
    await service.db.owner.query("update entities.advertisable set is_active = false where advertisable_eid = $1", [
      advertisable,
    ]);
    await expectRefused([
      ["advertisable/edit", { advertisable, name: "N" }],
      ["advertisable_logo/create", { advertisable, logo_file: LOGO.toString("base64") }],
      ["advertisable/enable_feed_crawl", { advertisable, url: "https://feeds.example.com/feed.csv" }],
      ["campaign/create", { advertisable, name: "N" }],
      ["campaign/edit", { campaign, ui_budget_daily: false, name: "N" }],
      ["campaign/clone", { campaign }],
      ["adgroup/create", { campaign }],
      ["adgroup/edit", { adgroup, name: "N" }],
      ["adgroup/clone", { adgroup }],
      ["adgroup/select_ads", { adgroup, ads: ad }],
      ["ad/create", { advertisable, name: "N" }],
      ["ad/edit", { ad, name: "N" }],
      ["ad/clone", { ad }],
      ["rule/create", { pixel, name: "N", pattern: "*" }],
      ["rule/edit", { rule, order: 1, pattern: "*", source: "c", name: "N" }],
      ["pixel/reorder_rules", { pixel, rules: rule }],
    ]);
  });
});

test("an edit of an approved ad that changes nothing makes no new ad", async () => {
  const { ad } = tree;
  const record = recordOf(await callEntities(service, "GET", "ad/get", { ad }, "admin"));
  expect(record).toMatchObject({ status: "approved", destination_url: "https://example.test/" });
  for (const fields of [{}, { name: record["name"], destination_url: record["destination_url"], headline: null }]) {
    const edited = recordOf(await put("ad/edit", { ad, ...fields }));
    expect(edited).toEqual(record);
  }
  expect(await auditOf(service, ad)).toHaveLength(1);
  expect(recordOf(await put("ad/edit", { ad, headline: "New" }))).toMatchObject({ original: { eid: ad } });
});
