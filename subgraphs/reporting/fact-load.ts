import type { Readable } from "node:stream";
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
import { requireRates } from "./currency-rate.table.js";
import { inLoadTransaction, isRefused, type Load } from "./load-transaction.js";
import { type Reading, stageFile } from "./staging.js";
import type { FactsWritten } from "./write-facts.table.js";

export interface FactLoad extends Load {
  table: FactTable;
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
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
  return await inLoadTransaction(load, () => writeFile(load));
}

async function writeFile(load: FactLoad): Promise<FactLoadResult> {
  const { owner, advertisable, table } = load;
  if (table.hasCurrency) await requireRates(owner, advertisable.currency);
  await createFactStage(owner, table);
  const reading = await stageFile({
    ...load,
    stage: FACT_STAGE,
    format: (header) => factFormat(table.columns, header),
  });
  if (isRefused(load, reading)) return { ...reading, inserted: 0, updated: 0, unchanged: 0, days: 0 };

  await lockFacts(owner, table, advertisable.eid);
  const days = await stagedDays(owner);
  const { inserted, updated, unchanged } = await upsertFacts(owner, table, advertisable, days);
  if (inserted + updated > 0) await rollUpFacts(owner, table, advertisable.eid, days);
  return { ...reading, inserted, updated, unchanged, days: days.length };
}
