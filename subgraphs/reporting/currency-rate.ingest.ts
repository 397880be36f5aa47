import { parseArgs } from "node:util";
import { type IngestCommand, IngestUsageError } from "../define-subgraph.js";
import { loadCurrencyRates } from "./currency-rates.js";

const HELP = `currency-rates FILE

Replaces all exchange rates by those of a CSV file (- reads standard input) with the columns date, currency and
per_usd: from that day on one US dollar buys so many units. A currency's first rate holds for all days before it too.
subgraphs/reporting/currency-rates.csv has approximate yearly averages, for demonstration only: replace them by
the rates that you account with.
`;

/** Loads exchange rates from the command line. */
export const currencyRateIngest: IngestCommand = {
  summary: "the exchange rates that amounts are converted at",
  help: HELP,

  check: (args) => void parse(args),

  run: async (args, environment) => {
    const { stream } = await environment.open(parse(args));
    const count = await loadCurrencyRates(environment.owner, stream);
    environment.print(`${count} exchange rates loaded.`);
    return true;
  },
};

function parse(args: readonly string[]): string {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new IngestUsageError("Name one file, or - for standard input.");
  return file;
}
