import type pg from "pg";
import { countDue, dueDays, replaceCredits, rollUpCredits, stageCredits, stageDue } from "./attribution.table.js";
import { createPartitions } from "./delivery-partitions.js";
import { lockEvents } from "./event.table.js";

/** Conversions of one transaction at most, but for those of one day, which stay together. */
const CONVERSIONS_AT_ONCE = 50_000;

export interface Attribution {
  /** A connection as the owner of the tables, with no transaction open. */
  owner: pg.Client;
  advertisableEid: string;
  /** Conversions of one transaction at most; whole days are never split. */
  atOnce?: number;
  /** Told how many conversions are done, of how many. */
  onProgress?: (done: number, total: number) => void;
}

/**
 * Credits the conversions that are due to touchpoints (decisions, section 4): those that came or changed since the
 * last time, and those whose windows reach back to touchpoints that did. It goes day by day, each step one
 * transaction that takes off the list what it did: killed anywhere, the next run goes on where it was.
 *
 * @returns how many conversions were attributed.
 */
export async function attribute({
  owner,
  advertisableEid,
  atOnce = CONVERSIONS_AT_ONCE,
  onProgress = () => {},
}: Attribution): Promise<number> {
  let done = 0;
  let total = 0;
  for (;;) {
    await owner.query("begin isolation level read committed");
    try {
      await owner.query(`
        set local app.advertisables = '${advertisableEid}';
        set local work_mem = '128MB';
        set local statement_timeout = 0;
        set local idle_in_transaction_session_timeout = 0`);
      await lockEvents(owner, advertisableEid);
      total ||= await countDue(owner, advertisableEid);
      const step = await attributeDays(owner, advertisableEid, atOnce);
      await owner.query("commit");
      if (step === null) return done;
      done += step;
      onProgress(done, total);
    } catch (error) {
      // After a lost connection there is nothing to roll back.
      await owner.query("rollback").catch(() => {});
      throw error;
    }
  }
}

async function attributeDays(owner: pg.Client, advertisableEid: string, atOnce: number): Promise<number | null> {
  const days = await dueDays(owner, advertisableEid, atOnce);
  if (days.length === 0) return null;
  await createPartitions(owner, days, "attribution");
  const conversions = await stageDue(owner, advertisableEid, days);
  await stageCredits(owner);
  await replaceCredits(owner, advertisableEid, days);
  await rollUpCredits(owner, advertisableEid, days);
  return conversions;
}
