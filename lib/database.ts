import { pipeline } from "node:stream/promises";
import { ExponentialBackoff, handleWhen, retry } from "cockatiel";
import knex, { type Knex } from "knex";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { databaseClient, readOfOneState, runRead, type StatementContext } from "./database-client.js";
import { AppError } from "./errors.js";
import { organizationScope, tenantScope, type Viewer } from "./viewer.js";

/** The role that requests run as: it owns nothing, so row-level security always applies to it. */
export const RUNTIME_ROLE = "adgraph_runtime";

/** Milliseconds. Statements 2 s, locks less, so that waiting for one is told apart, an idle transaction 5 s, a free connection 1 s. */
const STATEMENT_TIMEOUT = 2_000;
const LOCK_TIMEOUT = 1_500;
const IDLE_IN_TRANSACTION_TIMEOUT = 5_000;
const CONNECTION_TIMEOUT = 1_000;

/** Connections for statements that concern no tenant, as a part of the others: there is one such statement or two a request, all short. */
const PLATFORM_SHARE = 0.4;

const SERIALIZATION_FAILURES = new Set(["40001", "40P01"]);
const STATEMENT_TIMED_OUT = "57014";

/** What locks the rows that it reads by their keys: it takes long only where it waits for several others, one after the other. */
const LOCKING = /\sfor update(?: of \w+)?\s*$/;

/** A transaction that lost against another one runs again as a whole, at most three times, with jitter. */
const transactionRetry = retry(handleWhen(isSerializationFailure), {
  maxAttempts: 3,
  backoff: new ExponentialBackoff({ initialDelay: 20, maxDelay: 500 }),
});

// int8 is a count here and fits a number (lib/scalars refuses one that does not); a date stays the
// text that Postgres sent, since a JavaScript Date would move it by the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Row = Record<string, unknown>;
export type Binding = Knex.RawBinding;

/** A part of a WHERE clause with its bindings. */
export interface Condition {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

export type Query<R extends object> = Knex.QueryBuilder<R, R[]>;

/** Runs statements for one viewer: every one of them carries the viewer's row-level security scope. */
export interface Sql {
  /** A query builder on a table, named with its schema: `entities.campaign`. */
  from<R extends object = Row>(table: string): Query<R>;
  /** A statement as text, for what the builder can't say; `?` stands for a binding. */
  rows<R extends object = Row>(statement: string, bindings?: readonly Binding[]): Promise<R[]>;
  /**
   * Sends rows in COPY's text format into a table, such as `staged (eid, name)`; in a transaction only. It may
   * take no longer than any other statement, so of many rows send a part at a time.
   */
  copy(into: string, rows: string): Promise<void>;
}

/**
 * `column = AMONG` holds for the texts of a list, its binding. The planner doesn't see which and how many they are: it
 * would look each of them up in its statistics, which takes a millisecond for 200 and is done again for each list, where
 * this way a prepared statement keeps its plan.
 */
export const AMONG = "any((select ?::text[])::text[])";

/** The condition that restricts a statement on a tenant table to what the viewer may see. */
export function visibleTo({ advertisables }: Viewer, column = "advertisable_eid"): Condition {
  if (advertisables === "ALL") return { sql: "true", bindings: [] };
  const [only, ...others] = advertisables;
  // Only behind `=` an index gives its rows in order: who sees one advertisable reads no more than a page of its lists.
  return only !== undefined && others.length === 0
    ? { sql: `${column} = ?`, bindings: [only] }
    : { sql: `${column} = ${AMONG}`, bindings: [[...advertisables]] };
}

/**
 * The same for a statement on some advertisables: it names those of them that the viewer may see and no others, since the
 * planner takes a second condition on the column for one that leaves still fewer rows, and plans for too few.
 */
export function visibleAmong({ advertisables }: Viewer, eids: readonly string[], column: string): Condition {
  const asked = [...new Set(eids)];
  const visible = advertisables === "ALL" ? null : new Set(advertisables);
  const named = visible === null ? asked : asked.filter((eid) => visible.has(eid));
  const [only, ...others] = named;
  return only !== undefined && others.length === 0
    ? { sql: `${column} = ?`, bindings: [only] }
    : { sql: `${column} = ${AMONG}`, bindings: [named] };
}

/** The same for a statement on a table whose rows belong to organizations. */
export function visibleInOrganization(viewer: Viewer, column = "organization_eid"): Condition {
  return viewer.role === "STAFF"
    ? { sql: "true", bindings: [] }
    : { sql: `${column} = ?`, bindings: [viewer.organizationEid] };
}

export interface DatabaseOptions {
  /** `postgres://…` of a role that may become RUNTIME_ROLE. */
  url: string;
  /** Connections at most, for what viewers ask; signing in has 40 % more of its own. Default 10. */
  poolSize?: number;
  /** Milliseconds that a statement waits for a free connection. Default 1,000. */
  connectionTimeout?: number;
  /** Told what the driver complains about; never of anything that a client may see. */
  log?: (message: string) => void;
  /** Told of every statement of every viewer; for measuring. */
  onStatement?: (sql: string) => void;
}

export class Database {
  readonly #knex: Knex;
  /**
   * Connections for statements that concern no tenant. They never carry anybody's scope, so that signing in and
   * what is asked afterwards do not take the scope away from each other at the price of a round trip each.
   */
  readonly #platform: Knex;
  readonly #onAnyStatement: ((sql: string) => void) | undefined;

  constructor(options: DatabaseOptions) {
    this.#onAnyStatement = options.onStatement;
    const connectionTimeout = options.connectionTimeout ?? CONNECTION_TIMEOUT;
    const complain = (message: unknown): void => options.log?.(String(message));
    const poolSize = options.poolSize ?? 10;
    const connect = (max: number): Knex =>
      knex({
        client: databaseClient,
        connection: {
          connectionString: options.url,
          connectionTimeoutMillis: connectionTimeout,
          query_timeout: STATEMENT_TIMEOUT + 500,
          keepAlive: true,
          options: [
            `-c role=${RUNTIME_ROLE}`,
            `-c statement_timeout=${STATEMENT_TIMEOUT}`,
            `-c lock_timeout=${LOCK_TIMEOUT}`,
            `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT}`,
            "-c search_path=",
            "-c timezone=UTC",
          ].join(" "),
        },
        pool: { min: 0, max },
        acquireConnectionTimeout: connectionTimeout,
        compileSqlOnError: false,
        // Knex would print to standard output, statements included.
        log: { warn: complain, error: complain, deprecate: complain, debug: () => {} },
      });
    this.#knex = connect(poolSize);
    this.#platform = connect(Math.ceil(poolSize * PLATFORM_SHARE));
  }

  /** Statements outside a transaction, for one viewer. */
  sqlFor(viewer: Viewer, onStatement: (sql: string) => void): Sql {
    return sqlOn(this.#knex, this.#contextOf(viewer, onStatement));
  }

  /** Statements for one viewer that see one state of the database; see RequestContext. */
  async readTogether(
    viewer: Viewer,
    onStatement: (sql: string) => void,
    work: (sql: Pick<Sql, "rows">) => Promise<void>,
  ): Promise<void> {
    await readOfOneState(this.#knex.client, this.#contextOf(viewer, onStatement), async (read) => {
      await work({
        rows: async <R extends object>(statement: string, bindings: readonly Binding[] = []): Promise<R[]> =>
          (await read<R>(statement, bindings)).rows,
      });
    });
  }

  /** Statements that concern no tenant: the `platform` tables, read by authentication. */
  get platform(): Sql {
    return sqlOn(this.#platform, { scope: { advertisables: "", organization: "" }, onStatement: this.#told() });
  }

  /**
   * Runs `work` in one transaction that sees the viewer's advertisables and `newTenants`, those that
   * the transaction itself creates. A serialisation failure or a deadlock runs the whole of it again,
   * at most three times more; then CONFLICT.
   */
  async transaction<T>(
    viewer: Viewer,
    onStatement: (sql: string) => void,
    work: (sql: Sql) => Promise<T>,
    newTenants: readonly string[] = [],
  ): Promise<T> {
    const scope = [tenantScope(viewer), ...newTenants].filter((part) => part !== "");
    // A literal, since set_config() does not reach the workers of a Citus cluster.
    const literal = scope.includes("*") ? "*" : scope.join(",");
    const organization = organizationScope(viewer);
    if (!/^[A-Za-z0-9_,*-]*$/.test(literal + organization)) throw new TypeError("an EID of the viewer is malformed");
    return await transactionRetry.execute(() =>
      this.#knex.transaction(async (trx) => {
        await trx.raw(`set local app.advertisables = '${literal}'; set local app.organization = '${organization}'`);
        return await work(sqlOn(trx, { scope: null, onStatement: this.#told(onStatement) }));
      }),
    );
  }

  /** Of statements outside a transaction that writes. */
  #contextOf(viewer: Viewer, onStatement: (sql: string) => void): StatementContext {
    const scope = { advertisables: tenantScope(viewer), organization: organizationScope(viewer) };
    return { scope, onStatement: this.#told(onStatement) };
  }

  #told(onStatement: (sql: string) => void = () => {}): (sql: string) => void {
    const onAny = this.#onAnyStatement;
    if (onAny === undefined) return onStatement;
    return (sql) => {
      onAny(sql);
      onStatement(sql);
    };
  }

  /** Resolves when the database answers. */
  async ping(): Promise<void> {
    await this.#knex.raw("select 1");
  }

  async close(): Promise<void> {
    await Promise.all([this.#knex.destroy(), this.#platform.destroy()]);
  }
}

function sqlOn(on: Knex, context: StatementContext): Sql {
  return {
    from: <R extends object>(table: string): Query<R> => on<R, R[]>(table).queryContext(context),
    rows: async <R extends object>(statement: string, bindings: readonly Binding[] = []): Promise<R[]> => {
      try {
        const result: pg.QueryResult<R> =
          context.scope === null
            ? await on.raw(statement, [...bindings]).queryContext(context)
            : await runRead<R>(on.client, statement, bindings, context);
        return result.rows;
      } catch (error) {
        throw LOCKING.test(statement) && sqlStateOf(error) === STATEMENT_TIMED_OUT ? heldByOthers() : error;
      }
    },
    copy: async (into, rows) => {
      if (context.scope !== null) throw new TypeError("rows are copied in a transaction only");
      const statement = `copy ${into} from stdin`;
      context.onStatement(statement);
      const client: Knex.Client = on.client;
      const connection: pg.Client = await client.acquireConnection();
      await pipeline([rows], connection.query(copyFrom(statement)));
    },
  };
}

/** The SQLSTATE of a Postgres error, the code of a socket error, or undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? code : undefined;
}

function heldByOthers(): AppError {
  return new AppError("CONFLICT", "Another change holds the same objects; try again.");
}

function isSerializationFailure(error: unknown): boolean {
  return SERIALIZATION_FAILURES.has(sqlStateOf(error) ?? "");
}

/**
 * SQLSTATEs and socket errors that say that the database is away, and the words of pg and Knex that have no code:
 * Knex puts the statement and a dash before them.
 */
const UNAVAILABLE =
  /^(08...|53...|57P0.|25006|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNAVAILABLE_WORDS =
  /(?:^| - )(?:timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated|Connection ended unexpectedly|Client has encountered a connection error)|and is not queryable$/;

/** A value that its column or operator can't hold: NUL, half a surrogate pair, a year beyond the calendar, too many digits. */
const UNFIT_VALUE = /^(22...|54023)$/;

/** What a client is told of a failed statement, or undefined when the failure is a defect of ours. */
export function databaseFailure(error: unknown): AppError | undefined {
  const state = sqlStateOf(error) ?? "";
  if (state === STATEMENT_TIMED_OUT) {
    return new AppError("DEADLINE_EXCEEDED", "The question took too long; ask for less at a time.");
  }
  if (state === "55P03" || isSerializationFailure(error)) return heldByOthers();
  if (state === "23505") return new AppError("DUPLICATE", "There is already an object with this value.");
  if (state === "23503") return new AppError("CONFLICT", "An object that this one refers to has just gone.");
  if (UNFIT_VALUE.test(state)) {
    return new AppError(
      "BAD_USER_INPUT",
      "A value can't be used: it has a character, a date or a number that cannot be kept.",
    );
  }
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  if (UNAVAILABLE.test(state) || name === "KnexTimeoutError" || UNAVAILABLE_WORDS.test(message)) {
    return new AppError("SERVICE_UNAVAILABLE", "The database is away for the moment; try again.");
  }
  return undefined;
}
