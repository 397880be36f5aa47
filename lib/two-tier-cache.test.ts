import { expect, test } from "vitest";
import { createTwoTierCache } from "./two-tier-cache.js";

test("what was asked for again outlives any number of values that were not", () => {
  const cache = createTwoTierCache<string, number>({ fresh: 5, kept: 5 });
  cache.set("hot", 1);
  expect(cache.get("hot")).toBe(1);
  for (let i = 0; i < 1_000; i += 1) cache.set(`once ${i}`, i);
  expect(cache.get("hot")).toBe(1);
  expect(cache.get("once 999")).toBe(999);
  expect(cache.get("once 900")).toBeUndefined();
});

test("both tiers are bounded, and a value that is set or deleted is so in whichever it stands", () => {
  const cache = createTwoTierCache<number, string>({ fresh: 3, kept: 3 });
  for (let i = 0; i < 100; i += 1) {
    cache.set(i, `${i}`);
    cache.get(i);
  }
  const found = Array.from({ length: 100 }, (_, i) => cache.get(i)).filter((value) => value !== undefined);
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(found.length).toBeLessThanOrEqual(6);
  cache.set(99, "new");
  expect(cache.get(99)).toBe("new");
  cache.delete(99);
  expect(cache.get(99)).toBeUndefined();
});
