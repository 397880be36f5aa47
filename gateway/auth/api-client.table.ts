import type { Condition, Sql } from "../../lib/database.js";

export interface ApiClient {
  clientId: string;
  /** scrypt; null: this client may not ask for tokens. */
  secretHash: string | null;
}

/** What can be a client id at all; Postgres takes no NUL. */
const CLIENT_ID = /^\P{Cc}{1,64}$/u;

/** The active API client that has this id (a client's apikey). */
export async function findApiClient(sql: Sql, clientId: string): Promise<ApiClient | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined;
  const [client] = await sql.rows<ApiClient>(
    `select client_id as "clientId", secret_hash as "secretHash" from platform.api_client where client_id = ? and is_active`,
    [clientId],
  );
  return client;
}

/**
 * The row of a statement that has at most one, asked for by an API client: what each request that signs in waits for, in
 * one round trip. `row` is undefined where the statement has none, all is undefined where there is no such active client.
 */
export async function askedByClient<R extends object>(
  sql: Sql,
  clientId: string,
  statement: Condition,
): Promise<{ row: R | undefined } | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined;
  const [answer] = await sql.rows<R & { isThere: true | null }>(
    `select asked.* from platform.api_client k
     left join lateral (select true as "isThere", s.* from (${statement.sql}) s) asked on true
     where k.client_id = ? and k.is_active`,
    [...statement.bindings, clientId],
  );
  return answer === undefined ? undefined : { row: answer.isThere === null ? undefined : answer };
}
