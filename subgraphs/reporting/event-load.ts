import type { Readable } from "node:stream";
import {
  analyzeEvents,
  createEventStage,
  EVENT_STAGE,
  type EventTable,
  lockEvents,
  markDue,
  stagedEventDays,
  upsertEvents,
} from "./event.table.js";
import { type FactColumn, factFormat } from "./fact.rules.js";
import { requireRates } from "./currency-rate.table.js";
import { inLoadTransaction, isRefused, type Load } from "./load-transaction.js";
import type { RowFormat } from "./row-format.rules.js";
import { type ResolveAds, resolveStagedAds } from "./staged-ad.table.js";
import { type Reading, stageFile } from "./staging.js";
import type { FactsWritten } from "./write-facts.table.js";

/** From so many new events on the planner is told what came. */
const MANY = 1_000;

export interface EventLoad extends Load {
  table: EventTable;
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  /** Finds what stands for the ads of the file. */
  resolveAds: ResolveAds;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: (bytes: number) => void;
}

export interface EventLoadResult extends Reading, FactsWritten {
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
  return await inLoadTransaction(load, () => writeEvents(load));
}

async function writeEvents(load: EventLoad): Promise<EventLoadResult> {
  const { owner, advertisable, table } = load;
  const nothing = { inserted: 0, updated: 0, unchanged: 0, days: 0 };
  await requireRates(owner, advertisable.currency);
  await createEventStage(owner, table);
  const reading = await stageFile({ ...load, stage: EVENT_STAGE, format: (header) => eventFormat(table, header) });
  if (isRefused(load, reading)) return { ...reading, ...nothing };

  await lockEvents(owner, advertisable.eid);
  if (table.hasAds) {
    await resolveStagedAds(owner, EVENT_STAGE, load.resolveAds, reading);
    if (isRefused(load, reading)) return { ...reading, ...nothing };
  }
  const days = await stagedEventDays(owner);
  const written = await upsertEvents(owner, table, advertisable, days);
  const { inserted, updated, unchanged } = written;
  if (inserted >= MANY) await analyzeEvents(owner, table, days);
  await markDue(owner, table, advertisable.eid, written);
  return { ...reading, inserted, updated, unchanged, days: days.length };
}

const AD_COLUMNS: readonly FactColumn[] = ["campaign", "adGroup", "ad"].map((header) => ({
  header,
  column: header,
  kind: "identifier",
  isKey: false,
}));

function eventFormat({ columns, hasAds }: EventTable, header: readonly string[]): RowFormat {
  const ads = hasAds ? AD_COLUMNS : [];
  return factFormat([...ads, ...columns], header, { hasLine: true, joined: Math.max(1, ads.length) });
}
