import "reflect-metadata";
import { parseArgs } from "node:util";
import { systemClock } from "../lib/clock.js";
import { ConfigError, readConfig } from "../lib/config.js";
import { DEFAULT_FETCH_POLICY } from "../lib/fetch-policy.js";
import { Database } from "../lib/database.js";
import { systemRandom } from "../lib/eid.js";
import { createLog } from "../lib/log.js";
import { ADDRESS_OPTIONS, addressOf } from "./address-options.js";
import { AREAS, createAreaServer } from "./gateway.js";
import { registerHealth } from "./http/health.js";
import { contactKeysFrom } from "./own-contact-keys.js";
import { createRemoteQuestions } from "./remote-questions.js";
import { runProgram } from "./run-program.js";
import { shutdownOnSignal } from "./shutdown.js";

const NAMES = AREAS.map((area) => area.name).join(", ");

const USAGE = `Usage: npm run subgraph -- AREA --port N [--host ADDRESS]

Starts one area alone (${NAMES}), for a gateway elsewhere. It answers requests
that the gateway signed with SUBGRAPH_SECRET and nobody else. It needs DATABASE_URL; the gateway migrates.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { ...ADDRESS_OPTIONS, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const config = readConfig();
  const [area, ...rest] = positionals;
  if (area === undefined || rest.length > 0) throw new ConfigError(`name one area of ${NAMES}.`);
  if (config.databaseUrl === null) throw new ConfigError("an area alone needs DATABASE_URL.");
  if (config.subgraphSecret === null) throw new ConfigError("an area alone needs SUBGRAPH_SECRET.");
  const log = createLog(config.logLevel);
  const shutdown = shutdownOnSignal(log);
  const database = new Database({ url: config.databaseUrl });
  shutdown.add(() => database.close());
  const trust = { secret: config.subgraphSecret, clock: systemClock };
  const questions = createRemoteQuestions(config.gatewayUrl, trust);
  shutdown.add(() => questions.close());
  const app = createAreaServer(area, {
    database,
    clock: systemClock,
    random: systemRandom,
    log,
    pixelUrl: config.pixelUrl,
    fetchPolicy: { ...DEFAULT_FETCH_POLICY, allowedHosts: config.fetchAllowedHosts },
    contactKeys: contactKeysFrom(config),
    secret: config.subgraphSecret,
    askGraph: questions.ask,
  });
  registerHealth(app, database);
  shutdown.add(() => app.close());
  const address = await app.listen(addressOf(values, config));
  process.stdout.write(`${area} is ready at ${address}/graphql (Node ${process.version}).\n`);
  process.send?.({ ready: `${address}/graphql` });
}

await runProgram("subgraph", main);
