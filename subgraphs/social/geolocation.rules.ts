import type { AdSetGeolocation, Geolocation, GeolocationType } from "./geolocation.type.js";

const FOUR_DIGITS = /^\d{4}$/;
const FIVE_DIGITS = /^\d{5}$/;
const SEVEN_DIGITS = /^\d{7}$/;

/**
 * What postal codes look like, without spaces and hyphens, in the countries where they can be targeted. There is
 * no list of them all: whether one of the right form is in use, the network says.
 */
const POSTAL_FORMS: Readonly<Record<string, RegExp>> = {
  AT: FOUR_DIGITS,
  AU: FOUR_DIGITS,
  BE: FOUR_DIGITS,
  BR: /^\d{8}$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/,
  CH: FOUR_DIGITS,
  CZ: FIVE_DIGITS,
  DE: FIVE_DIGITS,
  DK: FOUR_DIGITS,
  ES: FIVE_DIGITS,
  FI: FIVE_DIGITS,
  FR: FIVE_DIGITS,
  GB: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/,
  IE: /^[A-Z]\d[\dW][A-Z\d]{4}$/,
  IN: /^[1-9]\d{5}$/,
  IT: FIVE_DIGITS,
  JP: SEVEN_DIGITS,
  KR: FIVE_DIGITS,
  MX: FIVE_DIGITS,
  NL: /^[1-9]\d{3}[A-Z]{2}$/,
  NO: FOUR_DIGITS,
  NZ: FOUR_DIGITS,
  PL: FIVE_DIGITS,
  PT: SEVEN_DIGITS,
  SE: FIVE_DIGITS,
  US: FIVE_DIGITS,
};

/** A place with the one that it lies in. */
export interface Place extends Geolocation {
  parentEid: string | null;
}

/** What there is to target: the places of the reference files, and postal codes, which are made of themselves. */
export interface Places {
  get(eid: string): Place | undefined;
  /** Those of the reference files. */
  values(): Iterable<Place>;
}

/** EID of the place with a code of ISO 3166, such as US or US-CA. */
export function geolocationEid(code: string): string {
  return `GEO-${code}`.padEnd(22, "_");
}

/** A row of the file of countries and regions: a code, a name, and the code of what it lies in, if anything. */
export interface AreaRow {
  code: string;
  name: string;
  parent: string;
}

/** A row of the file of cities, with the code of the region that each lies in. */
export interface CityRow {
  number: string;
  name: string;
  region: string;
}

/** The places of the reference files' rows. */
export function placesOf(rows: readonly AreaRow[], cities: readonly CityRow[]): Places {
  const known = new Map(areasOf(rows));
  for (const city of cities) {
    const region = known.get(geolocationEid(city.region));
    if (region === undefined) throw new TypeError(`the city ${city.name} lies in no region that is known`);
    const eid = `CITY-${city.number}`.padEnd(22, "_");
    known.set(eid, { ...region, eid, name: city.name, type: "CITY", parentEid: region.eid });
  }
  return { get: (eid) => known.get(eid) ?? postalPlace(known, eid), values: () => known.values() };
}

function areasOf(rows: readonly AreaRow[]): Map<string, Place> {
  const countries = new Map(rows.filter((row) => row.parent === "").map((row) => [row.code, row.name]));
  return new Map(
    rows.map(({ code, name, parent }) => {
      const countryCode = code.slice(0, 2);
      const isCountry = parent === "";
      const place: Place = {
        eid: geolocationEid(code),
        name,
        type: isCountry ? "COUNTRY" : "REGION",
        region: isCountry ? null : name,
        regionCode: isCountry ? null : code,
        primaryCity: null,
        countryCode,
        countryName: countries.get(countryCode) ?? countryCode,
        parentEid: isCountry ? null : geolocationEid(parent),
      };
      return [place.eid, place];
    }),
  );
}

const ZIP_EID = /^ZIP-([A-Z]{2})-([A-Z\d]+)_*$/;

/** The place that the EID of a postal code names: its country and the code, which has the country's form. */
function postalPlace(known: ReadonlyMap<string, Place>, eid: string): Place | undefined {
  const [, countryCode = "", code = ""] = ZIP_EID.exec(eid) ?? [];
  const country = known.get(geolocationEid(countryCode));
  if (country === undefined || eid !== zipEid(countryCode, code) || POSTAL_FORMS[countryCode]?.test(code) !== true)
    return undefined;
  return { ...country, eid, name: code, type: "ZIP", parentEid: country.eid };
}

function zipEid(countryCode: string, code: string): string {
  return `ZIP-${countryCode}-${code}`.padEnd(22, "_");
}

/** The postal codes that a text can be, in one country or in all whose form it has. */
function postalPlaces(places: Places, text: string, countryCode: string | null | undefined): Place[] {
  const code = text.replaceAll(/[\s-]/g, "").toUpperCase();
  const countries = countryCode == null ? Object.keys(POSTAL_FORMS) : [countryCode];
  return countries.flatMap((country) => places.get(zipEid(country, code)) ?? []);
}

/** Without case and accents, as people type. */
function plainText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

export interface PlaceSearch {
  query?: string | null | undefined;
  types?: readonly GeolocationType[] | null | undefined;
  countryCode?: string | null | undefined;
}

/** The places that fit, those first whose name begins with the query, then by name and code. */
export function searchPlaces(places: Places, { query, types, countryCode }: PlaceSearch): Place[] {
  const wanted = plainText(query ?? "");
  const codes = types == null || types.includes("ZIP") ? postalPlaces(places, query ?? "", countryCode) : [];
  const named = [...places.values()]
    .filter((place) => types == null || types.includes(place.type))
    .filter((place) => countryCode == null || place.countryCode === countryCode)
    .flatMap((place) => {
      const at = plainText(place.name).indexOf(wanted);
      return at === -1 ? [] : [{ place, begins: at === 0 }];
    });
  return [...named, ...codes.map((place) => ({ place, begins: true }))]
    .toSorted(
      (a, b) =>
        Number(b.begins) - Number(a.begins) || compare(a.place.name, b.place.name) || compare(a.place.eid, b.place.eid),
    )
    .map(({ place }) => place);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What an ad set says of one place. */
export interface Selection {
  geolocationEid: string;
  included: boolean;
}

/** An ad set's places as a forest: each under the nearest place around it that the ad set names too. */
export function placeTree(places: Places, selections: readonly Selection[]): AdSetGeolocation[] {
  const selected = new Map(selections.map((selection) => [selection.geolocationEid, selection]));
  const childrenOf = Map.groupBy(
    selections,
    (selection) => selectedParent(places, selected, selection)?.geolocationEid,
  );
  function grow(parent: Selection | undefined): AdSetGeolocation[] {
    return (childrenOf.get(parent?.geolocationEid) ?? []).map((selection) => {
      const place = places.get(selection.geolocationEid);
      return {
        eid: selection.geolocationEid,
        name: place?.name ?? selection.geolocationEid,
        type: place?.type ?? null,
        region: place?.region ?? null,
        primaryCity: place?.primaryCity ?? null,
        countryCode: place?.countryCode ?? null,
        countryName: place?.countryName ?? null,
        included: selection.included,
        error: errorOf(place, selection, parent),
        selectedChildren: grow(selection),
      };
    });
  }
  return grow(undefined);
}

function selectedParent(
  places: Places,
  selected: ReadonlyMap<string, Selection>,
  { geolocationEid: eid }: Selection,
): Selection | undefined {
  for (let at = places.get(eid)?.parentEid ?? null; at !== null; at = places.get(at)?.parentEid ?? null) {
    const found = selected.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function errorOf(place: Place | undefined, selection: Selection, parent: Selection | undefined): string | null {
  if (place === undefined) return "This place is not known any more.";
  return selection.included && parent?.included === false ? "It lies in a place that is excluded." : null;
}
