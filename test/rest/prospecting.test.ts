import { afterAll, beforeAll, expect, test } from "vitest";
import { callProspecting, createProspectingTree, type ProspectingTree } from "../kit/prospecting.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
let own: ProspectingTree;
beforeAll(async () => {
  service = await startService({ logTo: { write: (line: string) => process.stderr.write(line) } });
  own = await createProspectingTree(service, service.world.granted);
});
afterAll(async () => await service.close());

test("x", async () => {
  const answer = await callProspecting(service, "GET", `advertisables/${service.world.granted.advertisable}/campaigns`);
  expect(answer).toEqual({});
});
