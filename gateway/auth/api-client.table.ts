import type { Sql } from "../../lib/database.js";

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
