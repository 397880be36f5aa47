import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askStrategies, giveFigures, newStrategy, runSplit, type StrategyAnswer } from "../kit/strategies.js";
import { startService, type TestService } from "../kit/service.js";
import { testEid } from "../kit/world.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

function own(): string {
  return service.world.granted.advertisable;
}

interface Explained {
  eid: string;
  product: string;
  budget: { amount: string };
  budgetExplanation: { figuresDay: string | null; conversions: number; reason: string };
}

async function campaignsOf({ eid }: StrategyAnswer): Promise<Explained[]> {
  const { data, errors } = await service.graphql(
    `query ($eid: ID!) { strategy(eid: $eid) { campaigns(first: 100) { nodes { eid product budget { amount }
       budgetExplanation { figuresDay conversions cost { amount currency } conversionsPerCost share floor { amount currency } reason } } } } }`,
    { eid },
  );
  expect(errors).toBeUndefined();
  return (data as { strategy: { campaigns: { nodes: Explained[] } } }).strategy.campaigns.nodes;
}

async function waiting({ eid }: StrategyAnswer): Promise<Date[]> {
  const { rows } = await service.db.owner.query<{ run_at: Date }>(
    "select run_at from platform.outbox where job_key = $1 order by run_at",
    [`split-strategy-budget:${eid}`],
  );
  return rows.map((row) => row.run_at);
}

describe("the daily split", () => {
  test("follows conversions for cost of the 14 days before, and says so", async () => {
    const made = await newStrategy(service, own(), { currency: "EUR", email: { optin: true } });
    const [web = "", sn = "", email = ""] = ["web", "sn", "email"].map(
      (product) => made.campaigns.find((each) => each.product === product)?.eid,
    );
    expect(new Set((await campaignsOf(made)).map((each) => each.budgetExplanation.reason))).toEqual(new Set(["EQUAL"]));
    await giveFigures(service, own(), web, { day: "2023-08-18", cost: "10", clicks: 20, views: 10 });
    await giveFigures(service, own(), web, { day: "2023-08-31", cost: "10", clicks: 30 });
    await giveFigures(service, own(), sn, { day: "2023-08-25", cost: "40", views: 40 });
    await giveFigures(service, own(), email, { day: "2023-08-25", cost: "40" });
    // Before the days that count, and on the day itself.
    await giveFigures(service, own(), sn, { day: "2023-08-17", cost: "1", clicks: 1_000 });
    await giveFigures(service, own(), sn, { day: "2023-09-01", cost: "1", clicks: 1_000 });
    await runSplit(service, made, "2023-09-01T00:30:00Z");
    const after = await campaignsOf(made);
    const explained = (figures: object) => ({
      figuresDay: "2023-09-01",
      floor: { amount: "10.00", currency: "EUR" },
      ...figures,
    });
    expect(Object.fromEntries(after.map((each) => [each.product, { ...each, eid: null }]))).toEqual({
      // Three conversions for a USD against one: of the 90 that the floor leaves.
      WEB: {
        eid: null,
        product: "WEB",
        budget: { amount: "67.50" },
        budgetExplanation: explained({
          conversions: 60,
          cost: { amount: "20.00", currency: "USD" },
          conversionsPerCost: "3",
          share: "0.675",
          reason: "RATE",
        }),
      },
      SN: {
        eid: null,
        product: "SN",
        budget: { amount: "22.50" },
        budgetExplanation: explained({
          conversions: 40,
          cost: { amount: "40.00", currency: "USD" },
          conversionsPerCost: "1",
          share: "0.225",
          reason: "RATE",
        }),
      },
      EMAIL: {
        eid: null,
        product: "EMAIL",
        budget: { amount: "10.00" },
        budgetExplanation: explained({
          conversions: 0,
          cost: { amount: "40.00", currency: "USD" },
          conversionsPerCost: "0",
          share: "0.1",
          reason: "FLOOR",
        }),
      },
    });

    // The same day again, with facts that came late: nothing changes.
    await giveFigures(service, own(), email, { day: "2023-08-26", cost: "1", clicks: 1_000 });
    await runSplit(service, made, "2023-09-01T23:59:00Z");
    expect(await campaignsOf(made)).toEqual(after);
    // The next day counts them.
    await runSplit(service, made, "2023-09-02T00:30:00Z");
    expect((await campaignsOf(made)).find((each) => each.product === "EMAIL")?.budgetExplanation).toMatchObject({
      figuresDay: "2023-09-02",
      conversions: 1_000,
    });
  });

  test("an edit splits the new budget by the figures that are known, and asks for newer ones", async () => {
    const made = await newStrategy(service, own());
    const [web = "", sn = ""] = made.campaigns.map(({ eid }) => eid);
    await giveFigures(service, own(), web, { day: "2023-08-20", cost: "10", clicks: 30 });
    await giveFigures(service, own(), sn, { day: "2023-08-20", cost: "10", clicks: 10 });
    await runSplit(service, made, "2023-09-01T00:30:00Z");
    const query = { advertisable_eid: own(), strategy_eid: made.eid };
    const edited = await askStrategies(service, { method: "PUT", query, body: { budget: 20.02 } });
    const { campaigns } = (edited.json as { data: StrategyAnswer }).data;
    expect(campaigns.map(({ eid, budget }) => [eid, budget])).toEqual([
      [web, 15.02],
      [sn, 5],
    ]);
    // One from its creation, one from the job for the next day, one from the edit.
    expect(await waiting(made)).toEqual([
      new Date("2023-09-01T12:00:00Z"),
      new Date("2023-09-01T12:00:00Z"),
      new Date("2023-09-02T00:30:00Z"),
    ]);
  });

  test("ends with the strategy, and does nothing for one that is not there", async () => {
    const made = await newStrategy(service, own(), { end_date: "2023-09-03" });
    const before = await waiting(made);
    await runSplit(service, made, "2023-09-03T00:30:00Z");
    expect(await waiting(made)).toEqual(before);
    expect((await campaignsOf(made)).map((each) => each.budgetExplanation.figuresDay)).toEqual([null, null]);
    await runSplit(service, { ...made, eid: testEid("nostrategy") }, "2023-09-01T00:30:00Z");
  });

  test("explains a whole list by as many statements as one campaign", async () => {
    const eids = (await newStrategy(service, own(), {})).campaigns.map(({ eid }) => eid);
    const more = (await newStrategy(service, own(), {})).campaigns.map(({ eid }) => eid);
    // A report without any row would also ask whether there are rates of its currency.
    await giveFigures(service, own(), eids[0] ?? "", { day: "2023-08-30", cost: "1" });
    const ask = async (asked: string[]) =>
      await service.graphql(
        `query ($asked: [String!]) { strategyCampaigns(filter: { eid: { in: $asked } }) { nodes { strategy { name } budgetExplanation { share } deliveries(range: { pastDays: 7 }) { summary { clicks } } } } }`,
        { asked },
      );
    const [one, many] = [await ask(eids.slice(0, 1)), await ask([...eids, ...more])];
    expect([one.errors, many.errors]).toEqual([undefined, undefined]);
    expect((many.data as { strategyCampaigns: { nodes: unknown[] } }).strategyCampaigns.nodes).toHaveLength(4);
    expect(many.statements).toBe(one.statements);
  });
});

test("a cap of the month is reached by what was delivered in it, in the strategy's currency, for a whole list at once", async () => {
  const cap = { products: ["web"], budget: 50, monthly_budget_cap: 20 };
  const [reached, under, open] = await Promise.all([
    newStrategy(service, own(), cap),
    newStrategy(service, own(), cap),
    newStrategy(service, own(), { products: ["web"], budget: 50 }),
  ]);
  for (const [strategy, day, cost] of [
    [reached, "2023-09-01", "20"],
    [under, "2023-08-31", "500"],
    [under, "2023-09-01", "19.99"],
    [open, "2023-09-01", "500"],
  ] as const)
    await giveFigures(service, own(), strategy.campaigns[0]?.eid ?? "", { day, cost });
  const ask = async (eids: string[]) =>
    await service.graphql(
      `query ($eids: [String!]) { strategies(filter: { eid: { in: $eids } }) { nodes { eid effectiveStatus currentMonthSpend { amount currency } } } }`,
      { eids },
    );
  const eids = [reached, under, open].map(({ eid }) => eid);
  const { data, errors, statements } = await ask(eids);
  expect(errors).toBeUndefined();
  const { nodes } = (data as { strategies: { nodes: ({ eid: string } & Record<string, unknown>)[] } }).strategies;
  const byEid = new Map(nodes.map(({ eid, ...rest }) => [eid, rest]));
  expect(eids.map((eid) => byEid.get(eid))).toEqual([
    { effectiveStatus: "CAP_REACHED", currentMonthSpend: { amount: "20.00", currency: "USD" } },
    { effectiveStatus: "LIVE", currentMonthSpend: { amount: "19.99", currency: "USD" } },
    { effectiveStatus: "LIVE", currentMonthSpend: { amount: "500.00", currency: "USD" } },
  ]);
  expect((await ask(eids.slice(0, 1))).statements).toBe(statements);
});
