import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addTargets,
  inheritedGeoTargets,
  removeTargets,
  replaceLists,
  type TargetLists,
} from "./ad-group-target.rules.js";
import type { GeoTarget } from "./ad-group-target.type.js";
import { checkIpRanges, ipRange, ipRanges } from "./ip-range.rules.js";

const NONE: TargetLists = {
  positiveSegments: [],
  negativeSegments: [],
  placementTargets: [],
  platformTargets: [],
  demographicTargets: [],
  siteExclusions: [],
};

describe("the lists of an ad group", () => {
  test("a segment is in at most one of the two lists, whatever is added, replaced and taken out", () => {
    const segments = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
    const step = fc.record({
      kind: fc.constantFrom(addTargets, removeTargets, replaceLists),
      list: fc.constantFrom("positiveSegments" as const, "negativeSegments" as const),
      segments,
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const lists = steps.reduce((before, { kind, list, segments: given }) => kind(before, { [list]: given }), NONE);
        const all = [...lists.positiveSegments, ...lists.negativeSegments];
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  test("entries are the same whatever the order of their fields", () => {
    const before = { ...NONE, demographicTargets: [{ minAge: 18, maxAge: 65 }] };
    expect(addTargets(before, { demographicTargets: [{ maxAge: 65, minAge: 18 }] }).demographicTargets).toHaveLength(1);
    expect(removeTargets(before, { demographicTargets: [{ maxAge: 65, minAge: 18 }] })).toEqual(NONE);
  });

  test("what is taken out and was not there changes nothing", () => {
    const before = { ...NONE, siteExclusions: ["a.example"] };
    expect(removeTargets(before, { siteExclusions: ["b.example"] })).toEqual(before);
  });
});

test("of the geo targets of other ad groups each place comes once, as the oldest has it, or left out by any", () => {
  const place = (eid: string, cityId: string, isNegative = false): GeoTarget => ({
    eid,
    isNegative,
    countryId: null,
    regionId: null,
    metroId: null,
    cityId,
    postalCodeId: null,
    postalCode: null,
  });
  const oldest = [place("1", "a"), place("2", "b", true)];
  expect(inheritedGeoTargets([...oldest, place("3", "b"), place("1", "c"), place("4", "d")])).toEqual([
    ...oldest,
    place("4", "d"),
  ]);
  expect(inheritedGeoTargets([...oldest, place("5", "a", true), place("6", "c")])).toEqual([
    place("5", "a", true),
    place("2", "b", true),
    place("6", "c"),
  ]);
  const many = Array.from({ length: 1_000 }, (_, index) => place(`m${index}`, `m${index}`));
  const kept = inheritedGeoTargets([...many, place("7", "z", true)]);
  expect([kept.length, kept.at(-1)]).toEqual([1_000, place("7", "z", true)]);
});

describe("IP ranges", () => {
  test("are written as Postgres writes them, and each is kept once", () => {
    expect(ipRange("10.0.0.1")).toBe("10.0.0.1");
    expect(ipRange("10.0.0.1/32")).toBe("10.0.0.1");
    expect(ipRange("10.0.0.0/08")).toBe("10.0.0.0/8");
    expect(ipRange("2001:DB8:0:0::1")).toBe("2001:db8::1");
    expect(ipRanges(["::1", "0:0:0:0:0:0:0:1/128", "::1"])).toEqual(["::1"]);
  });

  test("what is none is refused with its place", () => {
    for (const text of [
      "",
      "1.2.3",
      "1.2.3.4/",
      "1.2.3.4/33",
      "1.2.3.4/-1",
      "1.2.3.4/8/8",
      "::/129",
      "fe80::1%lo",
      "a",
    ])
      expect([text, ipRange(text)]).toEqual([text, null]);
    expect(checkIpRanges("ipRangeExclusions", ["::1", "x"])).toMatchObject([
      { path: ["input", "ipRangeExclusions", 1], code: "NOT_AN_IP_RANGE" },
    ]);
    expect(
      checkIpRanges(
        "ipRangeExclusions",
        Array.from({ length: 1_001 }, () => "::1"),
      ),
    ).toMatchObject([{ code: "TOO_MANY" }]);
  });
});
