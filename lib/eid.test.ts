import { expect, test } from "vitest";
import { fixedClock } from "./clock.js";
import { eidSource, isEid, systemRandom } from "./eid.js";

test("an EID is 22 characters of base32 that later moments sort behind", () => {
  const instants = [
    "2001-01-01T00:00:00Z",
    "2026-11-28T09:00:00.000Z",
    "2026-11-28T09:00:00.001Z",
    "2199-12-31T23:59:59Z",
  ];
  const eids = instants.map((instant) => eidSource(fixedClock(instant), systemRandom)());
  for (const eid of eids) expect(eid).toMatch(/^[A-Z2-7]{22}$/);
  expect(eids.toSorted()).toEqual(eids);
});

test("the randomness that is passed in decides the rest of it, all 62 bits", () => {
  const clock = fixedClock("2026-01-01T00:00:00Z");
  const of = (byte: number): string => eidSource(clock, (length) => new Uint8Array(length).fill(byte))();
  expect(of(0)).toBe(of(0));
  expect(of(0).slice(-12)).toBe("2".repeat(12));
  expect(of(255).slice(-12)).toBe("Z".repeat(12));
  const many = new Set(Array.from({ length: 10_000 }, eidSource(clock, systemRandom)));
  expect(many.size).toBe(10_000);
});

test("imported EIDs may have other characters, but not another length", () => {
  for (const text of ["abcDEF_-0123456789abcd", "A".repeat(22)]) expect(isEid(text)).toBe(true);
  for (const text of [
    "",
    "A".repeat(21),
    "A".repeat(23),
    `${"A".repeat(21)}é`,
    `${"A".repeat(21)}\n`,
    `${"A".repeat(22)}\n`,
  ])
    expect(isEid(text)).toBe(false);
});
