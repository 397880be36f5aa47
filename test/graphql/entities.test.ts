import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, APIKEY, create, createTree, STAFF, testEid, userEid } from "../kit/world.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

interface Audit {
  action: string;
  user_eid: string;
  client_id: string | null;
  request_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** In the order in which they were written: the clock stands still. */
async function auditOf(eid: string): Promise<Audit[]> {
  const { rows } = await service.db.owner.query<Audit>(
    "select * from platform.audit_entry where noun_eid = $1 order by ctid",
    [eid],
  );
  return rows;
}

describe("changes", () => {
  test("a campaign is created in review, edited, approved by staff, paused and resumed; each step leaves one audit row", async () => {
    const { advertisable } = service.world.granted;
    const created = await service.graphql(
      `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id eid status name weeklyBudget { amount currency } startDate endDate advertisable { eid } } } }`,
      {
        input: {
          advertisableEid: advertisable,
          name: "Spring",
          weeklyBudget: "70.5",
          startDate: "2024-03-01",
          endDate: "2024-04-01",
        },
      },
      "granted",
    );
    const { campaign } = (created.data as { createCampaign: { campaign: { eid: string } } }).createCampaign;
    expect(campaign).toEqual({
      id: `Campaign_${campaign.eid}`,
      eid: campaign.eid,
      status: "ADMIN_REVIEW",
      name: "Spring",
      weeklyBudget: { amount: "70.50", currency: "USD" },
      startDate: "2024-03-01",
      endDate: "2024-04-01",
      advertisable: { eid: advertisable },
    });

    const run = async (mutation: string, input: object, as: "granted" | "staff"): Promise<string> => {
      const type = `${mutation.replace(/^(pause|resume)Campaign$/, "CampaignStatus").replace(/^(edit|review)Campaign$/, (_all, verb: string) => `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Campaign`)}Input`;
      const { data, errors } = await service.graphql(
        `mutation ($input: ${type}!) { ${mutation}(input: $input) { campaign { status weeklyBudget { amount } endDate } } }`,
        { input: { eid: campaign.eid, ...input } },
        as,
      );
      return (
        errors?.[0]?.extensions.code ??
        JSON.stringify((data as Record<string, { campaign: object }>)[mutation]?.campaign)
      );
    };
    const state = (status: string, amount: string | null, endDate: string | null): string =>
      JSON.stringify({ status, weeklyBudget: amount === null ? null : { amount }, endDate });
    expect(await run("pauseCampaign", {}, "granted")).toBe("ILLEGAL_TRANSITION");
    // null removes a value, what is not given stays.
    expect(await run("editCampaign", { endDate: null }, "granted")).toBe(state("ADMIN_REVIEW", "70.50", null));
    expect(await run("reviewCampaign", { verdict: "APPROVE" }, "granted")).toBe("FORBIDDEN");
    expect(await run("reviewCampaign", { verdict: "APPROVE" }, "staff")).toBe(state("APPROVED", "70.50", null));
    expect(await run("pauseCampaign", {}, "granted")).toBe(state("PAUSED", "70.50", null));
    expect(await run("resumeCampaign", {}, "granted")).toBe(state("APPROVED", "70.50", null));

    const audit = await auditOf(campaign.eid);
    expect(
      audit.map((entry) => [
        entry.action,
        entry.user_eid,
        entry.client_id,
        entry.before?.["status"],
        entry.after?.["status"],
      ]),
    ).toEqual([
      ["createCampaign", userEid("granted"), APIKEY, undefined, "ADMIN_REVIEW"],
      ["editCampaign", userEid("granted"), APIKEY, "ADMIN_REVIEW", "ADMIN_REVIEW"],
      ["reviewCampaign", userEid("staff"), APIKEY, "ADMIN_REVIEW", "APPROVED"],
      ["pauseCampaign", userEid("granted"), APIKEY, "APPROVED", "PAUSED"],
      ["resumeCampaign", userEid("granted"), APIKEY, "PAUSED", "APPROVED"],
    ]);
    expect(audit[1]).toMatchObject({ before: { endDate: "2024-04-01" }, after: { endDate: null } });
    expect(new Set(audit.map((entry) => entry.request_id)).size).toBe(5);
  });

  test("bad values are refused together, each by its path, and nothing is written", async () => {
    const { campaign } = service.world.granted;
    const before = await auditOf(campaign);
    const { data, errors } = await service.graphql(
      `mutation ($input: EditCampaignInput!) { editCampaign(input: $input) { campaign { eid } } }`,
      {
        input: {
          eid: campaign,
          name: " ",
          weeklyBudget: "-1",
          cpc: "0.001",
          startDate: "2024-05-02",
          endDate: "2024-05-01",
        },
      },
    );
    expect(data).toEqual({ editCampaign: null });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      requestId: expect.any(String),
      violations: [
        { path: ["input", "name"], code: "LENGTH" },
        { path: ["input", "weeklyBudget"], code: "NOT_AN_AMOUNT" },
        { path: ["input", "cpc"], code: "NOT_AN_AMOUNT" },
        { path: ["input", "startDate"], code: "START_AFTER_END" },
      ],
    });
    // An end that is before the start that the record has already.
    await service.graphql(
      `mutation { editCampaign(input: {eid: "${campaign}", startDate: "2024-05-02"}) { campaign { eid } } }`,
    );
    const late = await service.graphql(
      `mutation { editCampaign(input: {eid: "${campaign}", endDate: "2024-05-01"}) { campaign { eid } } }`,
    );
    expect(late.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(await auditOf(campaign)).toHaveLength(before.length + 1);
  });

  test("an ad group takes ads of its own advertisable only; otherwise nothing is written", async () => {
    const { granted, other, foreign } = service.world;
    for (const adEid of [other.ad, foreign.ad, testEid("noad")]) {
      const { errors } = await service.graphql(
        `mutation { createAdGroup(input: {campaignEid: "${granted.campaign}", name: "Stray", adEids: ["${granted.ad}", "${adEid}"]}) { adGroup { eid } } }`,
      );
      expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    }
    const { data } = await service.graphql(
      `{ campaign(eid: "${granted.campaign}") { adGroups(filter: {name: {eq: "Stray"}}) { nodes { eid } } } }`,
    );
    expect(data).toEqual({ campaign: { adGroups: { nodes: [] } } });
  });

  test("pausing what is paused, and an edit that changes nothing, leave no trace", async () => {
    const { campaign } = service.world.other;
    const pause = `mutation { pauseCampaign(input: {eid: "${campaign}"}) { campaign { status updatedAt } } }`;
    const first = await service.graphql(pause);
    const before = await auditOf(campaign);
    expect((await service.graphql(pause)).data).toEqual(first.data);
    await service.graphql(`mutation { editCampaign(input: {eid: "${campaign}"}) { campaign { eid } } }`);
    expect(await auditOf(campaign)).toHaveLength(before.length);
    await service.graphql(`mutation { resumeCampaign(input: {eid: "${campaign}"}) { campaign { eid } } }`);
  });

  test("an approved ad that is edited goes on unchanged; the edit waits for approval as an ad of its own", async () => {
    const { ad } = service.world.granted;
    const edit = `mutation Edit($url: String) { editAd(input: {eid: "${ad}", destinationUrl: $url}) { ad { eid status isActive destinationUrl originalAd { eid status destinationUrl hasPendingEdits } } } }`;
    const { data } = await service.graphql(edit, { url: "https://elsewhere.test/" }, "granted");
    const edited = (data as { editAd: { ad: { eid: string } } }).editAd.ad;
    expect(edited.eid).not.toBe(ad);
    expect(edited).toMatchObject({
      status: "ADMIN_REVIEW",
      isActive: true,
      destinationUrl: "https://elsewhere.test/",
      originalAd: { eid: ad, status: "APPROVED", destinationUrl: "https://example.test/", hasPendingEdits: true },
    });
    // One in review is edited in place, and so is any by staff; without a destination an ad is not active.
    const again = await service.graphql(edit.replace(ad, edited.eid), { url: null }, "granted");
    expect(again.data).toMatchObject({ editAd: { ad: { eid: edited.eid, isActive: false, destinationUrl: null } } });
    const byStaff = await service.graphql(edit, { url: "https://example.test/new" }, "staff");
    expect(byStaff.data).toMatchObject({
      editAd: { ad: { eid: ad, status: "APPROVED", destinationUrl: "https://example.test/new" } },
    });
  });

  test("50 edits at once: all are made one after the other, and each has its audit row", async () => {
    const { campaign } = service.world.other;
    const before = (await auditOf(campaign)).length;
    const budgets = Array.from({ length: 50 }, (_, index) => `${index + 1}.00`);
    const answers = await Promise.all(
      budgets.map((budget) =>
        service.graphql(
          `mutation { editCampaign(input: {eid: "${campaign}", weeklyBudget: "${budget}"}) { campaign { weeklyBudget { amount } } } }`,
        ),
      ),
    );
    expect(answers.map((answer) => answer.errors)).toEqual(budgets.map(() => undefined));
    const audit = (await auditOf(campaign)).slice(before);
    expect(audit).toHaveLength(50);
    const { data } = await service.graphql(`{ campaign(eid: "${campaign}") { weeklyBudget { amount } } }`);
    const final = (data as { campaign: { weeklyBudget: { amount: string } } }).campaign.weeklyBudget.amount;
    expect(budgets).toContain(final);
    // Each edit saw the one before it: the budgets form one chain.
    const steps = new Map(audit.map((entry) => [entry.before?.["weeklyBudget"], entry.after?.["weeklyBudget"]]));
    expect(steps.size).toBe(50);
  });

  test("what a mutation creates is there for the rest of the same request, reports included", async () => {
    const { data, errors } = await service.graphql(
      `mutation { createAdvertisable(input: {name: "New shop"}) { advertisable { id name organization { name } campaigns { nodes { eid } } deliveries(range: {pastDays: 1}) { summary { impressions } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      createAdvertisable: {
        advertisable: {
          name: "New shop",
          organization: { name: "Alpha" },
          deliveries: { summary: { impressions: 0 } },
        },
      },
    });
  });
});

describe("lists", () => {
  let advertisable: string;
  const names = ["Apple", "apple pie", "Banana", "100% Cherry", "Date_x", "Élan"];

  beforeAll(async () => {
    advertisable = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
      organizationEid: STAFF.organizationEid,
      name: "Lists",
    });
    for (const name of names)
      await create(service.gateway, "createCampaign", "CreateCampaignInput", "campaign", {
        advertisableEid: advertisable,
        name,
      });
  });

  async function list(args: string): Promise<{
    names: string[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
    code: string | undefined;
  }> {
    const { data, errors } = await service.graphql(
      `{ advertisable(eid: "${advertisable}") { campaigns${args} { edges { cursor node { name } } nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
    );
    const found = (
      data as {
        advertisable: {
          campaigns: {
            edges: { node: { name: string } }[];
            nodes: { name: string }[];
            pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
          };
        } | null;
      } | null
    )?.advertisable?.campaigns;
    expect(found?.edges.map((edge) => edge.node)).toEqual(found?.nodes);
    return {
      names: found?.nodes.map((node) => node.name) ?? [],
      pageInfo: found?.pageInfo ?? { hasNextPage: false, hasPreviousPage: false, endCursor: null },
      code: errors?.[0]?.extensions.code,
    };
  }

  test("filters: equal, one of, contains, starts with; wildcards are ordinary characters", async () => {
    expect((await list(`(filter: {name: {eq: "Apple"}})`)).names).toEqual(["Apple"]);
    expect((await list(`(filter: {name: {contains: "APPLE"}}, orderBy: [{field: NAME}])`)).names).toEqual([
      "Apple",
      "apple pie",
    ]);
    expect((await list(`(filter: {name: {startsWith: "b"}})`)).names).toEqual(["Banana"]);
    expect((await list(`(filter: {name: {contains: "%"}})`)).names).toEqual(["100% Cherry"]);
    expect((await list(`(filter: {name: {contains: "_"}})`)).names).toEqual(["Date_x"]);
    expect((await list(`(filter: {name: {in: []}})`)).names).toEqual([]);
    expect(
      (
        await list(
          `(filter: {status: {in: [APPROVED]}, name: {in: ["Banana", "Élan"]}}, orderBy: [{field: NAME, direction: DESC}])`,
        )
      ).names,
    ).toEqual(["Élan", "Banana"]);
    expect((await list(`(filter: {status: {notIn: [APPROVED]}})`)).names).toEqual([]);
    expect((await list(`(filter: {createdAt: {from: "2024-01-01T00:00:00Z"}})`)).names).toEqual([]);
  });

  test("pages follow each other in both directions of an order and lose nothing", async () => {
    for (const orderBy of [
      "",
      "orderBy: [{field: NAME}]",
      "orderBy: [{field: NAME, direction: DESC}]",
      "orderBy: [{field: CREATED_AT, direction: DESC}, {field: NAME}]",
    ]) {
      const whole = (await list(orderBy === "" ? "" : `(${orderBy})`)).names;
      const collected: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `(first: 2, ${after === null ? "" : `after: "${after}",`} ${orderBy})`,
        );
        expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
        collected.push(...page.names);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(collected).toEqual(whole);
      expect(collected).toHaveLength(names.length);
    }
  });

  test("a page size outside 1 to 100, a foreign or forged cursor: BAD_USER_INPUT", async () => {
    const byName = (await list("(first: 1, orderBy: [{field: NAME}])")).pageInfo.endCursor;
    const forged = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString("base64url");
    for (const args of [
      "(first: 0)",
      "(first: -1)",
      "(first: 101)",
      `(after: "nonsense")`,
      `(after: "${byName}")`,
      `(after: "${forged(["CREATED_AT:ASC,eid:ASC", "not a time", "x"])}")`,
      `(after: "${forged(["CREATED_AT:ASC,eid:ASC", "\0", "x"])}")`,
      `(after: "${forged({ a: 1 })}")`,
    ]) {
      expect([args, (await list(args)).code]).toEqual([args, "BAD_USER_INPUT"]);
    }
  });

  test("deleted rows are left out unless they are asked for", async () => {
    await service.db.owner.query(
      "update entities.campaign set is_active = false where advertisable_eid = $1 and name = 'Banana'",
      [advertisable],
    );
    expect((await list("")).names).not.toContain("Banana");
    expect((await list("(filter: {isActive: {eq: false}})")).names).toEqual(["Banana"]);
    expect((await list("(filter: {isActive: {in: [true, false]}})")).names).toHaveLength(names.length);
    // A filter without a condition says nothing.
    expect((await list("(filter: {isActive: {}})")).names).not.toContain("Banana");
  });
});

describe("node", () => {
  test("finds an object of any type by its id, and nothing else", async () => {
    const { granted, foreign } = service.world;
    const ids = [
      `Advertisable_${granted.advertisable}`,
      `Campaign_${granted.campaign}`,
      `AdGroup_${granted.adGroup}`,
      `Ad_${granted.ad}`,
      `User_${userEid("admin")}`,
      `Organization_${STAFF.organizationEid}`,
    ];
    const { data } = await service.graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`, { ids });
    expect(data?.["nodes"]).toEqual(ids.map((id) => ({ __typename: id.split("_")[0], id })));
    for (const id of [
      `Campaign_${foreign.campaign}`,
      `Campaign_${testEid("no")}`,
      `Nonsense_${granted.campaign}`,
      granted.campaign,
      "",
      "Campaign_",
      "__proto__",
    ]) {
      const asked = await service.graphql(`query ($id: ID!) { node(id: $id) { __typename } }`, { id });
      expect(asked.data).toEqual({ node: null });
      expect(asked.errors).toMatchObject([{ path: ["node"], extensions: { code: "NOT_FOUND" } }]);
    }
  });

  test("leads on into every area", async () => {
    const { campaign } = service.world.granted;
    const { data } = await service.graphql(
      `{ node(id: "Campaign_${campaign}") { ... on Campaign { deliveries(range: {pastDays: 2}) { byDate { date metrics { impressions } } } } } }`,
    );
    expect(data).toEqual({
      node: {
        deliveries: {
          byDate: [
            { date: "2023-08-30", metrics: { impressions: 0 } },
            { date: "2023-08-31", metrics: { impressions: 0 } },
          ],
        },
      },
    });
  });
});

describe("what is deleted", () => {
  test("leaves default lists, keeps its status, is read by its EID, and stays as it is", async () => {
    const tree = await createTree(service.gateway, ALPHA, "Deleted");
    const remove = async (noun: string, eid: string) =>
      (
        await service.graphql(
          `mutation { done: delete${noun}(input: {eid: "${eid}"}) { object: ${noun.charAt(0).toLowerCase()}${noun.slice(1)} { eid isActive } } }`,
        )
      ).data;
    const second = await create(service.gateway, "createRule", "CreateRuleInput", "rule", {
      pixelEid: tree.pixel,
      name: "Second",
      pattern: "*",
    });
    for (const [noun, eid] of [
      ["Ad", tree.ad],
      ["AdGroup", tree.adGroup],
      ["Campaign", tree.campaign],
      ["Rule", tree.rule],
    ] as const) {
      for (let times = 0; times < 2; times += 1)
        expect(await remove(noun, eid)).toEqual({ done: { object: { eid, isActive: false } } });
      expect((await auditOf(eid)).filter(({ action }) => action === `delete${noun}`)).toHaveLength(1);
    }
    const { data } = await service.graphql(
      `query ($own: ID!, $campaign: ID!, $pixel: ID!) {
        advertisable(eid: $own) { campaigns { nodes { eid } } adGroups { nodes { eid } } ads { nodes { eid } } }
        campaign(eid: $campaign) { status isActive } pixel(eid: $pixel) { rules { nodes { eid order } } } }`,
      { own: tree.advertisable, campaign: tree.campaign, pixel: tree.pixel },
    );
    expect(data).toEqual({
      advertisable: { campaigns: { nodes: [] }, adGroups: { nodes: [] }, ads: { nodes: [] } },
      campaign: { status: "APPROVED", isActive: false },
      pixel: { rules: { nodes: [{ eid: second, order: 1 }] } },
    });
    // A deleted ad does not come back by being edited.
    const edit = `mutation { editAd(input: {eid: "${tree.ad}", destinationUrl: null}) { ad { eid } } }`;
    expect((await service.graphql(edit, {}, "staff")).errors?.[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
  });

  test("an ad that lacks something is not active anyhow: it can't be deleted", async () => {
    const ad = await create(service.gateway, "createAd", "CreateAdInput", "ad", {
      advertisableEid: service.world.granted.advertisable,
      name: "No destination",
    });
    const { errors } = await service.graphql(`mutation { deleteAd(input: {eid: "${ad}"}) { ad { eid } } }`);
    expect(errors?.[0]?.extensions.code).toBe("ILLEGAL_TRANSITION");
  });
});
