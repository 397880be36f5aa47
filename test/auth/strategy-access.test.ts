import { afterAll, beforeAll, expect, test } from "vitest";
import { askStrategies, dataOf, type StrategyAnswer } from "../kit/strategies.js";
import { startService, type TestService } from "../kit/service.js";
import { fillStrategies, STRATEGY_MUTATIONS, strategyOf } from "./strategy-objects.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { granted, other, foreign } = service.world;
  for (const { advertisable } of [granted, other, foreign]) await fillStrategies(service, advertisable);
});
afterAll(async () => await service.close());

const EVERYWHERE = `{
  advertisables(first: 3) { nodes { eid
    strategies(first: 3) { nodes { eid campaigns(first: 3) { nodes { eid strategy { eid } } } } }
    strategyCampaigns(first: 3) { nodes { eid } } ads(first: 3) { nodes { eid strategies(first: 3) { nodes { eid } } } } } }
  strategies(first: 10) { nodes { eid advertisable { eid } ads(first: 3) { nodes { strategyEid } } segments(first: 3) { nodes { strategyEid } } } }
  strategyCampaigns(first: 10) { nodes { eid advertisable { eid } } }
}`;

test("nothing foreign is seen, by list, edge, node or filter", async () => {
  const { granted, other, foreign } = service.world;
  const { data, errors } = await service.graphql(EVERYWHERE, {}, "granted");
  expect(errors).toBeUndefined();
  const seen = JSON.stringify(data);
  for (const eid of Object.values(strategyOf(granted))) expect(seen).toContain(eid);
  for (const tree of [other, foreign]) {
    const { strategy, campaign } = strategyOf(tree);
    for (const eid of [strategy, campaign]) expect(seen).not.toContain(eid);
    const nodes = await service.graphql(
      `query ($ids: [ID!]!, $eids: [String!]!) { nodes(ids: $ids) { id }
         strategies(filter: { eid: { in: $eids } }) { nodes { eid } } }`,
      { ids: [`Strategy_${strategy}`, `StrategyCampaign_${campaign}`], eids: [strategy] },
      "granted",
    );
    expect(nodes.data).toEqual({ nodes: [null, null], strategies: { nodes: [] } });
  }
});

test("nothing foreign is changed, or told apart from what is not there", async () => {
  const { granted, other, foreign } = service.world;
  for (const tree of [other, foreign]) {
    for (const [mutation, { input }] of Object.entries(STRATEGY_MUTATIONS)) {
      const type = service.gateway.schema.getMutationType()?.getFields()[mutation]?.args[0]?.type.toString();
      const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { __typename } }`;
      const { errors } = await service.graphql(query, { input: input(tree) }, "granted");
      expect([mutation, errors?.[0]?.extensions.code]).toEqual([mutation, "NOT_FOUND"]);
    }
    const query = { advertisable_eid: granted.advertisable, strategy_eid: strategyOf(tree).strategy };
    const answer = await askStrategies(service, { as: "granted", query });
    expect(answer.status).toBe(404);
  }
});

test("each lists the strategies of the advertisables that they see", async () => {
  const { granted, other, foreign } = service.world;
  for (const [as, seen] of [
    ["ungranted", []],
    ["granted", [granted]],
    ["admin", [granted, other]],
    ["foreign", [foreign]],
    ["staff", [granted, other, foreign]],
  ] as const) {
    for (const tree of [granted, other, foreign]) {
      const answer = await askStrategies(service, { as, query: { advertisable_eid: tree.advertisable } });
      const isSeen = seen.some(({ advertisable }) => advertisable === tree.advertisable);
      expect([as, answer.status]).toEqual([as, isSeen ? 200 : 404]);
      if (isSeen) expect(dataOf<StrategyAnswer[]>(answer).map(({ eid }) => eid)).toEqual([strategyOf(tree).strategy]);
    }
  }
});
