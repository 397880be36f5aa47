import path from "node:path";
import { Readable } from "node:stream";
import { runIngest } from "../../gateway/ingest.js";
import { PROJECT_ROOT } from "../../lib/config.js";

/** The real file, its mapping, and the rates that come with the project. */
export const DELIVERIES_FILE = path.join(PROJECT_ROOT, "test/data/facebook-ad-deliveries-1143.csv");
export const MAPPING_FILE = path.join(PROJECT_ROOT, "test/data/facebook-ad-deliveries-1143.mapping.json");
export const RATES_FILE = path.join(PROJECT_ROOT, "subgraphs/reporting/currency-rates.csv");

/** Runs `npm run ingest` with arguments on a database and, for `-`, what standard input gives. */
export async function ingest(
  url: string | Error,
  argv: readonly string[],
  input = "",
): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const code = await runIngest(argv, {
    ownerUrl: () => (url instanceof Error ? Promise.reject(url) : Promise.resolve(url)),
    output: {
      input: Readable.from([input]),
      print: (line) => lines.push(line),
      warn: (line) => lines.push(line),
      progress: () => ({ update: () => {}, stop: () => {} }),
    },
    logLevel: "silent",
  });
  return { code, out: lines.join("\n") };
}
