import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askStrategies,
  type CampaignAnswer,
  dataOf,
  giveSegment,
  newStrategy,
  STRATEGY,
  type StrategyAnswer,
} from "../kit/strategies.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
let segment: string;
let foreignSegment: string;
beforeAll(async () => {
  service = await startService();
  segment = await giveSegment(service, service.world.granted, "segmentown");
  foreignSegment = await giveSegment(service, service.world.foreign, "segmentforeign");
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

async function change(strategy: StrategyAnswer, body: unknown, method: "PUT" | "POST" = "PUT") {
  return await askStrategies(service, {
    method,
    query: { advertisable_eid: strategy.advertisable_eid, strategy_eid: strategy.eid },
    body,
  });
}

async function read(eid: string): Promise<StrategyAnswer | undefined> {
  const query = { advertisable_eid: own(), strategy_eid: eid };
  return dataOf<StrategyAnswer[]>(await askStrategies(service, { query }))[0];
}

async function statuses(eid: string): Promise<Record<string, string>> {
  const { data } = await service.graphql(
    `query ($eid: ID!) { strategy(eid: $eid) { campaigns(first: 100) { nodes { eid status } } } }`,
    { eid },
  );
  const { nodes } = (data as { strategy: { campaigns: { nodes: { eid: string; status: string }[] } } }).strategy
    .campaigns;
  return Object.fromEntries(nodes.map((node) => [node.eid, node.status]));
}

const EID = expect.stringMatching(/^[A-Z2-7]{22}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);

const EMAIL = {
  sender_name: "Harbour Shop",
  sender_address: "hello@shop.example",
  footer_postal_address: "1 Quay\nHarbour",
  optin: true,
  optin_country: "DE",
  emails: [
    {
      body: "Look at this.",
      cta_destination: "https://shop.example/boots",
      cta_label: "Look",
      email_subject: "Boots",
      headline: "Boots are here",
      hero_image_url: "https://shop.example/boots.jpg",
    },
  ],
};

describe("the shapes of the documents", () => {
  test("POST makes a live strategy with a campaign for each product, and GET answers the same", async () => {
    const made = await newStrategy(service, own(), {
      start_date: "2023-10-01",
      end_date: "2023-12-01T12:00:00+02:00",
      email: EMAIL,
      ad_eids: [service.world.granted.ad],
      positive_segments: [segment],
      negative_segments: [],
    });
    const campaign = (product: string, budget: number) => ({
      eid: EID,
      strategy_eid: made.eid,
      product,
      budget,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(made).toEqual({
      eid: EID,
      advertisable_eid: own(),
      name: "Autumn",
      status: "live",
      budget: 100,
      currency: "USD",
      kpi_metric: "CPA",
      kpi_goal: 12.5,
      start_date: "2023-10-01T00:00:00.000000",
      end_date: "2023-12-01T10:00:00.000000",
      created_at: "2023-09-01T12:00:00.000000",
      email: EMAIL,
      products: ["web", "sn"],
      campaigns: expect.any(Array),
    });
    expect(made.campaigns.toSorted((a, b) => (a.product < b.product ? -1 : 1))).toMatchObject([
      { ...campaign("email", 33.33), budget: expect.any(Number) },
      { ...campaign("sn", 33.33), budget: expect.any(Number) },
      { ...campaign("web", 33.33), budget: expect.any(Number) },
    ]);
    expect(made.campaigns.map(({ budget }) => budget).toSorted((a, b) => a - b)).toEqual([33.33, 33.33, 33.34]);
    expect(Object.keys(made.campaigns[0] ?? {}).toSorted()).toEqual(Object.keys(campaign("web", 0)).toSorted());
    expect(await read(made.eid)).toEqual(made);
    const all = dataOf<StrategyAnswer[]>(await askStrategies(service, { query: { advertisable_eid: own() } }));
    expect(all).toContainEqual(made);
  });

  test("what is not given has its default: no goal, now, for ever, no e-mails", async () => {
    const { name: _name, ...rest } = STRATEGY;
    const made = dataOf<StrategyAnswer>(
      await askStrategies(service, {
        method: "POST",
        query: { advertisable_eid: own() },
        body: { ...rest, kpi_goal: null, products: ["web"] },
      }),
    );
    expect(made).toMatchObject({
      name: "Strategy from 2023-09-01",
      kpi_goal: null,
      start_date: "2023-09-01T12:00:00.000000",
      end_date: null,
      email: null,
      campaigns: [{ product: "web", budget: 100 }],
    });
  });

  test("GET campaign lists a strategy's campaigns, or one", async () => {
    const made = await newStrategy(service, own());
    const query = { advertisable_eid: own(), strategy_eid: made.eid };
    const all = dataOf<CampaignAnswer[]>(await askStrategies(service, { noun: "campaign", query }));
    expect(all).toEqual(made.campaigns);
    const [first] = all;
    const one = await askStrategies(service, { noun: "campaign", query: { ...query, campaign_eid: first?.eid ?? "" } });
    expect(dataOf(one)).toEqual([first]);
  });

  test("PUT changes what is given and leaves the rest", async () => {
    const made = await newStrategy(service, own(), { start_date: "2023-10-01" });
    const changes = {
      budget: 80.5,
      kpi_metric: "CPM",
      kpi_goal: null,
      start_date: "2023-11-01T06:00:00Z",
      end_date: "2024-01-01",
    };
    const changed = dataOf<StrategyAnswer>(await change(made, changes));
    expect(changed).toEqual({
      ...made,
      ...changes,
      start_date: "2023-11-01T06:00:00.000000",
      end_date: "2024-01-01T00:00:00.000000",
      campaigns: expect.any(Array),
    });
    expect(changed.campaigns.map(({ eid, budget }) => [eid, budget])).toEqual(
      made.campaigns.map(({ eid }) => [eid, 40.25]),
    );
    expect(dataOf<StrategyAnswer>(await change(made, { end_date: null })).end_date).toBeNull();
  });
});

describe("pausing and resuming", () => {
  test("a strategy pauses its campaigns and resumes those that it paused", async () => {
    const made = await newStrategy(service, own());
    const [first = "", second = ""] = made.campaigns.map(({ eid }) => eid);
    const query = { advertisable_eid: own(), strategy_eid: made.eid, campaign_eid: first };
    const paused = await askStrategies(service, { method: "PUT", noun: "campaign", query, body: { status: "paused" } });
    expect(dataOf<CampaignAnswer>(paused)).toMatchObject({ eid: first, strategy_eid: made.eid, budget: 50 });
    expect(await statuses(made.eid)).toEqual({ [first]: "PAUSED", [second]: "LIVE" });
    expect(dataOf<StrategyAnswer>(await change(made, { status: "paused" })).status).toBe("paused");
    expect(await statuses(made.eid)).toEqual({ [first]: "PAUSED", [second]: "PAUSED_BY_STRATEGY" });
    expect(dataOf<StrategyAnswer>(await change(made, { status: "live" })).status).toBe("live");
    expect(await statuses(made.eid)).toEqual({ [first]: "PAUSED", [second]: "LIVE" });
  });

  test("a campaign that is resumed while its strategy is paused waits for it", async () => {
    const made = await newStrategy(service, own(), { products: ["web"] });
    const [only = ""] = made.campaigns.map(({ eid }) => eid);
    const query = { advertisable_eid: own(), strategy_eid: made.eid, campaign_eid: only };
    for (const status of ["paused", "live"]) {
      if (status === "live") await change(made, { status: "paused" });
      dataOf(await askStrategies(service, { method: "PUT", noun: "campaign", query, body: { status } }));
    }
    expect(await statuses(made.eid)).toEqual({ [only]: "PAUSED_BY_STRATEGY" });
    await change(made, { status: "live" });
    expect(await statuses(made.eid)).toEqual({ [only]: "LIVE" });
  });
});

describe("the older form", () => {
  test("makes a strategy with a weekly budget, ad lists and products as text", async () => {
    const { ad } = service.world.granted;
    const made = await newStrategy(service, own(), {
      budget: 700,
      budget_frequency: "weekly",
      monthly_budget_cap: 2_000,
      products: "web,sn",
      conversion_segments: [segment],
      web_ad_eids: [ad],
      sn_ad_eids: [ad],
    });
    expect(made).toMatchObject({ budget: 100, products: ["web", "sn"] });
    const { data } = await service.graphql(
      `query ($eid: ID!) { strategy(eid: $eid) { budgetPeriod periodBudget { amount } monthlyBudgetCap { amount }
         ads(first: 5) { nodes { role ad { eid name strategies(first: 5, filter: { eid: { in: [$eid2] } }) { nodes { eid } } } } }
         segments(first: 5) { nodes { role segment { eid strategies(first: 1) { nodes { eid } } } } } } }`.replace(
        "[$eid2]",
        `["${made.eid}"]`,
      ),
      { eid: made.eid },
    );
    const strategies = { nodes: [{ eid: made.eid }] };
    expect(data).toEqual({
      strategy: {
        budgetPeriod: "WEEKLY",
        periodBudget: { amount: "700.00" },
        monthlyBudgetCap: { amount: "2000.00" },
        ads: {
          nodes: expect.arrayContaining(
            ["WEB", "SN"].map((role) => ({ role, ad: { eid: ad, name: "Granted ad", strategies } })),
          ),
        },
        segments: { nodes: [{ role: "CONVERSION", segment: { eid: segment, strategies: expect.any(Object) } }] },
      },
    });
  });

  test("POST with strategy_eid changes that strategy, and gives it the campaigns that it lacks", async () => {
    const made = await newStrategy(service, own(), { products: "web", web_ad_eids: [service.world.granted.ad] });
    const changed = dataOf<StrategyAnswer>(
      await change(made, { budget: 140, budget_frequency: "weekly", products: "web,sn", web_ad_eids: [] }, "POST"),
    );
    expect(changed).toMatchObject({ eid: made.eid, budget: 20, products: ["web", "sn"], kpi_goal: 12.5 });
    // Made in one instant of the test's clock, they come in the order of their EIDs.
    expect(new Map(changed.campaigns.map(({ product, budget }) => [product, budget]))).toEqual(
      new Map([
        ["sn", 10],
        ["web", 10],
      ]),
    );
    const { rows } = await service.db.owner.query("select from strategies.strategy_ad where strategy_eid = $1", [
      made.eid,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("what is named", () => {
  test.each([
    ["ad_eids", () => service.world.foreign.ad],
    ["ad_eids", () => service.world.other.ad],
    ["web_ad_eids", () => service.world.foreign.ad],
    ["sn_ad_eids", () => "A".repeat(22)],
    ["positive_segments", () => foreignSegment],
    ["negative_segments", () => foreignSegment],
    ["conversion_segments", () => foreignSegment],
  ] as const)("%s of another advertisable is not found, and nothing is written", async (field, foreign) => {
    const made = await newStrategy(service, own());
    const count = async () => (await service.db.owner.query("select from strategies.strategy")).rowCount;
    const before = await count();
    const query = { advertisable_eid: own() };
    const good = field.includes("ad_eids") ? service.world.granted.ad : segment;
    const created = await askStrategies(service, {
      method: "POST",
      query,
      body: { ...STRATEGY, [field]: [good, foreign()] },
    });
    const edited = await change(made, { budget: 77, [field]: [good, foreign()] }, "POST");
    for (const answer of [created, edited]) {
      expect([answer.status, answer.json]).toEqual([
        404,
        { errors: [{ name: `${field}.1`, error: expect.stringContaining(foreign()) }] },
      ]);
    }
    expect(await count()).toBe(before);
    expect(await read(made.eid)).toEqual(made);
  });

  test("what belongs to something else is not found: another advertisable's strategy, another strategy's campaign", async () => {
    const made = await newStrategy(service, own());
    const second = await newStrategy(service, own());
    const elsewhere = await newStrategy(service, service.world.other.advertisable);
    const [campaign = ""] = second.campaigns.map(({ eid }) => eid);
    const wrong = { advertisable_eid: own(), strategy_eid: elsewhere.eid };
    const crossed = { advertisable_eid: own(), strategy_eid: made.eid, campaign_eid: campaign };
    for (const request of [
      { query: wrong },
      { method: "PUT", query: wrong, body: { budget: 50 } },
      { method: "POST", query: wrong, body: { budget: 50 } },
      { noun: "campaign", query: wrong },
      { noun: "campaign", query: crossed },
      { noun: "campaign", method: "PUT", query: crossed, body: { status: "paused" } },
      { noun: "campaign", method: "PUT", query: { ...crossed, ...wrong }, body: { status: "paused" } },
    ] as const) {
      const answer = await askStrategies(service, request);
      expect([request, answer.status, answer.json]).toEqual([
        request,
        404,
        { errors: [{ name: null, error: expect.any(String) }] },
      ]);
    }
    expect(await statuses(second.eid)).toEqual(Object.fromEntries(second.campaigns.map(({ eid }) => [eid, "LIVE"])));
  });

  test("a rejected advertisable's strategies can be paused, and nothing else", async () => {
    const made = await newStrategy(service, service.world.other.advertisable);
    const [campaign = ""] = made.campaigns.map(({ eid }) => eid);
    const set = "update entities.advertisable set status = $2 where advertisable_eid = $1";
    await service.db.owner.query(set, [made.advertisable_eid, "REJECTED"]);
    const query = { advertisable_eid: made.advertisable_eid };
    const refused = [
      await askStrategies(service, { method: "POST", query, body: STRATEGY }),
      await change(made, { budget: 500 }),
      await change(made, { status: "live" }),
      await askStrategies(service, {
        method: "PUT",
        noun: "campaign",
        query: { ...query, strategy_eid: made.eid, campaign_eid: campaign },
        body: { status: "live" },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await change(made, { status: "paused" })).status).toBe(200);
    await service.db.owner.query(set, [made.advertisable_eid, "APPROVED"]);
  });
});

test("each write has its audit rows, and a repeated one with the same key is done once", async () => {
  const send = async () =>
    await service.request({
      as: "admin",
      method: "POST",
      url: `/activate/api/v1/strategy?advertisable_eid=${own()}`,
      payload: STRATEGY,
      headers: { "idempotency-key": "strategy-1" },
    });
  const made = dataOf<StrategyAnswer>(await send());
  expect(dataOf(await send())).toEqual(made);
  await change(made, { status: "paused" });
  const { rows } = await service.db.owner.query(
    `select action, noun, count(*)::int as count from platform.audit_entry
     where noun_eid = any($1) group by action, noun order by action, noun`,
    [[made.eid, ...made.campaigns.map(({ eid }) => eid)]],
  );
  expect(rows).toEqual([
    { action: "createStrategy", noun: "strategy", count: 1 },
    { action: "createStrategy", noun: "strategy campaign", count: 2 },
    { action: "editStrategy", noun: "strategy", count: 1 },
    { action: "editStrategy", noun: "strategy campaign", count: 2 },
  ]);
});
