import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkOperation } from "../../gateway/planning/limits.js";
import { createOperationGate } from "../../gateway/planning/operation-gate.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { startService, type TestService } from "../kit/service.js";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.close());

function fanOut(depth: number): string {
  const fragments = Array.from({ length: depth }, (_, n) => `fragment F${n} on User{...F${n + 1} ...F${n + 1}}`);
  return `{viewer{...F0}}${fragments.join("")}fragment F${depth} on User{eid}`;
}

const HOSTILE = {
  "2^25 fields in 1 KB of fragments": fanOut(25),
  "3,000 aliases": `{viewer{${Array.from({ length: 3_000 }, (_, n) => `a${n}:eid `).join("")}}}`,
  "8,000 levels": `{a${"{a".repeat(8_000)}${"}".repeat(8_001)}`,
  "400 overlapping fragments": `{viewer{${"...F ".repeat(400)}}}fragment F on User{eid}`,
};

test("a hostile document is refused within 10 ms", () => {
  expect(HOSTILE["2^25 fields in 1 KB of fragments"].length).toBeLessThan(1_100);
  const gate = createOperationGate(service.gateway.schema, DEFAULT_LIMITS);
  for (const [name, text] of Object.entries(HOSTILE)) {
    gate.refusalOf("{ warm { up } }");
    const took = Array.from({ length: 5 }, () => {
      const began = performance.now();
      expect(gate.refusalOf(text)).toBeDefined();
      return performance.now() - began;
    });
    expect([name, Math.min(...took) < 10]).toEqual([name, true]);
  }
});

test("what fragments expand to costs no more than their text", () => {
  for (const [depth, milliseconds] of [
    [30, 1],
    [1_000, 30],
  ] as const) {
    const document = parse(fanOut(depth), { noLocation: true });
    const took = Array.from({ length: 20 }, () => {
      const began = performance.now();
      expect(checkOperation(document, DEFAULT_LIMITS).map((error) => error.code)).toEqual(["MAX_EXPANDED_SELECTIONS"]);
      return performance.now() - began;
    });
    expect([depth, Math.min(...took) < milliseconds]).toEqual([depth, true]);
  }
});

test("a document far beyond the parser's own depth is measured without recursion", () => {
  // The parser itself would not get through 100,000 levels, so the tree is made by hand.
  let document = parse("{ a }", { noLocation: true });
  const [operation] = document.definitions;
  if (operation?.kind !== "OperationDefinition") throw new Error("no operation");
  let { selectionSet } = operation;
  const [field] = selectionSet.selections;
  if (field?.kind !== "Field") throw new Error("no field");
  for (let level = 0; level < 100_000; level += 1)
    selectionSet = { ...selectionSet, selections: [{ ...field, selectionSet }] };
  document = { ...document, definitions: [{ ...operation, selectionSet }] };
  expect(checkOperation(document, DEFAULT_LIMITS)[0]?.code).toBe("MAX_DEPTH_LIMIT");
});

test("a hostile request holds up others by less than 50 ms", async () => {
  await service.graphql("{ viewer { eid } }");
  for (const [name, query] of Object.entries(HOSTILE)) {
    const stalls: number[] = [];
    // The least of several, as the machine has other things to do as well.
    for (let round = 0; round < 10; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const { status } = await service.request({ as: "admin", method: "POST", url: "/graphql", payload: { query } });
      await setTimeout(5);
      delay.disable();
      expect(status).toBe(400);
      stalls.push(delay.max / 1e6);
    }
    expect([name, Math.min(...stalls) < 50]).toEqual([name, true]);
  }
});
