import { afterAll, beforeAll, expect, test } from "vitest";
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
const NOW = "2023-09-01T12:00:00.000000";

interface Bulk extends Record<string, unknown> {
  eid: string;
  adgroups: ({ eid: string } & Record<string, unknown>)[];
}

interface Playbook extends Record<string, unknown> {
  eid: string;
  campaigns: { eid: string; budget: number | null }[];
  bulk_campaigns: Bulk[];
}

async function post(body: object): Promise<Playbook> {
  return dataOf<Playbook>(
    await callUniversal(service, "POST", "playbooks", { advertisable_eid: shop.advertisable }, body),
  );
}

async function put(eid: string, body: object) {
  return await callUniversal(service, "PUT", "playbooks", { eid }, body);
}

const DAILY = { budget_type: "daily" };

/** A campaign that is in no playbook. */
async function campaignAlone(): Promise<Record<string, unknown>> {
  const body = { name: "Alone", budget: 30, budget_settings: DAILY };
  return dataOf(await callUniversal(service, "POST", "campaign", { advertisable_eid: shop.advertisable }, body));
}

test("a playbook is made with its campaigns, ad groups and ads, all of them drafts, and read with and without details", async () => {
  const created = await post({
    eid: "A".repeat(22),
    status: "live",
    effective_status: "live",
    name: "Autumn",
    playbook_type: "standard",
    start_date: "2023-09-15T00:00:00Z",
    budget: { budget_type: "monthly", goal: 900.5, currency: "USD", is_prorated: true, spend: 7 },
    budget_balancing_automated: true,
    bulk_campaigns: [
      {
        eid: "B".repeat(22),
        name: "Campaign",
        status: "live",
        objective: "convert",
        template: "universal",
        tactic_type: "retargeting",
        use_case: "sales",
        rw_excluded_lead_type: "none",
        budget_settings: { budget_type: "monthly", goal: 300, is_prorated: false },
        dayparting: { monday: [[8, 18]] },
        domain_frequency_cap: 2.5,
        domain_frequency_cap_enabled: true,
        rw_manage_domain_frequency_cap: false,
        user_frequency_cap: 7,
        adgroups: [
          {
            eid: "C".repeat(22),
            name: "Group",
            status: "live",
            ad_type: "dynamic",
            objective: "awareness",
            kpi_metric: "CPM",
            kpi_goal: 4.25,
            high_intent: true,
            wizard_ticket_id: 12,
            ads: [{ eid: shop.ad, status: "live" }],
            sn_placements: ["feed"],
            targeting_features: { positive_segment_eids: [segment] },
          },
        ],
      },
    ],
  });
  const [campaign] = created.bulk_campaigns;
  expect(created).toEqual({
    eid: EID,
    advertisable_eid: shop.advertisable,
    name: "Autumn",
    status: "draft",
    effective_status: "draft",
    playbook_type: "standard",
    start_date: "2023-09-15T00:00:00.000000",
    end_date: null,
    budget: {
      budget_type: "monthly",
      goal: 900.5,
      currency: "USD",
      is_prorated: true,
      spend: 0,
      current_month_spend: 0,
    },
    budget_balancing_automated: true,
    campaigns: [{ eid: campaign?.eid, budget: 300 }],
    bulk_campaigns: [
      {
        eid: EID,
        name: "Campaign",
        status: "draft",
        objective: "convert",
        created_at: NOW,
        template: "universal",
        tactic_type: "retargeting",
        use_case: "sales",
        rw_excluded_lead_type: "none",
        budget_settings: {
          budget_type: "monthly",
          goal: 300,
          is_prorated: false,
          spend: 0,
          current_month_spend: 0,
        },
        dayparting: { monday: [[8, 18]] },
        domain_frequency_cap: 2.5,
        domain_frequency_cap_enabled: true,
        rw_manage_domain_frequency_cap: false,
        user_frequency_cap: 7,
        adgroups: [
          {
            eid: EID,
            campaign_eid: campaign?.eid,
            name: "Group",
            status: "draft",
            ad_type: "dynamic",
            objective: "awareness",
            kpi_metric: "CPM",
            kpi_goal: 4.25,
            created_at: NOW,
            high_intent: true,
            wizard_ticket_id: 12,
            ads: [{ eid: shop.ad, status: "live", added_on: NOW }],
            sn_placements: ["feed"],
            targeting_features: { positive_segment_eids: [segment], negative_segment_eids: [] },
          },
        ],
      },
    ],
  });
  const query = { eid: created.eid };
  expect(dataOf(await callUniversal(service, "GET", "playbooks", { ...query, verbose: "true" }))).toEqual([created]);
  expect(dataOf(await callUniversal(service, "GET", "playbooks", query))).toEqual([{ ...created, bulk_campaigns: [] }]);
  // What was read can be sent back as it is.
  expect(dataOf(await put(created.eid, created))).toEqual(created);
});

test("a PUT changes campaigns and ad groups, makes new ones, and takes in those that were alone", async () => {
  const playbook = await post({
    name: "Growing",
    budget: { ...DAILY, currency: "USD" },
    end_date: "2024-01-01",
    bulk_campaigns: [{ name: "One", budget_settings: { ...DAILY, goal: 50 }, adgroups: [{ name: "A" }] }],
  });
  const alone = await campaignAlone();
  const [one] = playbook.bulk_campaigns;
  const changed = dataOf<Playbook>(
    await put(playbook.eid, {
      name: "Grown",
      status: "live",
      end_date: null,
      campaigns: [{ eid: alone["eid"], budget: 40 }],
      bulk_campaigns: [
        {
          eid: one?.eid,
          status: "live",
          adgroups: [{ eid: one?.adgroups[0]?.eid, status: "paused", kpi_goal: 3 }, { name: "B" }],
        },
        { name: "Two", status: "live", adgroups: [{ name: "C", ads: [{ eid: shop.ad }] }] },
      ],
    }),
  );
  expect(changed).toMatchObject({ name: "Grown", status: "live", effective_status: "live", end_date: null });
  const byName = (records: readonly Record<string, unknown>[]) =>
    Object.fromEntries(records.map((record) => [String(record["name"]), record]));
  const campaigns = byName(changed.bulk_campaigns);
  expect(Object.keys(campaigns).toSorted()).toEqual(["Alone", "One", "Two"]);
  expect(campaigns["One"]).toMatchObject({ status: "live" });
  expect(byName((campaigns["One"] as Bulk).adgroups)).toMatchObject({
    A: { status: "paused", kpi_goal: 3 },
    B: { status: "draft" },
  });
  expect(campaigns["Two"]).toMatchObject({
    status: "draft",
    adgroups: [{ name: "C", ads: [{ eid: shop.ad, status: "live" }] }],
  });
  expect(changed.campaigns).toContainEqual({ eid: alone["eid"], budget: 40 });
});

test("of a request with anything wrong in it nothing is done", async () => {
  const playbook = await post({
    name: "Whole",
    budget: { ...DAILY, currency: "USD" },
    bulk_campaigns: [{ name: "One", budget_settings: { ...DAILY, goal: 10 } }],
  });
  const [one] = playbook.bulk_campaigns;
  const elsewhere = await post({
    name: "Elsewhere",
    budget: { ...DAILY, currency: "USD" },
    bulk_campaigns: [{ name: "Theirs", budget_settings: DAILY, adgroups: [{ name: "Theirs" }] }],
  });
  const [theirs] = elsewhere.bulk_campaigns;
  const euro = await post({ name: "Euro", budget: { ...DAILY, currency: "EUR" }, bulk_campaigns: [{ name: "E" }] });
  for (const [status, names, wrong] of [
    [404, [null], { bulk_campaigns: [{ eid: theirs?.eid, name: "Mine" }] }],
    [404, [null], { bulk_campaigns: [{ eid: one?.eid, adgroups: [{ eid: theirs?.adgroups[0]?.eid }] }] }],
    [404, [null], { campaigns: [{ eid: "Z".repeat(22), budget: 10 }] }],
    [
      404,
      ["bulk_campaigns.0.adgroups.0.ads.0"],
      { bulk_campaigns: [{ eid: one?.eid, adgroups: [{ name: "X", ads: [{ eid: "Z".repeat(22) }] }] }] },
    ],
    [400, ["campaigns"], { campaigns: [{ eid: theirs?.eid, budget: 10 }] }],
    [400, ["campaigns"], { campaigns: [{ eid: euro.campaigns[0]?.eid, budget: 10 }] }],
    [400, ["campaigns"], { campaigns: [{ eid: one?.eid, budget: 4.99 }] }],
    [400, ["bulk_campaigns"], { bulk_campaigns: [{ name: "Poor", budget_settings: { ...DAILY, goal: 4.99 } }] }],
    [
      400,
      ["bulk_campaigns"],
      { bulk_campaigns: [{ eid: one?.eid, adgroups: [1, 2, 3].map((n) => ({ name: `G${n}` })) }] },
    ],
    [400, ["bulk_campaigns.0.name"], { bulk_campaigns: [{ budget_settings: DAILY }] }],
    [400, ["bulk_campaigns.0.adgroups.0.name"], { bulk_campaigns: [{ eid: one?.eid, adgroups: [{ name: "" }] }] }],
    [400, ["bulk_campaigns"], { bulk_campaigns: [{ eid: one?.eid }, { eid: one?.eid }] }],
    [409, [null], { bulk_campaigns: [{ eid: one?.eid, status: "completed" }] }],
    [400, ["budget"], { budget: { ...DAILY, currency: "EUR" } }],
  ] as const) {
    const answer = await put(playbook.eid, { name: "Half", ...wrong });
    expect([wrong, answer.status, namesOf(answer)]).toEqual([wrong, status, names]);
  }
  const query = { eid: playbook.eid, verbose: "true" };
  expect(dataOf(await callUniversal(service, "GET", "playbooks", query))).toEqual([playbook]);
});

test("a playbook that divides its budget gives new campaigns equal parts of what the others leave, to the cent", async () => {
  const playbook = await post({
    name: "Shared",
    budget: { ...DAILY, goal: 100, currency: "USD" },
    budget_balancing_automated: true,
    bulk_campaigns: [
      { name: "Own", budget_settings: { ...DAILY, goal: 20 } },
      { name: "A" },
      { name: "B" },
      { name: "C" },
      { name: "Monthly", budget_settings: { budget_type: "monthly" } },
    ],
  });
  const budgets = Object.fromEntries(playbook.campaigns.map(({ eid, budget }) => [eid, budget]));
  expect(Object.fromEntries(playbook.bulk_campaigns.map(({ eid, name }) => [name, budgets[eid]]))).toEqual({
    A: 26.67,
    B: 26.67,
    C: 26.66,
    Monthly: null,
    Own: 20,
  });
});

test("a playbook that is completed takes no campaign in, whether it is new or there", async () => {
  const alone = await campaignAlone();
  const playbook = await post({ name: "Over", budget: { ...DAILY, currency: "USD" } });
  for (const status of ["live", "completed"]) expect((await put(playbook.eid, { status })).status).toBe(200);
  for (const wrong of [{ campaigns: [{ eid: alone["eid"] }] }, { bulk_campaigns: [{ name: "New" }] }])
    expect([wrong, (await put(playbook.eid, wrong)).status]).toEqual([wrong, 409]);
});

test("a rejected advertisable's playbooks, campaigns and ad groups can be stopped, and nothing else", async () => {
  const { advertisable } = service.world.other;
  const made = dataOf<Playbook>(
    await callUniversal(
      service,
      "POST",
      "playbooks",
      { advertisable_eid: advertisable },
      {
        name: "P",
        budget: { ...DAILY, currency: "USD" },
        bulk_campaigns: [{ name: "C", budget_settings: { ...DAILY, goal: 10 }, adgroups: [{ name: "G" }] }],
      },
    ),
  );
  const [campaign] = made.bulk_campaigns;
  const [playbooks, campaigns, adGroups] = [made.eid, campaign?.eid, campaign?.adgroups[0]?.eid].map((eid) => ({
    eid: eid ?? "",
  }));
  const set = "update entities.advertisable set status = $2 where advertisable_eid = $1";
  await service.db.owner.query(set, [advertisable, "REJECTED"]);
  const to = { advertisable_eid: advertisable };
  const statuses = [];
  for (const [method, noun, query, body] of [
    ["POST", "playbooks", to, { name: "P", budget: DAILY }],
    ["POST", "campaign", to, { name: "C", budget_settings: DAILY }],
    ["POST", "adgroup", { campaign_eid: campaigns?.eid ?? "" }, { name: "G" }],
    ["PUT", "playbooks", playbooks, { status: "live" }],
    ["PUT", "campaign", campaigns, { status: "live" }],
    ["PUT", "adgroup", adGroups, { name: "H" }],
    ["PUT", "playbooks", playbooks, { status: "paused" }],
    ["PUT", "campaign", campaigns, { status: "paused" }],
    ["PUT", "adgroup", adGroups, { status: "paused" }],
  ] as const)
    statuses.push((await callUniversal(service, method, noun, { ...query }, body)).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 200, 200, 200]);
  await service.db.owner.query(set, [advertisable, "APPROVED"]);
});

test("a playbook of 100 campaigns is written in as many statements as one of two", async () => {
  const make = async (count: number): Promise<number> => {
    const { statements, errors } = await service.graphql(
      "mutation ($input: CreatePlaybookInput!) { createPlaybook(input: $input) { playbook { eid } } }",
      {
        input: {
          advertisableEid: shop.advertisable,
          name: "Many",
          budgetSettings: { budgetType: "DAILY" },
          bulkCampaigns: Array.from({ length: count }, (_, index) => ({
            name: `Campaign ${index}`,
            budget: "50",
            adGroups: [{ name: "A", ads: [{ adEid: shop.ad }], positiveSegmentEids: [segment] }, { name: "B" }],
          })),
        },
      },
    );
    expect(errors).toBeUndefined();
    return statements;
  };
  const few = await make(2);
  expect(await make(100)).toBe(few);
  const tooMany = await callUniversal(
    service,
    "POST",
    "playbooks",
    { advertisable_eid: shop.advertisable },
    { name: "Many", budget: DAILY, bulk_campaigns: Array.from({ length: 101 }, () => ({ name: "C" })) },
  );
  expect([tooMany.status, namesOf(tooMany)]).toEqual([400, ["bulk_campaigns"]]);
});
