import type { Client } from "pg";
import type { Sql } from "../../lib/database.js";
import type { ManifestOperation } from "./manifest.js";

export interface RegisteredOperation extends ManifestOperation {
  digest: string;
}

/** All of them; what clients' teams register are some thousands at most. */
export async function readRegistered(sql: Pick<Sql, "rows">): Promise<RegisteredOperation[]> {
  return await sql.rows<RegisteredOperation>(
    `select operation_id as id, digest, document from platform.registered_operation order by operation_id`,
  );
}

/**
 * Registers operations, as the owner; those that are registered already stay as they are.
 *
 * @returns how many are new, and the ids under which another document is registered: then nothing was changed.
 */
export async function register(
  owner: Client,
  operations: readonly RegisteredOperation[],
  now: Date,
): Promise<{ added: number; taken: string[] }> {
  const ids = operations.map(({ id }) => id);
  await owner.query("begin");
  try {
    const { rowCount } = await owner.query(
      `insert into platform.registered_operation (operation_id, digest, document, registered_at)
       select t.id, t.digest, t.document, $4 from unnest($1::text[], $2::text[], $3::text[]) as t (id, digest, document)
       on conflict (operation_id) do nothing`,
      [ids, operations.map(({ digest }) => digest), operations.map(({ document }) => document), now],
    );
    const { rows } = await owner.query<{ id: string; digest: string }>(
      "select operation_id as id, digest from platform.registered_operation where operation_id = any($1) order by operation_id",
      [ids],
    );
    const digests = new Map(operations.map(({ id, digest }) => [id, digest]));
    const taken = rows.filter(({ id, digest }) => digests.get(id) !== digest).map(({ id }) => id);
    await owner.query(taken.length > 0 ? "rollback" : "commit");
    return { added: taken.length > 0 ? 0 : (rowCount ?? 0), taken };
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}
