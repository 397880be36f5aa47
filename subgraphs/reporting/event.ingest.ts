import { parseArgs } from "node:util";
import { type IngestCommand, type IngestEnvironment, IngestUsageError } from "../define-subgraph.js";
import { attribute } from "./attribution.js";
import { advertisableOf, refuseBoth, resolveAdsAs } from "./delivery-graph.js";
import { loadEvents } from "./event-load.js";
import { CONVERSIONS, type EventTable, TOUCHPOINTS } from "./event.table.js";
import { tellLoaded } from "./fact.ingest.js";

interface EventOptions {
  advertisable: string;
  createEntities: boolean;
  byEid: boolean;
  skipBad: boolean;
  attributeLater: boolean;
}

const NAMED_BY = `  --create-entities     creates the campaigns, ad groups and ads that are missing
  --by-eid              campaign, adGroup and ad are EIDs here, of any area: social, universal and prospecting too
`;

function help(name: string, table: EventTable, columns: string): string {
  return `${name} FILE --advertisable EID [options]

Loads a CSV file of events (UTF-8, with a header; - reads standard input). All of it is loaded or nothing. An event
that is there already gets the file's values: the same file twice changes nothing, and a restated one corrects. Then
the conversions that this concerns are attributed; what is killed before it is done, "attribution" goes on with.

  --advertisable EID    whose they are; amounts are in its currency
${table.hasAds ? NAMED_BY : ""}  --skip-bad            loads the good rows of a file that has bad ones too
  --attribute-later     leaves the attribution to the next load, or to "attribution"

${columns}
`;
}

function eventIngest(name: string, table: EventTable, summary: string, columns: string): IngestCommand {
  return {
    summary,
    help: help(name, table, columns),
    check: (args) => void parse(args, table.hasAds),
    run: async (args, environment) => {
      const { file, options } = parse(args, table.hasAds);
      const { ask, owner } = environment;
      const advertisable = await advertisableOf(ask, options.advertisable);
      const { stream, size } = await environment.open(file);
      const progress = environment.progress(size);
      try {
        const result = await loadEvents({
          table,
          owner,
          source: stream,
          advertisable,
          resolveAds: resolveAdsAs(ask, advertisable.eid, options),
          skipBad: options.skipBad,
          onProgress: progress.update,
        });
        progress.stop();
        if (!tellLoaded(environment, result, options.skipBad)) return false;
      } finally {
        progress.stop();
        stream.destroy();
      }
      if (!options.attributeLater) await attributeDue(environment, advertisable.eid);
      return true;
    },
  };
}

async function attributeDue({ owner, print, progress }: IngestEnvironment, advertisableEid: string): Promise<void> {
  let bar: ReturnType<IngestEnvironment["progress"]> | null = null;
  try {
    const done = await attribute({
      owner,
      advertisableEid,
      onProgress: (part, total) => {
        bar ??= progress(total);
        bar.update(part);
      },
    });
    print(`${done} conversions attributed.`);
  } finally {
    stop(bar);
  }
}

function stop(bar: { stop: () => void } | null): void {
  bar?.stop();
}

function parse(args: readonly string[], hasAds: boolean): { file: string; options: EventOptions } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      advertisable: { type: "string" },
      "skip-bad": { type: "boolean" },
      "attribute-later": { type: "boolean" },
      ...(hasAds && { "create-entities": { type: "boolean" } as const, "by-eid": { type: "boolean" } as const }),
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new IngestUsageError("Name one file, or - for standard input.");
  if (values.advertisable === undefined) throw new IngestUsageError("Say with --advertisable EID whose they are.");
  const named = { byEid: values["by-eid"] === true, createEntities: values["create-entities"] === true };
  refuseBoth(named);
  return {
    file,
    options: {
      advertisable: values.advertisable,
      ...named,
      skipBad: values["skip-bad"] ?? false,
      attributeLater: values["attribute-later"] ?? false,
    },
  };
}

const ATTRIBUTION: IngestCommand = {
  summary: "attributes conversions that are due; it takes no file",
  help: `attribution --advertisable EID

Attributes the conversions that a load left due: after --attribute-later, or when it was killed before the end.
`,
  check: (args) => void parseAttribution(args),
  run: async (args, environment) => {
    const advertisable = await advertisableOf(environment.ask, parseAttribution(args));
    await attributeDue(environment, advertisable.eid);
    return true;
  },
};

function parseAttribution(args: readonly string[]): string {
  const { values } = parseArgs({ args: [...args], options: { advertisable: { type: "string" } } });
  if (values.advertisable === undefined) throw new IngestUsageError("Say with --advertisable EID whose they are.");
  return values.advertisable;
}

/** The commands that load events and attribute them, by their names. */
export const EVENT_INGEST = {
  touchpoints: eventIngest(
    "touchpoints",
    TOUCHPOINTS,
    "what users saw and clicked, event by event",
    `Columns: time (YYYY-MM-DDThh:mm:ss, in UTC unless it says otherwise, kept to the millisecond), cookie (the user),
touchpoint (what names the event), kind (impression or click), productType (RT retargeting, PR prospecting, SR e-mail),
campaign, adGroup, ad (as "deliveries" has them); where the file has them, network, inventorySource, domain (empty) and
cost (a decimal; 0). The key is the day, cookie and touchpoint; of rows with one key the last counts.`,
  ),
  conversions: eventIngest(
    "conversions",
    CONVERSIONS,
    "what users did that was wanted of them, event by event",
    `Columns: time (as that of touchpoints), conversion (its GUID), cookie (the user); where the file has them, type,
segment (EID of the segment that counts it), value (a decimal; 0), weight (what part of it counts where weights are
applied, 0 to 1; 1), deviceIdType, country, city, ip, referrer, externalData (empty). The key is the day and conversion;
of rows with one key the last counts.`,
  ),
  attribution: ATTRIBUTION,
} as const satisfies Record<string, IngestCommand>;
