import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditOf, callEntities, type Method, newAdOf, recordOf, resultsOf } from "../kit/entity-client.js";
import { startService, type Answer, type TestService } from "../kit/service.js";
import { giveSegments } from "../kit/segments.js";
import { ALPHA, createTree, testEid, type Tree, type UserName } from "../kit/world.js";

let service: TestService;
/** A tree of its own for each test, approved, as staff makes it. */
let tree: Tree;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  tree = await createTree(service.gateway, ALPHA, "Own");
});
afterAll(async () => await service.close());

async function call(method: Method, verb: string, fields: object, as: UserName = "admin"): Promise<Answer> {
  return await callEntities(service, method, `campaign/${verb}`, fields, as);
}

async function record(campaign = tree.campaign): Promise<Record<string, unknown>> {
  return recordOf(await call("GET", "get", { campaign }));
}

const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);

describe("campaign/create", () => {
  test("the record with all that was given; in review unless staff creates it", async () => {
    const fields = {
      advertisable: tree.advertisable,
      name: "Spring",
      budget: 70.5,
      cpc: "1.25",
      cpm: "3",
      max_cpm: "4.50",
      start_date: "2024-03-01",
      end_date: "04-01-2024",
      is_retargeting: true,
      is_coop: "true",
      is_social: "1",
      is_sn_newsfeed: "true",
    };
    const results = resultsOf(await call("POST", "create", fields));
    expect(results).toEqual({
      eid: expect.stringMatching(/^.{22}$/),
      name: "Spring",
      advertisable: tree.advertisable,
      adgroups: [],
      status: "admin_review",
      is_active: true,
      budget: 70.5,
      ui_budget_daily: false,
      cpc: 1.25,
      cpm: 3,
      max_cpm: 4.5,
      start_date: "2024-03-01",
      end_date: "2024-04-01",
      spend_limit_until: null,
      is_retargeting: true,
      is_coop: true,
      is_pubgraph: false,
      is_social: true,
      is_sn_wca: false,
      is_sn_newsfeed: true,
      is_mobile_vendor_network: false,
      pricing_strategies: [],
      created_date: DATE,
      updated_date: DATE,
    });
    expect(await record((results as { eid: string }).eid)).toEqual(results);
    expect(resultsOf(await call("POST", "create", fields, "staff"))).toMatchObject({ status: "approved" });
  });

  test("a form does as well as JSON", async () => {
    const answer = await service.request({
      as: "admin",
      method: "POST",
      url: "/api/v1/campaign/create",
      payload: `advertisable=${tree.advertisable}&name=Form&budget=7&is_retargeting=0`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(resultsOf(answer)).toMatchObject({ name: "Form", budget: 7, is_retargeting: false });
  });

  test("bad values: 400 by the names of the old interface, and nothing is created", async () => {
    for (const [fields, field] of [
      [{ name: undefined }, "name"],
      [{ name: " " }, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ budget: -1 }, "budget"],
      [{ budget: 0.001 }, "budget"],
      [{ budget: "1e3" }, "budget"],
      [{ budget: 1e308 }, "budget"],
      [{ budget: "NaN" }, "budget"],
      [{ budget: [1, 2] }, "budget"],
      [{ cpc: 1e-7 }, "cpc"],
      [{ max_cpm: "9".repeat(13) }, "max_cpm"],
      [{ start_date: "2024-02-30" }, "start_date"],
      [{ start_date: "2024-05-02", end_date: "2024-05-01" }, "start_date"],
      [{ end_date: "300000-01-01" }, "end_date"],
      [{ is_coop: "perhaps" }, "is_coop"],
    ] as const) {
      const answer = await call("POST", "create", { advertisable: tree.advertisable, name: "Bad", ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field, message: expect.stringContaining(field) }] });
    }
    const { rows } = await service.db.owner.query("select 1 from entities.campaign where advertisable_eid = $1", [
      tree.advertisable,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("what the client may not choose is not taken", async () => {
    const results = resultsOf(
      await call("POST", "create", {
        advertisable: tree.advertisable,
        name: "Mine",
        eid: testEid("mine"),
        status: "approved",
        created_date: "2001-01-01",
        spend_limit_until: "2030-01-01",
        promotion: "FREE",
      }),
    );
    expect(results).toMatchObject({ status: "admin_review", spend_limit_until: null });
    expect(results).not.toMatchObject({ eid: testEid("mine") });
    expect(results).not.toHaveProperty("promotion");
  });
});

describe("campaign/edit", () => {
  test("the budget is weekly whatever people see; what is not given stays", async () => {
    const edit = async (fields: object): Promise<unknown> =>
      resultsOf(await call("PUT", "edit", { campaign: tree.campaign, ...fields }));
    expect(await edit({ ui_budget_daily: true, budget: 700, cpc: "0.50" })).toMatchObject({
      name: "Own campaign",
      budget: 700,
      cpc: 0.5,
      ui_budget_daily: true,
    });
    expect(await edit({ ui_budget_daily: "false", end_date: "2024-06-01" })).toMatchObject({
      budget: 700,
      cpc: 0.5,
      ui_budget_daily: false,
      end_date: "2024-06-01",
    });
    // POST does what PUT does.
    expect((await call("POST", "edit", { campaign: tree.campaign, ui_budget_daily: 0, name: "New" })).status).toBe(200);
    expect(await record()).toMatchObject({ name: "New", budget: 700 });
  });

  test("ui_budget_daily is required, money is money, and a start after the end that it has is refused", async () => {
    await call("PUT", "edit", { campaign: tree.campaign, ui_budget_daily: true, end_date: "2024-06-01" });
    for (const [fields, field] of [
      [{ ui_budget_daily: undefined }, "ui_budget_daily"],
      [{ budget: "-1" }, "budget"],
      [{ cpc: "free" }, "cpc"],
      [{ start_date: "2024-06-02" }, "start_date"],
    ] as const) {
      const answer = await call("PUT", "edit", { campaign: tree.campaign, ui_budget_daily: true, ...fields });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ field }] } });
    }
    const answer = await call("PUT", `edit?campaign=${service.world.other.campaign}`, {
      campaign: tree.campaign,
      ui_budget_daily: true,
    });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: "campaign", code: 2 }] } });
  });

  test("50 budgets at once: one of them stays, and each has its audit row", async () => {
    const before = await auditOf(service, tree.campaign);
    const budgets = Array.from({ length: 50 }, (_, index) => index + 1);
    const answers = await Promise.all(
      budgets.map((budget) => call("PUT", "edit", { campaign: tree.campaign, ui_budget_daily: false, budget })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(budgets.map(() => 200));
    // Each answer has the budget that it asked for.
    expect(answers.map((answer) => (resultsOf(answer) as { budget: number }).budget)).toEqual(budgets);
    const audit = (await auditOf(service, tree.campaign)).slice(before.length);
    expect(audit).toHaveLength(50);
    expect(audit.every((entry) => entry.action === "editCampaign")).toBe(true);
    // Each saw the one before it: all but the last are what another one began with.
    const { budget } = await record();
    const began = new Set(audit.map((entry) => Reflect.get(entry.before ?? {}, "weeklyBudget")));
    const made = audit.map((entry): unknown => Reflect.get(entry.after ?? {}, "weeklyBudget"));
    expect(made.filter((each) => !began.has(each)).map(Number)).toEqual([budget]);
  });
});

test("IP range exclusions: set in the graph, read by the old route", async () => {
  const { campaign } = tree;
  expect(resultsOf(await call("GET", "get_ip_range_exclusions", { campaign }))).toEqual([]);
  const set = async (ranges: string[]): Promise<string | undefined> => {
    const { errors } = await service.graphql(
      "mutation ($input: EditCampaignInput!) { editCampaign(input: $input) { campaign { ipRangeExclusions } } }",
      { input: { eid: campaign, ipRangeExclusions: ranges } },
    );
    return errors?.[0]?.extensions.code;
  };
  expect(
    await set(["192.0.2.7", "198.51.100.0/24", "2001:DB8::/32", "2001:db8:0:0:0:0:0:1", "192.0.2.7/32"]),
  ).toBeUndefined();
  expect(resultsOf(await call("GET", "get_ip_range_exclusions", { campaign }))).toEqual([
    "192.0.2.7",
    "198.51.100.0/24",
    "2001:db8::/32",
    "2001:db8::1",
  ]);
  for (const range of ["", "256.1.1.1", "10.0.0.0/33", "::/129", "10.0.0.0/", "fe80::1%eth0", "10.0.0.1-10.0.0.9", "x"])
    expect([range, await set([range])]).toEqual([range, "BAD_USER_INPUT"]);
  expect(await set(Array.from({ length: 1_001 }, () => "10.0.0.1"))).toBe("MAX_LIST_ITEMS_LIMIT");
});

describe("the ads of a campaign", () => {
  test("pausing and resuming them in all its ad groups, in request order", async () => {
    const second = await newAdOf(service, tree, "Second");
    const elsewhere = await newAdOf(service, tree, "Elsewhere");
    const clone = await service.request({
      as: "staff",
      method: "POST",
      url: "/api/v1/adgroup/clone",
      payload: { adgroup: tree.adGroup },
    });
    const { eid: other } = resultsOf(clone) as { eid: string };
    await service.request({
      as: "admin",
      method: "PUT",
      url: "/api/v1/adgroup/select_ads",
      payload: { adgroup: other, ads: second },
    });
    const links = async (): Promise<unknown> =>
      (resultsOf(await call("GET", "get_adgroups", { campaign: tree.campaign })) as { ads: object[] }[])
        .toSorted((a, b) => a.ads.length - b.ads.length)
        .map((group) =>
          Object.fromEntries((group.ads as { id: string; status: string }[]).map((ad) => [ad.id, ad.status])),
        );
    const { campaign } = tree;
    expect(resultsOf(await call("PUT", "pause_ads", { campaign, ads: [second, tree.ad] }))).toEqual([
      "paused",
      "paused",
    ]);
    expect(await links()).toEqual([{ [tree.ad]: "paused" }, { [tree.ad]: "paused", [second]: "paused" }]);
    expect(resultsOf(await call("PUT", "unpause_ads", { campaign, ads: tree.ad }))).toEqual(["approved"]);
    expect(await links()).toEqual([{ [tree.ad]: "approved" }, { [tree.ad]: "approved", [second]: "paused" }]);
    // All or none.
    for (const stray of [elsewhere, service.world.foreign.ad, testEid("noad")]) {
      const answer = await call("PUT", "pause_ads", { campaign, ads: [tree.ad, stray] });
      expect(answer).toMatchObject({ status: 404, json: { errors: [{ code: 16 }] } });
    }
    expect(await links()).toEqual([{ [tree.ad]: "approved" }, { [tree.ad]: "approved", [second]: "paused" }]);
    // Two steps were taken, and one that changes nothing leaves no trace.
    await call("PUT", "unpause_ads", { campaign, ads: tree.ad });
    expect((await auditOf(service, campaign)).filter((entry) => entry.action !== "createCampaign")).toMatchObject([
      { action: "pauseCampaignAds", after: { ads: [{ status: "PAUSED" }, {}, {}] } },
      { action: "resumeCampaignAds", after: { ads: [{ status: "APPROVED" }, {}] } },
    ]);
    expect((await call("PUT", "pause_ads", { campaign, ads: "short" })).status).toBe(400);
  });
});

test("pause and unpause answer the status; a campaign that waits for staff: 409", async () => {
  const { campaign } = tree;
  expect(resultsOf(await call("PUT", "pause", { campaign }))).toBe("paused");
  expect(resultsOf(await call("PUT", "pause", { campaign }))).toBe("paused");
  expect(resultsOf(await call("PUT", "unpause", { campaign }))).toBe("approved");
  const { eid } = resultsOf(await call("POST", "clone", { campaign })) as { eid: string };
  for (const verb of ["pause", "unpause"]) expect((await call("PUT", verb, { campaign: eid })).status).toBe(409);
});

test.each([
  ["ADMIN_REVIEW", 409, 409],
  ["APPROVED", "paused", "approved"],
  ["PAUSED", "paused", "approved"],
  ["REJECTED", 409, 409],
  ["CANCELLED", 409, 409],
  ["COMPLETED", 409, 409],
])("pause and unpause of a campaign that is %s: %s and %s", async (status, paused, resumed) => {
  const { campaign } = tree;
  for (const [verb, expected] of [
    ["pause", paused],
    ["unpause", resumed],
  ] as const) {
    await service.db.owner.query("update entities.campaign set status = $2 where eid = $1", [campaign, status]);
    const answer = await call("PUT", verb, { campaign });
    expect(answer.status === 200 ? resultsOf(answer) : answer.status).toBe(expected);
    // What is refused changes nothing.
    if (expected === 409) expect(await record()).toMatchObject({ status: status.toLowerCase() });
  }
});

test("a clone has the settings, exclusions and active ad groups of its original", async () => {
  const { campaign, adGroup } = tree;
  await call("PUT", "edit", { campaign, ui_budget_daily: true, budget: 70, cpc: 1, start_date: "2024-01-01" });
  await service.graphql(
    `mutation { editCampaign(input: {eid: "${campaign}", ipRangeExclusions: ["10.0.0.0/8"]}) { campaign { eid } } }`,
  );
  await service.graphql(
    `mutation { setCampaignTerms(input: {eid: "${campaign}", promotion: {code: "SPRING"}, spendLimitUntil: "2024-02-01"}) { campaign { eid } } }`,
    {},
    "staff",
  );
  await giveSegments(service.db.owner, tree.advertisable, testEid("segment"));
  await service.request({
    as: "admin",
    method: "PUT",
    url: "/api/v1/adgroup/edit",
    payload: { adgroup: adGroup, geo_targets: '[{"city_id": 7}]', positive_segments: testEid("segment") },
  });
  const original = await record();
  expect(original).toMatchObject({
    promotion: { code: "SPRING", description: null },
    spend_limit_until: "2024-02-01",
  });
  const clone = resultsOf(await call("POST", "clone", { campaign, name: "Second" })) as {
    eid: string;
    adgroups: string[];
  };
  const { promotion: _promotion, ...kept } = original;
  expect(clone).toEqual({
    ...kept,
    eid: expect.any(String),
    name: "Second",
    status: "admin_review",
    adgroups: [expect.any(String)],
    spend_limit_until: null,
    created_date: DATE,
    updated_date: DATE,
  });
  expect(resultsOf(await call("GET", "get_ip_range_exclusions", { campaign: clone.eid }))).toEqual(["10.0.0.0/8"]);
  expect(resultsOf(await call("GET", "get_adgroups", { campaign: clone.eid }))).toMatchObject([
    {
      eid: clone.adgroups[0],
      name: "Own ad group",
      status: "admin_review",
      campaign: clone.eid,
      geo_targets: [{ city_id: 7 }],
      ads: [{ id: tree.ad }],
      positive_segments: [],
    },
  ]);
  expect(await record()).toEqual(original);
  expect(await auditOf(service, clone.eid)).toMatchObject([{ action: "cloneCampaign", before: null }]);
  expect(await auditOf(service, clone.adgroups[0] ?? "")).toMatchObject([{ action: "cloneCampaign", before: null }]);
  expect(resultsOf(await call("POST", "clone", { campaign }))).toMatchObject({ name: "Copy of Own campaign" });
  expect((await call("POST", "clone", { campaign, name: "x".repeat(256) })).json).toMatchObject({
    errors: [{ field: "name" }],
  });
});

test("promotion and spend limit: staff's to set, checked, and removed by null", async () => {
  const terms = async (input: object, as: UserName): Promise<unknown> => {
    const { data, errors } = await service.graphql(
      "mutation ($input: SetCampaignTermsInput!) { setCampaignTerms(input: $input) { campaign { promotion { code description } spendLimitUntil } } }",
      { input: { eid: tree.campaign, ...input } },
      as,
    );
    return (
      errors?.[0]?.extensions.code ?? (data as { setCampaignTerms: { campaign: object } }).setCampaignTerms.campaign
    );
  };
  expect(await terms({ promotion: { code: "A" } }, "admin")).toBe("FORBIDDEN");
  expect(
    await terms({ promotion: { code: "A", description: "10 off" }, spendLimitUntil: "2024-01-01" }, "staff"),
  ).toEqual({ promotion: { code: "A", description: "10 off" }, spendLimitUntil: "2024-01-01" });
  expect(await terms({ promotion: null }, "staff")).toEqual({ promotion: null, spendLimitUntil: "2024-01-01" });
  expect(await terms({ promotion: { code: "x".repeat(65) } }, "staff")).toBe("BAD_USER_INPUT");
  expect(await record()).not.toHaveProperty("promotion");
});
