import type { Knex } from "knex";
import type pg from "pg";
import PostgresClient, { type CompiledStatement, type PooledConnection } from "knex/lib/dialects/postgres/index.js";
import { countPrepared, driverStatement, isOutdated } from "./prepared-statements.js";

/** What row-level security lets a statement see. */
export interface RowScope {
  /** EIDs of advertisables, joined by commas (`lib/viewer.tenantScope`). */
  readonly advertisables: string;
  /** EID of the organization (`lib/viewer.organizationScope`). */
  readonly organization: string;
}

/** What a statement carries from the one who issued it to the connection that runs it. */
export interface StatementContext {
  /** Null inside a transaction, which set its scope when it began. */
  readonly scope: RowScope | null;
  /** Told of each statement before it runs. */
  readonly onStatement: (sql: string) => void;
}

/** SQLSTATEs and socket errors after which a connection must not serve anybody else. */
const POISONED = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "57P01", "57P02", "57P03", "25006"]);

/** pg has no code for its own `query_timeout`. */
const CLIENT_SIDE_TIMEOUT = "Query read timeout";

/** The scope that each connection carries; a connection that is not here carries none. */
const carriedScope = new WeakMap<PooledConnection, RowScope>();

function isStatementContext(context: unknown): context is StatementContext {
  return typeof context === "object" && context !== null && "scope" in context && "onStatement" in context;
}

/** Knex's Postgres client; what happens where a statement meets its connection is `runOn`. */
class DatabaseClient extends PostgresClient {
  override async _query(connection: PooledConnection, statement: CompiledStatement): Promise<unknown> {
    const context = isStatementContext(statement.queryContext) ? statement.queryContext : null;
    return await runOn(connection, context, statement.sql, async () => await super._query(connection, statement));
  }
}

/**
 * Runs a statement outside a transaction, with `?` for each binding, without Knex between it and the connection, which
 * would take as long again as the driver does. One that comes again is prepared.
 */
export async function runRead<R extends pg.QueryResultRow>(
  client: Knex.Client,
  statement: string,
  bindings: readonly unknown[],
  context: StatementContext,
): Promise<pg.QueryResult<R>> {
  const connection: PooledConnection = await client.acquireConnection();
  try {
    return await readOn<R>(connection, statement, bindings, context);
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Runs reading statements on one connection that see one state of the database. */
export async function readOfOneState(
  client: Knex.Client,
  context: StatementContext,
  work: (
    read: <R extends pg.QueryResultRow>(statement: string, bindings: readonly unknown[]) => Promise<pg.QueryResult<R>>,
  ) => Promise<void>,
): Promise<void> {
  const connection: PooledConnection = await client.acquireConnection();
  try {
    // Before the transaction begins: at its end the scope would be again what it was.
    if (context.scope !== null) await carryScope(connection, context.scope);
    await connection.query("begin isolation level repeatable read read only");
    await work(async (statement, bindings) => await readOn(connection, statement, bindings, context));
    await connection.query("commit");
  } catch (error) {
    carriedScope.delete(connection);
    await connection.query("rollback").catch((failure: unknown) => (connection.__knex__disposed = failure));
    throw error;
  } finally {
    await client.releaseConnection(connection);
  }
}

async function readOn<R extends pg.QueryResultRow>(
  connection: PooledConnection,
  statement: string,
  bindings: readonly unknown[],
  context: StatementContext,
): Promise<pg.QueryResult<R>> {
  if (bindings.includes(undefined)) throw new TypeError("a value of a statement is undefined");
  const { text, name } = driverStatement(statement, bindings.length);
  try {
    return await runOn(connection, context, text, async () => await ask<R>(connection, text, name, [...bindings]));
  } catch (error) {
    // As Knex does it: the log says which statement failed.
    if (error instanceof Error) error.message = `${text} - ${error.message}`;
    throw error;
  }
}

async function ask<R extends pg.QueryResultRow>(
  connection: PooledConnection,
  text: string,
  name: string | undefined,
  values: unknown[],
): Promise<pg.QueryResult<R>> {
  if (name === undefined) return await connection.query<R>(text, values);
  countPrepared(connection, name);
  try {
    return await connection.query<R>({ name, text, values });
  } catch (error) {
    if (!isOutdated(error)) throw error;
    connection.__knex__disposed = error;
    return await connection.query<R>(text, values);
  }
}

/**
 * Where a statement meets its connection: it gets the row-level security scope and is counted, and a connection that a
 * failure left unusable is evicted, which Knex would hand to the next caller. `context` is null for Knex's own statements.
 */
async function runOn<T>(
  connection: PooledConnection,
  context: StatementContext | null,
  sql: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    if (context !== null) {
      if (context.scope !== null) await carryScope(connection, context.scope);
      context.onStatement(sql);
    }
    return await run();
  } catch (error) {
    carriedScope.delete(connection);
    if (poisons(error)) {
      connection.__knex__disposed = error;
      connection.end().catch(() => {});
    }
    throw error;
  }
}

async function carryScope(connection: PooledConnection, scope: RowScope): Promise<void> {
  const carried = carriedScope.get(connection);
  if (carried?.advertisables === scope.advertisables && carried.organization === scope.organization) return;
  carriedScope.delete(connection);
  await connection.query(
    "select set_config('app.advertisables', $1, false), set_config('app.organization', $2, false)",
    [scope.advertisables, scope.organization],
  );
  carriedScope.set(connection, scope);
}

function poisons(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return (typeof code === "string" && POISONED.has(code)) || error.message.includes(CLIENT_SIDE_TIMEOUT);
}

/** The class as Knex's configuration wants it. */
export const databaseClient: typeof Knex.Client = DatabaseClient;
