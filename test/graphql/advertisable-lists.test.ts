import { buildSchema, isInterfaceType, isObjectType, getNamedType } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaFiles } from "../../schema/files.js";
import { createProspectingTree } from "../kit/prospecting.js";
import { createSocialTree } from "../kit/social.js";
import { createStrategyTree } from "../kit/strategies.js";
import { startService, type TestService } from "../kit/service.js";

/** The lists of an advertisable whose rows have an id, each with the type of its rows. */
function lists(): [string, string][] {
  const advertisable = buildSchema(schemaFiles()["api.graphql"] ?? "").getType("Advertisable");
  if (!isObjectType(advertisable)) throw new TypeError("there is no Advertisable");
  return Object.values(advertisable.getFields()).flatMap((field): [string, string][] => {
    const connection = getNamedType(field.type);
    if (!isObjectType(connection) || !connection.name.endsWith("Connection")) return [];
    const node = getNamedType(connection.getFields()["nodes"]?.type ?? connection);
    return isObjectType(node) && node.getInterfaces().some((each) => isInterfaceType(each) && each.name === "Node")
      ? [[field.name, node.name]]
      : [];
  });
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { advertisable } = service.world.granted;
  await createSocialTree(service, advertisable);
  await createProspectingTree(service, service.world.granted);
  await createStrategyTree(service, advertisable);
});
afterAll(async () => await service.close());

test("each list of an advertisable has rows of its own kind", async () => {
  const seen: string[] = [];
  for (const [field, type] of lists()) {
    const { data, errors } = await service.graphql(
      `query ($eid: ID!) { advertisable(eid: $eid) { ${field}(first: 5) { nodes { id } } } }`,
      { eid: service.world.granted.advertisable },
    );
    expect([field, errors]).toEqual([field, undefined]);
    const { nodes } = (data as { advertisable: Record<string, { nodes: { id: string }[] }> }).advertisable[field] ?? {
      nodes: [],
    };
    expect(nodes.filter(({ id }) => !id.startsWith(`${type}_`))).toEqual([]);
    if (nodes.length > 0) seen.push(field);
  }
  expect(seen).toEqual(
    expect.arrayContaining(["campaigns", "socialCampaigns", "adSets", "strategies", "strategyCampaigns"]),
  );
});
