import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { RowFormat } from "./row-format.rules.js";
import { stagedRows } from "./staged-rows.js";

/** Bad rows that are told one by one; the others are counted. */
export const TOLD_BAD_ROWS = 20;

/** A row that can't be loaded. */
export interface BadRow {
  line: number;
  reason: string;
}

/** What was read of a file. */
export interface Reading {
  /** Rows of the file, bad ones too. */
  rows: number;
  /** Rows that can't be loaded; when there are any and they were not to be skipped, nothing is. */
  bad: number;
  /** The first of them, by line. */
  badRows: BadRow[];
}

export interface Staging {
  /** A connection as the owner of the tables, in the load's transaction. */
  owner: pg.Client;
  /** The table that the rows go to. */
  stage: string;
  /** The bytes of a CSV file in UTF-8. */
  source: Readable;
  format: (header: readonly string[]) => RowFormat;
  /** Whether the good rows of a file that has bad ones too are loaded. */
  skipBad?: boolean | undefined;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Stages the good rows of a file, as fast as both sides can and no faster, and tells what is wrong with the others. */
export async function stageFile({ owner, stage, source, format, skipBad, onProgress }: Staging): Promise<Reading> {
  const reading: Reading = { rows: 0, bad: 0, badRows: [] };
  const lines = stagedRows({
    source,
    format,
    onRow: () => (reading.rows += 1),
    onBad: (line, reason) => {
      reading.bad += 1;
      if (reading.badRows.length < TOLD_BAD_ROWS) reading.badRows.push({ line, reason });
    },
    isWanted: () => reading.bad === 0 || skipBad === true,
    onProgress,
  });
  await pipeline(lines, owner.query(copyFrom(`copy ${stage} from stdin`)));
  return reading;
}
