import type { Sql } from "./database.js";

/**
 * Lets the transactions that write the one row of a kind that an advertisable can have wait for each other, also
 * where there is none yet that they could lock. Held until the caller's transaction ends.
 */
export async function takeTurns(sql: Sql, kind: string, advertisableEid: string): Promise<void> {
  await sql.rows("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`${kind}:${advertisableEid}`]);
}
