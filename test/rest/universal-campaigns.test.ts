import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newAdOf } from "../kit/entity-client.js";
import { startService, type TestService } from "../kit/service.js";
import { callUniversal, dataOf, namesOf } from "../kit/universal.js";
import { create, type Tree } from "../kit/world.js";

let service: TestService;
let shop: Tree;
let segment: string;
beforeAll(async () => {
  service = await startService();
  shop = service.world.granted;
  segment = await create(service.gateway, "createSegment", "CreateSegmentInput", "segment", {
    advertisableEid: shop.advertisable,
    name: "Visitors",
    type: "CRM",
    duration: 30,
  });
});
afterAll(async () => await service.close());

const EID = expect.stringMatching(/^[A-Z2-7]{22}$/);
/** The clock of the tests. */
const NOW = "2023-09-01T12:00:00.000000";
const CHOSEN = { eid: "A".repeat(22), created_at: "2001-01-01T00:00:00", status: "live" };

async function newCampaign(fields: object = {}): Promise<Record<string, unknown>> {
  const body = { name: "Campaign", budget: 100, budget_settings: { budget_type: "daily" }, ...fields };
  return dataOf(await callUniversal(service, "POST", "campaign", { advertisable_eid: shop.advertisable }, body));
}

async function newAdGroup(campaign: string, fields: object = {}): Promise<Record<string, unknown>> {
  return dataOf(
    await callUniversal(service, "POST", "adgroup", { campaign_eid: campaign }, { name: "Group", ...fields }),
  );
}

async function put(noun: "campaign" | "adgroup", eid: unknown, body: object) {
  return await callUniversal(service, "PUT", noun, { eid: String(eid) }, body);
}

describe("campaigns", () => {
  test("are created as drafts, whatever eid, status and created_at their client sends", async () => {
    const answer = await callUniversal(
      service,
      "POST",
      "campaign",
      { advertisable_eid: shop.advertisable },
      {
        ...CHOSEN,
        advertisable_eid: shop.advertisable,
        name: "Spring",
        budget: 20.5,
        budget_settings: { budget_type: "daily" },
        currency: "EUR",
        objective: "awareness",
        end_date: "2023-12-31T12:30:00+02:00",
      },
    );
    const created = dataOf(answer);
    expect(created).toEqual({
      eid: EID,
      advertisable_eid: shop.advertisable,
      name: "Spring",
      status: "draft",
      currency: "EUR",
      objective: "awareness",
      start_date: null,
      end_date: "2023-12-31T10:30:00.000000",
      created_at: NOW,
      budget: 20.5,
      budget_settings: { budget_type: "daily", goal: null },
    });
    expect(created["eid"]).not.toBe(CHOSEN.eid);
    const read = await callUniversal(service, "GET", "campaign", { eid: String(created["eid"]) });
    expect(dataOf(read)).toEqual([created]);
  });

  test("need a name and budget_settings only, and take the goal as their budget", async () => {
    const query = { advertisable_eid: shop.advertisable };
    const least = { name: "Least", budget_settings: { budget_type: "lifetime" } };
    expect(dataOf(await callUniversal(service, "POST", "campaign", query, least))).toMatchObject({
      budget: null,
      currency: "USD",
      objective: "convert",
      budget_settings: { budget_type: "lifetime", goal: null, spend: 0 },
    });
    const monthly = { name: "Monthly", budget_settings: { budget_type: "monthly", goal: 300, spend: 9 } };
    const created = dataOf(await callUniversal(service, "POST", "campaign", query, monthly));
    expect(created).toMatchObject({
      budget: 300,
      budget_settings: { budget_type: "monthly", goal: 300, spend: 0, current_month_spend: 0 },
    });
    // The budget follows the goal while it never had one of its own.
    const more = { budget_settings: { budget_type: "monthly", goal: 400 } };
    expect(dataOf(await put("campaign", created["eid"], more))).toMatchObject({ budget: 400 });
    expect(dataOf(await put("campaign", created["eid"], { budget: 500 }))).toMatchObject({ budget: 500 });
    expect(dataOf(await put("campaign", created["eid"], { ...more }))).toMatchObject({ budget: 500 });
  });

  test("an edit changes what it is given, and null takes the end away", async () => {
    const { eid, created_at } = await newCampaign({ end_date: "2023-10-01", start_date: "2023-09-02T00:00:00" });
    const body = { ...CHOSEN, eid, name: "New name", status: "live", objective: "consideration", budget: 50 };
    expect(dataOf(await put("campaign", eid, body))).toMatchObject({
      eid,
      created_at,
      name: "New name",
      status: "live",
      objective: "consideration",
      budget: 50,
      start_date: "2023-09-02T00:00:00.000000",
      end_date: "2023-10-01T00:00:00.000000",
    });
    expect(dataOf(await put("campaign", eid, { end_date: null }))).toMatchObject({ name: "New name", end_date: null });
    expect(dataOf(await put("campaign", eid, { end_date: "2023-09-03" }))).toMatchObject({
      end_date: "2023-09-03T00:00:00.000000",
    });
    expect(namesOf(await put("campaign", eid, { end_date: "2023-09-02" }))).toEqual(["end_date"]);
  });

  test("a status that it can't have is refused with 409, and one without a budget is not made live", async () => {
    const { eid } = await newCampaign();
    expect((await put("campaign", eid, { status: "completed" })).status).toBe(409);
    for (const status of ["live", "paused", "live", "completed"])
      expect(dataOf(await put("campaign", eid, { status }))).toMatchObject({ status });
    const refused = await put("campaign", eid, { status: "live" });
    expect([refused.status, refused.json]).toEqual([409, { errors: [{ name: null, error: expect.any(String) }] }]);
    const unpaid = await newCampaign({ budget: null });
    const answer = await put("campaign", unpaid["eid"], { status: "live" });
    expect([answer.status, namesOf(answer)]).toEqual([400, ["budget"]]);
  });

  test("a budget under 5 USD a day for each ad group is refused, on creation, on edit and by one more ad group", async () => {
    const query = { advertisable_eid: shop.advertisable };
    const body = { name: "Poor", budget_settings: { budget_type: "daily" } };
    for (const [currency, least, unit] of [
      ["USD", 5, 0.01],
      ["EUR", 4, 0.01],
      ["JPY", 728, 1],
    ] as const) {
      const poor = await callUniversal(service, "POST", "campaign", query, { ...body, currency, budget: least - unit });
      expect(poor.text).toContain(`budget must be at least ${least.toFixed(2)} ${currency}`);
      expect([currency, poor.status, namesOf(poor)]).toEqual([currency, 400, ["budget"]]);
      await newCampaign({ currency, budget: least });
    }
    const { eid } = await newCampaign({ budget: 10 });
    await newAdGroup(String(eid));
    const second = await newAdGroup(String(eid));
    const third = await callUniversal(service, "POST", "adgroup", { campaign_eid: String(eid) }, { name: "Third" });
    expect([third.status, (third.json as { errors: object[] }).errors]).toEqual([
      400,
      [{ name: "campaign_eid", error: expect.stringContaining("budget must be at least 15.00 USD") }],
    ]);
    expect(namesOf(await put("campaign", eid, { budget: 9.99 }))).toEqual(["budget"]);
    expect(dataOf(await callUniversal(service, "GET", "adgroup", { campaign_eid: String(eid) }))).toHaveLength(2);
    // One that is completed costs nothing more, and a change of anything else is never refused for the budget.
    await put("adgroup", second["eid"], { status: "live" });
    await put("adgroup", second["eid"], { status: "completed" });
    expect(dataOf(await put("campaign", eid, { budget: 5 }))).toMatchObject({ budget: 5 });
    expect(dataOf(await put("campaign", eid, { name: "Thrifty" }))).toMatchObject({ name: "Thrifty" });
  });
});

describe("ad groups", () => {
  let campaign: string;
  beforeEach(async () => {
    campaign = String((await newCampaign({ objective: "awareness" }))["eid"]);
  });

  test("are created as drafts with their ads and segments, and read by campaign and EID", async () => {
    const created = await newAdGroup(campaign, {
      ...CHOSEN,
      campaign_eid: campaign,
      ad_type: "dynamic",
      kpi_metric: "CPC",
      kpi_goal: 1.5,
      start_date: "2023-09-05",
      ads: [{ eid: shop.ad, status: "paused" }],
      sn_placements: ["feed"],
      targeting_features: { positive_segment_eids: [segment], negative_segment_eids: [] },
    });
    expect(created).toEqual({
      eid: EID,
      campaign_eid: campaign,
      name: "Group",
      status: "draft",
      ad_type: "dynamic",
      objective: "awareness",
      kpi_metric: "CPC",
      kpi_goal: 1.5,
      start_date: "2023-09-05T00:00:00.000000",
      end_date: null,
      created_at: NOW,
      ads: [{ eid: shop.ad, status: "paused" }],
      sn_placements: ["feed"],
      targeting_features: { positive_segment_eids: [segment], negative_segment_eids: [] },
    });
    for (const [name, value] of [
      ["campaign_eid", campaign],
      ["eid", String(created["eid"])],
    ] as const)
      expect(dataOf(await callUniversal(service, "GET", "adgroup", { [name]: value }))).toEqual([created]);
  });

  test("a PUT changes what it is given: lists replace, and null takes kpi_goal and end_date away", async () => {
    const second = await newAdOf(service, shop, "Second");
    const { eid } = await newAdGroup(campaign, { kpi_goal: 2, end_date: "2024-01-01", ads: [{ eid: shop.ad }] });
    const changed = await put("adgroup", eid, {
      eid,
      name: "New name",
      status: "live",
      ad_type: "dynamic",
      ads: [{ eid: second }],
      targeting_features: { negative_segment_eids: [segment] },
    });
    expect(dataOf(changed)).toMatchObject({
      name: "New name",
      status: "live",
      ad_type: "static",
      kpi_goal: 2,
      end_date: "2024-01-01T00:00:00.000000",
      ads: [{ eid: second, status: "live" }],
      targeting_features: { positive_segment_eids: [], negative_segment_eids: [segment] },
    });
    expect(dataOf(await put("adgroup", eid, { kpi_goal: null, end_date: null }))).toMatchObject({
      name: "New name",
      kpi_goal: null,
      end_date: null,
      ads: [{ eid: second, status: "live" }],
    });
    expect(dataOf(await put("adgroup", eid, { ads: [] }))).toMatchObject({ ads: [] });
  });

  test("an ad is put elsewhere by PUT adgroup_ad, and one that is not in the ad group is not found", async () => {
    const second = await newAdOf(service, shop, "Second");
    const { eid } = await newAdGroup(campaign, { ads: [{ eid: shop.ad }] });
    const query = { adgroup_eid: String(eid), ad_eid: shop.ad };
    const paused = await callUniversal(service, "PUT", "adgroup_ad", query, { eid: shop.ad, status: "paused" });
    expect(dataOf(paused)).toEqual({ eid: shop.ad, status: "paused" });
    expect(dataOf(await callUniversal(service, "GET", "adgroup", { eid: String(eid) }))).toMatchObject([
      { ads: [{ eid: shop.ad, status: "paused" }] },
    ]);
    const missing = { ...query, ad_eid: second };
    expect((await callUniversal(service, "PUT", "adgroup_ad", missing, { status: "live" })).status).toBe(404);
    const mismatch = await callUniversal(service, "PUT", "adgroup_ad", query, { eid: second, status: "live" });
    expect([mismatch.status, namesOf(mismatch)]).toEqual([400, ["eid"]]);
    expect((await callUniversal(service, "PUT", "adgroup_ad", query, { status: "draft" })).status).toBe(409);
  });

  test("a completed campaign takes no new ad group", async () => {
    await put("campaign", campaign, { status: "live" });
    await put("campaign", campaign, { status: "completed" });
    const answer = await callUniversal(service, "POST", "adgroup", { campaign_eid: campaign }, { name: "Late" });
    expect(answer.status).toBe(409);
  });

  test("an edit leaves one audit row for each thing that it changes, and none for what stays", async () => {
    const { eid } = await newAdGroup(campaign, { ads: [{ eid: shop.ad }] });
    const count = async (): Promise<number> => {
      const { rows } = await service.db.owner.query<{ n: number }>(
        "select count(*)::int as n from platform.audit_entry where action = 'editUniversalAdGroup'",
      );
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    await put("adgroup", eid, { name: "Group", ads: [{ eid: shop.ad }] });
    expect(await count()).toBe(before);
    await put("adgroup", eid, { name: "Other", ads: [{ eid: shop.ad, status: "paused" }] });
    expect(await count()).toBe(before + 2);
  });
});
