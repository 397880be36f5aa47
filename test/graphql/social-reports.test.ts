import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { createSocialTree, type SocialTree } from "../kit/social.js";

let service: TestService;
let tree: SocialTree;
beforeAll(async () => {
  service = await startService();
  const { owner } = service.db;
  const { granted, other } = service.world;
  tree = await createSocialTree(service, granted.advertisable);
  await createSocialTree(service, other.advertisable);
  const sums = "'USD', 1000, 20, 5.5, 0, 0";
  await owner.query(
    "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  await owner.query(`insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', 's', '', ${sums})`, [
    granted.advertisable,
    tree.campaign,
    tree.adSet,
    tree.ad,
  ]);
  await owner.query(`insert into reporting.delivery_by_ad_group values ($1, '2023-08-15', $3, $2, ${sums})`, [
    granted.advertisable,
    tree.campaign,
    tree.adSet,
  ]);
  await owner.query(`insert into reporting.delivery_by_campaign values ($1, '2023-08-15', $2, ${sums})`, [
    granted.advertisable,
    tree.campaign,
  ]);
});
afterAll(async () => await service.close());

const REPORT = "deliveries(range: { pastDays: 30 }) { summary { impressions clicks cost { amount } ctr } }";

test("a campaign, its ad sets and their ads are reported on as those of every other kind are", async () => {
  const { data, errors } = await service.graphql(
    `query ($eid: ID!) { socialCampaign(eid: $eid) { ${REPORT} adSets(first: 3) { nodes { ${REPORT} ads(first: 3) { nodes { ${REPORT} } } } } } }`,
    { eid: tree.campaign },
    "granted",
  );
  expect(errors).toBeUndefined();
  const deliveries = { summary: { impressions: 1_000, clicks: 20, cost: { amount: "5.50" }, ctr: "2" } };
  expect(data).toEqual({
    socialCampaign: {
      deliveries,
      adSets: { nodes: [{ deliveries, ads: { nodes: [{ deliveries }] } }] },
    },
  });
});

test("one that nothing was delivered for has zeros, and one statement reports on a whole list", async () => {
  const query = `query ($first: Int) { socialCampaigns(first: $first) { nodes { eid ${REPORT} } } }`;
  const one = await service.graphql(query, { first: 1 });
  const both = await service.graphql(query, { first: 2 });
  const { nodes } = (both.data as { socialCampaigns: { nodes: { eid: string }[] } }).socialCampaigns;
  expect(nodes.find((node) => node.eid !== tree.campaign)).toMatchObject({
    deliveries: { summary: { impressions: 0, clicks: 0, cost: { amount: "0.00" }, ctr: null } },
  });
  expect(both.statements).toBe(one.statements);
});
