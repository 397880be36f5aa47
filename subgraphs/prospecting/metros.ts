import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { PROJECT_ROOT } from "../../lib/config.js";
import type { GeoPlace } from "./geo-target.type.js";

/** The largest metropolitan areas of the United States, by their numbers as markets for television. */
const FILE = path.join(PROJECT_ROOT, "subgraphs/prospecting/metros.csv");

let known: ReadonlyMap<string, GeoPlace> | undefined;

/** The metropolitan areas by their EIDs, read once. */
export function metros(): ReadonlyMap<string, GeoPlace> {
  if (known === undefined) {
    const rows: { number: string; name: string }[] = parse(readFileSync(FILE), { columns: true });
    known = new Map(
      rows.map(({ number, name }) => {
        const geoEid = `DMA-${number}`.padEnd(22, "_");
        const country = {
          countryCode: "US",
          countryName: "United States of America",
          regionCode: null,
          regionName: null,
        };
        return [geoEid, { geoEid, geoType: "METRO", name, ...country }];
      }),
    );
  }
  return known;
}
