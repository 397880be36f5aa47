import { createWriteStream, realpathSync, type WriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { systemClock } from "../../lib/clock.js";
import { parseReportDate, today } from "../../lib/date-range.js";
import { generateEvents, type GeneratedFile, type GeneratorOptions } from "./generated-events.js";

const HELP = `npm run generate -- --advertisables N --days D --events E --seed S [--end DAY] [--out FOLDER]

Writes files of events that fit together, for demonstrations and measurements: users see and click ads, which leads
to conversions, and deliveries are the sums of the touchpoints. The same options make the same files.

  --advertisables N   how many advertisables, 1 to 10,000; each has a folder: FOLDER/0001/touchpoints.csv,
                      conversions.csv and deliveries.csv, to be loaded by npm run ingest
  --days D            days, 1 to 3,660
  --events E          touchpoints of all advertisables together, up to 1,000,000,000
  --seed S            any whole number from 0 to 2,147,483,647
  --end DAY           the day after the last one, YYYY-MM-DD; today when not given
  --out FOLDER        where to; "generated" when not given
`;

/** Options that are not understood; the message says what to change. */
class GenerateUsageError extends Error {
  override readonly name = "GenerateUsageError";
}

interface Options extends Omit<GeneratorOptions, "seed"> {
  advertisables: number;
  seed: number;
  out: string;
}

/** Writes the files of all advertisables, one after the other, at the speed of the disk. */
export async function generateFiles({ advertisables, events, seed, out, ...rest }: Options): Promise<string[]> {
  const folders: string[] = [];
  for (let n = 0; n < advertisables; n += 1) {
    const folder = path.join(out, String(n + 1).padStart(4, "0"));
    await mkdir(folder, { recursive: true });
    const own = Math.round((events * (n + 1)) / advertisables) - Math.round((events * n) / advertisables);
    const files = new Map<GeneratedFile, WriteStream>();
    for (const { file, text } of generateEvents({ ...rest, events: own, seed: (seed + n * 7_919) % 2 ** 31 })) {
      const stream = files.get(file) ?? createWriteStream(path.join(folder, `${file}.csv`));
      files.set(file, stream);
      if (!stream.write(text)) await once(stream, "drain");
    }
    for (const stream of files.values()) {
      stream.end();
      await finished(stream);
    }
    folders.push(folder);
  }
  return folders;
}

function parse(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      advertisables: { type: "string" },
      days: { type: "string" },
      events: { type: "string" },
      seed: { type: "string" },
      end: { type: "string" },
      out: { type: "string" },
    },
  });
  const count = (name: "advertisables" | "days" | "events" | "seed", min: number, max: number): number => {
    const text = values[name] ?? "";
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new GenerateUsageError(`--${name} must be a whole number from ${min} to ${max}.`);
    return value;
  };
  const end = parseReportDate(values.end ?? today(systemClock));
  if (end === null) throw new GenerateUsageError("--end must be a day as YYYY-MM-DD.");
  return {
    advertisables: count("advertisables", 1, 10_000),
    days: count("days", 1, 3_660),
    events: count("events", 0, 1_000_000_000),
    seed: count("seed", 0, 2_147_483_647),
    end,
    out: values.out ?? "generated",
  };
}

/** Runs the program; 2 for options that are not understood. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help")) {
    process.stdout.write(HELP);
    return 0;
  }
  let options: Options;
  try {
    options = parse(argv);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n\n${HELP}`);
    return 2;
  }
  const folders = await generateFiles(options);
  process.stdout.write(`${folders.length} folders in ${options.out}. To load the first:\n`);
  for (const file of ["deliveries", "touchpoints", "conversions"])
    process.stdout.write(
      `npm run ingest -- ${file} ${folders[0]}/${file}.csv --advertisable EID${file === "conversions" ? "" : " --create-entities"}\n`,
    );
  return 0;
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === import.meta.filename)
  process.exitCode = await main(process.argv.slice(2));
