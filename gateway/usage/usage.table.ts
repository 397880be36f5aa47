import type { Sql } from "../../lib/database.js";

export type CallKind = "OPERATION" | "ROUTE";

/** Calls of one operation or route by one API client on one day. */
export interface CallCount {
  kind: CallKind;
  /** An operation's digest, or a route as it is documented: `GET /api/v1/campaign/get`. */
  subject: string;
  /** Empty where no client was named. */
  clientId: string;
  /** YYYY-MM-DD, in UTC. */
  day: string;
  calls: number;
  errors: number;
  lastSeenAt: Date;
}

export interface ClientOperation {
  digest: string;
  /** Empty for an operation without one. */
  name: string;
  document: string;
  firstSeenAt: Date;
}

/** Operations that are known already stay as they are. */
export async function insertOperations(sql: Pick<Sql, "rows">, operations: readonly ClientOperation[]): Promise<void> {
  await sql.rows(
    `insert into platform.client_operation (digest, name, document, first_seen_at)
     values ${operations.map(() => "(?, ?, ?, ?)").join(", ")}
     on conflict (digest) do nothing`,
    operations.flatMap(({ digest, name, document, firstSeenAt }) => [digest, name, document, firstSeenAt]),
  );
}

/** Adds to what was counted before. No two rows may be of the same subject, client and day. */
export async function addCalls(sql: Pick<Sql, "rows">, counts: readonly CallCount[]): Promise<void> {
  // In the order of the key, so that several services at once don't deadlock.
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await sql.rows(
    `insert into platform.call_count as c (kind, subject, client_id, day, calls, errors, last_seen_at)
     values ${rows.map(() => "(?, ?, ?, ?::date, ?, ?, ?)").join(", ")}
     on conflict (kind, subject, client_id, day) do update set
       calls = c.calls + excluded.calls, errors = c.errors + excluded.errors,
       last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at)`,
    rows.flatMap((row) => [row.kind, row.subject, row.clientId, row.day, row.calls, row.errors, row.lastSeenAt]),
  );
}

function keyOf({ kind, subject, clientId, day }: CallCount): string {
  return `${kind} ${subject} ${clientId} ${day}`;
}

/** What was counted, with what a person calls the operation and the client. */
export interface RecordedCalls extends Omit<CallCount, "clientId"> {
  /** The client's name; empty where none was named. */
  client: string;
  /** Of an operation; null for a route. */
  operation: { name: string; document: string } | null;
}

/** Everything that was counted from `since` (YYYY-MM-DD) on, latest day first. */
export async function readCalls(sql: Pick<Sql, "rows">, since: string): Promise<RecordedCalls[]> {
  const rows = await sql.rows<Omit<RecordedCalls, "operation"> & { name: string | null; document: string | null }>(
    `select c.kind, c.subject, coalesce(a.name, c.client_id) as client, c.day, c.calls, c.errors,
       c.last_seen_at as "lastSeenAt", o.name, o.document
     from platform.call_count c
     left join platform.api_client a on a.client_id = c.client_id
     left join platform.client_operation o on c.kind = 'OPERATION' and o.digest = c.subject
     where c.day >= ?::date
     order by c.day desc, c.kind, c.subject, c.client_id`,
    [since],
  );
  return rows.map(({ name, document, ...calls }) => ({
    ...calls,
    operation: name === null || document === null ? null : { name, document },
  }));
}
