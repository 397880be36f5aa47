import { isEid } from "../../lib/eid.js";
import { keysOf } from "../../lib/keys.js";
import type { Parameter } from "./parameter.js";

/** Characters of the JSON text at most; 1,000 targets fit. */
const MAX_TEXT = 262_144;

/** The keys that name a place, with the field of the graph for each; a target has exactly one of them. */
const PLACE_FIELDS = {
  country_id: "countryId",
  region_id: "regionId",
  metro_id: "metroId",
  city_id: "cityId",
  postal_code_id: "postalCodeId",
  postal_code: "postalCode",
} as const;
type PlaceKey = keyof typeof PLACE_FIELDS;
type PlaceField = (typeof PLACE_FIELDS)[PlaceKey];

const PLACE_KEYS: readonly PlaceKey[] = keysOf(PLACE_FIELDS);
const KEYS: readonly string[] = [...PLACE_KEYS, "eid", "is_negative"];

/** A geo target as the graph gives it: one of its places is not null. */
export type GeoTargetData = { eid: string; isNegative: boolean } & Record<PlaceField, string | null>;

/** An identifier that was sent as a number goes out as one. */
const NUMBER = /^(0|[1-9]\d{0,14})$/;

export function geoTargetRecord(data: GeoTargetData) {
  const places = PLACE_KEYS.flatMap((key) => {
    const id = data[PLACE_FIELDS[key]];
    return id === null ? [] : [[key, key !== "postal_code" && NUMBER.test(id) ? Number(id) : id] as const];
  });
  return { eid: data.eid, ...Object.fromEntries(places), is_negative: data.isNegative };
}

/** A geo target as the graph takes it. */
export interface GeoTargetInput {
  place: Partial<Record<PlaceField, string>>;
  eid: string | undefined;
  isNegative: boolean;
}

const MUST = `a JSON array of objects, each with exactly one of ${PLACE_KEYS.join(", ")}, an eid and is_negative`;

/** The geo_targets of adgroup/create and adgroup/edit: JSON as text, or in a JSON body the array itself. */
export function geoTargets(description: string): Parameter<GeoTargetInput[] | undefined> {
  return {
    description,
    required: false,
    absent: undefined,
    // An empty list is one of no places.
    readsEmpty: true,
    read: (raw) => {
      const [first] = raw;
      if (raw.length === 1 && (first === null || first === "")) return { value: undefined };
      const list = typeof first === "string" ? (raw.length === 1 ? parsed(first) : undefined) : raw;
      if (!Array.isArray(list)) return { code: "INVALID", must: MUST };
      const targets: GeoTargetInput[] = [];
      for (const [index, item] of list.entries()) {
        const target = geoTarget(item);
        if (typeof target === "string") return { code: "INVALID", must: `${MUST}; number ${index + 1} ${target}` };
        targets.push(target);
      }
      return { value: targets };
    },
  };
}

function parsed(text: string): unknown {
  if (text.length > MAX_TEXT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One target, or what is wrong with it. */
function geoTarget(item: unknown): GeoTargetInput | string {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "is no object";
  const fields = new Map<string, unknown>(Object.entries(item));
  const unknown = [...fields.keys()].find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return "has a key that is none of these";
  const places = PLACE_KEYS.filter((key) => fields.has(key));
  const [key] = places;
  if (key === undefined || places.length > 1) return `has ${places.length} of them`;
  const id = fields.get(key);
  const text = typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? String(id) : id;
  if (typeof text !== "string" || text === "") return `has a ${key} that is neither a text nor a whole number`;
  const eid = fields.get("eid") ?? undefined;
  if (eid !== undefined && !(typeof eid === "string" && isEid(eid))) return "has an eid that is not 22 characters";
  const isNegative = fields.get("is_negative") ?? false;
  if (typeof isNegative !== "boolean") return "has an is_negative that is neither true nor false";
  return { place: { [PLACE_FIELDS[key]]: text }, eid, isNegative };
}
