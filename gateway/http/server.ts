import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.js";
import type { Config } from "../../lib/config.js";
import type { RequestContext } from "../../lib/context.js";
import type { Database } from "../../lib/database.js";
import { eidSource, type Random } from "../../lib/eid.js";
import { createIdempotencyStore } from "../../lib/idempotency.js";
import type { Log } from "../../lib/log.js";
import { may, type Viewer } from "../../lib/viewer.js";
import { createAuthDeps } from "../auth/auth-deps.js";
import { authenticate } from "../auth/authenticate.js";
import { tokenRoute } from "../auth/token-route.js";
import type { Gateway } from "../gateway.js";
import type { MailLinks } from "../../lib/mail-links.js";
import type { CatchAll } from "../mail/catch-all.js";
import { registerMailLinks } from "../mail/link-routes.js";
import { registerMailbox } from "../mail/mailbox.js";
import { registerQuestions } from "../remote-questions.js";
import { registerDocumentation } from "../docs/register.js";
import { routeName } from "../rest/life-cycle.js";
import { registerRest } from "../rest/register.js";
import { ROUTES } from "../rest/routes.js";
import { credentialsOf } from "./credentials.js";
import { createRegisteredOperations } from "../operations/registered-operations.js";
import { registerUsagePage } from "../usage/usage-page.js";
import type { UsageRecorder } from "../usage/usage-recorder.js";
import type { ExplorerOptions } from "./explorer.js";
import type { GraphqlEndpoint } from "./graphql-endpoint.js";
import { apikeyOf, createGraphqlApp } from "./graphql-app.js";
import { registerHealth } from "./health.js";

export interface ServerOptions {
  gateway: Gateway;
  database: Database;
  clock: Clock;
  random: Random;
  log: Log;
  config: Pick<
    Config,
    | "restPrefixAliases"
    | "restGetMutations"
    | "routeSunsets"
    | "introspection"
    | "limits"
    | "registeredOperations"
    | "registeredLimits"
    | "subgraphSecret"
  >;
  explorer: Omit<ExplorerOptions, "endpointPath">;
  /** Whether everyone may know how an answer is made, as on the demo; otherwise staff only. */
  development: boolean;
  /** What reads the links of mails, and what keeps the mails of the demo; without it there are no mails. */
  mail?: { links: MailLinks; catchAll: CatchAll | null };
  /** Counts who asks for what; without one nothing is counted. */
  usage?: UsageRecorder;
}

/** The service's HTTP side: /graphql with its explorer, the old REST paths, sign-in and health. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { gateway, database, clock, log, config, usage } = options;
  const newRequestId = eidSource(clock, options.random);
  const deps = createAuthDeps({ database, clock, random: options.random, newEid: newRequestId });
  const store = createIdempotencyStore(database, clock);
  const endpoint: GraphqlEndpoint<Viewer, RequestContext> = {
    graph: gateway,
    signIn: (credentials) => authenticate(credentials, deps),
    contextFor: (viewer, requestId) => gateway.contextFor({ viewer, requestId }),
    replies: { ...store, begin: (context, request) => context.onlyOnce(request) },
    ...(usage && { count: (operation, { apiClient }, failed) => usage.operation(operation, apiClient, failed) }),
    mayIntrospect: ({ role }) =>
      config.introspection === "signed-in" || (config.introspection === "staff" && role === "STAFF"),
    isDeveloper: (viewer) => options.development || may(viewer, "graph.trace"),
  };
  const { limits } = config;
  const registered = {
    operations: createRegisteredOperations({ sql: database.platform, mode: config.registeredOperations, log }),
    limits: config.registeredLimits,
  };
  const app = await createGraphqlApp({ endpoint, limits, registered, explorer: options.explorer, newRequestId, log });
  registerHealth(app, database);
  await app.register(tokenRoute, { deps });
  const signIn = (request: FastifyRequest): Promise<Viewer> =>
    authenticate(credentialsOf(request.raw, apikeyOf(request)), deps);
  await registerRest(app, gateway.ownSchema, {
    aliases: config.restPrefixAliases,
    getMutations: config.restGetMutations,
    sunsets: config.routeSunsets,
    ask: gateway.ask,
    clock,
    replies: store,
    limits,
    onFailure: (error, requestId) => log.error({ err: error, requestId }, "a request failed"),
    count: (route, { apiClient }, failed) => usage?.route(route, apiClient, failed),
    authenticate: signIn,
  });
  registerUsagePage(app, { sql: database.platform, clock, routes: ROUTES.map(routeName), authenticate: signIn });
  registerDocumentation(app, {
    routes: ROUTES,
    schema: gateway.schema,
    ownSchema: gateway.ownSchema,
    limits,
    getMutations: config.restGetMutations,
    clock,
    sunsets: config.routeSunsets,
    seed: options.explorer.seed,
  });
  if (options.mail !== undefined) {
    await registerMailLinks(app, { gateway, links: options.mail.links, log });
    if (options.mail.catchAll !== null) registerMailbox(app, options.mail.catchAll);
  }
  // Areas that run elsewhere have the secret; without one there are none.
  if (config.subgraphSecret !== null)
    await registerQuestions(app, gateway, { secret: config.subgraphSecret, clock, log });
  return app;
}
