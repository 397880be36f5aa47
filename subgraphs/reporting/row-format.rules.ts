import type { ReadPlain } from "./plain-fields.rules.js";

/** A column that rows are staged in, and how a plain field gives it. */
export interface StagedColumn {
  /** Where the file has it; null where all rows have the same. */
  position: number | null;
  /** What all rows have, without a position. */
  constant: string;
  plain: ReadPlain;
  /** Whether it stands in one column with the one after it. */
  isJoined: boolean;
}

/** How the records of a file become lines of COPY's text format. */
export interface RowFormat {
  columns: readonly StagedColumn[];
  /** Whether the number of its line stands before a row. */
  hasLine: boolean;
  /** The line of a record, or why there is none. It decides; plain fields are those that it would take as they are. */
  read: (line: number, fields: readonly string[]) => { staged: string } | { reason: string };
}

/** Stands between what is joined in one column; no field has a control character. */
export const JOINT = "\u001F";

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Values as a line of COPY's text format. */
export function copyLine(values: readonly string[]): string {
  const escaped = values.map((text) => text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character));
  return `${escaped.join("\t")}\n`;
}
