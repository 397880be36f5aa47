import { badInput, type Violation } from "../../lib/errors.js";
import { checkText, violation } from "../../lib/checks.js";
import { checkEventSource, checkList, MAX_CHILDREN } from "./checks.js";
import type { AttributeTarget, DeviceTarget } from "./prospecting-ad-group.type.js";

const MAX_ATTRIBUTES = 100;
const MAX_OPTIONS = 100;
const MAX_DEVICES = 50;

/** The fields of an ad group that a client may send; undefined and null are "nothing to check". */
interface AdGroupFields {
  name?: string | null | undefined;
  attributeTargetsSegment?: string | null | undefined;
  attributeTargets?: readonly AttributeTarget[] | null | undefined;
  deviceTargets?: readonly DeviceTarget[] | null | undefined;
  ads?: readonly { adEid: string; eventSource?: string | null }[] | null | undefined;
  segments?:
    | readonly { segmentEid: string; targetingType?: string | null; eventSource?: string | null }[]
    | null
    | undefined;
  geoTargets?: readonly GeoTargetFields[] | null | undefined;
  eventSource?: string | null | undefined;
}

interface GeoTargetFields {
  geoEid: string;
  eventSource?: string | null;
}

export function checkAdGroup(fields: AdGroupFields): Violation[] {
  return [
    ...checkText("name", fields.name, 1, 255),
    ...checkText("attributeTargetsSegment", fields.attributeTargetsSegment, 1, 255),
    ...checkAttributes(fields.attributeTargets),
    ...checkDevices(fields.deviceTargets),
    ...checkItems("ads", "ad", fields.ads, (ad) => ad.adEid),
    ...checkItems("segments", "segment", fields.segments, (segment) => segment.segmentEid),
    ...first(
      (fields.segments ?? []).flatMap((each, at) =>
        checkText(["segments", at, "targetingType"], each.targetingType, 1, 40),
      ),
    ),
    ...checkGeoTargets("geoTargets", fields.geoTargets),
    ...checkEventSource(fields.eventSource),
  ];
}

/** The changes of places that an input holds under the name of a field. */
export function checkGeoTargets(
  field: "geoTargets" | "targets",
  targets: readonly GeoTargetFields[] | null | undefined,
): Violation[] {
  return checkItems(field, "place", targets, (target) => target.geoEid);
}

function checkItems<T extends { eventSource?: string | null }>(
  field: string,
  what: string,
  items: readonly T[] | null | undefined,
  key: (item: T) => string,
): Violation[] {
  return first([
    ...checkList(field, items?.map(key), what),
    ...(items ?? []).flatMap((item, at) => checkText([field, at, "eventSource"], item.eventSource, 1, 255)),
  ]);
}

function checkAttributes(targets: readonly AttributeTarget[] | null | undefined): Violation[] {
  const field = "attributeTargets";
  return first([
    ...checkList(
      field,
      targets?.map((target) => target.name),
      "attribute",
      MAX_ATTRIBUTES,
    ),
    ...(targets ?? []).flatMap(({ name, options }, at) => [
      ...checkText([field, at, "name"], name, 1, 255),
      ...checkList(
        field,
        options.map((option) => option.name),
        "option",
        MAX_OPTIONS,
      ),
      ...options.flatMap((option, place) => checkText([field, at, "options", place, "name"], option.name, 1, 255)),
    ]),
  ]);
}

function checkDevices(targets: readonly DeviceTarget[] | null | undefined): Violation[] {
  const field = "deviceTargets";
  const plain = (targets ?? []).every(({ device }) => /^[a-z0-9_]{1,40}$/.test(device));
  return first([
    ...checkList(
      field,
      targets?.map((target) => target.device),
      "device",
      MAX_DEVICES,
    ),
    ...(plain
      ? []
      : [violation(field, "NOT_A_DEVICE", "deviceTargets must be named by 1 to 40 of a-z, 0-9 and _ each.")]),
  ]);
}

/** One violation a field says enough. */
function first(violations: Violation[]): Violation[] {
  return violations.slice(0, 1);
}

/** Refuses more of a kind than an ad group may have. */
export function requireRoom(field: string, count: number): void {
  if (count > MAX_CHILDREN)
    throw badInput(["input", field], "TOO_MANY", `An ad group has at most ${MAX_CHILDREN} ${field}.`);
}
