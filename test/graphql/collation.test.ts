import { afterAll, beforeAll, expect, test } from "vitest";
import { createDictionaryDatabase } from "../kit/database.js";
import { startService, type TestService } from "../kit/service.js";
import { create } from "../kit/world.js";

let service: TestService;
beforeAll(async () => {
  service = await startService({ db: await createDictionaryDatabase() });
});
afterAll(async () => await service.close());

test("on a server that sorts as a dictionary does, lists and breakdowns still follow code points, and pages lose nothing", async () => {
  const { advertisable, campaign, adGroup, ad } = service.world.granted;
  for (const name of ["a", "B", "A", "b"]) {
    await create(service.gateway, "createCampaign", "CreateCampaignInput", "campaign", {
      advertisableEid: advertisable,
      name,
    });
  }
  const sources = ["feed", "Feed", "audience", "stories", "Reels", "Story"];
  await service.db.owner.query(
    "create table reporting.delivery_2023_08 partition of reporting.delivery for values from ('2023-08-01') to ('2023-09-01')",
  );
  for (const source of sources) {
    await service.db.owner.query(
      `insert into reporting.delivery values ($1, '2023-08-15', $2, $3, $4, 'n', $5, '', 'USD', 1, 0, 0, 0, 0)`,
      [advertisable, campaign, adGroup, ad, source],
    );
  }
  const names: string[] = [];
  const entities: string[] = [];
  interface Connection<N> {
    nodes: N[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  }
  let after: (string | null)[] = [null, null];
  for (let page = 0; page < 3; page += 1) {
    const { data } = await service.graphql(
      `query ($eid: ID!, $a: String, $b: String) { advertisable(eid: $eid) {
        campaigns(first: 2, after: $a, orderBy: [{ field: NAME }]) { nodes { name } pageInfo { hasNextPage endCursor } }
        deliveries(range: { pastDays: 30 }) { byEntity(level: INVENTORY_SOURCE, first: 2, after: $b) { nodes { entity } pageInfo { hasNextPage endCursor } } } } }`,
      { eid: advertisable, a: after[0], b: after[1] },
    );
    const found = (
      data as {
        advertisable: {
          campaigns: Connection<{ name: string }>;
          deliveries: { byEntity: Connection<{ entity: string }> };
        };
      }
    ).advertisable;
    names.push(...found.campaigns.nodes.map((node) => node.name));
    entities.push(...found.deliveries.byEntity.nodes.map((node) => node.entity));
    after = [found.campaigns.pageInfo.endCursor, found.deliveries.byEntity.pageInfo.endCursor];
  }
  expect(names).toEqual(["A", "B", "Granted campaign", "a", "b"]);
  expect(entities).toEqual(sources.toSorted());
});
