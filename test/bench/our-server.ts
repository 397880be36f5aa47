import "reflect-metadata";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { systemClock } from "../../lib/clock.js";
import { Database } from "../../lib/database.js";
import type { RequestContext } from "../../lib/context.js";
import { eidSource, systemRandom } from "../../lib/eid.js";
import { NO_CONTACT_KEYS } from "../../lib/contact-keys.js";
import { DEFAULT_FETCH_POLICY } from "../../lib/fetch-policy.js";
import { DEFAULT_LIMITS } from "../../lib/operation-limits.js";
import { createLog } from "../../lib/log.js";
import type { Viewer } from "../../lib/viewer.js";
import { composeSupergraph } from "../../gateway/composition/compose.js";
import { createEngine } from "../../gateway/execution/engine.js";
import { createHttpSubgraph } from "../../gateway/execution/http-subgraph.js";
import { createLocalSubgraph } from "../../gateway/execution/local-subgraph.js";
import { createGraphqlApp } from "../../gateway/http/graphql-app.js";
import { createUsageRecorder } from "../../gateway/usage/usage-recorder.js";
import { TOY_SUBGRAPHS } from "./toy-graph.js";

const VIEWER: Viewer = { userEid: "", organizationEid: "", role: "STAFF", advertisables: "ALL", apiClient: "bench" };

/** Whose requests are not counted, so that one process can be compared with itself. */
const UNCOUNTED: Viewer = { ...VIEWER };
/** What they send as their credentials. */
const NOT_COUNTED = "Token not-counted";

/** What a bench may say of this server. */
interface Given {
  /** Where the subgraphs answer; in this process when not given. */
  subgraphsAt?: string;
  /** The database into which who asks for what is recorded; counted only when not given. */
  usage?: string;
}

/**
 * The service's own HTTP side and engine over the toy subgraphs, in this process or below `subgraphsAt`; only signing
 * in, which asks a database, is left out.
 */
async function serve({ subgraphsAt, usage: usageTo }: Given): Promise<number> {
  const areas = TOY_SUBGRAPHS.map(({ name, sdl, resolvers }) => ({ name, typeDefs: parse(sdl), resolvers }));
  const supergraph = composeSupergraph(areas);
  const clients = areas.map(({ name, ...area }) => [
    name,
    subgraphsAt === undefined
      ? createLocalSubgraph<RequestContext>(buildSubgraphSchema([area]), () => ({ message: "Masked." }))
      : createHttpSubgraph<RequestContext>({ url: `${subgraphsAt}/${name}` }),
  ]);
  const engine = createEngine<RequestContext>({ ...supergraph, clients: Object.fromEntries(clients) });
  const nowhere = { rows: async () => await Promise.resolve([]) };
  const sql = usageTo === undefined ? nowhere : new Database({ url: usageTo }).platform;
  const log = createLog("info");
  const usage = createUsageRecorder({ sql, clock: systemClock, log });
  const app = await createGraphqlApp<Viewer, RequestContext>({
    endpoint: {
      graph: { ...supergraph, schema: engine.schema, prepare: engine.prepare, answer: engine.answer },
      signIn: async ({ authorization }) => await Promise.resolve(authorization === NOT_COUNTED ? UNCOUNTED : VIEWER),
      contextFor: (viewer, requestId) => new ToyContext(viewer, requestId),
      count: (operation, asker, failed) => {
        if (asker !== UNCOUNTED) usage.operation(operation, asker.apiClient, failed);
      },
      mayIntrospect: () => true,
      isDeveloper: () => false,
    },
    limits: BENCH_LIMITS,
    explorer: { seed: null, operations: [] },
    newRequestId: eidSource(systemClock, systemRandom),
    log,
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return Number(new URL(address).port);
}

/** The rows query asks for more objects than a client may by default. */
const BENCH_LIMITS = { ...DEFAULT_LIMITS, cost: 1_000_000 };

const nothing = (): never => {
  throw new Error("The toy has no database.");
};

/** The toy's resolvers use nothing of it. */
class ToyContext implements RequestContext {
  readonly clock = systemClock;
  readonly newEid = nothing;
  readonly startedAt = 0;
  readonly deadlineMs = undefined;
  readonly admit = nothing;
  readonly ownTenant = "";
  readonly pixelUrl = "";
  readonly fetchPolicy = DEFAULT_FETCH_POLICY;
  readonly contactKeys = NO_CONTACT_KEYS;
  readonly pageLimit = 0;
  readonly statements: string[] = [];
  readonly loaders = new Map<object, never>();
  readonly isPaged = false;
  readonly ask = nothing;
  readonly transaction = nothing;
  readonly readTogether = nothing;
  readonly onlyOnce = nothing;
  readonly idempotentPart = nothing;

  constructor(
    readonly viewer: Viewer,
    readonly requestId: string,
  ) {}

  get sql(): never {
    return nothing();
  }
}

process.once("message", (given: Given) => {
  void serve(given).then((port) => process.send?.({ port }));
});
process.once("SIGTERM", () => process.exit(0));
