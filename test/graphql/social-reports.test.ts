import { afterAll, beforeAll, expect, test } from "vitest";
import { loadFile } from "../kit/facts.js";
import { startService, type TestService } from "../kit/service.js";
import { createSocialTree, type SocialTree } from "../kit/social.js";

let service: TestService;
let tree: SocialTree;
let foreign: SocialTree;
beforeAll(async () => {
  service = await startService();
  const { granted, other } = service.world;
  tree = await createSocialTree(service, granted.advertisable);
  foreign = await createSocialTree(service, other.advertisable);
  const row = ({ campaign, adSet, ad }: SocialTree): string => `2023-08-15,${campaign},${adSet},${ad},1000,20,5.5,0`;
  const header = "date,campaign,adGroup,ad,impressions,clicks,cost,reportedConversions";
  // What is another advertisable's, or does not belong together, is no ad of this one.
  const refused = await loadFile(
    service,
    "deliveries",
    granted.advertisable,
    [header, row(tree), row(foreign), row({ ...tree, ad: foreign.ad })],
    ["--by-eid"],
  );
  expect(refused.loaded).toBe(false);
  expect(refused.out).toMatch(/line 3: there is no ad .*\nline 4: .*\n2 of 3 rows are bad; nothing was loaded/);
  const { out } = await loadFile(service, "deliveries", granted.advertisable, [header, row(tree)], ["--by-eid"]);
  expect(out).toContain("1 deliveries inserted");
  const elsewhere = row({ ...tree, campaign: foreign.campaign });
  const misplaced = await loadFile(service, "deliveries", granted.advertisable, [header, elsewhere], ["--by-eid"]);
  expect(misplaced.loaded).toBe(false);
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
  const query = `query ($eids: [String!]) { socialCampaigns(filter: { eid: { in: $eids } }) { nodes { eid ${REPORT} } } }`;
  const one = await service.graphql(query, { eids: [tree.campaign] });
  const both = await service.graphql(query, { eids: [tree.campaign, foreign.campaign] });
  const { nodes } = (both.data as { socialCampaigns: { nodes: { eid: string }[] } }).socialCampaigns;
  expect(nodes.find((node) => node.eid !== tree.campaign)).toMatchObject({
    deliveries: { summary: { impressions: 0, clicks: 0, cost: { amount: "0.00" }, ctr: null } },
  });
  expect(nodes).toHaveLength(2);
  expect(both.statements).toBe(one.statements);
});
