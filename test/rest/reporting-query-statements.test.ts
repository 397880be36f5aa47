import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCampaigns, dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { createUniversalTree } from "../kit/universal.js";
import { ALPHA, create } from "../kit/world.js";

/** How many statements a question takes: it must not depend on how many objects there are. */
let service: TestService;
const SIZES = [1, 20, 500];
const shops = new Map<number, string>();

beforeAll(async () => {
  service = await startService();
  for (const size of SIZES) shops.set(size, await createCampaigns(service, ALPHA, `${size}N`, size));
});
afterAll(async () => await service.close());

const RANGE = '(start: "2023-08-01", end: "2023-09-01")';

const QUESTIONS: Readonly<Record<string, string>> = {
  "campaigns with metrics": `{ summary { impressions cost conversions roas } byDate { date clicks } }`,
  "the same of three levels": `{ summary { impressions cost } } adgroups { eid metrics${RANGE} { summary { impressions } } ads { eid } }`,
  "the same with audiences and their sizes": `{ summary { clicks } } audiences { name metrics${RANGE} { summary { audienceSizeCurrent } } } adgroups { audiences { eid } }`,
};

function questionAbout(rest: string): string {
  return `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { eid name campaigns(channels: ["web"]) { eid name status metrics${RANGE} ${rest} } } } }`;
}

async function statementsOf(query: string, size: number): Promise<string[]> {
  const { statements } = service.db;
  const before = statements.length;
  const { advertisable } = await dataOf<{
    advertisable: { byEID: { campaigns: { metrics: { summary: { impressions?: number } } }[] } };
  }>(service, query, { shop: shops.get(size) });
  expect(advertisable.byEID.campaigns).toHaveLength(size);
  return statements.slice(before);
}

test("advertisables of 20 organizations take as many statements as those of one", async () => {
  const { owner, statements } = service.db;
  const eids = Array.from({ length: 20 }, (_, n) => `O${n}X`.padEnd(22, "X"));
  for (const [n, eid] of eids.entries()) {
    await owner.query("insert into platform.organization (eid, name, created_at, updated_at) values ($1, $1, $2, $2)", [
      eid,
      "2023-07-01T00:00:00Z",
    ]);
    for (const name of ["a", "b"].slice(n % 2)) {
      const fields = { organizationEid: eid, name };
      await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", fields);
    }
  }
  const query = `query ($organizations: [String!]!) { organization { byEIDs(organizations: $organizations) { eid advertisables { name } } } }`;
  const counts: number[] = [];
  for (const organizations of [eids.slice(0, 1), eids, eids.slice(0, 1), eids]) {
    const before = statements.length;
    const { organization } = await dataOf<{
      organization: { byEIDs: { eid: string; advertisables: { name: string }[] }[] };
    }>(service, query, { organizations }, "staff");
    const found = organization.byEIDs.map(({ eid, advertisables }) => [
      eid,
      ...advertisables.map(({ name }) => name).toSorted(),
    ]);
    expect(found).toEqual(organizations.map((eid, n) => [eid, ...["a", "b"].slice(n % 2)]));
    counts.push(statements.length - before);
  }
  expect(counts.slice(2)).toEqual([counts[3], counts[3]]);
});

describe("statements do not depend on how many campaigns there are", () => {
  test.each(Object.entries(QUESTIONS))("%s", async (_what, rest) => {
    const query = questionAbout(rest);
    // Signing in is remembered from now on.
    await statementsOf(query, 1);
    const counts = new Map<number, number>();
    for (const size of SIZES) counts.set(size, (await statementsOf(query, size)).length);
    expect([...counts.values()]).toEqual(SIZES.map(() => counts.get(1)));
    expect(counts.get(1)).toBeLessThan(20);
  });

  test("mails of campaigns, of each of their e-mails, and of an advertisable", async () => {
    const counts: number[] = [];
    for (const size of [1, ...SIZES]) {
      const { statements } = service.db;
      const before = statements.length;
      const { advertisable, email } = await dataOf<{
        advertisable: { byEID: { metrics: { summary: { sends: number } }; campaigns: { metrics: object }[] } };
        email: { byAdvertisable: { metrics: { summary: { sends: number } } }[] };
      }>(
        service,
        `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { metrics${RANGE} { summary { sends cost } }
           campaigns(channels: ["email"]) { eid metrics${RANGE} { summary { sends emailClicks } byDate { date opens } } emails { eid } } } }
         email { byAdvertisable(advertisable: $shop) { metrics${RANGE} { summary { sends } } } } }`,
        { shop: shops.get(size) },
      );
      expect(advertisable.byEID.campaigns).toHaveLength(size);
      const sends = (size * (size + 1)) / 2;
      expect(advertisable.byEID.metrics.summary.sends).toBe(sends);
      expect(email.byAdvertisable.reduce((all, { metrics }) => all + metrics.summary.sends, 0)).toBe(sends);
      counts.push(statements.length - before);
    }
    // The first one signs in.
    expect(counts.slice(2)).toEqual(counts.slice(1, -1));
  });

  test("those of several advertisables are asked for together", async () => {
    const query = `query ($shops: [String!]!) { advertisable { byEIDs(advertisables: $shops) { eid campaigns { eid metrics${RANGE} { summary { cost conversions } } } } } }`;
    const { statements } = service.db;
    const counts: number[] = [];
    for (const sizes of [[1], SIZES]) {
      const before = statements.length;
      await dataOf(service, query, { shops: sizes.map((size) => shops.get(size)) });
      counts.push(statements.length - before);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

test("an advertisable, its campaigns and their metrics take as many statements as the same question to the graph", async () => {
  const range = '(range: { between: { start: "2023-08-01", endExclusive: "2023-09-01" } })';
  const graph = `query ($shop: ID!) { advertisable(eid: $shop) { eid name campaigns(first: 100) { nodes { eid name status
    deliveries${range} { summary { impressions cost { amount } } } attributions${range} { summary { conversions } } } } } }`;
  const old = questionAbout("{ summary { impressions cost conversions } }");
  const { statements } = service.db;
  const shop = shops.get(20);
  await statementsOf(old, 20);
  const before = statements.length;
  expect(await service.graphql(graph, { shop })).toMatchObject({ data: { advertisable: { eid: shop } } });
  const ofGraph = statements.slice(before);
  const ofOld = await statementsOf(old.replace('["web"]', '["web", "social"]'), 20);
  expect(ofOld.length).toBe(ofGraph.length);
  // A filter that the graph doesn't have: what it leaves out is asked for no reports, which costs a look-up.
  expect((await statementsOf(old, 20)).length).toBeGreaterThan(ofOld.length);
});

test("a list of more than a page comes whole, with the metrics of all", async () => {
  shops.set(1_001, await createCampaigns(service, ALPHA, "1001N", 1_001));
  const { advertisable } = await dataOf<{
    advertisable: { byEID: { campaigns: { metrics: { summary: { impressions: number } } }[] } };
  }>(
    service,
    `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { campaigns { metrics${RANGE} { summary { impressions } } } } } }`,
    { shop: shops.get(1_001) },
  );
  const sums = advertisable.byEID.campaigns.map(({ metrics }) => metrics.summary.impressions);
  // Those of e-mails have none.
  expect(sums.filter((sum) => sum !== 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1_001 }, (_, n) => n + 1),
  );
});

test("reports that fail take nothing else with them", async () => {
  const query = `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { name campaigns(channels: ["web", "social"]) {
    name metrics(start: "2023-08-01", end: "2023-09-01", currency: "XXX") { summary { cost } } } } } }`;
  const { json } = await service.request({
    as: "admin",
    method: "POST",
    url: "/reporting/api/v1/query",
    payload: { query, variables: { shop: shops.get(1) } },
  });
  expect(json).toMatchObject({
    data: { advertisable: { byEID: { name: "1N", campaigns: [null] } } },
    errors: [{ path: ["advertisable", "byEID", "campaigns", 0, "metrics"], extensions: { code: "BAD_USER_INPUT" } }],
  });
});

test("fields under one parent with the same arguments of metrics share one report", async () => {
  const once = await statementsOf(questionAbout("{ summary { cost impressions } }"), 20);
  const thrice = `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { eid name campaigns(channels: ["web"]) { eid name status
    metrics${RANGE} { summary { cost } } a: metrics${RANGE} { summary { impressions } } b: metrics(pastDays: 7, start: "2023-08-01", end: "2023-09-01") { summary { ctr } } } } } }`;
  expect((await statementsOf(thrice, 20)).length).toBe(once.length);
});

test("fragments that select the same list share it", async () => {
  const once = await statementsOf(
    questionAbout("{ summary { cost impressions } }").replace('["web"]', '["web", "social"]'),
    20,
  );
  const twice = `query ($shop: String!) { advertisable { byEID(advertisable: $shop) { ...Names ...Costs ...Views } } }
    fragment Names on Advertisable { eid campaigns(channels: ["web", "social"]) { name status } }
    fragment Costs on Advertisable { name campaigns(channels: ["web", "social"]) { metrics${RANGE} { summary { cost } } } }
    fragment Views on Advertisable { campaigns(channels: ["web", "social"]) { metrics${RANGE} { summary { impressions } } } }`;
  expect((await statementsOf(twice, 20)).length).toBe(once.length);
});

test("what is not asked for costs nothing", async () => {
  const of = async (metrics: string): Promise<string> =>
    (await statementsOf(questionAbout(`{ summary { ${metrics} } }`), 20)).join("\n");
  expect(await of("cost impressions")).not.toContain("reporting.attribution");
  expect(await of("conversions")).not.toContain("reporting.delivery");
  expect(await of("emailSends frequency")).not.toMatch(/reporting\.|email_day/);
});

describe("with the flag for universal campaigns", () => {
  const FIELDS = `eid name status actualStatusString channel type budget budgetType objective playbookEID currency audiences { eid }
    metrics${RANGE} { summary { impressions cost conversions sends } byDate { date clicks } }
    adgroups { eid status adType kpiMetric audiences { name } ads { eid } metrics${RANGE} { summary { impressions } } }`;

  test("they and their ad groups are campaigns and ad groups; without it they are none", async () => {
    const { advertisable, ad } = service.world.granted;
    const tree = await createUniversalTree(service, { advertisable, ad });
    const { owner } = service.db;
    await owner.query(
      "insert into reporting.delivery_by_campaign values ($1, '2023-08-15', $2, 'USD', 1000, 10, 5.5, 0, 0)",
      [advertisable, tree.campaign],
    );
    await owner.query(
      "insert into reporting.delivery_by_ad_group values ($1, '2023-08-15', $2, $3, 'USD', 700, 7, 5.5, 0, 0)",
      [advertisable, tree.adGroup, tree.campaign],
    );
    const ask = async (flag: string | null, as: "granted" | "foreign" = "granted") =>
      await dataOf<Record<string, Record<string, unknown>>>(
        service,
        `query ($shop: String!, $campaign: String!, $adGroup: String!, $names: [String!]!, $raise: Boolean!) {
           campaign { byAdvertisable(advertisable: $shop, channels: ["web"], types: ["blended"]) { ${FIELDS} } byEID(campaign: $campaign) { name }
             metricsTotal { impressions } }
           adgroup { byEID(adgroup: $adGroup) { name campaign } } ad { byAdgroup(adgroup: $adGroup) { eid } }
           ...Flags @include(if: $raise) } fragment Flags on Query { flags(names: $names) }`,
        {
          shop: advertisable,
          campaign: tree.campaign,
          adGroup: tree.adGroup,
          names: [flag ?? ""],
          raise: flag !== null,
        },
        as,
      );
    const found = await ask("universal_campaigns");
    expect(found["flags"]).toBe(true);
    const { byAdvertisable } = found["campaign"] as { byAdvertisable: { metrics: { byDate: object[] } }[] };
    expect(byAdvertisable[0]?.metrics.byDate).toHaveLength(31);
    const audiences = [{ eid: tree.segment }];
    expect(found).toMatchObject({
      campaign: {
        byAdvertisable: [
          {
            eid: tree.campaign,
            name: "Campaign",
            status: "running",
            actualStatusString: "live",
            channel: "web",
            type: "blended",
            budget: 100,
            budgetType: "daily",
            objective: "convert",
            playbookEID: tree.playbook,
            currency: "USD",
            audiences,
            metrics: { summary: { impressions: 1_000, cost: 5.5, conversions: 0, sends: null } },
            adgroups: [
              {
                eid: tree.adGroup,
                status: "running",
                adType: "static",
                kpiMetric: "CPA",
                audiences: [{ name: "Visitors" }],
                ads: [{ eid: ad }],
                metrics: { summary: { impressions: 700 } },
              },
            ],
          },
        ],
        byEID: { name: "Campaign" },
        metricsTotal: { impressions: 1_000 },
      },
      adgroup: { byEID: { name: "Ad group", campaign: tree.campaign } },
      ad: { byAdgroup: [{ eid: ad }] },
    });
    const none = {
      campaign: { byAdvertisable: [], byEID: null, metricsTotal: { impressions: 0 } },
      adgroup: { byEID: null },
      ad: { byAdgroup: [] },
    };
    const byDefault = `{ flags(names: $names) campaign { byEID(campaign: "${tree.campaign}") { eid } } }`;
    for (const [query, variables] of [
      [`query ($names: [String!]! = ["universal_campaigns"]) ${byDefault}`, {}],
      [`query ($names: [String!]!) ${byDefault}`, { names: "universal_campaigns" }],
      [
        `query ($raise: Boolean! = true) ${byDefault.replace("$names)", '"universal_campaigns") @include(if: $raise)')}`,
        {},
      ],
    ] as const)
      expect(await dataOf(service, query, variables)).toEqual({
        flags: true,
        campaign: { byEID: { eid: tree.campaign } },
      });
    expect(await ask(null)).toEqual(none);
    expect(await ask("expired_data")).toEqual({ ...none, flags: true });
    expect(await ask("universal_campaigns", "foreign")).toEqual({ ...none, flags: true });
  });

  test("statements do not depend on how many there are", async () => {
    const now = "'2023-07-01T00:00:00Z'::timestamptz";
    const counts: number[] = [];
    for (const size of [1, ...SIZES]) {
      const shop = shops.get(size);
      const key = (noun: string): string => `rpad('${noun}${size}N' || n, 22, 'X')`;
      for (const statement of [
        `insert into universal.universal_campaign (advertisable_eid, eid, name, status, currency, objective, budget, budget_type, is_prorated,
           domain_frequency_cap_enabled, rw_manage_domain_frequency_cap, created_at, updated_at)
         select $1, ${key("U")}, 'U' || n, 'LIVE', 'USD', 'CONVERT', 50, 'DAILY', false, false, false, ${now}, ${now}
         from generate_series(1, ${size}) n on conflict do nothing`,
        `insert into universal.universal_ad_group (advertisable_eid, eid, campaign_eid, name, status, ad_type, objective, currency, kpi_metric,
           sn_placements, positive_segment_eids, negative_segment_eids, high_intent, created_at, updated_at)
         select $1, ${key("V")}, ${key("U")}, 'V' || n, 'LIVE', 'STATIC', 'CONVERT', 'USD', 'CPA', '{}', array[${key("S")}], '{}', false, ${now}, ${now}
         from generate_series(1, ${size}) n on conflict do nothing`,
      ])
        await service.db.owner.query(statement, [shop]);
      const before = service.db.statements.length;
      const { campaign } = await dataOf<{ campaign: { byAdvertisable: object[] } }>(
        service,
        `query ($shop: String!) { flags(names: ["universal_campaigns"]) campaign { byAdvertisable(advertisable: $shop, types: ["blended"]) { ${FIELDS} } } }`,
        { shop },
      );
      expect(campaign.byAdvertisable).toHaveLength(size);
      counts.push(service.db.statements.length - before);
    }
    // The first one may sign in.
    expect(counts.slice(2)).toEqual(counts.slice(1, -1));
  });
});
