import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateFiles } from "./gateway.js";

/** Loads one file by the command that `npm run ingest` has for it. */
type Load = (command: string, args: readonly string[]) => Promise<void>;

/** The month of the shop's deliveries, few enough to be loaded while somebody waits for the demo. */
const EVENTS = { advertisables: 1, days: 31, end: "2023-09-01", events: 3_000, seed: 1 };

/**
 * The demo's other advertisable: what its users saw, clicked and bought in August 2023, which the reports on
 * attribution need and the shop's real deliveries lack. Loaded again it changes nothing.
 */
export async function furnishClub(load: Load, eid: string): Promise<void> {
  const out = await mkdtemp(path.join(tmpdir(), "adgraph-demo-"));
  try {
    for (const folder of await generateFiles({ ...EVENTS, out })) {
      for (const file of ["deliveries", "touchpoints", "conversions"]) {
        const creates = file === "conversions" ? [] : ["--create-entities"];
        await load(file, [path.join(folder, `${file}.csv`), "--advertisable", eid, ...creates]);
      }
    }
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
