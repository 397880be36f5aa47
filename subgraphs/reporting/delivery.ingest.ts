import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { badInput } from "../../lib/errors.js";
import { type IngestCommand, type IngestEnvironment, IngestUsageError } from "../define-subgraph.js";
import { advertisableOf, refuseBoth, resolveAdsAs } from "./delivery-graph.js";
import { type DeliveryLoadResult, loadDeliveries } from "./delivery-load.js";
import { type DeliveryMapping, deliveryMapping } from "./delivery-mapping.rules.js";

const HELP = `deliveries FILE --advertisable EID [options]

Loads a CSV file of deliveries (UTF-8, with a header; - reads standard input). All of it is loaded or
nothing; the same file twice changes nothing, and a restated one corrects.

  --advertisable EID    whose deliveries they are; their costs are in its currency
  --mapping FILE        JSON: {"columns": {"date": "Date", …}, "dateFormat": "dd-MM-yyyy", "constants": {"network": "x"}}
  --column FIELD=NAME   the column of one field; may be repeated
  --constant FIELD=TEXT the value of one field in all rows; may be repeated
  --date-format FORMAT  how dates are written; yyyy-MM-dd when not given
  --create-entities     creates the campaigns, ad groups and ads that are missing
  --by-eid              campaign, adGroup and ad are EIDs here, of any area: social, universal and prospecting too
  --skip-bad            loads the good rows of a file that has bad ones too

Fields: date, ad, campaign, adGroup, impressions, clicks, cost, reportedConversions and, where the file has
them, extraCost, network, inventorySource, domain. Without a mapping each is read from the column of its name.
`;

/** Loads deliveries from the command line. */
export const deliveryIngest: IngestCommand = {
  summary: "what ads delivered, day by day",
  help: HELP,

  check: (args) => void parse(args),

  run: async (args, environment) => {
    const { file, values } = parse(args);
    const mapping = deliveryMapping(values.mapping === undefined ? null : await readJson(environment, values.mapping), {
      columns: values.column,
      constants: values.constant,
      ...(values["date-format"] !== undefined && { dateFormat: values["date-format"] }),
    });
    const advertisable = await advertisableOf(environment.ask, values.advertisable);
    const skipBad = values["skip-bad"] ?? false;
    const resolveAds = resolveAdsAs(environment.ask, advertisable.eid, values);
    const result = await load(environment, file, { mapping, advertisable, resolveAds, skipBad });
    report(environment, result, skipBad);
    return result.bad === 0 || skipBad;
  },
};

function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      advertisable: { type: "string" },
      mapping: { type: "string" },
      column: { type: "string", multiple: true },
      constant: { type: "string", multiple: true },
      "date-format": { type: "string" },
      "create-entities": { type: "boolean", default: false },
      "by-eid": { type: "boolean", default: false },
      "skip-bad": { type: "boolean" },
    },
  });
  const [file, ...more] = positionals;
  const { advertisable } = values;
  if (file === undefined || more.length > 0) throw new IngestUsageError("Name one file, or - for standard input.");
  if (advertisable === undefined) throw new IngestUsageError("Say with --advertisable EID whose deliveries they are.");
  const named = { byEid: values["by-eid"], createEntities: values["create-entities"] };
  refuseBoth(named);
  return {
    file,
    values: {
      ...values,
      ...named,
      advertisable,
      column: pairs("--column", values.column),
      constant: pairs("--constant", values.constant),
    },
  };
}

type Prepared = Pick<Parameters<typeof loadDeliveries>[0], "advertisable" | "resolveAds" | "skipBad"> & {
  mapping: DeliveryMapping;
};

async function load(environment: IngestEnvironment, file: string, prepared: Prepared): Promise<DeliveryLoadResult> {
  const { stream, size } = await environment.open(file);
  const progress = environment.progress(size);
  try {
    return await loadDeliveries({ ...prepared, owner: environment.owner, source: stream, onProgress: progress.update });
  } finally {
    progress.stop();
    stream.destroy();
  }
}

function report({ print }: IngestEnvironment, result: DeliveryLoadResult, skipBad: boolean): void {
  for (const { line, reason } of result.badRows) print(`line ${line}: ${reason}`);
  const more = result.bad - result.badRows.length;
  if (more > 0) print(`… and ${more} more bad rows`);
  if (result.bad > 0 && !skipBad)
    print(`${result.bad} of ${result.rows} rows are bad; nothing was loaded. --skip-bad loads the others.`);
  else {
    const skipped = result.bad === 0 ? "" : `, ${result.bad} bad ones skipped`;
    print(
      `${result.rows} rows read${skipped}; ${result.inserted} deliveries inserted, ${result.updated} updated, ${result.unchanged} unchanged, on ${result.days} days.`,
    );
  }
}

function pairs(option: string, texts: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((pair) => {
      const [field = "", value] = pair.split(/=(.*)/s);
      if (field === "" || value === undefined) throw new IngestUsageError(`${option} takes FIELD=TEXT, not "${pair}".`);
      return [field, value];
    }),
  );
}

async function readJson(environment: IngestEnvironment, file: string): Promise<unknown> {
  const { stream } = await environment.open(file);
  try {
    return JSON.parse(await text(stream));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badInput(["mapping"], "NOT_JSON", `${file} is not JSON: ${error.message}`);
  }
}
