import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { csvRecords } from "../../lib/csv-records.js";
import { isEid } from "../../lib/eid.js";
import { badInput, notFound } from "../../lib/errors.js";
import { requireRates } from "./delivery-load.js";
import { createPartitions } from "./delivery-partitions.js";
import {
  adKeyOf,
  type BadRow,
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
import { type FactColumn, factReader } from "./fact.rules.js";
import { factLine } from "./fact.table.js";

/** Bad rows that are told one by one; the others are counted. */
const TOLD_BAD_ROWS = 20;

/** Characters that go to the server at once. */
const CHUNK = 65_536;

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

export interface EventLoadResult extends EventsWritten {
  /** Rows of the file, bad ones too. */
  rows: number;
  /** Rows that can't be loaded; when there are any and they were not to be skipped, nothing is. */
  bad: number;
  /** The first of them, by line. */
  badRows: readonly BadRow[];
  /** Days that the events are of. */
  days: number;
}

interface Reading {
  rows: number;
  bad: number;
  badRows: BadRow[];
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
  const read: Reading = { rows: 0, bad: 0, badRows: [] };
  await pipeline(stagedLines(load, read), owner.query(copyFrom(`copy ${EVENT_STAGE} from stdin`)));
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

/** The good rows as COPY takes them; the others are counted in `read`. */
async function* stagedLines({ table, source, onProgress }: EventLoad, read: Reading): AsyncGenerator<string> {
  function refuseRow(line: number, reason: string): void {
    read.bad += 1;
    if (read.badRows.length < TOLD_BAD_ROWS) read.badRows.push({ line, reason });
  }
  const ads = table.hasAds ? AD_COLUMNS : [];
  let reader: ReturnType<typeof factReader> | null = null;
  let chunk = "";
  const records = csvRecords(source, (line, reason) => {
    read.rows += 1;
    refuseRow(line, reason);
  });
  for await (const { line, bytes, fields } of records) {
    if (reader === null) {
      reader = factReader([...ads, ...table.columns], fields);
      continue;
    }
    read.rows += 1;
    const values = reader(fields);
    if (typeof values === "string") refuseRow(line, values);
    else {
      const [campaign = "", adGroup = "", ad = ""] = values;
      const adKey = table.hasAds ? [adKeyOf(campaign, adGroup, ad)] : [];
      chunk += factLine([String(line), ...adKey, ...values.slice(ads.length)]);
    }
    if (chunk.length < CHUNK) continue;
    onProgress?.(bytes);
    yield chunk;
    chunk = "";
  }
  if (reader === null)
    throw badInput([], "EMPTY_FILE", "The file is empty; it needs a header with the names of its columns.");
  yield chunk;
}
