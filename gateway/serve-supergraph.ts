import { readFileSync } from "node:fs";
import { systemClock } from "../lib/clock.js";
import { type Config, ConfigError } from "../lib/config.js";
import { eidSource, systemRandom } from "../lib/eid.js";
import { createLog, type Log } from "../lib/log.js";
import { type ForeignSupergraph, readSupergraph } from "./composition/read-supergraph.js";
import { createEngine } from "./execution/engine.js";
import { createHttpSubgraph } from "./execution/http-subgraph.js";
import { createFailureLog } from "./failure-log.js";
import { buildSupergraphServer, type SupergraphContext } from "./http/supergraph-server.js";
import { shutdownOnSignal } from "./shutdown.js";

/** Serves a supergraph that somebody composed, over its subgraphs. Throws ConfigError for a file that is none. */
export async function serveSupergraph(file: string, config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const shutdown = shutdownOnSignal(log);
  const supergraph = read(file);
  const clients = createClients(supergraph, config.subgraphSecret);
  shutdown.add(async () => void (await Promise.all(Object.values(clients).map((client) => client.close()))));
  const engine = engineOf(supergraph, clients, log);
  const newEid = eidSource(systemClock, systemRandom);
  const { supergraphSdl } = supergraph;
  const graph = { supergraphSdl, schema: engine.schema, prepare: engine.prepare, answer: engine.answer };
  const app = await buildSupergraphServer({ graph, limits: config.limits, newEid, log });
  shutdown.add(() => app.close());
  const address = await app.listen({ host: config.host, port: config.port });
  const names = [...supergraph.urls.keys()].join(", ");
  process.stdout.write(`GraphQL over ${names} at ${address}/graphql (Node ${process.version}).\n`);
}

function read(file: string): ForeignSupergraph {
  try {
    return readSupergraph(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`${file}: ${oneLine(error)}`);
  }
}

function engineOf(supergraph: ForeignSupergraph, clients: ReturnType<typeof createClients>, log: Log) {
  try {
    return createEngine<SupergraphContext>({ ...supergraph, clients, onFailure: createFailureLog(log) });
  } catch (error) {
    throw new ConfigError(`this supergraph cannot be served: ${oneLine(error)}`);
  }
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, " ");
}

/** Requests are signed where there is a secret, though nobody signs in here. */
function createClients({ urls }: ForeignSupergraph, secret: string | null) {
  const trust = secret !== null && {
    secret,
    clock: systemClock,
    askerOf: ({ requestId }: SupergraphContext) => ({ viewer: null, requestId, pageLimit: 100 }),
  };
  const startedAt = (context: SupergraphContext): number => context.startedAt;
  return Object.fromEntries(
    [...urls].map(([name, url]) => [
      name,
      createHttpSubgraph({ url, startedAt, ...(trust && { trust: { ...trust, recipient: name } }) }),
    ]),
  );
}
