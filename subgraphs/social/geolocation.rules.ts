import type { AdSetGeolocation, Geolocation, GeolocationType } from "./geolocation.type.js";

/** A place of the reference file with the one that it lies in. */
export interface Place extends Geolocation {
  parentEid: string | null;
}

/** The reference file, looked up by EID. */
export type Places = ReadonlyMap<string, Place>;

/** EID of the place with a code of ISO 3166, such as US or US-CA. */
export function geolocationEid(code: string): string {
  return `GEO-${code}`.padEnd(22, "_");
}

/** The places of the reference file's rows, which have a code, a name, and the code of what they lie in, if anything. */
export function placesOf(rows: readonly { code: string; name: string; parent: string }[]): Places {
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
export function searchPlaces(places: Places, { query, types, countryCode }: PlaceSearch, limit: number): Place[] {
  const wanted = plainText(query ?? "");
  const found = [...places.values()]
    .filter((place) => types == null || types.includes(place.type))
    .filter((place) => countryCode == null || place.countryCode === countryCode)
    .flatMap((place) => {
      const at = plainText(place.name).indexOf(wanted);
      return at === -1 ? [] : [{ place, begins: at === 0 }];
    });
  return found
    .toSorted(
      (a, b) =>
        Number(b.begins) - Number(a.begins) || compare(a.place.name, b.place.name) || compare(a.place.eid, b.place.eid),
    )
    .slice(0, limit)
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
