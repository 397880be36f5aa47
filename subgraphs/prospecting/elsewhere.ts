import type { RequestContext } from "../../lib/context.js";
import { isEid } from "../../lib/eid.js";
import { AppError, notFound } from "../../lib/errors.js";
import type { GeoPlace, ProspectingGeoType } from "./geo-target.type.js";
import { metros } from "./metros.js";

/** What the other areas know of objects that an input names: all of it is asked before a transaction begins. */

const ADS = `query Ads($advertisable: [String!]!, $eids: [String!]!) {
  found: ads(first: 1000, filter: { advertisableEid: { in: $advertisable }, eid: { in: $eids }, isActive: { in: [true, false] } }) {
    nodes { eid } } }`;

const SEGMENTS = ADS.replace("query Ads", "query Segments").replace("found: ads", "found: segments");

const PLACES = `query Places($eids: [ID!]!) {
  found: geolocationsByEid(eids: $eids) { eid type name countryCode countryName regionCode region } }`;

/** NOT_FOUND unless all are ads of the advertisable that the viewer can see. */
export async function requireAds(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  await requireObjects(context, ADS, "ad", advertisableEid, eids);
}

/** The same of segments. */
export async function requireSegments(
  context: RequestContext,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  await requireObjects(context, SEGMENTS, "segment", advertisableEid, eids);
}

async function requireObjects(
  context: RequestContext,
  operation: string,
  noun: string,
  advertisableEid: string,
  eids: readonly string[],
): Promise<void> {
  if (eids.length === 0) return;
  const malformed = eids.find((eid) => !isEid(eid));
  if (malformed !== undefined) throw notFound(noun, malformed);
  const answer = await context.ask(operation, { advertisable: [advertisableEid], eids });
  const nodes = textsOf(Reflect.get(Object(answer["found"]), "nodes"));
  const found = new Set(nodes.map((node) => node["eid"]));
  const unknown = eids.find((eid) => !found.has(eid));
  if (unknown !== undefined) throw notFound(noun, unknown);
}

const GEO_TYPES: Readonly<Record<string, ProspectingGeoType>> = {
  CITY: "CITY",
  COUNTRY: "COUNTRY",
  REGION: "REGION",
  ZIP: "POSTAL_CODE",
};

/** The places with these EIDs; NOT_FOUND when there is no such place. */
export async function requirePlaces(
  context: RequestContext,
  eids: readonly string[],
): Promise<ReadonlyMap<string, GeoPlace>> {
  const places = new Map<string, GeoPlace>();
  for (const eid of eids) {
    const metro = metros().get(eid);
    if (metro !== undefined) places.set(eid, metro);
  }
  const others = [...new Set(eids.filter((eid) => !places.has(eid)))];
  const answer = others.length === 0 ? { found: [] } : await context.ask(PLACES, { eids: others });
  for (const found of textsOf(answer["found"])) {
    const { eid, type, name, countryCode, countryName, regionCode, region } = found;
    const geoType = GEO_TYPES[type ?? ""];
    if (eid == null || name == null || countryCode == null || countryName == null || geoType === undefined) continue;
    places.set(eid, {
      geoEid: eid,
      geoType,
      name,
      countryCode,
      countryName,
      regionCode: regionCode ?? null,
      regionName: region ?? null,
    });
  }
  const unknown = eids.find((eid) => !places.has(eid));
  if (unknown !== undefined)
    throw new AppError("NOT_FOUND", `There is no place ${unknown}; search the geolocations for those that there are.`);
  return places;
}

/** Objects of an answer by their text fields; what is no text is null. */
function textsOf(list: unknown): Readonly<Record<string, string | null>>[] {
  if (!Array.isArray(list)) throw new TypeError("an answer of the graph lacks its list");
  return list.map((item: unknown) =>
    Object.fromEntries(
      Object.entries(Object(item)).map(([field, value]) => [field, typeof value === "string" ? value : null]),
    ),
  );
}
