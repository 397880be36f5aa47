import type { Knex } from "knex";
import PostgresClient, { type CompiledStatement, type PooledConnection } from "knex/lib/dialects/postgres/index.js";

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

/**
 * Knex's Postgres client with three additions, all at the one place where a statement meets its
 * connection: the row-level security scope, the count of statements, and the eviction of connections
 * that a failure left unusable (Knex would hand them to the next caller).
 */
class DatabaseClient extends PostgresClient {
  override async _query(connection: PooledConnection, statement: CompiledStatement): Promise<unknown> {
    const context = statement.queryContext;
    try {
      if (isStatementContext(context)) {
        if (context.scope !== null) await carryScope(connection, context.scope);
        context.onStatement(statement.sql);
      }
      return await super._query(connection, statement);
    } catch (error) {
      carriedScope.delete(connection);
      if (poisons(error)) {
        connection.__knex__disposed = error;
        connection.end().catch(() => {});
      }
      throw error;
    }
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
