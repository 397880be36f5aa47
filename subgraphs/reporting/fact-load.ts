import type { Readable } from "node:stream";
import type pg from "pg";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";
import { requireRates } from "./delivery-load.js";
import { createPartitions } from "./delivery-partitions.js";
import { factFormat } from "./fact.rules.js";
import {
  createFactStage,
  FACT_STAGE,
  type FactTable,
  lockFacts,
  rollUpFacts,
  stagedDays,
  upsertFacts,
} from "./fact.table.js";
import type { RowFormat } from "./row-format.rules.js";
import { type Reading, stageFile } from "./staging.js";
import type { FactsWritten } from "./write-facts.table.js";

export interface FactLoad {
  table: FactTable;
  /** A connection as the owner of the tables, with no transaction open. */
  owner: pg.Client;
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  /** Whose facts they are, and the currency of their amounts. */
  advertisable: { eid: string; currency: string };
  /** Loads the good rows of a file that has bad ones too. */
  skipBad: boolean;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: (bytes: number) => void;
}

export interface FactLoadResult extends Reading, FactsWritten {
  /** Days that the rows are of. */
  days: number;
}

/**
 * Loads a file of facts in one transaction: readers see all of it or nothing, and so does the next run
 * after one that was killed. The values of a key that is there already are replaced, so the same file twice
 * changes nothing and a restated one corrects. Loads of one advertisable follow one another.
 *
 * @throws BAD_USER_INPUT for a file or currency that can't be loaded, NOT_FOUND for what is no EID.
 */
export async function loadFacts(load: FactLoad): Promise<FactLoadResult> {
  const { owner, advertisable } = load;
  if (!isEid(advertisable.eid)) throw notFound("advertisable", advertisable.eid);
  // Each statement has to see what a load that this one waited for has committed.
  await owner.query("begin isolation level read committed");
  try {
    const result = await loadInTransaction(load);
    await owner.query(result.bad === 0 || load.skipBad ? "commit" : "rollback");
    return result;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}

async function loadInTransaction(load: FactLoad): Promise<FactLoadResult> {
  const { owner, advertisable, table } = load;
  // Literals, since set_config() does not reach the workers of a Citus cluster.
  await owner.query(`
    set local app.advertisables = '${advertisable.eid}';
    set local work_mem = '128MB';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  if (table.hasCurrency) await requireRates(owner, advertisable.currency);
  await createFactStage(owner, table);
  const format = (header: readonly string[]): RowFormat => factFormat(table.columns, header);
  const reading = await stageFile({ ...load, stage: FACT_STAGE, format });
  if (reading.bad > 0 && !load.skipBad) return { ...reading, inserted: 0, updated: 0, unchanged: 0, days: 0 };

  await lockFacts(owner, table, advertisable.eid);
  const days = await stagedDays(owner);
  await createPartitions(owner, days, table.name);
  const written = await upsertFacts(owner, table, advertisable, days);
  if (written.inserted + written.updated > 0) await rollUpFacts(owner, table, advertisable.eid, days);
  return { ...reading, ...written, days: days.length };
}
