import type { Readable } from "node:stream";
import { parse } from "csv-parse";
import { badInput } from "./errors.js";

/** One record of a CSV file. */
export interface CsvRecord {
  /** The line that it begins on, from 1. */
  line: number;
  /** Bytes of the file up to its end. */
  bytes: number;
  fields: string[];
}

/** Characters of one record; more than that is a quote that nobody closed. */
const MAX_RECORD_LENGTH = 1_000_000;

/**
 * The records of a CSV file as RFC 4180 has it, with any line ends and with or without a byte order
 * mark, read as they are asked for. Empty lines are left out; `onBroken` is told of records with a stray quote,
 * which are left out too. Lines are counted from the one after `linesBefore`, of a source that is the rest of a file.
 *
 * @throws BAD_USER_INPUT for a quote that is never closed or goes on after its end: what follows would be read wrongly.
 */
export async function* csvRecords(
  source: Readable,
  onBroken: (line: number, reason: string) => void,
  linesBefore = 0,
): AsyncGenerator<CsvRecord> {
  /** The parser's count at the last record's end, and by how much it is too high: it takes a quoted CRLF for two lines. */
  let counted = 0;
  let excess = 0;
  /** Of the records that wait between the parser and the reader; only the parser's side can tell. */
  const parsed: Pick<CsvRecord, "line" | "bytes">[] = [];
  const parser = parse({
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_LENGTH,
    on_record: (fields: string[], { lines, bytes }) => {
      let breaks = 0;
      if (lines > counted + 1) {
        for (const field of fields) {
          breaks += occurrences(field, /\r\n?|\n/g);
          excess += occurrences(field, /\r\n/g);
        }
      }
      counted = lines;
      parsed.push({ line: linesBefore + lines - excess - breaks, bytes });
      return fields;
    },
    on_skip: (error) => {
      // The parser finds its way back from this one only.
      if (error?.code !== "INVALID_OPENING_QUOTE") {
        throw badInput(
          [],
          "NOT_CSV",
          `line ${linesBefore + counted - excess + 1} or after: a quoted field does not end where it should; what follows can't be read.`,
        );
      }
      onBroken(
        linesBefore + Number(error["lines"]) - excess,
        "it has a quote inside a field that does not begin with one",
      );
      return undefined;
    },
  });
  // A broken source must end the parser, which would wait for more.
  source.on("error", (error) => parser.destroy(error));
  const records: AsyncIterable<string[]> = source.pipe(parser);
  try {
    for await (const fields of records) {
      const place = parsed.shift();
      if (place === undefined) throw new Error("a record came that was not parsed");
      yield { ...place, fields };
    }
  } finally {
    source.destroy();
  }
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
