import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { SUBGRAPHS_MODE } from "../kit/subgraphs-mode.js";
import { ALPHA, create, STAFF } from "../kit/world.js";

let service: TestService;

/** Advertisables with as many campaigns, ad groups and ads, and deliveries of each ad. */
const SIZES = [1, 20, 1_000];
const advertisables = new Map<number, string>();

beforeAll(async () => {
  service = await startService();
  for (const size of SIZES) advertisables.set(size, await createRows(size));
});
afterAll(async () => await service.close());

/** Rows that are equal but for their number, written behind the service's back. */
async function createRows(size: number): Promise<string> {
  const { owner } = service.db;
  const eid = await create(service.gateway, "createAdvertisable", "CreateAdvertisableInput", "advertisable", {
    organizationEid: ALPHA,
    name: `Size ${size}`,
  });
  const key = (noun: string): string => `rpad('${noun}${size}N' || n, 22, 'X')`;
  const now = "'2023-07-01T00:00:00Z'::timestamptz";
  const numbers = `generate_series(1, ${size}) n`;
  await owner.query(
    `insert into entities.campaign select $1, ${key("C")}, null, 'C' || n, 'APPROVED', true, null, false, null, null, null, 'USD',
    null, null, null, false, false, false, false, false, false, false, '{}', null, ${now}, ${now} from ${numbers}`,
    [eid],
  );
  await owner.query(
    `insert into entities.ad_group select $1, ${key("G")}, ${key("C")}, null, 'G' || n, 'web', 'APPROVED', true, '{}', '{}', true,
    '{}', '{}', null, 'UTC', ${now}, ${now} from ${numbers}`,
    [eid],
  );
  await owner.query(
    "create table if not exists reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  await owner.query(
    `insert into reporting.delivery select $1, '2023-08-15', ${key("C")}, ${key("G")}, ${key("A")}, 'net', '', '', 'USD', n, 1, 0.5, 0, 0
    from ${numbers}`,
    [eid],
  );
  await owner.query(
    `insert into reporting.delivery_by_campaign select $1, '2023-08-15', ${key("C")}, 'USD', n, 1, 0.5, 0, 0 from ${numbers}`,
    [eid],
  );
  await owner.query(
    `insert into reporting.delivery_by_ad_group select $1, '2023-08-15', ${key("G")}, ${key("C")}, 'USD', n, 1, 0.5, 0, 0 from ${numbers}`,
    [eid],
  );
  return eid;
}

/** Two areas, three levels deep. Only the adapters may ask for 1,000 rows at once, so the engine is asked as they do. */
const THREE_LEVELS = `query ThreeLevels($eid: ID!, $first: Int!) {
  advertisable(eid: $eid) {
    name
    campaigns(first: $first) { nodes {
      name
      deliveries(range: { between: { start: "2023-08-14", endExclusive: "2023-08-17" } }) { summary { impressions cost { amount } } byDate { date metrics { clicks } } }
      adGroups(first: 1) { nodes {
        name
        campaign { advertisable { name } }
        deliveries(range: { pastDays: 30 }, currency: "EUR") { summary { impressions } }
      } }
    } }
  }
}`;

/** What it reads. The second read of campaigns is that of the ad groups; their advertisable is known by then. */
const TABLES = [
  "entities.ad_group",
  "entities.advertisable",
  "entities.campaign",
  "entities.campaign",
  "reporting.delivery_by_ad_group",
  "reporting.delivery_by_campaign",
  "reporting.delivery_by_campaign",
];

/** The first table that a statement reads. */
function tableOf(statement: string): string | undefined {
  return /\bfrom ([a-z_]+\.[a-z_]+)/.exec(statement)?.[1];
}

interface ThreeLevels {
  advertisable: {
    campaigns: {
      nodes: {
        deliveries: { summary: { impressions: number } };
        adGroups: { nodes: { deliveries: { summary: { impressions: number } } }[] };
      }[];
    };
  };
}

describe("one statement a noun and plan step, however many rows", () => {
  test("a query over two areas, three levels deep", async () => {
    for (const size of SIZES) {
      const context = service.gateway.contextFor({ viewer: STAFF, requestId: "statements", pageLimit: 1_000 });
      const answer = await service.gateway.execute({
        document: parse(THREE_LEVELS),
        variables: { eid: advertisables.get(size), first: size },
        context,
      });
      expect(answer.errors).toBeUndefined();
      const { campaigns } = (answer.data as unknown as ThreeLevels).advertisable;
      expect(campaigns.nodes).toHaveLength(size);
      const impressions = campaigns.nodes
        .map((campaign) => campaign.deliveries.summary.impressions)
        .toSorted((a, b) => a - b);
      expect(impressions).toEqual(Array.from({ length: size }, (_, index) => index + 1));
      expect(
        campaigns.nodes.every(
          (campaign) =>
            campaign.adGroups.nodes[0]?.deliveries.summary.impressions === campaign.deliveries.summary.impressions,
        ),
      ).toBe(true);
      expect(context.statements).toHaveLength(TABLES.length);
      // Of a statement that ran in another process only the area is known.
      if (SUBGRAPHS_MODE === "local")
        expect(context.statements.map((statement) => tableOf(statement) ?? statement).toSorted()).toEqual(TABLES);
    }
  });

  test("a list of the old interface with its nested records, and a report", async () => {
    for (const path of [
      "/api/v1/advertisable/get_adgroups?advertisable=",
      "/api/v1/report/campaign?past_days=30&advertisable=",
    ]) {
      const counts = [];
      for (const size of SIZES) {
        const before = service.db.statements.length;
        const answer = await service.request({
          as: "admin",
          method: "GET",
          url: path + (advertisables.get(size) ?? ""),
        });
        expect((answer.json as { results: unknown[] }).results).toHaveLength(size);
        counts.push(service.db.statements.length - before);
      }
      expect(counts).toEqual([counts[0], counts[0], counts[0]]);
    }
  });
});
