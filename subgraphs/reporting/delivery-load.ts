import type { Readable } from "node:stream";
import type pg from "pg";
import { isEid } from "../../lib/eid.js";
import { badInput, notFound } from "../../lib/errors.js";
import type { DeliveryMapping } from "./delivery-mapping.rules.js";
import { createPartitions } from "./delivery-partitions.js";
import { deliveryFormat } from "./delivery-row.rules.js";
import {
  createBatch,
  createStage,
  DELIVERY_STAGE,
  refuseSharedAdGroups,
  type ResolveAds,
  resolveStagedAds,
  unresolvedRows,
} from "./delivery-stage.table.js";
import type { RowFormat } from "./row-format.rules.js";
import { type Reading, stageFile, TOLD_BAD_ROWS } from "./staging.js";
import { lockDeliveries, rebuildRollUps, upsertDeliveries } from "./delivery.table.js";

export interface DeliveryLoad {
  /** A connection as the owner of the tables, with no transaction open. */
  owner: pg.Client;
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  mapping: DeliveryMapping;
  /** Whose deliveries they are, and the currency of their costs. */
  advertisable: { eid: string; currency: string };
  resolveAds: ResolveAds;
  /** Loads the good rows of a file that has bad ones too. Default false. */
  skipBad?: boolean;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: (bytes: number) => void;
}

export interface DeliveryLoadResult extends Reading {
  /** Keys (day, ad group, ad, network, inventory source, domain) that were not there, had other values, had the same. */
  inserted: number;
  updated: number;
  unchanged: number;
  /** Days that the rows are of. */
  days: number;
}

/**
 * Loads a file of deliveries in one transaction: readers see all of it or nothing, and so does the next
 * run after one that was killed. The values of a key that is there already are replaced, so the same
 * file twice changes nothing and a restated one corrects. Loads of one advertisable follow one another.
 *
 * @throws BAD_USER_INPUT for a file, mapping or currency that can't be loaded, NOT_FOUND for what is no EID.
 */
export async function loadDeliveries(load: DeliveryLoad): Promise<DeliveryLoadResult> {
  const { owner } = load;
  if (!isEid(load.advertisable.eid)) throw notFound("advertisable", load.advertisable.eid);
  // Each statement has to see what a load that this one waited for has committed.
  await owner.query("begin isolation level read committed");
  try {
    const result = await loadInTransaction(load);
    await owner.query(isLoaded(result, load) ? "commit" : "rollback");
    return result;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}

function isLoaded(result: { bad: number }, load: DeliveryLoad): boolean {
  return result.bad === 0 || load.skipBad === true;
}

async function loadInTransaction(load: DeliveryLoad): Promise<DeliveryLoadResult> {
  const { owner, advertisable } = load;
  // Literals, since set_config() does not reach the workers of a Citus cluster. With more memory to sort
  // and group in, a large file loads in half the time.
  await owner.query(`
    set local app.advertisables = '${advertisable.eid}';
    set local work_mem = '128MB';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  await requireRates(owner, advertisable.currency);

  await createStage(owner);
  const format = (header: readonly string[]): RowFormat => deliveryFormat(load.mapping, header);
  const reading = await stageFile({ ...load, skipBad: load.skipBad === true, stage: DELIVERY_STAGE, format });
  const nothing = { inserted: 0, updated: 0, unchanged: 0, days: 0 };
  if (!isLoaded(reading, load)) return { ...reading, ...nothing };

  await refuseSharedAdGroups(owner);
  await lockDeliveries(owner, advertisable.eid);
  await resolveStagedAds(owner, load.resolveAds);
  const unresolved = await unresolvedRows(owner, TOLD_BAD_ROWS);
  const read = {
    rows: reading.rows,
    bad: reading.bad + unresolved.count,
    badRows: [...reading.badRows, ...unresolved.first].toSorted((a, b) => a.line - b.line).slice(0, TOLD_BAD_ROWS),
  };
  if (!isLoaded(read, load)) return { ...read, ...nothing };

  const days = await createBatch(owner);
  await createPartitions(owner, days);
  const written = await upsertDeliveries(owner, advertisable, days);
  if (written.inserted + written.updated > 0) await rebuildRollUps(owner, advertisable.eid, days);
  return { ...read, ...written, days: days.length };
}

/** Amounts in a currency without rates would be left out of every report. */
export async function requireRates(owner: pg.Client, currency: string): Promise<void> {
  const { rowCount } = await owner.query("select from platform.currency_rate where currency = $1 limit 1", [currency]);
  if (rowCount === 0) {
    throw badInput(
      ["currency"],
      "UNKNOWN_CURRENCY",
      `There are no exchange rates for ${currency}, the advertisable's currency; load currency-rates with it first.`,
    );
  }
}
