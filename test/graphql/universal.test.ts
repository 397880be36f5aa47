import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { callUniversal, createUniversalTree, dataOf, type UniversalTree } from "../kit/universal.js";
import { create } from "../kit/world.js";

let service: TestService;
let tree: UniversalTree;
let advertisable: string;
beforeAll(async () => {
  service = await startService();
  advertisable = service.world.granted.advertisable;
  tree = await createUniversalTree(service, service.world.granted);
  await deliver(tree.campaign, "2023-08-15", "60");
  await deliver(tree.campaign, "2023-09-01", "5.5");
});
afterAll(async () => await service.close());

/** What was delivered for a campaign on a day, in US dollars; today is 2023-09-01. */
async function deliver(campaign: string, day: string, cost: string): Promise<void> {
  await service.db.owner.query(
    `insert into reporting.delivery_by_campaign values ($1, $2, $3, 'USD', 1000, 20, $4::numeric, 0, 0)`,
    [advertisable, day, campaign, cost],
  );
}

async function edit(mutation: string, input: object): Promise<void> {
  const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await service.graphql(query, { input });
  expect(errors).toBeUndefined();
}

const STATUS = "effectiveStatus { status reason }";

/** The effective statuses of the playbook, its campaign and its ad group. */
async function statuses(): Promise<string[]> {
  const { data, errors } = await service.graphql(
    `query ($eid: ID!) { universalAdGroup(eid: $eid) { ${STATUS} campaign { ${STATUS} playbook { ${STATUS} } } } }`,
    { eid: tree.adGroup },
  );
  expect(errors).toBeUndefined();
  type Status = { effectiveStatus: { status: string; reason: string } };
  const { universalAdGroup: adGroup } = data as {
    universalAdGroup: Status & { campaign: Status & { playbook: Status } };
  };
  return [adGroup.campaign.playbook, adGroup.campaign, adGroup].map(
    ({ effectiveStatus: { status, reason } }) => `${status} ${reason}`,
  );
}

async function budget(amount: string, budgetType: string, isProrated = false): Promise<void> {
  await edit("editUniversalCampaign", {
    eid: tree.campaign,
    budget: amount,
    budgetSettings: { budgetType, isProrated },
  });
}

describe("what was spent", () => {
  test("is the delivered cost, for all time and for the month, of a campaign and of its playbook", async () => {
    await budget("200", "MONTHLY");
    const { data, errors } = await service.graphql(
      `query ($eid: ID!) { playbook(eid: $eid) { budgetSettings { ...Spent } campaigns { nodes { budgetSettings { ...Spent } } } } }
       fragment Spent on UniversalBudgetSettings { spend { amount currency } currentMonthSpend { amount } allowance { amount } }`,
      { eid: tree.playbook },
      "granted",
    );
    expect(errors).toBeUndefined();
    const spent = { spend: { amount: "65.50", currency: "USD" }, currentMonthSpend: { amount: "5.50" } };
    expect(data).toEqual({
      playbook: {
        budgetSettings: { ...spent, allowance: null },
        campaigns: { nodes: [{ budgetSettings: { ...spent, allowance: { amount: "200.00" } } }] },
      },
    });
    const record = dataOf(await callUniversal(service, "GET", "campaign", { eid: tree.campaign }));
    expect(record).toMatchObject([
      { budget: 200, budget_settings: { budget_type: "monthly", spend: 65.5, current_month_spend: 5.5 } },
    ]);
  });

  test("is said in the campaign's own currency, by the rate of each day", async () => {
    const euro = await create(
      service.gateway,
      "createUniversalCampaign",
      "CreateUniversalCampaignInput",
      "universalCampaign",
      { advertisableEid: advertisable, name: "Euro", budgetSettings: { budgetType: "LIFETIME" }, currency: "EUR" },
    );
    await deliver(euro, "2023-08-15", "10");
    await deliver(euro, "2023-09-01", "10");
    const record = dataOf(await callUniversal(service, "GET", "campaign", { eid: euro }));
    expect(record).toMatchObject([{ currency: "EUR", budget_settings: { spend: 17 } }]);
  });

  test("and the effective status are asked for a whole list at once", async () => {
    const query = `query ($first: Int) { universalCampaigns(first: $first) { nodes { ${STATUS} budgetSettings { spend { amount } } playbook { ${STATUS} } } } }`;
    const fields = {
      advertisableEid: advertisable,
      name: "More",
      budget: "50",
      budgetSettings: { budgetType: "DAILY" },
    };
    const add = async (more: number): Promise<void> => {
      for (let count = 0; count < more; count += 1) {
        const eid = await create(
          service.gateway,
          "createUniversalCampaign",
          "CreateUniversalCampaignInput",
          "universalCampaign",
          { ...fields, currency: "USD" },
        );
        await edit("editUniversalCampaign", { eid, status: "LIVE" });
        await edit("editPlaybook", { eid: tree.playbook, campaigns: [{ eid }] });
      }
    };
    const listed = async (length: number): Promise<number> => {
      const { data, errors, statements } = await service.graphql(query, { first: 100 });
      expect(errors).toBeUndefined();
      expect((data as { universalCampaigns: { nodes: object[] } }).universalCampaigns.nodes).toHaveLength(length);
      return statements;
    };
    await add(1);
    const few = await listed(3);
    await add(2);
    expect(await listed(5)).toBe(few);
  });
});

describe("the effective status", () => {
  test("follows the budget of the period", async () => {
    await edit("editPlaybook", { eid: tree.playbook, budgetSettings: { budgetType: "DAILY" } });
    const seen: Record<string, string | undefined> = {};
    for (const [amount, type] of [
      ["5.51", "DAILY"],
      ["5.50", "DAILY"],
      ["65.51", "LIFETIME"],
      ["65.50", "LIFETIME"],
      ["150", "MONTHLY"],
    ] as const) {
      await budget(amount, type);
      [, seen[`${amount} ${type}`]] = await statuses();
    }
    expect(seen).toEqual({
      "5.51 DAILY": "LIVE STATUS",
      "5.50 DAILY": "OUT_OF_BUDGET BUDGET_SPENT",
      "65.51 LIFETIME": "LIVE STATUS",
      "65.50 LIFETIME": "OUT_OF_BUDGET BUDGET_SPENT",
      "150 MONTHLY": "LIVE STATUS",
    });
  });

  test("of a monthly budget that is prorated follows the part of the days on which it runs", async () => {
    await budget("150", "MONTHLY", true);
    await edit("editUniversalCampaign", { eid: tree.campaign, endDate: "2023-09-02T00:00:00Z" });
    // One of 30 days: 5.00, of which 5.50 are spent.
    expect((await statuses())[1]).toBe("OUT_OF_BUDGET BUDGET_SPENT");
    await edit("editUniversalCampaign", { eid: tree.campaign, endDate: "2023-09-03T00:00:00Z" });
    expect((await statuses())[1]).toBe("LIVE STATUS");
    await edit("editUniversalCampaign", { eid: tree.campaign, endDate: null });
  });

  test("of a campaign follows its playbook, and of an ad group its campaign", async () => {
    await budget("100", "DAILY");
    expect(await statuses()).toEqual(["LIVE STATUS", "LIVE STATUS", "LIVE STATUS"]);
    await edit("editUniversalCampaign", { eid: tree.campaign, status: "PAUSED" });
    expect(await statuses()).toEqual(["LIVE STATUS", "PAUSED STATUS", "PAUSED PARENT"]);
    await edit("editUniversalCampaign", { eid: tree.campaign, status: "LIVE" });
    // The campaigns of the playbook have spent 65.50 together.
    await edit("editPlaybook", { eid: tree.playbook, budgetSettings: { budgetType: "LIFETIME", goal: "65.50" } });
    expect(await statuses()).toEqual(["OUT_OF_BUDGET BUDGET_SPENT", "OUT_OF_BUDGET PARENT", "OUT_OF_BUDGET PARENT"]);
    await edit("editPlaybook", { eid: tree.playbook, startDate: "2023-09-02T00:00:00Z" });
    expect(await statuses()).toEqual(["SCHEDULED NOT_STARTED", "SCHEDULED PARENT", "SCHEDULED PARENT"]);
    await edit("editPlaybook", { eid: tree.playbook, status: "COMPLETED" });
    expect(await statuses()).toEqual(["COMPLETED STATUS", "COMPLETED PARENT", "COMPLETED PARENT"]);
  });
});

test("a campaign, its ad groups and their ads have every report that those of other kinds have", async () => {
  await service.db.owner.query(
    `insert into reporting.delivery_by_ad_group values ($1, '2023-08-15', $2, $3, 'USD', 1000, 20, 5.5, 0, 0)`,
    [advertisable, tree.adGroup, tree.campaign],
  );
  const report = `deliveries(range: { pastDays: 30 }) { summary { impressions cost { amount } } }
    attributions(range: { pastDays: 30 }) { summary { conversions } }`;
  const { data, errors } = await service.graphql(
    `query ($eid: ID!) { universalCampaign(eid: $eid) { ${report} adGroups(first: 2) { nodes { ${report} positiveSegments { name }
       ads(first: 2) { nodes { status ad { name deliveries(range: { pastDays: 30 }) { summary { impressions } } } } } } } } }`,
    { eid: tree.campaign },
    "granted",
  );
  expect(errors).toBeUndefined();
  const attributions = { summary: { conversions: 0 } };
  expect(data).toEqual({
    universalCampaign: {
      deliveries: { summary: { impressions: 1_000, cost: { amount: "60.00" } } },
      attributions,
      adGroups: {
        nodes: [
          {
            deliveries: { summary: { impressions: 1_000, cost: { amount: "5.50" } } },
            attributions,
            positiveSegments: [{ name: "Visitors" }],
            ads: {
              nodes: [{ status: "LIVE", ad: { name: "Granted ad", deliveries: { summary: { impressions: 0 } } } }],
            },
          },
        ],
      },
    },
  });
});

test("an ad and a segment lead back to the ad groups that name them, and only to those that the viewer sees", async () => {
  const groups = "universalAdGroups(first: 5) { nodes { eid name } }";
  const ask = async (as: "granted" | "foreign") =>
    await service.graphql(
      `query ($ads: [String!], $segments: [String!]) { ads(filter: { eid: { in: $ads } }) { nodes { ${groups} } }
         segments(filter: { eid: { in: $segments } }) { nodes { ${groups} } } }`,
      { ads: [service.world.granted.ad], segments: [tree.segment] },
      as,
    );
  const { data, errors } = await ask("granted");
  expect(errors).toBeUndefined();
  const nodes = [{ universalAdGroups: { nodes: [{ eid: tree.adGroup, name: "Ad group" }] } }];
  expect(data).toEqual({ ads: { nodes }, segments: { nodes } });
  expect((await ask("foreign")).data).toEqual({ ads: { nodes: [] }, segments: { nodes: [] } });
});

test("a campaign leaves its playbook with its budget and status, and can come into another", async () => {
  const made = async (name: string, more: object = {}) =>
    await create(service.gateway, "createPlaybook", "CreatePlaybookInput", "playbook", {
      advertisableEid: advertisable,
      name,
      currency: "USD",
      budgetSettings: { budgetType: "DAILY" },
      ...more,
    });
  const first = await made("First", { bulkCampaigns: [{ name: "Leaves", budget: "40" }] });
  const second = await made("Second");
  const read = async (eid: string) => {
    const { data } = await service.graphql(
      "query ($eid: ID!) { playbook(eid: $eid) { campaigns { nodes { eid name status budget { amount } } } } }",
      { eid },
    );
    return (data as { playbook: { campaigns: { nodes: { eid: string }[] } } }).playbook.campaigns.nodes;
  };
  const [campaign] = await read(first);
  const eid = campaign?.eid ?? "";
  const remove = async (input: object) =>
    await service.graphql(
      "mutation ($input: EditPlaybookInput!) { editPlaybook(input: $input) { playbook { eid } } }",
      {
        input: { eid: first, ...input },
      },
    );
  const codes = [];
  for (const input of [
    { removedCampaignEids: [tree.campaign] },
    { removedCampaignEids: [eid, eid] },
    { removedCampaignEids: [eid], campaigns: [{ eid }] },
  ])
    codes.push((await remove(input)).errors?.[0]?.extensions.code);
  expect(codes).toEqual(["NOT_FOUND", "BAD_USER_INPUT", "BAD_USER_INPUT"]);
  expect(await read(first)).toEqual([campaign]);
  await edit("editPlaybook", { eid: first, removedCampaignEids: [eid] });
  expect(await read(first)).toEqual([]);
  await edit("editPlaybook", { eid: second, campaigns: [{ eid }] });
  expect(await read(second)).toEqual([campaign]);
});

test("lists are filtered, ordered and paged as every list is", async () => {
  const query = `query ($after: String) { advertisable(eid: "${advertisable}") { universalCampaigns(first: 2, after: $after, orderBy: [{ field: NAME, direction: DESC }], filter: { status: { in: [LIVE] } }) {
    nodes { name } pageInfo { hasNextPage endCursor } } } }`;
  type Page = { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  const pageAfter = async (after: string | null): Promise<Page> => {
    const { data } = await service.graphql(query, { after });
    return (data as { advertisable: { universalCampaigns: Page } }).advertisable.universalCampaigns;
  };
  const first = await pageAfter(null);
  const second = await pageAfter(first.pageInfo.endCursor);
  expect([...first.nodes, ...second.nodes].map((node) => node.name)).toEqual(["More", "More", "More", "Campaign"]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});
