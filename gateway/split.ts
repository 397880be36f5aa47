import "reflect-metadata";
import { once } from "node:events";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { type Config, environmentWith, readConfig } from "../lib/config.js";
import { systemRandom } from "../lib/eid.js";
import { createLog, type Log } from "../lib/log.js";
import { migrate } from "../migrations/index.js";
import { ADDRESS_OPTIONS, addressOf } from "./address-options.js";
import { AREAS } from "./gateway.js";
import { keepRunning, type RunningProgram } from "./keep-running.js";
import { contactKeysSetting } from "./own-contact-keys.js";
import { runProgram } from "./run-program.js";
import { type Shutdown, shutdownOnSignal } from "./shutdown.js";
import { startEmbedded } from "./start-embedded.js";

const USAGE = `Usage: npm run start:split [-- --demo] [--port N] [--host ADDRESS]

As npm start, with the gateway and every area in a process of its own. One that ends is started again.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { ...ADDRESS_OPTIONS, demo: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const settings = readConfig();
  const config = { ...settings, ...addressOf(values, settings) };
  const log = createLog(config.logLevel);
  const shutdown = shutdownOnSignal(log);
  try {
    await start(config, values.demo ?? config.databaseUrl === null, shutdown, log);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(config: Config, demo: boolean, shutdown: Shutdown, log: Log): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, shutdown));
  await migrate(databaseUrl);
  const secret = config.subgraphSecret ?? Buffer.from(systemRandom(32)).toString("base64url");
  const port = config.port === 0 ? await freePort() : config.port;
  const environment = environmentWith({
    DATABASE_URL: databaseUrl,
    CONTACT_KEYS: contactKeysSetting(config),
    SUBGRAPH_SECRET: secret,
    SUBGRAPH_URLS: "",
    GATEWAY_URL: `http://${hostOf(config)}:${port}`,
  });
  const areas = await startAreas(environment, log);
  shutdown.add(async () => void (await Promise.all(areas.map(({ program }) => program.stop()))));
  const urls = areas.map(({ name, program }) => `${name}=${program.url}`).join(",");
  const gateway = await keepRunning({
    name: "gateway",
    script: "main.js",
    args: () => [...(demo ? ["--demo"] : []), "--host", config.host, "--port", String(port)],
    environment: { ...environment, SUBGRAPH_URLS: urls },
    log,
  });
  shutdown.add(() => gateway.stop());
}

/** A port that nobody has now. The areas must know it before the gateway has it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

/** Where this machine finds a gateway that listens on the host. */
function hostOf({ host }: Config): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function startAreas(
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<{ name: string; program: RunningProgram }[]> {
  return await Promise.all(
    AREAS.map(async ({ name }) => {
      const args = (port: string): string[] => [name, "--host", "127.0.0.1", "--port", port];
      return { name, program: await keepRunning({ name, script: "subgraph.js", args, environment, log }) };
    }),
  );
}

await runProgram("adgraph", main);
