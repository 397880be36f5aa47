import type { FastifyInstance } from "fastify";
import type { AskGraph } from "../../lib/context.js";
import { AREAS, createAreaServer, type GatewayOptions, type RemoteAreas } from "../../gateway/gateway.js";
import { SUBGRAPHS_MODE } from "./subgraphs-mode.js";

/** Areas that a test's gateway asks over HTTP. */
export interface TestAreas {
  /** Nothing where all run in the gateway's process. */
  remote?: RemoteAreas;
  /** What the areas ask the whole graph with, once there is one. */
  connect(ask: AskGraph): void;
  servers: ReadonlyMap<string, FastifyInstance>;
  close(): Promise<void>;
}

export const AREA_SECRET = "a secret between areas and the gateway of a test";

/** Tests import a thousand objects at once on a machine that runs other tests; how long that takes is not what they are about. */
const PATIENT = { fetchMs: 20_000, requestMs: 60_000 };

/** With SUBGRAPHS=http every area listens on a port of its own in this process; otherwise there is nothing to start. */
export async function startAreas(
  options: Omit<GatewayOptions, "remote">,
  mode: "local" | "http" = SUBGRAPHS_MODE,
): Promise<TestAreas> {
  if (mode === "local") return { connect: () => {}, servers: new Map(), close: async () => {} };
  let askGraph: AskGraph | undefined;
  const ask: AskGraph = async (...question) => {
    if (askGraph === undefined) throw new Error("no gateway was connected");
    return await askGraph(...question);
  };
  const urls = new Map<string, string>();
  const servers = new Map<string, FastifyInstance>();
  for (const { name } of AREAS) {
    const app = createAreaServer(name, { ...options, secret: AREA_SECRET, askGraph: ask });
    urls.set(name, `${await app.listen({ port: 0, host: "127.0.0.1" })}/graphql`);
    servers.set(name, app);
  }
  return {
    remote: { urls, secret: AREA_SECRET, limits: PATIENT },
    connect: (graph) => {
      askGraph = graph;
    },
    servers,
    close: async () => {
      await Promise.all([...servers.values()].map((app) => app.close()));
    },
  };
}
