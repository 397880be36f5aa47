import { parseArgs } from "node:util";
import { type IngestCommand, type IngestEnvironment, IngestUsageError } from "../define-subgraph.js";
import { advertisableOf } from "./delivery-graph.js";
import { type FactLoadResult, loadFacts } from "./fact-load.js";
import {
  ATTRIBUTE_VISITS,
  type FactTable,
  SEGMENT_DELIVERIES,
  SEGMENT_MEMBERSHIPS,
  SITE_VISITS,
} from "./fact.table.js";

function help(name: string, columns: string): string {
  return `${name} FILE --advertisable EID [--skip-bad]

Loads a CSV file (UTF-8, with a header; - reads standard input). All of it is loaded or nothing; rows of the
same key add up; the same file twice changes nothing, and a restated one corrects.

  --advertisable EID    whose they are; amounts are in its currency
  --skip-bad            loads the good rows of a file that has bad ones too

${columns}
`;
}

function factIngest(name: string, table: FactTable, summary: string, columns: string): IngestCommand {
  return {
    summary,
    help: help(name, columns),
    check: (args) => void parse(args),
    run: async (args, environment) => {
      const { file, advertisable: eid, skipBad } = parse(args);
      const advertisable = await advertisableOf(environment.ask, eid);
      const { stream, size } = await environment.open(file);
      const progress = environment.progress(size);
      const load = { table, owner: environment.owner, source: stream, advertisable, skipBad };
      try {
        const result = await loadFacts({ ...load, onProgress: progress.update });
        progress.stop();
        return tellLoaded(environment, result, skipBad);
      } finally {
        progress.stop();
        stream.destroy();
      }
    },
  };
}

/** Says what came of a load; false when nothing was loaded. */
export function tellLoaded({ print }: IngestEnvironment, result: FactLoadResult, skipBad: boolean): boolean {
  for (const { line, reason } of result.badRows) print(`line ${line}: ${reason}`);
  const more = result.bad - result.badRows.length;
  if (more > 0) print(`… and ${more} more bad rows`);
  if (result.bad > 0 && !skipBad) {
    print(`${result.bad} of ${result.rows} rows are bad; nothing was loaded. --skip-bad loads the others.`);
    return false;
  }
  const skipped = result.bad === 0 ? "" : `, ${result.bad} bad ones skipped`;
  print(
    `${result.rows} rows read${skipped}; ${result.inserted} inserted, ${result.updated} updated, ${result.unchanged} unchanged, on ${result.days} days.`,
  );
  return true;
}

function parse(args: readonly string[]): { file: string; advertisable: string; skipBad: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { advertisable: { type: "string" }, "skip-bad": { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new IngestUsageError("Name one file, or - for standard input.");
  if (values.advertisable === undefined) throw new IngestUsageError("Say with --advertisable EID whose they are.");
  return { file, advertisable: values.advertisable, skipBad: values["skip-bad"] ?? false };
}

/** The commands that load facts other than deliveries, by their names. */
export const FACT_INGEST = {
  "site-visits": factIngest(
    "site-visits",
    SITE_VISITS,
    "who came to advertisables' sites, day by day",
    `Columns: date (YYYY-MM-DD), visitor (who, 1 to 255 characters), pageViews (a whole number); where the file has
them, isTrackable (true or false; true) and revenue (a decimal; 0). The key is date, visitor and isTrackable.`,
  ),
  "attribute-visits": factIngest(
    "attribute-visits",
    ATTRIBUTE_VISITS,
    "what visitors with an attribute did, day by day",
    `Columns: date (YYYY-MM-DD), attribute (such as domain), value, visitor (1 to 255 characters each), impressions,
clicks, pageViews, conversions (whole numbers); where the file has them, isCrossDevice (the visitor was recognised on
another device than before; false), isTargeted (a segment by the attribute addressed the value on that day; false),
engagements (visits beyond one page view; 0) and revenue (of the conversions; 0). The numbers are no part of the key.`,
  ),
  "segment-deliveries": factIngest(
    "segment-deliveries",
    SEGMENT_DELIVERIES,
    "what was delivered to the users of segments, day by day",
    `Columns: date (YYYY-MM-DD), segment (EID), impressions, clicks (whole numbers) and cost (a decimal). The key is date
and segment.`,
  ),
  "segment-memberships": factIngest(
    "segment-memberships",
    SEGMENT_MEMBERSHIPS,
    "who was put into which segment, day by day",
    `Columns: date (YYYY-MM-DD), segment (EID), cookie (1 to 255 characters); where the file has them, emailDigest (a
digest of the user's e-mail address, never the address; empty when not known) and events (how often on that day; 1).
The key is date, segment, cookie and emailDigest.`,
  ),
} as const satisfies Record<string, IngestCommand>;
