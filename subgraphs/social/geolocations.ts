import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { PROJECT_ROOT } from "../../lib/config.js";
import { notFound } from "../../lib/errors.js";
import { geolocationEid, type Place, type Places, placesOf } from "./geolocation.rules.js";

/** Countries and their parts, with the codes and names of ISO 3166 as the package iso-3166 4.4.0 (MIT) has them. */
const FILE = path.join(PROJECT_ROOT, "subgraphs/social/geolocations.csv");

let known: Places | undefined;

/** The reference file, read once. */
export function geolocations(): Places {
  if (known === undefined) {
    const rows: { code: string; name: string; parent: string }[] = parse(readFileSync(FILE), { columns: true });
    known = placesOf(rows);
  }
  return known;
}

/** A place of the reference file, or NOT_FOUND. */
export function requireGeolocation(eid: string): Place {
  const place = geolocations().get(eid);
  if (place === undefined) throw notFound("geolocation", eid);
  return place;
}

/** Whether two letters are a country of ISO 3166-1. */
export function isCountry(code: string): boolean {
  return geolocations().get(geolocationEid(code))?.type === "COUNTRY";
}
