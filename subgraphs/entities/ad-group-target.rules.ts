import { isEid } from "../../lib/eid.js";
import type { Violation } from "../../lib/errors.js";
import { keysOf } from "../../lib/keys.js";
import type { DemographicTarget, GeoTarget, PlacementTarget, PlatformTarget } from "./ad-group-target.type.js";
import { checkText } from "../../lib/checks.js";
import { checkDomains } from "./checks.js";

/** Entries of one list at most. */
const MAX_ENTRIES = 1_000;
const MIN_AGE = 13;
const MAX_AGE = 65;

/** The lists that entries are added to and taken out of. */
export interface TargetLists {
  positiveSegments: string[];
  negativeSegments: string[];
  placementTargets: PlacementTarget[];
  platformTargets: PlatformTarget[];
  demographicTargets: DemographicTarget[];
  siteExclusions: string[];
}

export type GivenTargets = { [L in keyof TargetLists]?: TargetLists[L] | undefined };

/** The lists with more entries: each entry once, and a segment in one of the two lists only. */
export function addTargets(before: TargetLists, added: GivenTargets): TargetLists {
  const after = {
    positiveSegments: union(before.positiveSegments, added.positiveSegments),
    negativeSegments: union(before.negativeSegments, added.negativeSegments),
    placementTargets: union(before.placementTargets, added.placementTargets),
    platformTargets: union(before.platformTargets, added.platformTargets),
    demographicTargets: union(before.demographicTargets, added.demographicTargets),
    siteExclusions: union(before.siteExclusions, added.siteExclusions),
  };
  return removeTargets(after, {
    positiveSegments: added.negativeSegments,
    negativeSegments: added.positiveSegments,
  });
}

export function removeTargets(before: TargetLists, removed: GivenTargets): TargetLists {
  return {
    positiveSegments: without(before.positiveSegments, removed.positiveSegments),
    negativeSegments: without(before.negativeSegments, removed.negativeSegments),
    placementTargets: without(before.placementTargets, removed.placementTargets),
    platformTargets: without(before.platformTargets, removed.platformTargets),
    demographicTargets: without(before.demographicTargets, removed.demographicTargets),
    siteExclusions: without(before.siteExclusions, removed.siteExclusions),
  };
}

/** The lists after an edit that replaces some of them; a segment that is given leaves the list that is not. */
export function replaceLists(before: TargetLists, replaced: GivenTargets): TargetLists {
  const kept = removeTargets(before, {
    positiveSegments: replaced.negativeSegments,
    negativeSegments: replaced.positiveSegments,
  });
  return {
    positiveSegments: union(replaced.positiveSegments ?? kept.positiveSegments),
    negativeSegments: union(replaced.negativeSegments ?? kept.negativeSegments),
    placementTargets: union(replaced.placementTargets ?? kept.placementTargets),
    platformTargets: union(replaced.platformTargets ?? kept.platformTargets),
    demographicTargets: union(replaced.demographicTargets ?? kept.demographicTargets),
    siteExclusions: union(replaced.siteExclusions ?? kept.siteExclusions),
  };
}

/** The entries in the order in which they came, each once. */
function union<T>(before: readonly T[], added: readonly T[] = []): T[] {
  return [...new Map([...before, ...added].map((entry) => [keyOf(entry), entry])).values()];
}

function without<T>(before: readonly T[], removed: readonly T[] = []): T[] {
  const keys = new Set(removed.map(keyOf));
  return before.filter((entry) => !keys.has(keyOf(entry)));
}

function keyOf(entry: unknown): string {
  return typeof entry === "object" && entry !== null
    ? JSON.stringify(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : String(entry);
}

/** Checks lists that an ad group is to have: beside the rest no segment may be in both lists. */
export function checkTargets(lists: GivenTargets, path: readonly string[] = ["input"]): Violation[] {
  return [
    ...checkEntries(lists, path),
    ...checkOverlap(lists, path),
    ...checkDevices(lists.platformTargets ?? [], path),
  ];
}

const SYSTEM_OF: Readonly<Record<PlatformTarget["device"], PlatformTarget["os"]>> = {
  IPOD: "IOS",
  IPAD: "IOS",
  IPHONE: "IOS",
  ANDROID_TABLET: "ANDROID",
  ANDROID_SMARTPHONE: "ANDROID",
};

function checkDevices(targets: readonly PlatformTarget[], path: readonly string[]): Violation[] {
  return targets.flatMap(({ os, device }, index) => {
    if (SYSTEM_OF[device] === os) return [];
    const message = `device must be one that runs ${os}, which ${device} does not.`;
    return [{ path: [...path, "platformTargets", index, "device"], code: "MISMATCH", message }];
  });
}

/** Checks the entries of lists that a client sends; `path` is where they stand in the input. */
export function checkEntries(lists: GivenTargets, path: readonly string[]): Violation[] {
  const violations = [
    ...checkEids("positiveSegments", lists.positiveSegments),
    ...checkEids("negativeSegments", lists.negativeSegments),
    ...(lists.platformTargets ?? []).flatMap((target, index) =>
      checkText("osVersion", target.osVersion, 1, 64).map((found) => ({
        ...found,
        path: ["input", "platformTargets", index, "osVersion"],
      })),
    ),
    ...(lists.demographicTargets ?? []).flatMap((target, index) => checkAges(target, index)),
    ...checkDomains("siteExclusions", lists.siteExclusions),
    ...keysOf(lists)
      .filter((list) => list !== "siteExclusions")
      .flatMap((list) => checkCount(list, lists[list])),
  ];
  return violations.map((violation) => ({ ...violation, path: [...path, ...violation.path.slice(1)] }));
}

/** Lists as they are after entries were added. */
export function checkCounts(lists: TargetLists): Violation[] {
  return keysOf<TargetLists>(lists).flatMap((list) => checkCount(list, lists[list]));
}

function checkCount(list: string, entries: readonly unknown[] | undefined): Violation[] {
  if (entries === undefined || entries.length <= MAX_ENTRIES) return [];
  return [{ path: ["input", list], code: "TOO_MANY", message: `${list} must have at most ${MAX_ENTRIES} entries.` }];
}

function checkEids(list: string, eids: readonly string[] | undefined): Violation[] {
  return (eids ?? []).flatMap((eid, index) =>
    isEid(eid)
      ? []
      : [{ path: ["input", list, index], code: "NOT_AN_EID", message: `${list} must be EIDs of 22 characters.` }],
  );
}

function checkOverlap({ positiveSegments, negativeSegments }: GivenTargets, path: readonly string[]): Violation[] {
  const both = positiveSegments?.find((eid) => negativeSegments?.includes(eid));
  if (both === undefined) return [];
  const message = `negativeSegments must not have a segment of the other list, as it has ${both}.`;
  return [{ path: [...path, "negativeSegments"], code: "OVERLAP", message }];
}

function checkAges({ minAge, maxAge }: DemographicTarget, index: number): Violation[] {
  const violation = (field: string, message: string): Violation => ({
    path: ["input", "demographicTargets", index, field],
    code: "OUT_OF_RANGE",
    message,
  });
  return [
    ...(minAge < MIN_AGE || minAge > MAX_AGE
      ? [violation("minAge", `minAge must be from ${MIN_AGE} to ${MAX_AGE}.`)]
      : []),
    ...(maxAge < MIN_AGE || maxAge > MAX_AGE
      ? [violation("maxAge", `maxAge must be from ${MIN_AGE} to ${MAX_AGE}.`)]
      : []),
    ...(minAge > maxAge ? [violation("minAge", "minAge must not be above maxAge.")] : []),
  ];
}

/** What names a place; exactly one of them in each geo target. */
export const PLACE_FIELDS = ["countryId", "regionId", "metroId", "cityId", "postalCodeId", "postalCode"] as const;
export type PlaceField = (typeof PLACE_FIELDS)[number];

/** A geo target as a client sends it. */
export interface GivenGeoTarget {
  place: { [F in PlaceField]?: string | null | undefined };
  eid?: string | null | undefined;
  isNegative: boolean;
}

/** The geo targets that a client means, each with an identifier. */
export function toGeoTargets(given: readonly GivenGeoTarget[], newEid: () => string): GeoTarget[] {
  return given.map(({ place, eid, isNegative }) => ({
    eid: eid ?? newEid(),
    isNegative,
    countryId: place.countryId ?? null,
    regionId: place.regionId ?? null,
    metroId: place.metroId ?? null,
    cityId: place.cityId ?? null,
    postalCodeId: place.postalCodeId ?? null,
    postalCode: place.postalCode ?? null,
  }));
}

export function checkGeoTargets(given: readonly GivenGeoTarget[] | undefined, worldwide?: boolean): Violation[] {
  if (given === undefined) return [];
  const field = "geoTargets";
  if (given.length > MAX_ENTRIES) return checkCount(field, given);
  const violation = (index: number, code: string, must: string): Violation => ({
    path: ["input", field, index],
    code,
    message: `${field} ${must}`,
  });
  const eids = given.map((target) => target.eid ?? null);
  const places = given.map((target) => placeKey(target.place));
  return [
    ...(worldwide === true && given.length > 0
      ? [
          {
            path: ["input", field],
            code: "MISMATCH",
            message: `${field} must be empty for an ad group without borders.`,
          },
        ]
      : []),
    ...given.flatMap((target, index) => [
      ...(target.eid != null && !isEid(target.eid)
        ? [violation(index, "NOT_AN_EID", "must have EIDs of 22 characters.")]
        : []),
      ...(target.eid != null && eids.indexOf(target.eid) < index
        ? [violation(index, "REPEATED", "must have each EID once.")]
        : []),
      ...(places.indexOf(placeKey(target.place)) < index
        ? [violation(index, "REPEATED", "must have each place once.")]
        : []),
      ...PLACE_FIELDS.flatMap((place) =>
        checkText(place, target.place[place], 1, 64).map((found) => ({
          ...found,
          path: ["input", field, index, "place", place],
        })),
      ),
    ]),
  ];
}

/**
 * The geo targets of the other ad groups of a campaign for a new one: each place once, as the oldest has it. A place
 * that any of them leaves out is left out: nobody is to be addressed whom somebody meant to spare.
 */
export function inheritedGeoTargets(targets: readonly GeoTarget[]): GeoTarget[] {
  const eids = new Set<string>();
  const places = new Map<string, GeoTarget>();
  for (const target of targets) {
    const place = placeKey(target);
    const known = places.get(place);
    if (eids.has(target.eid) || (known !== undefined && (known.isNegative || !target.isNegative))) continue;
    if (known !== undefined) eids.delete(known.eid);
    eids.add(target.eid);
    places.set(place, target);
  }
  const kept = [...places.values()];
  const left = MAX_ENTRIES - kept.filter((target) => target.isNegative).length;
  let positives = 0;
  return kept.filter((target) => target.isNegative || positives++ < left).slice(0, MAX_ENTRIES);
}

/** What tells a place from others. */
function placeKey(place: { [F in PlaceField]?: string | null | undefined }): string {
  return JSON.stringify(PLACE_FIELDS.map((field) => place[field] ?? null));
}
