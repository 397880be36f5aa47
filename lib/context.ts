import type { Clock } from "./clock.js";
import { DEFAULT_PIXEL_URL } from "./config.js";
import { type ContactKeys, NO_CONTACT_KEYS } from "./contact-keys.js";
import type { Database, Sql } from "./database.js";
import type { EidSource } from "./eid.js";
import { AppError, isErrorCode } from "./errors.js";
import { idempotencyTenant, type IdempotentRequest, once, requestTenant } from "./idempotency.js";
import { DEFAULT_FETCH_POLICY, type FetchPolicy } from "./fetch-policy.js";
import { statementScope } from "./statement-scope.js";
import { authorise, type Permission, type Viewer } from "./viewer.js";

/** The most that a client may ask of a connection in one page. */
export const CLIENT_PAGE_LIMIT = 100;

/** The most that an operation of ours (a REST adapter, the loader) may ask of a connection in one page. */
export const ADAPTER_PAGE_LIMIT = 1_000;

/** What an operation over the whole graph answers. */
export interface GraphAnswer {
  data?: Readonly<Record<string, unknown>> | null;
  errors?: readonly { message: string; extensions?: Readonly<Record<string, unknown>> }[];
}

/** Runs an operation of ours over the whole graph as the viewer of a context, whose statements it counts as. */
export type AskGraph = (
  operation: string,
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<GraphAnswer>;

/** All that a resolver may use; made once per request and passed to every subgraph. */
export interface RequestContext {
  /** Names the request in the log, in error answers and in audit rows. */
  readonly requestId: string;
  /** When the request began, in milliseconds of the process's monotonic clock (`performance.now`). */
  readonly startedAt: number;
  /** Milliseconds that the request, and each of its parts, may take where areas run elsewhere; as usual when not given. */
  readonly deadlineMs: number | undefined;
  readonly viewer: Viewer;
  readonly clock: Clock;
  readonly newEid: EidSource;
  /** Statements outside a transaction, seeing what the viewer may see. */
  readonly sql: Sql;
  /**
   * Runs statements that see one state of the database, whatever is written meanwhile; they wait for each other, and one
   * that fails ends the work. For what is one answer (lib/read-together).
   */
  readTogether(work: (sql: Pick<Sql, "rows">) => Promise<void>): Promise<void>;
  /** Address of the script that a pixel's snippet loads. */
  readonly pixelUrl: string;
  /** From where and how much may be fetched on behalf of clients. */
  readonly fetchPolicy: FetchPolicy;
  /** What addresses of people are kept with. */
  readonly contactKeys: ContactKeys;
  /** Rows of one connection page at most. */
  readonly pageLimit: number;
  /**
   * The tenant of rows that are this request's own, whichever process its parts run in: in its transactions it sees
   * them, and no other request does.
   */
  readonly ownTenant: string;
  /** The statements issued so far. */
  readonly statements: string[];
  /** The request's loaders, by their definition (lib/loader). */
  readonly loaders: Map<object, { clearAll(): unknown; readonly isWorthKeeping: boolean }>;
  /** Whether this is one of several questions that a request asks page by page, with the same loaders. */
  readonly isPaged: boolean;
  /**
   * One transaction, the only way to write: it asks for the permission that the write needs, so that
   * none can forget it. `newTenants` are the advertisables that it creates. Of a request with an
   * Idempotency-Key that did this before, the work is not done again, and its result is that of the first
   * time: go on with the result alone, as what was prepared for the work may be nowhere. Throws FORBIDDEN.
   */
  transaction<T>(permission: Permission, work: (sql: Sql) => Promise<T>, newTenants?: readonly string[]): Promise<T>;
  /**
   * What other areas know: the data of an operation over the whole graph, as the viewer, with pages of up to
   * ADAPTER_PAGE_LIMIT and with the fields that are `@inaccessible`. Ask for a list at once, and before a
   * transaction begins, as an answer needs connections of its own. Rejects with the first error as AppError.
   */
  ask(operation: string, variables: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Lets the rest of the request see advertisables that it has just created. */
  admit(newTenants: readonly string[]): void;
  /** From now on, transactions that a request with this key has done before give what they gave then. */
  onlyOnce(request: IdempotentRequest): void;
  /** What `onlyOnce` was told, for a part of the request that runs elsewhere; each part has steps of its own. */
  readonly idempotentPart: () => (IdempotentRequest & { part: string }) | undefined;
}

export interface ContextOptions {
  requestId: string;
  viewer: Viewer;
  database: Database;
  clock: Clock;
  newEid: EidSource;
  /** Of a request that has an Idempotency-Key; `part` tells its parts apart that run in other processes. */
  idempotency?: (IdempotentRequest & { part: string }) | undefined;
  /** DEFAULT_PIXEL_URL when not given. */
  pixelUrl?: string;
  /** DEFAULT_FETCH_POLICY when not given. */
  fetchPolicy?: FetchPolicy;
  /** Those that keep nothing when not given. */
  contactKeys?: ContactKeys | undefined;
  pageLimit?: number;
  /** Of a request that brings much. */
  deadlineMs?: number | undefined;
  /** What `ask` asks; without it there is nothing but the area itself, and asking is a mistake of ours. */
  askGraph?: AskGraph | undefined;
  /** Where statements are written down; a list of its own when not given. */
  statements?: string[];
  /** Those of another part of the same request; its own when not given. */
  loaders?: RequestContext["loaders"] | undefined;
}

export function createContext(options: ContextOptions): RequestContext {
  const { database } = options;
  const statements = options.statements ?? [];
  const onStatement = (sql: string): void => {
    statements.push(sql);
    statementScope.getStore()?.push(sql);
  };
  const loaders: RequestContext["loaders"] = options.loaders ?? new Map();
  let idempotency = options.idempotency;
  let steps = 0;
  let parts = 0;
  let viewer = options.viewer;
  let sql = database.sqlFor(viewer, onStatement);
  function admit(newTenants: readonly string[]): void {
    if (newTenants.length === 0 || viewer.advertisables === "ALL") return;
    viewer = { ...viewer, advertisables: [...viewer.advertisables, ...newTenants] };
    sql = database.sqlFor(viewer, onStatement);
  }
  // Made when it is needed: most requests only read.
  const ownTenant = (): string => requestTenant(options.viewer, options.requestId);
  async function runTransaction<T>(work: (sql: Sql) => Promise<T>, newTenants: readonly string[]): Promise<T> {
    const tenants = [...newTenants, ownTenant()];
    if (idempotency === undefined) return await database.transaction(viewer, onStatement, work, tenants);
    steps += 1;
    const request = { ...idempotency, step: `${idempotency.part}${steps}` };
    const asker = viewer;
    return await database.transaction(
      asker,
      onStatement,
      async (on) => await once(on, asker, request, options.clock, async () => await work(on)),
      [...tenants, idempotencyTenant(asker, request)],
    );
  }
  const context: RequestContext = {
    requestId: options.requestId,
    startedAt: performance.now(),
    deadlineMs: options.deadlineMs,
    get viewer() {
      return viewer;
    },
    clock: options.clock,
    newEid: options.newEid,
    get sql() {
      return sql;
    },
    readTogether: async (work) => {
      await database.readTogether(viewer, onStatement, work);
    },
    pixelUrl: options.pixelUrl ?? DEFAULT_PIXEL_URL,
    fetchPolicy: options.fetchPolicy ?? DEFAULT_FETCH_POLICY,
    contactKeys: options.contactKeys ?? NO_CONTACT_KEYS,
    pageLimit: options.pageLimit ?? CLIENT_PAGE_LIMIT,
    get ownTenant() {
      return ownTenant();
    },
    statements,
    loaders,
    isPaged: options.loaders !== undefined,
    transaction: async (permission, work, newTenants = []) => {
      authorise(viewer, permission);
      const result = await runTransaction(work, newTenants);
      // What was loaded before the write may be stale now.
      for (const loader of loaders.values()) loader.clearAll();
      admit(newTenants);
      return result;
    },
    ask: async (operation, variables) => {
      if (options.askGraph === undefined) throw new TypeError("there is no graph to ask");
      return dataOf(await options.askGraph(operation, variables, context));
    },
    admit,
    onlyOnce: (request) => {
      idempotency = { ...request, part: "" };
    },
    idempotentPart: () => {
      if (idempotency === undefined) return undefined;
      parts += 1;
      return { ...idempotency, part: `${idempotency.part}${parts}.` };
    },
  };
  return context;
}

/** The data of an answer without errors. Throws its first error as AppError. */
export function dataOf({ data, errors }: GraphAnswer): Readonly<Record<string, unknown>> {
  const [error] = errors ?? [];
  if (error === undefined && data != null) return data;
  const code = error?.extensions?.["code"];
  throw new AppError(
    isErrorCode(code) ? code : "INTERNAL_SERVER_ERROR",
    error?.message ?? "Something went wrong on our side.",
  );
}
