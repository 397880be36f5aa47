import type { FastifyInstance } from "fastify";
import type { EidSource } from "../../lib/eid.js";
import type { Log } from "../../lib/log.js";
import type { OperationLimits } from "../../lib/operation-limits.js";
import type { ServedGraph, GraphqlContext } from "./graphql-endpoint.js";
import { createGraphqlApp } from "./graphql-app.js";

/** What goes with a request over somebody else's subgraphs: there is no viewer. */
export interface SupergraphContext extends GraphqlContext {
  /** `performance.now` */
  readonly startedAt: number;
}

export interface SupergraphServerOptions {
  graph: ServedGraph<SupergraphContext>;
  limits: OperationLimits;
  newEid: EidSource;
  log: Log;
}

/** Nobody signs in here. */
const ANYONE = Promise.resolve(null);

/** POST and GET /graphql over a supergraph, for whoever reaches it, and GET /health/live. */
export async function buildSupergraphServer(options: SupergraphServerOptions): Promise<FastifyInstance> {
  const { graph, limits, log } = options;
  const app = await createGraphqlApp<null, SupergraphContext>({
    endpoint: {
      graph,
      signIn: () => ANYONE,
      contextFor: (_anyone, requestId) => ({ requestId, statements: [], startedAt: performance.now() }),
      mayIntrospect: () => true,
      isDeveloper: () => false,
    },
    limits,
    explorer: { seed: null, operations: [] },
    newRequestId: options.newEid,
    log,
  });
  app.get("/health/live", () => ({ status: "live" }));
  return app;
}
