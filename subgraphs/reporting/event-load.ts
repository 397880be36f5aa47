import type { Readable } from "node:stream";
import type pg from "pg";
import { isEid } from "../../lib/eid.js";
import { notFound } from "../../lib/errors.js";
import { requireRates } from "./delivery-load.js";
import { createPartitions } from "./delivery-partitions.js";
import {
  createAdStage,
  refuseSharedAdGroups,
  type ResolveAds,
  resolveStagedAds,
  unresolvedRows,
} from "./delivery-stage.table.js";
import {
  analyzeEvents,
  createEventStage,
  EVENT_STAGE,
  type EventsWritten,
  type EventTable,
  lockEvents,
  markDue,
  stagedEventDays,
  upsertEvents,
} from "./event.table.js";
import { type FactColumn, factFormat } from "./fact.rules.js";
import type { RowFormat } from "./row-format.rules.js";
import { type Reading, stageFile, TOLD_BAD_ROWS } from "./staging.js";

/** From so many new events on the planner is told what came. */
const MANY = 1_000;

export interface EventLoad {
  table: EventTable;
  /** A connection as the owner of the tables, with no transaction open. */
  owner: pg.Client;
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  /** Whose events they are, and the currency of their amounts. */
  advertisable: { eid: string; currency: string };
  /** Finds what stands for the ads of the file. */
  resolveAds: ResolveAds;
  /** Loads the good rows of a file that has bad ones too. */
  skipBad: boolean;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: (bytes: number) => void;
}

export interface EventLoadResult extends Reading, EventsWritten {
  /** Days that the events are of. */
  days: number;
}

/**
 * Loads a file of events in one transaction: readers see all of it or nothing, and so does the next run
 * after one that was killed. An event that is there already gets the values of the file, so the same file twice
 * changes nothing and a restated one corrects. Loads of one advertisable follow one another. What has to be
 * attributed anew is marked in the same transaction.
 *
 * @throws BAD_USER_INPUT for a file or currency that can't be loaded, NOT_FOUND for what is no EID.
 */
export async function loadEvents(load: EventLoad): Promise<EventLoadResult> {
  const { owner, advertisable } = load;
  if (!isEid(advertisable.eid)) throw notFound("advertisable", advertisable.eid);
  // Each statement has to see what a load that this one waited for has committed.
  await owner.query("begin isolation level read committed");
  try {
    const result = await loadInTransaction(load);
    await owner.query(isRefused(load, result) ? "rollback" : "commit");
    return result;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await owner.query("rollback").catch(() => {});
    throw error;
  }
}

function isRefused({ skipBad }: EventLoad, { bad }: { bad: number }): boolean {
  return bad > 0 && !skipBad;
}

async function loadInTransaction(load: EventLoad): Promise<EventLoadResult> {
  const { owner, advertisable, table } = load;
  // Literals, since set_config() does not reach the workers of a Citus cluster.
  await owner.query(`
    set local app.advertisables = '${advertisable.eid}';
    set local work_mem = '128MB';
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
  await requireRates(owner, advertisable.currency);
  await createEventStage(owner, table);
  const format = (header: readonly string[]): RowFormat =>
    table.hasAds
      ? factFormat([...AD_COLUMNS, ...table.columns], header, { hasLine: true, joined: AD_COLUMNS.length })
      : factFormat(table.columns, header, { hasLine: true });
  const read = await stageFile({ ...load, stage: EVENT_STAGE, format });
  const nothing = { inserted: 0, updated: 0, unchanged: 0, days: 0 };
  if (isRefused(load, read)) return { ...read, ...nothing };

  await lockEvents(owner, advertisable.eid);
  if (table.hasAds) {
    await resolveAds(load, read);
    if (isRefused(load, read)) return { ...read, ...nothing };
  }
  const days = await stagedEventDays(owner);
  await createPartitions(owner, days, table.name);
  const written = await upsertEvents(owner, table, advertisable, days);
  if (written.inserted >= MANY) await analyzeEvents(owner, table, days);
  await markDue(owner, table, advertisable.eid);
  return { ...read, ...written, days: days.length };
}

/** Asks for the EIDs of the staged ads; rows whose ad stands for nothing are bad ones. */
async function resolveAds({ owner, resolveAds: resolve }: EventLoad, read: Reading): Promise<void> {
  await refuseSharedAdGroups(owner, EVENT_STAGE);
  await createAdStage(owner);
  await resolveStagedAds(owner, resolve, EVENT_STAGE);
  const unresolved = await unresolvedRows(owner, TOLD_BAD_ROWS, EVENT_STAGE);
  read.bad += unresolved.count;
  read.badRows = [...read.badRows, ...unresolved.first].toSorted((a, b) => a.line - b.line).slice(0, TOLD_BAD_ROWS);
}

const AD_COLUMNS: readonly FactColumn[] = ["campaign", "adGroup", "ad"].map((header) => ({
  header,
  column: header,
  kind: "identifier",
  isKey: false,
}));
