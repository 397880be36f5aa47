import type { FastifyInstance, InjectOptions } from "fastify";
import { type Clock, fixedClock } from "../../lib/clock.js";
import { systemRandom } from "../../lib/eid.js";
import type { FetchPolicy } from "../../lib/fetch-policy.js";
import type { Config } from "../../lib/config.js";
import { DEFAULT_LIMITS, type OperationLimits } from "../../lib/operation-limits.js";
import { createLog } from "../../lib/log.js";
import { createGateway, type Gateway } from "../../gateway/gateway.js";
import { buildServer } from "../../gateway/http/server.js";
import { createUsageRecorder } from "../../gateway/usage/usage-recorder.js";
import { TEST_LINKS } from "./mail-links.js";
import { TEST_CONTACT_KEYS } from "./contact-keys.js";
import { createDatabase, createDatabaseBehindLine, type TestDatabase } from "./database.js";
import type { DatabaseLine } from "./database-line.js";
import { startAreas, type TestAreas } from "./remote-areas.js";
import { APIKEY, type World, createWorld } from "./world.js";

/** "Now" of every test that does not say otherwise: the day after the real file's last one. */
export const TEST_NOW = "2023-09-01T12:00:00Z";

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** The body as JSON, or undefined when it is none. */
  json: unknown;
  text: string;
}

export interface TestService {
  db: TestDatabase;
  gateway: Gateway;
  app: FastifyInstance;
  world: World;
  areas: TestAreas;
  /** A request with the credentials of an actor of the world, or with none. */
  request(options: InjectOptions & { as?: keyof World["tokens"] | null }): Promise<Answer>;
  /** A GraphQL operation; statements are counted. */
  graphql(query: string, variables?: object, as?: keyof World["tokens"]): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

export interface GraphqlAnswer {
  status: number;
  data: Record<string, unknown> | null | undefined;
  errors:
    | {
        message: string;
        path?: (string | number)[];
        extensions: { code: string; requestId: string; violations?: unknown[] };
      }[]
    | undefined;
  statements: number;
}

export interface ServiceOptions {
  now?: string;
  /** One that moves, in place of `now`. */
  clock?: Clock;
  restPrefixAliases?: ReadonlyMap<string, string>;
  /** The day on which an old route goes. */
  routeSunsets?: ReadonlyMap<string, string>;
  /** Whether operations that change something answer GET too. Default false. */
  restGetMutations?: boolean;
  /** The database; a new one when not given. */
  db?: TestDatabase;
  /** Default signed-in. */
  introspection?: Config["introspection"];
  /** What differs from the default limits of an operation. */
  limits?: Partial<OperationLimits>;
  /** What is done with operations that nobody registered. Default off. */
  registeredOperations?: Config["registeredOperations"];
  /** What differs for registered operations. */
  registeredLimits?: Partial<OperationLimits>;
  /** Whether everyone may ask how an answer is made. Default true. */
  development?: boolean;
  /** Where the areas run; as SUBGRAPHS says when not given. */
  subgraphs?: "local" | "http";
  /** From where feeds may be fetched; from public hosts only when not given. */
  fetchPolicy?: FetchPolicy;
  /** Whether who asks for what is recorded, as in the real service. Default false: the writes would disturb counts of statements. */
  recordsUsage?: boolean;
  /** Where log lines go; nowhere when not given. */
  logTo?: { write(line: string): void };
}

export interface ServiceBehindLine extends TestService {
  /** Cuts the service off from its database, wherever it is in a write. */
  line: DatabaseLine;
}

/** The same as `startService`, on a database whose connections can be cut. */
export async function startServiceBehindLine(): Promise<ServiceBehindLine> {
  const db = await createDatabaseBehindLine();
  return { ...(await startService({ db })), line: db.line };
}

/** The whole service on a database of its own, without a port: requests are injected. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const db = options.db ?? (await createDatabase());
  const clock = options.clock ?? fixedClock(options.now ?? TEST_NOW);
  const log = createLog(options.logTo === undefined ? "silent" : "trace", options.logTo);
  const { fetchPolicy } = options;
  const graph = {
    database: db.database,
    clock,
    random: systemRandom,
    log,
    contactKeys: TEST_CONTACT_KEYS,
    ...(fetchPolicy && { fetchPolicy }),
  };
  const areas = await startAreas(graph, options.subgraphs);
  const gateway = createGateway({ ...graph, ...(areas.remote && { remote: areas.remote }) });
  areas.connect(gateway.askGraph);
  const world = await createWorld(db.owner, gateway);
  const usage = options.recordsUsage ? createUsageRecorder({ sql: db.database.platform, clock, log }) : undefined;
  const app = await buildServer({
    gateway,
    database: db.database,
    clock,
    random: systemRandom,
    log,
    config: {
      restPrefixAliases: options.restPrefixAliases ?? new Map(),
      restGetMutations: options.restGetMutations ?? false,
      routeSunsets: options.routeSunsets ?? new Map(),
      introspection: options.introspection ?? "signed-in",
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      registeredOperations: options.registeredOperations ?? "off",
      registeredLimits: { ...DEFAULT_LIMITS, ...options.limits, ...options.registeredLimits },
      subgraphSecret: areas.remote?.secret ?? null,
    },
    explorer: { seed: null, operations: [] },
    development: options.development ?? true,
    ...(usage && { usage }),
    mail: { links: TEST_LINKS, catchAll: null },
  });

  async function request({
    as = null,
    ...options_
  }: InjectOptions & { as?: keyof World["tokens"] | null }): Promise<Answer> {
    const url = new URL(String(options_.url), "http://service.test");
    if (as !== null && !url.searchParams.has("apikey")) url.searchParams.set("apikey", APIKEY);
    const answer = await app.inject({
      ...options_,
      url: url.pathname + url.search,
      headers: { ...(as !== null && { authorization: `Token ${world.tokens[as]}` }), ...options_.headers },
    });
    return { status: answer.statusCode, headers: answer.headers, json: parseJson(answer.body), text: answer.body };
  }

  return {
    db,
    gateway,
    app,
    world,
    areas,
    request,
    graphql: async (query, variables = {}, as = "admin") => {
      const answer = await request({
        as,
        method: "POST",
        url: "/graphql",
        payload: { query, variables },
        headers: { "adgraph-statements": "count" },
      });
      const body = answer.json as {
        data?: Record<string, unknown> | null;
        errors?: GraphqlAnswer["errors"];
        extensions?: { statements: number };
      };
      return {
        status: answer.status,
        data: body.data,
        errors: body.errors,
        statements: body.extensions?.statements ?? 0,
      };
    },
    close: async () => {
      await app.close();
      await usage?.close();
      await gateway.close();
      await areas.close();
      await db.drop();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
