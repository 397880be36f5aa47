import { ConfigError, readConfig } from "../lib/config.js";
import { Database, sqlStateOf } from "../lib/database.js";
import { startPostgres } from "../lib/embedded-postgres.js";
import { leaveEmbedded } from "../lib/leave-embedded.js";
import { AppError } from "../lib/errors.js";

/** Exit codes of a program on the service's database. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/** Where a program writes to, and on which database it works. */
export interface ProgramOptions {
  /** `postgres://…` as the owner of the tables; asked for once the arguments are known to be good. */
  ownerUrl: () => Promise<string>;
  /** Writes what was asked for. */
  print: (text: string) => void;
  /** Writes a line that says what went wrong. */
  warn: (line: string) => void;
}

/** Arguments that are not understood. */
export class ArgumentError extends Error {}

/** Runs one command line and gives its exit code. What a person can mend is said in one line. */
export async function runCommand(
  argv: readonly string[],
  options: ProgramOptions,
  help: string,
  work: (argv: readonly string[]) => Promise<void>,
): Promise<number> {
  if (argv.includes("--help")) {
    options.print(help);
    return EXIT.done;
  }
  try {
    await work(argv);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = sqlStateOf(error);
    if (error instanceof ArgumentError || code?.startsWith("ERR_PARSE_ARGS") === true) {
      options.warn(`${error.message}\n--help tells more.`);
      return EXIT.misused;
    }
    if (!(error instanceof AppError || error instanceof ConfigError || code !== undefined)) throw error;
    options.warn(error.message);
    return EXIT.refused;
  }
}

/** Works on the database that the service uses, and closes it. */
export async function withDatabase<T>(options: ProgramOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database({ url: await options.ownerUrl() });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a program on the database of the settings: the embedded one is started for it. */
export async function runOnDatabase(
  run: (argv: readonly string[], options: ProgramOptions) => Promise<number>,
): Promise<void> {
  const config = readConfig();
  const embedded: Awaited<ReturnType<typeof startPostgres>>[] = [];
  try {
    process.exitCode = await run(process.argv.slice(2), {
      ownerUrl: async () => {
        if (config.databaseUrl !== null) return config.databaseUrl;
        const started = await startPostgres({ dataDir: config.dataDir });
        embedded.push(started);
        return started.url;
      },
      print: (text) => void process.stdout.write(text),
      warn: (line) => void process.stderr.write(`${line}\n`),
    });
  } finally {
    for (const each of embedded) await leaveEmbedded(each, (line) => void process.stderr.write(`${line}\n`));
  }
}
