import { isEid } from "../../lib/eid.js";
import { isFields, optionalObject } from "./json-parameters.js";
import { graphEnum } from "./legacy-format.js";
import { optionalText, type Parameter } from "./parameter.js";
import { optionalObjects } from "./social-parameters.js";
import { optionalOneOf } from "./write-parameters.js";

/** What parameters and items of bodies of /prospecting are made of (document 2, part C). */

export const eventSource = optionalText("What makes the change, 1 to 255 characters; ui when not given.");

export const userStatus = optionalOneOf("What its people want.", ["paused", "active"]);

const ADMIN_STATUSES = ["approved", "admin_review", "admin_paused", "rejected"] as const;

export const adminStatus = optionalOneOf(
  "What platform administrators say: approved, admin_review, admin_paused or rejected; 403 for everybody else.",
  ADMIN_STATUSES,
);

export function upper(value: string | undefined): string | undefined {
  return value === undefined ? undefined : graphEnum(value);
}

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const optional =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T | null | undefined =>
    value == null || fits(value);
const text = optional(isText);
const flag = optional(isFlag);
const isUserStatus = (value: unknown): boolean => value == null || value === "paused" || value === "active";
const isAdminStatus = (value: unknown): boolean => value == null || ADMIN_STATUSES.some((each) => each === value);

function enumOf(value: unknown): string | null {
  return isText(value) ? graphEnum(value) : null;
}

/** Ads of an ad group; `ad_eids` names several that are treated alike. */
export const ads = optionalObjects(
  "Ads that it gets or that change; those that are not named stay. admin_status and skip_approve_ad: 403 unless by a platform administrator.",
  "a list of objects, each with ad_eid or ad_eids, and is_active, user_status, event_source, admin_status and skip_approve_ad where wanted",
  (item) => {
    const named = [item["ad_eid"], ...listOf(item["ad_eids"])].filter((eid) => eid != null);
    const fits =
      named.every((eid) => isText(eid) && isEid(eid)) &&
      named.length > 0 &&
      flag(item["is_active"]) &&
      flag(item["skip_approve_ad"]) &&
      isUserStatus(item["user_status"]) &&
      isAdminStatus(item["admin_status"]) &&
      text(item["event_source"]);
    if (!fits) return undefined;
    return [...new Set(named)].map((adEid) => ({
      adEid,
      isActive: item["is_active"],
      skipApproveAd: item["skip_approve_ad"],
      userStatus: enumOf(item["user_status"]),
      adminStatus: enumOf(item["admin_status"]),
      eventSource: item["event_source"],
    }));
  },
);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value == null ? [] : [value];
}

export const segments = optionalObjects(
  "Segments that it gets or that change; those that are not named stay.",
  "a list of objects, each with segment_eid, and is_active, is_negative, segment_targeting_type and event_source where wanted",
  (item) => {
    const segmentEid = item["segment_eid"];
    const fits =
      isText(segmentEid) &&
      isEid(segmentEid) &&
      flag(item["is_active"]) &&
      flag(item["is_negative"]) &&
      text(item["segment_targeting_type"]) &&
      text(item["event_source"]);
    if (!fits) return undefined;
    return {
      segmentEid,
      isActive: item["is_active"],
      isNegative: item["is_negative"],
      targetingType: item["segment_targeting_type"],
      eventSource: item["event_source"],
    };
  },
);

export const GEO_MUST =
  "a list of objects, each with eid, the EID of a place, operation as include, exclude or remove, and geo_type and event_source where wanted";

const OPERATIONS: readonly unknown[] = ["include", "exclude", "remove"];
const GEO_TYPES: readonly unknown[] = ["city", "country", "metro", "postal_code", "region"];

/** A geo target as it is sent, or as it came in an answer, where its place is geo_eid. */
export function readGeoTarget(item: unknown) {
  if (!isFields(item)) return undefined;
  const geoEid = item["eid"] ?? item["geo_eid"];
  const { operation = "include", geo_type: geoType } = item;
  const fits =
    isText(geoEid) &&
    isEid(geoEid) &&
    OPERATIONS.includes(operation) &&
    (geoType == null || GEO_TYPES.includes(geoType)) &&
    text(item["event_source"]);
  if (!fits) return undefined;
  return { geoEid, operation: enumOf(operation), geoType: enumOf(geoType), eventSource: item["event_source"] };
}

export const geoTargets = optionalObjects(
  "Places that it gets, that change or go; those that are not named stay.",
  GEO_MUST,
  readGeoTarget,
);

export const attributeTargets = optionalObjects(
  "All its attributes: replaces those that it has.",
  "a list of objects, each with name and options, a list of objects with name and target, true or false",
  (item) => {
    const options = Array.isArray(item["options"]) ? item["options"].map(readOption) : [undefined];
    if (!isText(item["name"]) || options.includes(undefined)) return undefined;
    return { name: item["name"], options };
  },
);

function readOption(item: unknown): { name: string; target: boolean } | undefined {
  if (!isFields(item)) return undefined;
  const { name, target } = item;
  return isText(name) && isFlag(target) ? { name, target } : undefined;
}

export const deviceTargets = optionalObject(
  "Kinds of device, each true or false: replaces those that it has.",
  'an object such as {"mobile": true, "desktop": false}',
  (value) => {
    if (!isFields(value)) return undefined;
    const targets = Object.entries(value).map(([device, target]) => ({ device, target }));
    return targets.every(({ target }) => isFlag(target)) ? targets : undefined;
  },
);

export function contextualCategories(): Parameter<{ categoryId: number; categoryName: string }[] | undefined> {
  return optionalObjects(
    "All kinds of content beside which ads are shown: replaces those that there are.",
    "a list of objects, each with category_id, a whole number, and category_name",
    ({ category_id: categoryId, category_name: categoryName }: Fields) =>
      typeof categoryId === "number" &&
      Number.isInteger(categoryId) &&
      Math.abs(categoryId) < 2 ** 31 &&
      isText(categoryName)
        ? { categoryId, categoryName }
        : undefined,
  );
}
