import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { PROJECT_ROOT } from "../../lib/config.js";
import { AppError } from "../../lib/errors.js";
import { type AreaRow, type CityRow, geolocationEid, type Place, type Places, placesOf } from "./geolocation.rules.js";

/** Countries and their parts, with the codes and names of ISO 3166 as the package iso-3166 4.4.0 (MIT) has them. */
const AREAS = path.join(PROJECT_ROOT, "subgraphs/social/geolocations.csv");

/** Large cities by their English names, numbered by us, with the codes of the regions in the other file. */
const CITIES = path.join(PROJECT_ROOT, "subgraphs/social/cities.csv");

let known: Places | undefined;

/** The reference files, read once. */
export function geolocations(): Places {
  if (known === undefined) {
    const areas: AreaRow[] = parse(readFileSync(AREAS), { columns: true });
    const cities: CityRow[] = parse(readFileSync(CITIES), { columns: true });
    known = placesOf(areas, cities);
  }
  return known;
}

/** A place that can be targeted, or NOT_FOUND. */
export function requireGeolocation(eid: string): Place {
  const place = geolocations().get(eid);
  if (place === undefined)
    throw new AppError("NOT_FOUND", `There is no place ${eid}; search the geolocations for those that there are.`);
  return place;
}

/** Whether two letters are a country of ISO 3166-1. */
export function isCountry(code: string): boolean {
  return geolocations().get(geolocationEid(code))?.type === "COUNTRY";
}
