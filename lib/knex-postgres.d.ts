// Knex publishes no types for its dialects; this is the part of the Postgres one that we extend.
declare module "knex/lib/dialects/postgres/index.js" {
  import type { Knex } from "knex";
  import type { Client as PgClient } from "pg";

  /** A pooled connection; Knex drops one whose `__knex__disposed` is set. */
  export interface PooledConnection extends PgClient {
    __knex__disposed?: unknown;
  }

  /** A compiled statement on its way to the driver. */
  export interface CompiledStatement {
    sql: string;
    bindings?: readonly unknown[];
    queryContext?: unknown;
  }

  export default class PostgresClient extends Knex.Client {
    _query(connection: PooledConnection, statement: CompiledStatement): Promise<unknown>;
  }
}
