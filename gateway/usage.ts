import { realpathSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Clock, systemClock } from "../lib/clock.js";
import { ArgumentError, type ProgramOptions, runCommand, runOnDatabase, withDatabase } from "./database-program.js";
import { reportText, summarise, usageFile } from "./usage/usage-report.js";
import { readCalls } from "./usage/usage.table.js";

const HELP = `npm run usage -- report [--days N]
npm run usage -- export [--days N] [--out FILE]

Who asked for which operation and called which old route in the last N days (1 to 3,660; 90 when not given).
export writes the file that npm run schema:check -- --usage reads.
`;

const DAY = 86_400_000;

/** Runs one command line and gives its exit code: 0 done, 1 the database cannot be read, 2 arguments that are not understood. */
export async function usage(
  argv: readonly string[],
  options: ProgramOptions,
  clock: Clock = systemClock,
): Promise<number> {
  return await runCommand(argv, options, HELP, async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { days: { type: "string" }, out: { type: "string" } },
      allowPositionals: true,
    });
    const [command, ...others] = positionals;
    if ((command !== "report" && command !== "export") || others.length > 0)
      throw new ArgumentError("Say report or export.");
    if (command === "report" && values.out !== undefined) throw new ArgumentError("--out goes with export.");
    const days = /^\d{1,4}$/.test(values.days ?? "90") ? Number(values.days ?? "90") : 0;
    if (days < 1 || days > 3_660) throw new ArgumentError("--days must be a whole number from 1 to 3660.");
    const since = new Date(clock.now() - (days - 1) * DAY).toISOString().slice(0, 10);
    const calls = await withDatabase(options, ({ platform }) => readCalls(platform, since));
    if (command === "report") return options.print(reportText(summarise(calls), since));
    const text = `${JSON.stringify(usageFile(calls), null, 2)}\n`;
    if (values.out === undefined) options.print(text);
    else writeFileSync(values.out, text);
  });
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === import.meta.filename) await runOnDatabase(usage);
