import fc from "fast-check";
import { expect, test } from "vitest";
import { dueAfter, imageWait, nextBatch, nextTry, pauseAfter, TRIED_FOR } from "./send-schedule.rules.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const HOUR = 3_600_000;

test("pauses grow from half a minute to two hours and no further", () => {
  expect([1, 2, 3, 8, 9, 1000].map(pauseAfter)).toEqual([30_000, 60_000, 120_000, 3_840_000, 7_200_000, 7_200_000]);
});

test("the next mail is due its hours after the one before it", () => {
  expect(dueAfter(NOW, 24)).toBe(NOW + 24 * HOUR);
  expect(dueAfter(NOW, 0)).toBe(NOW);
});

test("a mail is tried for two days, later and later, and at once given up when it is refused for good", () => {
  expect(nextTry("PERMANENT", { attempts: 1, firstTriedAt: NOW }, NOW)).toBeNull();
  let now = NOW;
  let attempts = 0;
  for (;;) {
    attempts += 1;
    const next = nextTry("TEMPORARY", { attempts, firstTriedAt: NOW }, now);
    if (next === null) break;
    expect(next).toBeGreaterThan(now);
    now = next;
  }
  expect(now - NOW).toBeLessThanOrEqual(TRIED_FOR);
  expect(now - NOW).toBeGreaterThan(TRIED_FOR - 3 * HOUR);
  expect(attempts).toBeLessThan(40);
});

test("a mail waits for its image an hour at most", () => {
  expect(imageWait(null, NOW)).toBeNull();
  expect(imageWait({ status: "WAITING", askedAt: NOW - 1 }, NOW)).toBe(NOW - 1 + HOUR);
  expect(imageWait({ status: "WAITING", askedAt: NOW - HOUR }, NOW)).toBeNull();
  expect(imageWait({ status: "CAPTURED", askedAt: NOW }, NOW)).toBeNull();
  expect(imageWait({ status: "FAILED", askedAt: NOW }, NOW)).toBeNull();
});

test("a batch takes a second or two, however slow the server is", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 5_000, noNaN: true }), (each) => {
      let size = 50;
      for (let round = 0; round < 30; round += 1) {
        const next = nextBatch(size, size * each);
        expect(next).toBeGreaterThanOrEqual(10);
        expect(next).toBeLessThanOrEqual(500);
        size = next;
      }
      expect(size === 10 || size * each <= 1_600).toBe(true);
    }),
  );
});
