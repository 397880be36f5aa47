import pg from "pg";
import { systemClock } from "../lib/clock.js";
import type { Config } from "../lib/config.js";
import { Database } from "../lib/database.js";
import { DEFAULT_FETCH_POLICY } from "../lib/fetch-policy.js";
import { startJobRunner } from "../lib/job-runner.js";
import { systemRandom } from "../lib/eid.js";
import { createLog, type Log } from "../lib/log.js";
import { migrate } from "../migrations/index.js";
import { DEMO_SEED, loadDemo, loadRates } from "./demo.js";
import { EXAMPLES } from "./examples.js";
import { createGateway, JOBS } from "./gateway.js";
import { buildServer } from "./http/server.js";
import { createIngestEnvironment } from "./ingest-environment.js";
import { startMail } from "./mail/start-mail.js";
import { contactKeysFrom } from "./own-contact-keys.js";
import { type Shutdown, shutdownOnSignal } from "./shutdown.js";
import { startEmbedded } from "./start-embedded.js";
import { createUsageRecorder } from "./usage/usage-recorder.js";
import { welcome } from "./welcome.js";

/** Any number that no other program takes on this server. */
const LOADING_LOCK = 4_091_528_847;

/** The service: the whole graph and the old REST paths, on the embedded database unless there is another. */
export async function serveAreas(config: Config, demo: boolean): Promise<void> {
  const log = createLog(config.logLevel);
  const shutdown = shutdownOnSignal(log);
  try {
    await serve(config, demo || config.databaseUrl === null, shutdown, log);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function serve(config: Config, demo: boolean, shutdown: Shutdown, log: Log): Promise<void> {
  const url = config.databaseUrl ?? (await startEmbedded(config.dataDir, shutdown));
  await migrate(url);
  const database = new Database({
    url,
    log: (message) => log.warn({ database: message }, "the database driver complains"),
  });
  shutdown.add(() => database.close());
  const fetchPolicy = { ...DEFAULT_FETCH_POLICY, allowedHosts: config.fetchAllowedHosts };
  const contactKeys = contactKeysFrom(config);
  const remote = { urls: config.subgraphUrls, secret: config.subgraphSecret ?? "" };
  const gateway = createGateway({
    database,
    clock: systemClock,
    random: systemRandom,
    log,
    pixelUrl: config.pixelUrl,
    fetchPolicy,
    contactKeys,
    remote,
  });
  shutdown.add(() => gateway.close());
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  // Of several first starts one loads and the others wait for it; the lock ends with the connection.
  await owner.query("select pg_advisory_lock($1)", [LOADING_LOCK]);
  const showsDemo = demo && (await loadDemo({ owner, database, contactKeys, log }));
  await loadRates(createIngestEnvironment(owner, gateway, () => {}));
  await owner.end();
  let address = "";
  const { mail, catchAll } = await startMail({
    config,
    demo: showsDemo || config.databaseUrl === null,
    clock: systemClock,
    address: () => address,
    shutdown,
  });
  if (config.jobs) {
    const jobs = {
      url,
      database,
      clock: systemClock,
      random: systemRandom,
      log,
      fetchPolicy,
      contactKeys,
      mail,
      jobs: JOBS,
      askGraph: gateway.askGraph,
    };
    const runner = await startJobRunner(jobs);
    shutdown.add(() => runner.stop());
  }

  const usage = createUsageRecorder({ sql: database.platform, clock: systemClock, log });
  shutdown.add(() => usage.close());
  const app = await buildServer({
    gateway,
    database,
    clock: systemClock,
    random: systemRandom,
    log,
    config,
    explorer: { seed: showsDemo ? DEMO_SEED : null, operations: EXAMPLES },
    development: showsDemo,
    mail: { links: mail.links, catchAll },
    usage,
  });
  shutdown.add(() => app.close());
  address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(welcome(address, showsDemo, catchAll !== null));
  process.send?.({ ready: address });
}
