import type pg from "pg";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";

/** What every load of a file needs. */
export interface Load {
  /** A connection as the owner of the tables, with no transaction open. */
  owner: pg.Client;
  /** Whose rows they are, and the currency of their amounts. */
  advertisable: { eid: string; currency: string };
  /** Loads the good rows of a file that has bad ones too. Default false. */
  skipBad?: boolean;
}

/** Whether nothing is loaded since rows are bad. */
export function isRefused({ skipBad = false }: Load, { bad }: { bad: number }): boolean {
  return bad > 0 && !skipBad;
}

/**
 * Does the work of a load in one transaction, which keeps nothing where the work fails or its rows are refused.
 *
 * @throws NOT_FOUND for what is no EID.
 */
export async function inLoadTransaction<T extends { bad: number }>(load: Load, work: () => Promise<T>): Promise<T> {
  const { owner, advertisable } = load;
  if (!isEid(advertisable.eid)) throw notFound("advertisable", advertisable.eid);
  // Each statement has to see what a load that this one waited for has committed.
  await owner.query("begin isolation level read committed");
  try {
    // Literals, since set_config() does not reach the workers of a Citus cluster. With more memory to sort
    // and group in, a large file loads in half the time.
    await owner.query(`
      set local app.advertisables = '${advertisable.eid}';
      set local work_mem = '128MB';
      set local maintenance_work_mem = '256MB';
      set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    const result = await work();
    await owner.query(isRefused(load, result) ? "rollback" : "commit");
    return result;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}
