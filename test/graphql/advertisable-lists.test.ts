import { getNamedType, isObjectType } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProspectingTree } from "../kit/prospecting.js";
import { startService, type TestService } from "../kit/service.js";
import { createSocialTree } from "../kit/social.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  for (const tree of [service.world.granted, service.world.other]) {
    await createSocialTree(service, tree.advertisable);
    await createProspectingTree(service, tree);
  }
});
afterAll(async () => await service.close());

type Nodes = { nodes: { eid: string }[] };

test("each list of an advertisable holds what the root field of the same name lists of it", async () => {
  const { advertisable } = service.world.granted;
  const query = service.gateway.schema.getQueryType()?.getFields() ?? {};
  const type = service.gateway.schema.getType("Advertisable");
  if (!isObjectType(type)) throw new TypeError("there is no Advertisable");
  const lists = Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith("Connection") && query[field.name] !== undefined)
    .map((field) => field.name);
  expect(lists.length).toBeGreaterThan(12);
  let filled = 0;
  for (const list of lists) {
    const { data, errors } = await service.graphql(
      `{ advertisable(eid: "${advertisable}") { own: ${list} { nodes { eid } } }
         all: ${list} { nodes { eid } } }`,
      {},
      // Who sees no other advertisable.
      "granted",
    );
    expect([list, errors]).toEqual([list, undefined]);
    const { advertisable: of, all } = data as { advertisable: { own: Nodes }; all: Nodes };
    expect([list, of.own.nodes]).toEqual([list, all.nodes]);
    if (all.nodes.length > 0) filled += 1;
  }
  expect(filled).toBeGreaterThan(10);
});
