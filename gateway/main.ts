import "reflect-metadata";
import { parseArgs } from "node:util";
import pg from "pg";
import { systemClock } from "../lib/clock.js";
import { type Config, ConfigError, readConfig } from "../lib/config.js";
import { Database } from "../lib/database.js";
import { systemRandom } from "../lib/eid.js";
import { type RunningPostgres, startPostgres } from "../lib/embedded-postgres.js";
import { createLog, type Log } from "../lib/log.js";
import { migrate } from "../migrations/index.js";
import { DEMO_SEED, loadDemo, loadRates } from "./demo.js";
import { EXAMPLES } from "./examples.js";
import { createGateway } from "./gateway.js";
import { buildServer } from "./http/server.js";
import { createIngestEnvironment } from "./ingest-environment.js";
import { welcome } from "./welcome.js";

/** Exit code of a configuration that must not be started with (sysexits, EX_CONFIG). */
const EX_CONFIG = 78;

const USAGE = `Usage: npm start [-- --demo]

Starts the service. Without DATABASE_URL it runs its own PostgreSQL in DATA_DIR and loads the demo data into
it; with DATABASE_URL it uses that server, and loads the demo data into an empty database only with --demo.
Every setting is listed in .env.example.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const config = readConfig();
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl === null ? await startPostgres({ dataDir: config.dataDir }) : null;
  try {
    await serve(config, embedded, values.demo ?? embedded !== null, log);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(config: Config, embedded: RunningPostgres | null, demo: boolean, log: Log): Promise<void> {
  const url = config.databaseUrl ?? embedded?.url ?? "";
  await migrate(url);
  const database = new Database({
    url,
    log: (message) => log.warn({ database: message }, "the database driver complains"),
  });
  const gateway = createGateway({ database, clock: systemClock, random: systemRandom, log });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const showsDemo = demo && (await loadDemo({ owner, database, log }));
  await loadRates(createIngestEnvironment(owner, gateway, () => {}));
  await owner.end();

  const app = await buildServer({
    gateway,
    database,
    clock: systemClock,
    random: systemRandom,
    log,
    config,
    explorer: { seed: showsDemo ? DEMO_SEED : null, operations: EXAMPLES },
    development: showsDemo,
  });
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(welcome(address, showsDemo));
  stopOnSignal(async () => {
    await app.close();
    await database.close();
    await embedded?.stop();
  }, log);
}

/** The first SIGINT or SIGTERM lets requests finish, the second one ends at once. */
function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  function onSignal(): void {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the service did not stop cleanly");
        process.exit(1);
      },
    );
  }
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

try {
  await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`adgraph can't start: ${message}\n`);
  process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
}
