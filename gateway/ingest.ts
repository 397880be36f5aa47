import "reflect-metadata";
import { realpathSync } from "node:fs";
import { Presets, SingleBar } from "cli-progress";
import { Client } from "pg";
import { systemClock } from "../lib/clock.js";
import { readConfig } from "../lib/config.js";
import { Database, sqlStateOf } from "../lib/database.js";
import { systemRandom } from "../lib/eid.js";
import { type RunningPostgres, startPostgres } from "../lib/embedded-postgres.js";
import { leaveEmbedded } from "../lib/leave-embedded.js";
import { AppError } from "../lib/errors.js";
import { createLog } from "../lib/log.js";
import { createGateway, INGEST_COMMANDS, IngestUsageError } from "./gateway.js";
import { createIngestEnvironment, type IngestTerminal } from "./ingest-environment.js";

/** Milliseconds. Nobody waits for a load as for an answer: it may wait for a server that is busy. */
const CONNECTION_TIMEOUT = 10_000;

const LOADED = 0;
const REFUSED = 1;
const MISUSED = 2;

/** Where a run reads from and writes to. */
export interface IngestOutput extends IngestTerminal {
  /** Writes a line of what was asked for. */
  print: (line: string) => void;
  /** Writes a line that says what went wrong. */
  warn: (line: string) => void;
}

export interface IngestOptions {
  /** `postgres://…` as the owner of the tables; asked for once the arguments are known to be good. */
  ownerUrl: () => Promise<string>;
  output: IngestOutput;
  /** Of failures that are ours. Default error. */
  logLevel?: string;
}

/**
 * Runs one command line such as `deliveries FILE --advertisable EID`.
 *
 * @returns the exit code: 0 loaded, 1 refused or failed, with nothing loaded, 2 arguments that are not understood.
 */
export async function runIngest(argv: readonly string[], options: IngestOptions): Promise<number> {
  const { output } = options;
  const [name = "", ...args] = argv;
  const command = Object.hasOwn(INGEST_COMMANDS, name) ? INGEST_COMMANDS[name] : undefined;
  if (name === "--help" || (command !== undefined && args.includes("--help"))) {
    output.print(command === undefined ? usage() : `npm run ingest -- ${command.help}`);
    return LOADED;
  }
  try {
    if (command === undefined)
      throw new IngestUsageError(name === "" ? "Say what to load." : `There is nothing called "${name}" to load.`);
    command.check(args);
    return await connected(options, async (environment) => ((await command.run(args, environment)) ? LOADED : REFUSED));
  } catch (error) {
    if (!isExpected(error)) throw error;
    output.warn(error.message);
    if (!isUsageError(error)) return REFUSED;
    output.warn(command === undefined ? `\n${usage()}` : `npm run ingest -- ${name} --help tells more.`);
    return MISUSED;
  }
}

async function connected<T>(
  options: IngestOptions,
  work: (environment: ReturnType<typeof createIngestEnvironment>) => Promise<T>,
): Promise<T> {
  const url = await options.ownerUrl();
  const owner = new Client({ connectionString: url });
  // A connection that is lost fails the statement that waits for it, which is where it is told of.
  owner.on("error", () => {});
  await owner.connect();
  const database = new Database({ url, connectionTimeout: CONNECTION_TIMEOUT });
  try {
    const { rows } = await owner.query<{ ready: boolean }>(
      "select to_regclass('reporting.delivery') is not null as ready",
    );
    if (rows[0]?.ready !== true)
      throw new AppError("SERVICE_UNAVAILABLE", "The database has no tables yet; npm start makes them.");
    const log = createLog(options.logLevel ?? "error");
    const gateway = createGateway({ database, clock: systemClock, random: systemRandom, log });
    return await work(createIngestEnvironment(owner, gateway, options.output.print, options.output));
  } finally {
    await database.close();
    await owner.end();
  }
}

function usage(): string {
  const commands = Object.entries(INGEST_COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(16)} ${summary}`);
  return `npm run ingest -- COMMAND FILE [options]\n\nLoads a CSV file.\n\n${commands.join("\n")}\n\nCOMMAND --help tells more of one.`;
}

/** Node's own argument parser throws errors of these codes. */
function isUsageError(error: Error): boolean {
  return error instanceof IngestUsageError || sqlStateOf(error)?.startsWith("ERR_PARSE_ARGS") === true;
}

/** Failures that say all that there is to say: refusals, and errors of files and of the database. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof Error && (error instanceof AppError || isUsageError(error) || sqlStateOf(error) !== undefined)
  );
}

function terminal(): IngestOutput {
  return {
    input: process.stdin,
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    progress: (total) => {
      if (total === null || !process.stderr.isTTY) return { update: () => {}, stop: () => {} };
      // It leaves the terminal as it is, so that Ctrl+C may end the program, which a handler of the bar would keep alive.
      const looks = {
        format: "{bar} {percentage}% | {eta_formatted} left",
        clearOnComplete: true,
        gracefulExit: false,
        linewrap: true,
      };
      const bar = new SingleBar({ ...looks, stream: process.stderr }, Presets.shades_classic);
      bar.start(total, 0);
      return { update: (done) => bar.update(done), stop: () => bar.stop() };
    },
  };
}

async function main(): Promise<void> {
  const config = readConfig();
  let embedded: RunningPostgres | null = null;
  async function ownerUrl(): Promise<string> {
    if (config.databaseUrl !== null) return config.databaseUrl;
    embedded ??= await startPostgres({ dataDir: config.dataDir });
    return embedded.url;
  }
  try {
    process.exitCode = await runIngest(process.argv.slice(2), { ownerUrl, output: terminal() });
  } finally {
    await leave(embedded);
  }
}

async function leave(embedded: RunningPostgres | null): Promise<void> {
  if (embedded !== null) await leaveEmbedded(embedded, terminal().warn);
}

const program = process.argv[1];
if (program !== undefined && realpathSync(program) === import.meta.filename) await main();
